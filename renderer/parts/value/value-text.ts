/** A value as the text that a person reads and types: a string as it is, everything else as JSON. */
import { jsonProblem } from '../../../shared/vault/json-problem.ts';
import { indentJson, plainEscapes } from '../../../shared/vault/json-slices.ts';

/** How the text in an editor is meant: as the string itself, or as JSON. */
export type ValueMode = 'string' | 'json';

export interface ValueText {
  readonly mode: ValueMode;
  readonly text: string;
}

/** The text an editor starts with for a revealed value: strings as they are, everything else as indented JSON. */
export function valueTextOf(rawJson: string): ValueText {
  const value = rawJson.trimStart().startsWith('"') ? (JSON.parse(rawJson) as unknown) : undefined;
  return typeof value === 'string'
    ? { mode: 'string', text: value }
    : { mode: 'json', text: indentJson(plainEscapes(rawJson)) };
}

/** The complete JSON text of what stands in an editor. */
export function rawJsonOf(value: ValueText): string {
  return value.mode === 'string' ? JSON.stringify(value.text) : value.text.trim();
}

/**
 * The same value read the other way: a string becomes its JSON literal; a JSON string literal becomes its text, and any
 * other JSON text becomes the string that looks like it.
 */
export function switchedMode(value: ValueText): ValueText {
  if (value.mode === 'string') return { mode: 'json', text: JSON.stringify(value.text) };
  const literal = value.text.trim().startsWith('"') && jsonProblem(value.text) === undefined;
  return { mode: 'string', text: literal ? (JSON.parse(value.text) as string) : value.text };
}
