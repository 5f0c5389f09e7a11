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
  return packedKeys(JSON.parse(textOfBytes(bytes)));
}

/** The texts in `data.keys`. */
export function packedKeys(body: unknown): PackedList {
  const texts = asTexts(asObject(asObject(body)['data'])['keys']);
  const names = texts.every(isName) ? texts : texts.filter(isName);
  return { packed: packNames(names), count: names.length, unusable: texts.length - names.length };
}

function isName(text: string): boolean {
  return text !== '' && !text.includes('\0');
}
