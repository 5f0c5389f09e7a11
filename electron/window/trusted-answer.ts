/** Checks the answers of the trusted view. Its page is ours, but main decides which answers count. */
import { longestTrustedText } from '../../shared/ipc/trusted-contract.ts';
import type { TrustedAnswer, TrustedField, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { markIn } from './prompt-mark.ts';

/** Most fields of a form of ours. */
const MOST_FIELDS = 50;

/** Parses an answer; undefined if it is invalid. */
export function parseAnswer(input: unknown): TrustedAnswer | undefined {
  if (typeof input !== 'object' || input === null || !('kind' in input)) return undefined;
  if (input.kind === 'cancel') return { kind: 'cancel' };
  if (input.kind === 'fields') return fieldsFrom(input);
  if (input.kind !== 'submit' || !('text' in input) || !isText(input.text)) return undefined;
  return { kind: 'submit', text: input.text };
}

function fieldsFrom(input: object): TrustedAnswer | undefined {
  if (!('values' in input) || typeof input.values !== 'object' || input.values === null) return undefined;
  if (Array.isArray(input.values)) return undefined;
  const pairs: [string, string][] = [];
  for (const [name, text] of Object.entries(input.values)) {
    if (!isText(text)) return undefined;
    pairs.push([name, text]);
  }
  return pairs.length > MOST_FIELDS ? undefined : { kind: 'fields', values: Object.fromEntries(pairs) };
}

function isText(input: unknown): input is string {
  return typeof input === 'string' && input.length <= longestTrustedText;
}

/** True if an answer fits the request: a name to be typed matches, and a field for text is filled. */
export function satisfies(request: TrustedRequest, answer: TrustedAnswer): boolean {
  if (answer.kind === 'cancel') return true;
  if (request.kind === 'enter-fields') {
    if (answer.kind !== 'fields') return false;
    const { values } = answer;
    const asked = new Set(request.fields.map(({ name }) => name));
    return (
      Object.keys(values).every((name) => asked.has(name)) &&
      request.fields.every((field) => fits(field, values[field.name] ?? ''))
    );
  }
  if (request.kind === 'choose-mark') return markIn(answer) !== undefined;
  if (answer.kind !== 'submit') return false;
  switch (request.kind) {
    case 'enter-token':
      return answer.text !== '';
    case 'confirm':
      if (request.choices !== undefined) return request.choices.some(({ value }) => value === answer.text);
      return request.typedName === undefined || answer.text === request.typedName;
    case 'confirm-token':
    case 'confirm-trust':
    case 'enter-passphrase':
    case 'show-secret':
      return true;
    case 'wait':
      return request.field !== undefined && fits(request.field, answer.text);
  }
}

/** True if the prompt has a field to type in. */
export function takesText(request: TrustedRequest): boolean {
  switch (request.kind) {
    case 'enter-token':
    case 'enter-passphrase':
    case 'choose-mark':
      return true;
    case 'enter-fields':
      return request.fields.length > 0;
    case 'confirm':
      return request.typedName !== undefined;
    case 'wait':
      return request.field !== undefined;
    case 'confirm-token':
    case 'confirm-trust':
    case 'show-secret':
      return false;
  }
}

/** True if its field accepts the text. */
function fits({ optional, form }: TrustedField, text: string): boolean {
  if (text === '') return optional === true;
  if (form === 'token') return /^[\x21-\x7e]+$/.test(text);
  return form !== 'digits' || /^\d+$/.test(text);
}
