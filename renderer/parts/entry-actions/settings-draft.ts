/** Settings of an entry or mount during editing: text until valid. Pure. */
import type { MetadataSettings, MountConfig } from '../../../shared/vault/editing.ts';
import type { NamedText } from '../../ui/named-texts.tsx';
import { formatDuration, parseDuration } from '../../../shared/vault/ttl.ts';

export interface SettingsDraft {
  readonly maxVersions: string;
  readonly casRequired: boolean;
  readonly deleteVersionAfter: string;
  readonly custom: readonly NamedText[];
}

/** Problems by field; `custom` by the key's id, 0 for all keys together. */
export interface SettingsProblems {
  readonly maxVersions?: string;
  readonly deleteVersionAfter?: string;
  readonly custom: ReadonlyMap<number, { readonly key?: string; readonly text?: string }>;
  readonly customCount?: string;
}

/** Vault's limits for custom metadata. */
const limits = { keys: 64, keyBytes: 128, textBytes: 512 } as const;
/** The server counts versions in 32 bits. */
const mostVersions = 4_294_967_295;
/** Characters that Go's `unicode.IsPrint` rejects; the server refuses them in paths and in custom metadata. */
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/** Starts from the server's settings. */
export function settingsDraft(settings: MountConfig & Partial<MetadataSettings>): SettingsDraft {
  return {
    maxVersions: settings.maxVersions === 0 ? '' : String(settings.maxVersions),
    casRequired: settings.casRequired,
    deleteVersionAfter: shownDuration(settings.deleteVersionAfter),
    custom: Object.entries(settings.customMetadata ?? {}).map(([key, text], index) => ({
      id: index + 1,
      key,
      text,
    })),
  };
}

/** Finds values that the server would refuse. A negative duration disables deletion; only a mount allows it. */
export function settingsProblems(draft: SettingsDraft, of: 'entry' | 'mount'): SettingsProblems {
  const versions = draft.maxVersions.trim();
  const seconds = draft.deleteVersionAfter.trim() === '' ? 0 : parseDuration(draft.deleteVersionAfter);
  const custom = customProblems(draft.custom);
  return {
    ...(/^\d*$/.test(versions) && Number(versions) <= mostVersions
      ? {}
      : { maxVersions: 'Type a whole number, or nothing for the default.' }),
    ...(seconds === undefined
      ? { deleteVersionAfter: 'Type a duration such as 90s, 12h, 30d or 1h30m, or nothing for never.' }
      : seconds < 0 && of === 'entry'
        ? { deleteVersionAfter: 'A duration below zero can be set for the whole mount only.' }
        : {}),
    custom,
    ...(typedKeys(draft.custom).length > limits.keys
      ? { customCount: `The server keeps at most ${String(limits.keys)} keys of custom metadata.` }
      : {}),
  };
}

/** True without problems. */
export function isRight(problems: SettingsProblems): boolean {
  return (
    problems.maxVersions === undefined &&
    problems.deleteVersionAfter === undefined &&
    problems.customCount === undefined &&
    problems.custom.size === 0
  );
}

/** Settings to send; only for a draft without problems. */
export function settingsOf(draft: SettingsDraft): MetadataSettings {
  const { deleteVersionAfter: typed } = draft;
  return {
    maxVersions: Number(draft.maxVersions.trim()),
    casRequired: draft.casRequired,
    deleteVersionAfter: typed.trim() === '' ? '0s' : sentDuration(typed),
    customMetadata: Object.fromEntries(typedKeys(draft.custom).map(({ key, text }) => [key, text])),
  };
}

/** True if two settings are equal, regardless of the notation of durations. */
export function sameSettings(a: MetadataSettings, b: MetadataSettings): boolean {
  const keys = Object.keys(a.customMetadata);
  return (
    sameConfig(a, b) &&
    keys.length === Object.keys(b.customMetadata).length &&
    keys.every((key) => a.customMetadata[key] === b.customMetadata[key])
  );
}

/** True if two mount settings are equal, regardless of the notation of durations. */
export function sameConfig(a: MountConfig, b: MountConfig): boolean {
  return (
    a.maxVersions === b.maxVersions &&
    a.casRequired === b.casRequired &&
    parseDuration(a.deleteVersionAfter || '0s') === parseDuration(b.deleteVersionAfter || '0s')
  );
}

/** Applies my changes since `before` to the server's current settings. */
export function rebased(
  before: MetadataSettings,
  mine: MetadataSettings,
  theirs: MetadataSettings,
): MetadataSettings {
  const custom = new Map(Object.entries(theirs.customMetadata));
  for (const key of Object.keys(before.customMetadata))
    if (!Object.hasOwn(mine.customMetadata, key)) custom.delete(key);
  for (const [key, text] of Object.entries(mine.customMetadata))
    if (before.customMetadata[key] !== text) custom.set(key, text);
  const durationMine = parseDuration(mine.deleteVersionAfter || '0s');
  const durationBefore = parseDuration(before.deleteVersionAfter || '0s');
  return {
    maxVersions: mine.maxVersions === before.maxVersions ? theirs.maxVersions : mine.maxVersions,
    casRequired: mine.casRequired === before.casRequired ? theirs.casRequired : mine.casRequired,
    deleteVersionAfter: durationMine === durationBefore ? theirs.deleteVersionAfter : mine.deleteVersionAfter,
    customMetadata: Object.fromEntries(custom),
  };
}

/** Duration in short notation: `720h0m0s` becomes `720h`; zero, which means never, becomes empty. */
export function shownDuration(text: string): string {
  const seconds = parseDuration(text);
  if (seconds === 0 || text === '') return '';
  return seconds === undefined || !Number.isInteger(seconds) ? text : formatDuration(seconds);
}

/** Bare seconds and days are converted to seconds with a unit, because not every server parses them. */
function sentDuration(typed: string): string {
  const text = typed.trim();
  const seconds = parseDuration(text);
  return /^\d+d?$/.test(text) && seconds !== undefined ? `${String(seconds)}s` : text;
}

/** An empty line does not count as a key. */
function typedKeys(custom: readonly NamedText[]): readonly NamedText[] {
  return custom.filter(({ key, text }) => key !== '' || text !== '');
}

function customProblems(
  custom: readonly NamedText[],
): ReadonlyMap<number, { readonly key?: string; readonly text?: string }> {
  const problems = new Map<number, { readonly key?: string; readonly text?: string }>();
  const seen = new Set<string>();
  for (const { id, key, text } of typedKeys(custom)) {
    const wrong = { ...keyProblem(key, seen), ...textProblem(text) };
    if (Object.keys(wrong).length > 0) problems.set(id, wrong);
    seen.add(key);
  }
  return problems;
}

function keyProblem(key: string, seen: ReadonlySet<string>): { readonly key?: string } {
  if (key === '') return { key: 'Type a name.' };
  if (seen.has(key)) return { key: 'There is already a key of this name.' };
  if (unprintable.test(key)) return { key: 'The server refuses characters that cannot be seen.' };
  const bytes = utf8Length(key);
  return bytes > limits.keyBytes
    ? { key: `${String(bytes)} bytes: at most ${String(limits.keyBytes)} are kept.` }
    : {};
}

function textProblem(text: string): { readonly text?: string } {
  if (text === '') return { text: 'The server keeps no empty text.' };
  if (unprintable.test(text))
    return { text: 'The server refuses characters that cannot be seen, line breaks too.' };
  const bytes = utf8Length(text);
  return bytes > limits.textBytes
    ? { text: `${String(bytes)} bytes: at most ${String(limits.textBytes)} are kept.` }
    : {};
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
