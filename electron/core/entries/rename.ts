/**
 * Renames entries. Servers cannot, so it copies the entry with its settings, compares, and only then removes the old
 * one. A failure at any step leaves at least one whole entry, and the result says where.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { MetadataSettings, RenameOutcome } from '../../../shared/vault/editing.ts';
import { settingsInWords } from '../../../shared/vault/entry-settings.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { deleteKv1, kv1Deletion } from '../../vault/api/kv-v1.ts';
import type { Consent } from '../../vault/http/types.ts';
import { compareSettings, prepareSettings, settingsToCarry } from './carried-settings.ts';
import type { OwnSettings } from './carried-settings.ts';
import { sameContent } from './content.ts';
import { copyWithin } from './copy.ts';
import { entryPlace } from './create.ts';
import type { Destination } from './create.ts';
import { currentOf, fullPath } from './current.ts';
import type { KnownPlace } from './current.ts';
import type { OpenEntry } from './open.ts';
import { deleteOneVersion } from './removal.ts';
import { refuseChanged } from './save.ts';
import type { EntryFacts } from './open-entries.ts';
import type { Session } from '../session/session.ts';

/**
 * Copies an open entry to another place of its session and removes the old one (KV v2: its current version is deleted
 * and can be undeleted). Rejects without a change if the old one is no longer current (`conflict`) or the new place
 * is taken. Once the copy exists it resolves; `removalProblem` says why the old one is still there.
 */
export async function renameEntry(
  entry: OpenEntry,
  destination: Destination,
  signal?: AbortSignal,
): Promise<RenameOutcome> {
  const { session } = entry;
  const { members } = await entry.content(signal);
  const { facts } = entry;
  const place = await entryPlace(session, destination, signal);
  if (fullPath(place) === fullPath(facts)) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'path',
      message: 'The entry already has this name.',
    });
  }
  if (place.mount.engine === 'cubbyhole' && facts.mount.engine !== 'cubbyhole') throw intoCubbyhole(place);
  refuseChanged(facts, members, await currentOf(session, facts, signal));
  const own = await settingsToCarry(session, facts, place, signal);
  const consent = await confirmLeaving(session, facts, place, own, signal);
  const carried = await carry(session, place, own, signal);
  const warnings = own.unread === undefined ? carried.warnings : [unread(facts, own.unread)];
  const copied = await copyWithin(entry, destination, signal)
    .then((outcome) => ({ ...outcome, warnings: [...outcome.warnings, ...warnings] }))
    .catch((failure: unknown) => {
      throw carried.areWritten ? withEmptyName(failure, place) : failure;
    });
  try {
    await compareCopy(session, facts, place, members);
    if (isAny(carried.settings)) await compareSettings(session, place, carried.settings);
    refuseChanged(facts, members, await currentOf(session, facts));
    await removeOld(session, facts, consent);
    return { ...copied, removed: true };
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    return { ...copied, removed: false, removalProblem: staysBehind(facts, place, failure.error) };
  }
}

/**
 * Asks if the old entry cannot be restored, or other policies decide who may read the new one. Runs before the copy:
 * a user who declines must not be left with two.
 */
async function confirmLeaving(
  session: Session,
  facts: EntryFacts,
  place: KnownPlace,
  { settings }: OwnSettings,
  signal?: AbortSignal,
): Promise<Consent> {
  const hasVersions = facts.mount.engine === 'kv2';
  if (hasVersions && facts.mount.path === place.mount.path) return {};
  const moved = facts.mount.path === place.mount.path ? [] : ['Other policies apply at the new path.'];
  // The gate speaks of a deletion for good.
  const old = hasVersions ? ['At the old path its current version is deleted, and can be undeleted.'] : [];
  const lost = isAny(settings) && place.mount.engine !== 'kv2' ? [lostThere(settings)] : [];
  const question = {
    title: 'Rename this entry?',
    facts: [
      { name: 'From', value: fullPath(facts) },
      { name: 'To', value: fullPath(place) },
    ],
    body: [...moved, ...lost, ...old],
    action: 'Rename',
  };
  const covered = hasVersions ? [] : [kv1Deletion(facts.mount.path, facts.path)];
  return { confirmed: await session.confirm(question, covered, signal) };
}

