/**
 * `path#key`, as references to secrets name one key of an entry. A name may itself hold a `#`, so a text says no more than
 * which readings there are; what exists decides. Pure.
 */

/** One reading of a text: what stands before a `#`, and behind it. */
export interface TypedKey {
  /** A path in any form that `resolveTypedPath` takes. */
  readonly path: string;
  readonly key: string;
}

/** More than that many readings are nobody's: each costs a request. */
const mostReadings = 5;

/** The readings of a text as path and key, the longest path first. In an address all behind the first `#` is the key. */
export function typedKeys(text: string): readonly TypedKey[] {
  const line = text.trim();
  const readings: TypedKey[] = [];
  for (let at = line.lastIndexOf('#'); at > 0; at = line.lastIndexOf('#', at - 1)) {
    const path = line.slice(0, at);
    const key = line.slice(at + 1);
    if (key !== '' && path.trim() !== '') readings.push({ path, key });
  }
  return isAddress(line) ? readings.slice(-1) : readings.slice(0, mostReadings);
}

/** Whether the text is an address, in which a `#` never belongs to the path. */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|\/+(?:v1|ui)\/)/i.test(text.trim());
}
