/**
 * Puts credentials into a JSON body by pointer (RFC 6901). The rest of the text stays token for token: numbers keep
 * their notation.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { composeObject, sliceMembers } from '../../../shared/vault/json-slices.ts';

export interface PlacedSecret {
  /** Points to a member of the body or of objects in it, e.g. `/password`, `/options/token`. */
  readonly pointer: string;
  readonly secret: string;
}

/** Puts each credential at its place, creating objects on the way. Throws `invalid-input`. */
export function withSecrets(body: string, secrets: readonly PlacedSecret[]): string {
  return secrets.reduce(
    (text, { pointer, secret }) => placed(text, keysOf(pointer), JSON.stringify(secret), pointer),
    body,
  );
}

/** The keys of a pointer. Throws `invalid-input` for an invalid pointer, or one to the whole body. */
export function keysOf(pointer: string): readonly string[] {
  if (!/^\/(?:[^~]|~[01])*$/.test(pointer) || pointer === '/')
    throw refused(pointer, 'A secret field needs a name, such as /password or /options/token.');
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function placed(text: string, keys: readonly string[], rawJson: string, pointer: string): string {
  const [key = '', ...below] = keys;
  if (!text.trimStart().startsWith('{'))
    throw refused(pointer, `The secret field ${pointer} cannot be inserted: its parent is not an object.`);
  const members = sliceMembers(text);
  const before = members.find(([name]) => name === key)?.[1];
  const value = below.length === 0 ? rawJson : placed(before ?? '{}', below, rawJson, pointer);
  return composeObject(
    before === undefined
      ? [...members, [key, value]]
      : members.map(([name, raw]) => [name, name === key ? value : raw]),
  );
}

function refused(pointer: string, message: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: `secrets ${pointer}`, message });
}
