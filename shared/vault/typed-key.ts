/**
 * `path#key`, a reference to one key of an entry. A name can itself contain a `#`, so a text only gives possible
 * readings; the existing entries decide. Pure.
 */

/** One reading of a text: the parts before and after a `#`. */
export interface TypedKey {
  /** A path in any form that `resolveTypedPath` accepts. */
  readonly path: string;
  readonly key: string;
}

/** Most readings to try, as each costs a request. */
const mostReadings = 5;

/** The readings of a text as path and key, longest path first. In a URL the first `#` begins the key. */
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

/** True if the text is a URL, in which a `#` never belongs to the path. */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|\/+(?:v1|ui)\/)/i.test(text.trim());
}
