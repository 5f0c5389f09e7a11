/** The names of a list, packed as they cross to the page: a million texts are slow to hand over. */
import { packNames } from '../../../shared/vault/names.ts';
import type { PackedNames } from '../../../shared/vault/names.ts';
import { textOfBytes } from '../http/body.ts';
import { asObject, asTexts } from './fields.ts';

export interface PackedList {
  readonly packed: PackedNames;
  readonly count: number;
}

/** A task: `packedKeys` of an answer's bytes. */
export function namesIn({ bytes }: { readonly bytes: Uint8Array }): PackedList {
  return packedKeys(JSON.parse(textOfBytes(bytes)));
}

/** The texts in `data.keys`. Throws a `RangeError` where one cannot be a name. */
export function packedKeys(body: unknown): PackedList {
  const names = asTexts(asObject(asObject(body)['data'])['keys']);
  return { packed: packNames(names), count: names.length };
}
