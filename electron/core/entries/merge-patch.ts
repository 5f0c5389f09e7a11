/**
 * Makes the RFC 7396 patch (`application/merge-patch+json`) that turns the content we hold into exactly the wanted
 * one. Objects merge key by key and null removes, so a patch cannot set a null. Values with null inside an array are
 * refused too: the library behind the servers drops members from objects in there.
 */
import { composeObject, sliceMembers } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { sameValue } from './canonical-json.ts';
import type { NumberSense } from './canonical-json.ts';

export type MergePatch =
  | { readonly ok: true; readonly patch: string }
  /** `key`: where a patch is not enough, levels divided by dots. */
  | { readonly ok: false; readonly key: string };

/** The smallest patch from `base` to `next`; `ok: false` if there cannot be one. */
export function makeMergePatch(
  base: readonly Member[],
  next: readonly Member[],
  numbers: NumberSense,
): MergePatch {
  const before = new Map(base);
  const wanted = new Set(next.map(([key]) => key));
  const patch: Member[] = base.filter(([key]) => !wanted.has(key)).map(([key]) => [key, 'null']);
  for (const [key, raw] of next) {
    const old = before.get(key);
    if (sameValue(old, raw, numbers)) continue;
    if (old !== undefined && isObject(old) && isObject(raw)) {
      const inner = makeMergePatch(sliceMembers(old), sliceMembers(raw), numbers);
      if (!inner.ok) return { ok: false, key: `${key}.${inner.key}` };
      patch.push([key, inner.patch]);
    } else {
      if (holdsNull(raw)) return { ok: false, key };
      patch.push([key, raw]);
    }
  }
  return { ok: true, patch: composeObject(patch) };
}

/** True if a JSON text contains null at any depth. */
export function holdsNull(raw: string): boolean {
  return raw.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '""').includes('null');
}

/** True for the JSON text of an object. */
export function isObject(raw: string): boolean {
  return raw.trimStart().startsWith('{');
}
