/**
 * Versions of a KV v2 entry that a save pushes out for good, and the rule for asking the user about it.
 *
 * A server keeps `max_versions` versions (the entry's or the mount's setting, the higher of the two; 10 if both are
 * 0) and drops the oldest silently. Once an entry has that many, every save costs a version, so asking about each
 * would teach users to agree unread. But a run of saves must not empty a history unasked. So a save that pushes out a
 * version is asked about if
 *
 * - it pushes out several at once: fewer are kept than there are;
 * - it is one of a burst: with it, more than three of the versions that stay are from the last hour, or more than
 *   half of them if only a few are kept. A limit of one version keeps no history, so each save is asked about as on
 *   KV v1;
 * - it takes a version from before the last 24 hours, and fewer than half of those that stay are as old: yesterday's
 *   history does not go in an afternoon, however slowly a page saves beside a working user. Saving one entry more
 *   often than half its versions a day asks about each further version of yesterday.
 *
 * All of it is read from the versions themselves, by the server's clock: a restart of the app forgets nothing, and a
 * page cannot forge it. If this token may not read them, saves of this run are counted instead.
 */
import type { VersionFacts } from '../../../shared/vault/entry.ts';
import { versionLimit } from '../../../shared/vault/version-limit.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_FRESH = 3;

/** Versions of an entry before a save. */
export interface History {
  readonly currentVersion: number;
  /** 0 until a version was dropped; from then on the oldest one left. */
  readonly oldestVersion: number;
  readonly versions: readonly VersionFacts[];
  /** Limit of the entry; 0 if it has none of its own. */
  readonly maxVersions: number;
}

/** Returns the reason to ask about a save, if any. `ofMount`: undefined if this token may not read it. */
export function whyAskedToSave(
  history: History,
  ofMount: number | undefined,
  nowMs: number,
): string | undefined {
  const keeps = windowOf(history, ofMount);
  const oldestLeft = history.currentVersion + 2 - keeps;
  const living = history.versions.filter(({ destroyed }) => !destroyed);
  const lost = living.filter(({ version }) => version < oldestLeft);
  if (lost.length === 0) return undefined;
  const left = living.filter(({ version }) => version >= oldestLeft);
  const limit = `This entry keeps ${keeps === 1 ? 'one version' : `${String(keeps)} versions`}`;
  const goes = `permanently removes ${named(lost)}`;
  if (lost.length > 1) return `${limit}: saving ${goes}.`;
  const fresh = 1 + left.filter((version) => !(ageMs(version, nowMs) >= HOUR_MS)).length;
  if (fresh > Math.min(MOST_FRESH, Math.floor(keeps / 2)))
    return keeps === 1
      ? `${limit}: saving permanently replaces its values.`
      : `${limit} and was saved several times within the hour: one more save ${goes}.`;
  const isOld = (version: VersionFacts): boolean => !(ageMs(version, nowMs) < DAY_MS);
  if (lost.some(isOld) && left.filter(isOld).length < Math.floor(keeps / 2))
    return `${limit}, and more than half of them are of today: saving ${goes}, from before today’s changes.`;
  return undefined;
}

/** Returns the versions that the next save would push out with this limit. */
export function beyond(history: History, keeps: number): readonly VersionFacts[] {
  return history.versions.filter(
    ({ version, destroyed }) => !destroyed && version <= history.currentVersion - keeps,
  );
}

/** Number of versions after the next save. A full history reveals it if the mount's setting may not be read. */
function windowOf(history: History, ofMount: number | undefined): number {
  const { maxVersions, currentVersion, oldestVersion } = history;
  if (ofMount !== undefined) return versionLimit(maxVersions, ofMount);
  if (oldestVersion > 0) return Math.max(maxVersions, currentVersion - oldestVersion + 1);
  return Math.max(versionLimit(maxVersions, 0), currentVersion + 1);
}

/** NaN for an unreadable time: such a version counts as fresh and as old. */
function ageMs({ createdTime }: VersionFacts, nowMs: number): number {
  return nowMs - Date.parse(createdTime);
}

/** Formats version numbers, as `version 3` or `versions 1 to 5`. */
export function named(versions: readonly VersionFacts[]): string {
  const numbers = versions.map(({ version }) => version).sort((a, b) => a - b);
  const [first = 0, last = first] = [numbers[0], numbers.at(-1)];
  return numbers.length === 1 ? `version ${String(first)}` : `versions ${String(first)} to ${String(last)}`;
}

/** Counts saves of entries whose versions this token may not read: of this run, in the last hour, by entry. */
export function createSaveCounter(): (entry: string, nowMs: number) => string | undefined {
  const saves = new Map<string, number[]>();
  return (entry, nowMs) => {
    for (const [name, times] of saves) if (!times.some((time) => nowMs - time < HOUR_MS)) saves.delete(name);
    const recent = (saves.get(entry) ?? []).filter((time) => nowMs - time < HOUR_MS);
    saves.set(entry, [...recent, nowMs]);
    if (recent.length < MOST_FRESH) return undefined;
    return 'Saved several times within the hour: another save may permanently destroy a version.';
  };
}
