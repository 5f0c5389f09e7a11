/**
 * Saves an entry. Main applies the changes to the raw members it holds, so untouched values go back token for token
 * without ever crossing to the renderer. The current content is read first: check-and-set alone would let a save undo
 * a deletion, or take a re-created entry for the old one if both are at the same version. KV v2 then saves with
 * check-and-set; KV v1 and cubbyhole have none, and the warning explains the risk.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { KnownChange, SaveOutcome } from '../../../shared/vault/entry.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { VersionGone } from '../../vault/api/kv-v2.ts';
import type { OpenEntry } from './open.ts';
import { approvalPlace, readEntry } from './reading.ts';
import type { ReadEntry } from './reading.ts';
import { applyChanges, checkChanges, membersSet, numbersOf, numberWarnings, sameContent } from './content.ts';
import { currentOf, fullPath, versionOf } from './current.ts';
import type { Current, KnownPlace } from './current.ts';
import { putVersion, putWhole } from './write.ts';
import type { VersionOptions } from './write.ts';
import type { EntryFacts } from './open-entries.ts';
import type { Session } from '../session/session.ts';
import { asAppError } from '../connection/trouble.ts';

/**
 * Saves changes to an open entry, which stays open with its new content. Rejects with `conflict` (nothing was
 * written), `invalid-input` naming the key, or `outcome-unknown`; in each case the entry stays open as it was.
 */
export async function saveEntry(
  entry: OpenEntry,
  changes: readonly KnownChange[],
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  checkChanges(changes);
  const { session } = entry;
  const { members: base } = await entry.content(signal);
  const { facts } = entry;
  const next = applyChanges(base, changes);
  if (facts.mount.engine !== 'kv2') {
    refuseChanged(facts, base, await currentOf(session, facts, signal));
    return replaceWhole(entry, next, signal);
  }
  const cas = await versionToReplace(session, facts, base, signal);
  const options = { next, cas, ...(cas === facts.version ? { base } : {}) };
  return saveVersion(entry, options, membersSet(changes), signal);
}

/**
 * Saves over a current version without values, or (0) to a place without an entry. Rejects with `conflict` if there
 * is content after all.
 */
export async function saveOver(
  entry: OpenEntry,
  changes: readonly KnownChange[],
  currentVersion: number,
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  checkChanges(changes);
  const { session } = entry;
  const { members } = await entry.content(signal);
  const { facts } = entry;
  const next = applyChanges(members, changes);
  const now = await currentOf(session, facts, signal);
  if (now.state === 'living' || (versionOf(now) ?? currentVersion) !== currentVersion) {
    throw conflict(facts, 'There is a newer version now.', now);
  }
  if (facts.mount.engine === 'kv2') {
    return saveVersion(entry, { next, cas: currentVersion }, membersSet(changes), signal);
  }
  if (now.state === 'unreadable') throw cannotCompare(facts, now);
  return replaceWhole(entry, next, signal);
}

async function saveVersion(
  entry: OpenEntry,
  options: VersionOptions,
  changed: readonly Member[],
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  const { session, facts } = entry;
  let saved: Awaited<ReturnType<typeof putVersion>>;
  try {
    saved = await putVersion(session, facts, options, signal);
  } catch (failure) {
    throw await asConflict(session, facts, failure, signal);
  }
  const { version, createdTime, method } = saved;
  const sent: ReadEntry = {
    content: { text: undefined, members: options.next },
    version,
    about: { createdTime, warnings: [], readAt: new Date().toISOString() },
  };
  const unread = await readBack(entry, version, sent);
  return { version, method, warnings: [...saved.warnings, ...numberWarnings(changed), ...unread] };
}

const noCheckAndSet =
  'This engine has no check-and-set. The entry was read again just before the write. A change in that moment would be overwritten.';

async function replaceWhole(
  entry: OpenEntry,
  next: readonly Member[],
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  const { session, facts } = entry;
  const answer = await putWhole(session, facts, next, signal);
  const sent: ReadEntry = {
    content: { text: undefined, members: next },
    about: { warnings: [], readAt: new Date().toISOString() },
  };
  const unread = await readBack(entry, undefined, sent);
  return { method: 'replace', warnings: [...answer.warnings, noCheckAndSet, ...unread] };
}

