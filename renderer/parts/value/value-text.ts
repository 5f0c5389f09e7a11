/** A value as editable text: a string as it is, other values as JSON. */
import { jsonProblem } from '../../../shared/vault/json-problem.ts';
import { indentJson, plainEscapes } from '../../../shared/vault/json-slices.ts';

/** Meaning of an editor's text: the string itself, or JSON. */
export type ValueMode = 'string' | 'json';

export interface ValueText {
  readonly mode: ValueMode;
  readonly text: string;
}

/** Initial editor text of a revealed value: a string as it is, other values as indented JSON. */
export function valueTextOf(rawJson: string): ValueText {
  const value = rawJson.trimStart().startsWith('"') ? (JSON.parse(rawJson) as unknown) : undefined;
  return typeof value === 'string'
    ? { mode: 'string', text: value }
    : { mode: 'json', text: indentJson(plainEscapes(rawJson)) };
}

/** Complete JSON text of an editor's content. */
export function rawJsonOf(value: ValueText): string {
  return value.mode === 'string' ? JSON.stringify(value.text) : value.text.trim();
}

/**
 * Switches the interpretation of a value: a string becomes its JSON literal; a JSON string literal becomes its text,
 * and other JSON text becomes a string with the same characters.
 */
export function switchedMode(value: ValueText): ValueText {
  if (value.mode === 'string') return { mode: 'json', text: JSON.stringify(value.text) };
  const literal = value.text.trim().startsWith('"') && jsonProblem(value.text) === undefined;
  return { mode: 'string', text: literal ? (JSON.parse(value.text) as string) : value.text };
}
