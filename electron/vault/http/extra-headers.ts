/**
 * Headers that a connection sends besides its own, for a gateway in front of the server. They must not be able to
 * become a credential of Vault, to change the meaning of a request, or to break out of their line; all others are
 * left to the gateway. Their values can be its keys: no sentence here repeats one.
 */
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import type { SentHeader } from './types.ts';

/** A token of RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII with spaces inside: RFC 9110, section 5.5, without tabs and its obsolete forms. */
const fieldValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Reasons why the user cannot set a header; the first match counts. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/^x-vault-/, 'belongs to Vault: Strongroom sets those itself'],
  [/^x-(?:http-)?method/, 'can turn a request into another one after it was checked'],
  [/^proxy-/, 'is for a proxy: its credentials belong into HTTPS_PROXY in the environment'],
  [
    /^(?:accept|accept-encoding|content-.*|if-.*|range)$/,
    'says what kind of request or answer this is: Strongroom sets it itself',
  ],
  [
    /^(?:host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|http2-settings)$/,
    'belongs to the connection itself: Strongroom sets it',
  ],
];

/** Checks extra headers; the error is `invalid-input` on the field `headers`. */
export function checkExtraHeaders(headers: readonly SentHeader[]): Result<readonly SentHeader[]> {
  const names = checkHeaderNames(headers);
  if (!names.ok) return names;
  for (const { name, value } of headers) {
    const checked = checkHeaderValue(name, value);
    if (!checked.ok) return checked;
  }
  return ok(headers);
}

/** Checks the names of extra headers, as `checkExtraHeaders` does. */
export function checkHeaderNames(headers: readonly { readonly name: string }[]): Result<true> {
  const names = new Set<string>();
  for (const [index, { name }] of headers.entries()) {
    const lower = name.toLowerCase();
    if (name === '') return wrong(`Extra header ${index + 1} has no name.`, 'Type one, or remove the row.');
    if (!token.test(name))
      return wrong(
        `“${printable(name)}” is not the name of a header.`,
        'A name has letters, digits and hyphens, and neither spaces nor a colon.',
      );
    const why = refused.find(([pattern]) => pattern.test(lower))?.[1];
    if (why !== undefined) return wrong(`The header ${name} ${why}.`, 'Remove it.');
    if (names.has(lower)) return wrong(`The header ${name} is there twice.`, 'Remove one of them.');
    names.add(lower);
  }
  return ok(true);
}

/** Checks the value for a header of this name, as `checkExtraHeaders` does. */
export function checkHeaderValue(name: string, value: string): Result<true> {
  if (value === '') return wrong(`The header ${name} has no value.`, 'Set one, or remove the row.');
  // Vault reads “Bearer” as a token, but ignores a gateway’s user name and password.
  if (name.toLowerCase() === 'authorization' && !/^basic /i.test(value))
    return wrong(
      `The header ${name} may only carry a gateway’s user name and password (Basic): Vault takes anything else for a token.`,
      'Tokens are asked for separately and never stored.',
    );
  if (/[\r\n]/.test(value))
    return wrong(`The value of the header ${name} contains a line break.`, 'Type it again without.');
  if (!fieldValue.test(value))
    return wrong(
      `The value of the header ${name} has an invalid character or spaces around it.`,
      'Use ASCII letters, digits and signs.',
    );
  return ok(true);
}

/** Values of a connection's extra headers, which no text about a request may contain. */
export function valuesOf(headers: readonly SentHeader[] | undefined): readonly string[] {
  return (headers ?? []).flatMap(({ name, value }) =>
    // An echo can contain the part behind “Basic” alone.
    name.toLowerCase() === 'authorization' ? [value, value.replace(/^basic +/i, '')] : [value],
  );
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);
}

function wrong(message: string, hint: string): Result<never> {
  return fail({ kind: 'invalid-input', field: 'headers', message, hint });
}
