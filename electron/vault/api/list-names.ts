/** Names of a list, packed as they cross to the page: a million strings are slow to transfer. */
import { packNames } from '../../../shared/vault/names.ts';
import type { PackedNames } from '../../../shared/vault/names.ts';
import { textOfBytes } from '../http/body.ts';
import { asObject, asTexts } from './fields.ts';

export interface PackedList {
  readonly packed: PackedNames;
  readonly count: number;
  /** Count of left-out texts that cannot be names (empty, or with a null character). */
  readonly unusable: number;
}

/** A task: `packedKeys` of an answer's bytes. */
export function namesIn({ bytes }: { readonly bytes: Uint8Array }): PackedList {
  return packedKeys(JSON.parse(textOfBytes(bytes)), bytes);
}

/** JSON has a null character as an escape only. */
const NULL_ESCAPE = '\\u0000';

/** The texts in `data.keys` of a body, which was made of these bytes or this text. */
export function packedKeys(body: unknown, source: Uint8Array | string): PackedList {
  const keys = asObject(asObject(body)['data'])['keys'];
  // Names that are all usable, as every real list has them, are joined without a look for null characters in each.
  if (Array.isArray(keys) && !holdsNull(source) && keys.every((key) => typeof key === 'string' && key !== ''))
    return { packed: keys.join('\0') as PackedNames, count: keys.length, unusable: 0 };
  const texts = asTexts(keys);
  const names = texts.every(isName) ? texts : texts.filter(isName);
  return { packed: packNames(names), count: names.length, unusable: texts.length - names.length };
}

function holdsNull(source: Uint8Array | string): boolean {
  if (typeof source === 'string') return source.includes(NULL_ESCAPE);
  return Buffer.from(source.buffer, source.byteOffset, source.byteLength).includes(NULL_ESCAPE);
}

function isName(text: string): boolean {
  return text !== '' && !text.includes('\0');
}
