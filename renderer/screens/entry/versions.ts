/** What the facts of a version mean now. */
import type { VersionFacts } from '../../../shared/vault/entry.ts';

/** True where a version's values cannot be read: destroyed, or its deletion time has come. */
export function isGone(facts: VersionFacts): boolean {
  return facts.destroyed || (facts.deletionTime !== '' && Date.parse(facts.deletionTime) <= Date.now());
}
