/** Number of versions that a server keeps if neither entry nor mount has a limit. */
const DEFAULT_MAX_VERSIONS = 10;

/** Returns the version limit that the settings of an entry and of its mount result in; 0: not set. */
export function versionLimit(ofEntry: number, ofMount: number): number {
  return Math.max(ofEntry, ofMount) || DEFAULT_MAX_VERSIONS;
}