/**
 * The version a save replaces: the opened one, if it is still current. If the user opened an older one on purpose and
 * the current one is deleted or destroyed, the latter: it has no values to lose. A token that may not read, or pays
 * for every request or with an approval, relies on check-and-set alone.
 */
async function versionToReplace(
  session: Session,
  facts: EntryFacts,
  base: readonly Member[],
  signal?: AbortSignal,
): Promise<number> {
  const opened = facts.version ?? 0;
  if (session.limitedUse || facts.about.approved === true) return opened;
  const now = await currentOf(session, facts, signal);
  if (now.state === 'unreadable') return opened;
  if (now.state === 'gone' && facts.versionAsked && now.version !== opened) return now.version;
  refuseChanged(facts, base, now);
  return opened;
}

/** Throws `conflict` if the current content differs from the opened one. */
export function refuseChanged(facts: EntryFacts, base: readonly Member[], now: Current): void {
  switch (now.state) {
    case 'living': {
      const { version, content } = now.read;
      if (version !== facts.version) {
        const told =
          version === undefined ? '' : `: version ${version} is current, you opened ${facts.version ?? 0}`;
        throw conflict(facts, `Someone else has saved this entry since you opened it${told}.`, now);
      }
      if (sameContent(base, content.members, numbersOf(facts.mount))) return;
      throw conflict(
        facts,
        facts.mount.engine === 'kv2'
          ? `This entry was removed and created again since you opened it. It is at version ${version ?? 0} again, with other values.`
          : 'This entry was changed by someone else since you opened it.',
        now,
      );
    }
    case 'gone':
      throw conflict(facts, `This entry was deleted since you opened it. (${now.error.message})`, now);
    case 'absent':
      throw conflict(facts, 'This entry was removed since you opened it.', now);
    case 'unreadable':
      throw cannotCompare(facts, now);
  }
}

function conflict(place: KnownPlace, message: string, now: Current): AppFailure {
  const currentVersion = place.mount.engine === 'kv2' ? versionOf(now) : undefined;
  return new AppFailure({
    kind: 'conflict',
    message: `${message} Nothing was overwritten.`,
    hint: 'Compare your changes with the current version.',
    path: fullPath(place),
    ...(currentVersion === undefined ? {} : { currentVersion }),
  });
}

/** A save would be blind without check-and-set and without reading. */
function cannotCompare(place: KnownPlace, now: Extract<Current, { state: 'unreadable' }>): AppFailure {
  return new AppFailure({
    ...now.error,
    message: `This token cannot read “${fullPath(place)}” any more, so changes by others are unknown. Nothing was saved.`,
  });
}

/** Adds the number of the current version to a refused check-and-set, if the token may read it. */
async function asConflict(
  session: Session,
  facts: EntryFacts,
  failure: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  if (failure instanceof VersionGone) {
    return conflict(facts, `This entry was deleted since you opened it. (${failure.error.message})`, {
      state: 'gone',
      version: failure.facts.version,
      error: failure.error,
    });
  }
  if (!(failure instanceof AppFailure) || failure.error.kind !== 'conflict' || session.limitedUse)
    return failure;
  // Adds detail to the conflict only, which is reported in any case.
  const now = await currentOf(session, facts, signal).catch(() => undefined);
  const currentVersion = now === undefined ? undefined : versionOf(now);
  if (currentVersion === undefined) return failure;
  return new AppFailure({ ...failure.error, currentVersion });
}

/**
 * Puts the stored content behind the entry (the server sorts keys and changes numbers), or the sent content if the
 * stored one cannot be read: then returns the reason. Until it is read the entry has no response to show.
 */
async function readBack(
  entry: OpenEntry,
  version: number | undefined,
  sent: ReadEntry,
): Promise<readonly string[]> {
  const { session } = entry;
  const { mount, path, about } = entry.facts;
  session.approvals.letGo(approvalPlace(mount, path));
  if (session.limitedUse) {
    entry.follow(sent);
    return ['Not read back after saving: that costs your token a use. You see what was sent.'];
  }
  if (about.approved === true) {
    entry.follow(sent);
    return ['Not read back after saving: that needs another approval. You see what was sent.'];
  }
  try {
    // Runs even if the save is cancelled: the write has happened, and its content must not be lost with the read.
    entry.follow(await readEntry(session, mount, path, version));
    return [];
  } catch (failure) {
    entry.follow(sent);
    return [`Saved, but not read back: you see what was sent. ${asAppError(failure).message}`];
  }
}
