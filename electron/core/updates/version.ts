/** Semantic Versioning 2.0.0, as far as releases use it: `1.2.3` and `1.2.3-beta.1`. */

const pattern = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z-]{1,32}(?:\.[0-9A-Za-z-]{1,32}){0,7}))?$/;

/** True if a text is a version. */
export function isVersion(text: string): boolean {
  return pattern.test(text);
}

/** Positive if `one` is newer than `other`, negative if it is older. An invalid version is older than any other. */
export function compareVersions(one: string, other: string): number {
  const a = pattern.exec(one);
  const b = pattern.exec(other);
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  for (const at of [1, 2, 3]) {
    const difference = Number(a[at]) - Number(b[at]);
    if (difference !== 0) return difference;
  }
  return comparePreReleases(a[4], b[4]);
}

function comparePreReleases(one: string | undefined, other: string | undefined): number {
  // The release itself is newer than its pre-releases.
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  const a = one.split('.');
  const b = other.split('.');
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = compareIdentifiers(a[at] ?? '', b[at] ?? '');
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareIdentifiers(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => /^\d+$/.test(text));
  if (first === true && second === true) return Number(one) - Number(other);
  // Numbers are older than words.
  if (first !== second) return first === true ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}
