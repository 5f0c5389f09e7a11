/** State of a version at `nowMs` by the server's clock. */
import type { VersionFacts } from '../../../../shared/vault/entry.ts';

/** True if a version's values cannot be read: destroyed, or its deletion time has come. */
export function isGone(facts: VersionFacts, nowMs: number): boolean {
  return facts.destroyed || (facts.deletionTime !== '' && Date.parse(facts.deletionTime) <= nowMs);
}

/** True if a version's values are deleted and can be undeleted. */
export function isDeleted(facts: VersionFacts, nowMs: number): boolean {
  return isGone(facts, nowMs) && !facts.destroyed;
}

/** The newest version that can be read, if any; `versions` newest first. */
export function newestReadable(versions: readonly VersionFacts[], nowMs: number): VersionFacts | undefined {
  return versions.find((facts) => !isGone(facts, nowMs));
}
