/**
 * Losses by a change of KV v2 settings: fewer versions are kept, versions are deleted after a time, notes on an entry
 * (custom metadata) are replaced, and no old ones are kept. Raising a limit, or requiring check-and-set, loses
 * nothing.
 */
import { formatDuration, parseDuration } from '../../../shared/vault/ttl.ts';
import { versionLimit } from '../../../shared/vault/version-limit.ts';
import { beyond, named } from './versions-lost.ts';
import type { History } from './versions-lost.ts';

/** Settings before the change. */
export interface SettingsBefore {
  readonly maxVersions: number;
  /** Duration in the server's notation. */
  readonly deleteVersionAfter: string;
  /** Absent for a mount. */
  readonly customMetadata?: Readonly<Record<string, string>>;
  /** Set for an entry. */
  readonly history?: History;
  /** Version limit of the mount, for an entry. Undefined if this token may not read it. */
  readonly ofMount?: number | undefined;
}

export interface SettingsChange {
  /** Members of the body, as JSON text. */
  readonly members: ReadonlyMap<string, string>;
  /** A patch keeps what it does not name; a write replaces custom metadata as a whole. */
  readonly isPatch: boolean;
  /** Undefined if this token may not read them. */
  readonly before: SettingsBefore | undefined;
}

/** The losses, in sentences; `typed`: values of versions are or can be lost. */
export interface Lost {
  readonly sentences: readonly string[];
  readonly typed: boolean;
}

const known = new Set(['max_versions', 'cas_required', 'delete_version_after', 'custom_metadata']);

/** Returns the losses by a change of settings; undefined if it has none. */
export function lostBySettings(change: SettingsChange): Lost | undefined {
  const versions = fewerVersions(change);
  const sentences = [
    ...(versions === undefined ? [] : [versions.why]),
    ...soonerDeleted(change),
    ...notesLost(change),
    ...([...change.members.keys()].every((name) => known.has(name))
      ? []
      : ['Settings unknown to Strongroom change; the old ones are not kept.']),
  ];
  return sentences.length === 0 ? undefined : { sentences, typed: versions?.typed === true };
}

function fewerVersions({
  members,
  before,
}: SettingsChange): { readonly why: string; readonly typed: boolean } | undefined {
  const raw = members.get('max_versions');
  if (raw === undefined) return undefined;
  const why = 'The next save permanently destroys versions above the new limit.';
  const asked = /^"?(\d{1,9})"?$/.exec(raw)?.[1];
  if (asked === undefined || before === undefined) return { why, typed: true };
  const wanted = Number(asked);
  const { maxVersions, history, ofMount } = before;
  if (history === undefined) {
    const [from, to] = [versionLimit(0, maxVersions), versionLimit(0, wanted)];
    if (to >= from) return undefined;
    return {
      why: `Entries without a higher limit keep ${counted(to)} instead of ${String(from)}; saves destroy the rest.`,
      typed: true,
    };
  }
  if (wanted === maxVersions) return undefined;
  if (ofMount === undefined)
    return wanted > maxVersions && maxVersions > 0 ? undefined : { why, typed: true };
  const [from, to] = [versionLimit(maxVersions, ofMount), versionLimit(wanted, ofMount)];
  if (to >= from) return undefined;
  const lost = beyond(history, to - 1);
  const goes = lost.length === 0 ? '' : `; the next save destroys ${named(lost)}`;
  return {
    why: `The entry keeps ${counted(to)} instead of ${String(from)}${goes}.`,
    typed: lost.length > 0,
  };
}

function soonerDeleted({ members, before }: SettingsChange): readonly string[] {
  const raw = members.get('delete_version_after');
  if (raw === undefined) return [];
  const value: unknown = JSON.parse(raw);
  const text = typeof value === 'string' ? value : raw;
  const after = value === null ? 0 : parseDuration(text);
  // Switched off, or the mount's own setting, which applies already.
  if (after !== undefined && after <= 0) return [];
  const now = before === undefined ? undefined : parseDuration(before.deleteVersionAfter);
  if (after !== undefined && now !== undefined && now > 0 && after >= now) return [];
  return [
    `Versions are deleted by the server ${after === undefined ? 'some time' : formatDuration(Math.ceil(after))} after they were made.`,
  ];
}

function notesLost({ members, isPatch, before }: SettingsChange): readonly string[] {
  const raw = members.get('custom_metadata');
  if (raw === undefined) return [];
  const wanted: unknown = JSON.parse(raw);
  const old = Object.entries(before?.customMetadata ?? {});
  if (before !== undefined && old.length === 0) return [];
  const after = new Map(Object.entries(typeof wanted === 'object' && wanted !== null ? wanted : {}));
  const isLost = ([name, value]: readonly [string, string]): boolean =>
    after.has(name) ? after.get(name) !== value : !isPatch || wanted === null;
  if (before !== undefined && !old.some(isLost)) return [];
  return ['The entry’s old custom metadata is not kept.'];
}

function counted(versions: number): string {
  return versions === 1 ? 'one version' : `${String(versions)} versions`;
}
