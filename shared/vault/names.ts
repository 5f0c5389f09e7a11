/**
 * Long lists of names cross the bridge as one string. A structured clone of 50,000 strings takes tens of milliseconds
 * on each side and copies every one; one string is a single copy, and `split` makes cheap slices of it. NUL
 * separates: the server refuses it in paths, so names cannot contain it.
 */

/** Names joined by NUL; the empty string is the empty list. */
export type PackedNames = string & { readonly __brand: 'PackedNames' };

/** Packs names in order. Throws a `RangeError` if a name is empty or contains NUL, which no Vault path can. */
export function packNames(names: readonly string[]): PackedNames {
  const packed = names.join('\0');
  let separators = 0;
  for (let at = packed.indexOf('\0'); at !== -1; at = packed.indexOf('\0', at + 1)) separators++;
  if (separators !== Math.max(0, names.length - 1) || (names.length > 0 && names.includes(''))) {
    throw new RangeError('a name in the list is empty or contains NUL');
  }
  return packed as PackedNames;
}

/** The names of a packed list, in order. */
export function unpackNames(packed: PackedNames): string[] {
  return packed === '' ? [] : packed.split('\0');
}