/**
 * Writes the settings at the new place before its entry exists. If the token may not, the user decides if the entry
 * goes without them: one with a timed deletion would stay.
 */
async function carry(
  session: Session,
  place: KnownPlace,
  { settings }: OwnSettings,
  signal?: AbortSignal,
): Promise<{
  readonly settings: Partial<MetadataSettings>;
  readonly warnings: readonly string[];
  readonly areWritten?: boolean;
}> {
  if (!isAny(settings)) return { settings, warnings: [] };
  if (place.mount.engine !== 'kv2') return { settings: {}, warnings: [lostThere(settings)] };
  const prepared = await prepareSettings(session, place, settings, signal);
  if (prepared === 'written' || prepared === 'there')
    return { settings, warnings: [], areWritten: prepared === 'written' };
  const without = `The new entry has none of these settings: ${settingsInWords(settings).join(', ')}.`;
  const question = {
    title: 'Rename without its settings?',
    facts: [
      { name: 'To', value: fullPath(place) },
      prose('Needs', `read, update on ${place.mount.path}metadata/${place.path}`),
    ],
    body: [without],
    action: 'Rename without them',
  };
  await session.confirm(question, [], signal);
  return { settings: {}, warnings: [without] };
}

/**
 * Adds the leftover settings to the failure of a copy. They are not removed: a deletion has no check-and-set, and
 * would destroy concurrent writes.
 */
function withEmptyName(failure: unknown, place: KnownPlace): unknown {
  if (!(failure instanceof AppFailure)) return failure;
  const { message } = failure.error;
  return new AppFailure({
    ...failure.error,
    message: `${message} The settings were written before: “${fullPath(place)}” is in the list now, without a version.`,
  });
}

function isAny(settings: Partial<MetadataSettings>): boolean {
  return Object.keys(settings).length > 0;
}

function lostThere(settings: Partial<MetadataSettings>): string {
  return `KV version 1 keeps no settings. Lost: ${settingsInWords(settings).join(', ')}.`;
}

function unread(facts: EntryFacts, { message }: AppError): string {
  return `The settings of “${fullPath(facts)}” could not be read and were not copied: ${message}`;
}

function intoCubbyhole(place: KnownPlace): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'path',
    message: `“${fullPath(place)}” belongs to this token alone: the entry would be gone with the token. Nothing was renamed.`,
    hint: 'Duplicate it there, if you need a copy for yourself.',
  });
}

async function compareCopy(
  session: Session,
  facts: EntryFacts,
  place: KnownPlace,
  members: readonly Member[],
): Promise<void> {
  const copy = await currentOf(session, place);
  if (copy.state === 'unreadable') throw new AppFailure(copy.error);
  // Compared exactly, even between floats: digits that KV v2 rounds off a KV v1 value are lost with the old entry.
  if (copy.state === 'living' && sameContent(members, copy.read.content.members, 'exact')) return;
  throw new AppFailure({
    kind: 'conflict',
    message:
      copy.state === 'living' && facts.mount.engine !== 'kv2' && place.mount.engine === 'kv2'
        ? 'The copy has different values: KV v2 rounds large numbers.'
        : 'The copy has different values.',
    path: fullPath(place),
  });
}

function removeOld(session: Session, facts: EntryFacts, consent: Consent): Promise<void> {
  return facts.mount.engine === 'kv2'
    ? deleteOneVersion(session, facts, facts.version ?? 0)
    : session.run((caller) => deleteKv1({ ...caller, consent }, facts.mount.path, facts.path));
}

function staysBehind(facts: EntryFacts, place: KnownPlace, error: AppError): AppError {
  return {
    ...error,
    message: `The entry is at “${fullPath(place)}” now, and still at “${fullPath(facts)}”: ${error.message}`,
    hint: 'Compare the two, then delete the one you do not want.',
  };
}
