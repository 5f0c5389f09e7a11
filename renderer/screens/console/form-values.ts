/** Turns a filled form into a request. Pure: field texts go in, a request or problems come out. */
import { isBase64, toBase64 } from '../../../shared/vault/base64.ts';
import { jsonProblem } from '../../../shared/vault/json-problem.ts';
import { composeObject, sliceMembers } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { ApiField, ApiOperation, ConsoleRequest } from '../../../shared/vault/console.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { carriesBody, pointerOf } from './console-draft.ts';

/** Values of a form; fields by `fieldKey`. */
export interface FormValues {
  readonly texts: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, SecretRef>>;
  /** Fields whose text is base64 already; others of their kind are encoded. */
  readonly encoded: readonly string[];
  /** Further members of the body, as one JSON object: those missing from the server's description. */
  readonly more: string;
  readonly wrapTtl: string;
}

export const emptyValues: FormValues = { texts: {}, secrets: {}, encoded: [], more: '', wrapTtl: '' };

/** The key of the further members among the problems. */
export const MORE = 'more';

export type FilledForm =
  | { readonly request: ConsoleRequest }
  /** Problems by `fieldKey`, or `MORE`. */
  | { readonly problems: ReadonlyMap<string, string> };

/** Unique key of a field within its operation. */
export function fieldKey({ place, name }: Pick<ApiField, 'place' | 'name'>): string {
  return `${place} ${name}`;
}

/** Converts a form. `template`: the path with `{names}` in it. */
export function filledForm(
  template: string,
  { method, fields }: ApiOperation,
  values: FormValues,
): FilledForm {
  const problems = new Map<string, string>();
  const members: Member[] = [];
  const query: string[] = [];
  const secrets: { pointer: string; secretRef: string }[] = [];
  let path = method === 'LIST' || !template.endsWith('/') ? template : template.slice(0, -1);
  for (const field of fields) {
    const key = fieldKey(field);
    const text = values.texts[key] ?? '';
    const secret = values.secrets[key];
    if (secret !== undefined) {
      secrets.push({ pointer: pointerOf(field.name), secretRef: secret.secretRef });
      continue;
    }
    if (text.trim() === '') {
      if (field.required) problems.set(key, 'Required.');
      continue;
    }
    if (field.place === 'path') {
      const value = text.trim().replace(/^\/+|\/+$/g, '');
      // A function, so that a dollar sign in a name stays literal.
      path = path.replace(`{${field.name}}`, () => value);
      continue;
    }
    const raw = takesBase64(field)
      ? base64JsonOf(text, values.encoded.includes(key))
      : rawJsonOf(field, text);
    if ('problem' in raw) problems.set(key, raw.problem);
    else if (field.place === 'query') query.push(`${field.name}=${encodeURIComponent(text.trim())}`);
    else members.push([field.name, raw.json]);
  }
  const more = carriesBody(method) ? moreMembers(values.more) : [];
  if ('problem' in more) problems.set(MORE, more.problem);
  if (problems.size > 0) return { problems };
  const extra = 'problem' in more ? [] : more;
  const all = [...members.filter(([name]) => !extra.some(([other]) => other === name)), ...extra];
  const wrapTtl = values.wrapTtl.trim();
  return {
    request: {
      method,
      path: query.length === 0 ? path : `${path}?${query.join('&')}`,
      ...(carriesBody(method) && all.length > 0 ? { json: composeObject(all) } : {}),
      ...(carriesBody(method) && secrets.length > 0 ? { secrets } : {}),
      ...(wrapTtl === '' ? {} : { wrapTtl }),
    },
  };
}

/** True if the server's description wants a field's text in base64. */
export function takesBase64({ place, type, secret, allowed, description }: ApiField): boolean {
  return (
    place === 'body' &&
    type === 'string' &&
    !secret &&
    allowed === undefined &&
    /\bbase64[- ]?encoded\b/i.test(description)
  );
}

/** Base64 for such a field: encodes the text, unless it is base64 already. */
function base64JsonOf(text: string, encoded: boolean): Raw {
  if (!encoded) return { json: JSON.stringify(toBase64(text)) };
  const bare = text.trim();
  return isBase64(bare) ? { json: JSON.stringify(bare) } : { problem: 'Not base64.' };
}

type Raw = { readonly json: string } | { readonly problem: string };

/** The text of a field as JSON of its type. */
function rawJsonOf({ type, allowed }: ApiField, text: string): Raw {
  const bare = text.trim();
  switch (type) {
    case 'integer':
      return /^-?\d+$/.test(bare)
        ? { json: bare.replace(/^(-?)0+(?=\d)/, '$1') }
        : { problem: 'A whole number, such as 10.' };
    case 'number':
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(bare)
        ? { json: bare }
        : { problem: 'A number, such as 10 or 0.5.' };
    case 'boolean':
      return bare === 'true' || bare === 'false' ? { json: bare } : { problem: 'Choose true or false.' };
    case 'array':
      return bare.startsWith('[') ? json(bare) : { json: JSON.stringify(listed(text)) };
    case 'object':
      return bare.startsWith('{') ? json(bare) : { problem: 'One JSON object, such as {"name": "value"}.' };
    case 'duration':
    case 'time':
      return { json: JSON.stringify(bare) };
    case 'string':
      // Chosen from a list, or typed: then white space is part of the value.
      return { json: JSON.stringify(allowed === undefined ? text : bare) };
  }
}

function json(text: string): Raw {
  const fault = jsonProblem(text);
  return fault === undefined
    ? { json: text }
    : { problem: `Line ${String(fault.line)}, column ${String(fault.column)}: ${fault.message}.` };
}

function listed(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function moreMembers(text: string): Member[] | { readonly problem: string } {
  if (text.trim() === '') return [];
  const raw = text.trimStart().startsWith('{')
    ? json(text)
    : { problem: 'One JSON object, such as {"name": "value"}.' };
  return 'problem' in raw ? raw : sliceMembers(raw.json);
}

/** The values that a path gives to the `{names}` of a template, by `fieldKey`; the last one takes what is left. */
export function valuesInPath(template: string, path: string): Readonly<Record<string, string>> {
  const wanted = template.replace(/\/$/, '').split('/');
  const parts = path.replace(/\/$/, '').split('/');
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined) continue;
    const value = index === wanted.length - 1 ? parts.slice(index).join('/') : (parts[index] ?? '');
    // A template requested without values leaves them empty.
    if (value !== '' && value !== part) found[fieldKey({ place: 'path', name })] = value;
  }
  return found;
}
