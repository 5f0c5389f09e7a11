/**
 * Saving an entry. Main lays the changes over the raw members it holds, so what nobody touched goes back token for token
 * without ever crossing to the renderer. KV v2 saves with check-and-set on the version that was opened; KV v1 and
 * cubbyhole have none, so the entry is read once more just before it is replaced, and the warning says what that leaves.
 */
import { AppFailure } from '../../shared/ipc/result.ts';
import type { EntryChange, SaveOutcome } from '../../shared/vault/entry.ts';
import { hasInteger64 } from '../../shared/vault/entry-facts.ts';
import { composeObject } from '../../shared/vault/json-slices.ts';
import type { Member } from '../../shared/vault/json-slices.ts';
import { writeKv1 } from '../vault/api/kv-v1.ts';
import { isGone, readKv2, readMetadataKv2, VersionGone, writeKv2 } from '../vault/api/kv-v2.ts';
import { changedMeanwhile, contentHeld, readEntry } from './entries.ts';
import { digestOf } from './held-entries.ts';
import type { EntryCard, EntryContent, HeldEntries } from './held-entries.ts';
import type { Session } from './session.ts';

/**
 * Saves changes to an open entry, which stays open with its new content. Rejects with `conflict` (nothing was written),
 * `invalid-input` naming the key, or `outcome-unknown`; in each case the entry stays open as it was.
 */
export async function saveEntry(
  session: Session,
  held: HeldEntries,
  entryId: string,
  changes: readonly EntryChange[],
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  checkChanges(changes);
  const { members } = await contentHeld(session, held, entryId, signal);
  const { card } = held.get(entryId);
  const next = applyChanges(members, changes);
  return card.mount.engine === 'kv2'
    ? saveVersion(session, held, card, next, changes, signal)
    : replaceWhole(session, held, card, next, signal);
}

/** Lays changes over members, in order: a known key keeps its place, a new one goes to the end. */
export function applyChanges(members: readonly Member[], changes: readonly EntryChange[]): Member[] {
  const next = new Map(members);
  for (const change of changes) {
    switch (change.op) {
      case 'set':
        next.set(change.key, change.rawJson.trim());
        break;
      case 'remove':
        next.delete(change.key);
        break;
    }
  }
  return [...next];
}

function checkChanges(changes: readonly EntryChange[]): void {
  for (const change of changes) {
    if (change.op !== 'set') continue;
    try {
      JSON.parse(change.rawJson);
    } catch {
      throw new AppFailure({
        kind: 'invalid-input',
        field: change.key,
        message: `The new value of “${change.key}” is not valid JSON. Nothing was saved.`,
        hint: 'Put quotes around text, and escape quotes and line breaks inside it.',
      });
    }
  }
}

async function saveVersion(
  session: Session,
  held: HeldEntries,
  card: EntryCard,
  next: readonly Member[],
  changes: readonly EntryChange[],
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  const cas = await versionToReplace(session, card, signal);
  const data = composeObject(next);
  const { mount, path, entryId } = card;
  let saved: Awaited<ReturnType<typeof writeKv2>>;
  try {
    saved = await session.run((caller) => writeKv2(caller, mount.path, path, data, cas), signal);
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.kind !== 'conflict') throw failure;
    throw await withCurrentVersion(session, card, failure, signal);
  }
  const { version } = saved;
  const warnings = [...saved.warnings, ...numberWarnings(changes)];
  const sent = { text: writtenText(data, version, saved.createdTime), members: next };
  held.replace(entryId, { version, versionAsked: false }, await stored(session, card, version, sent));
  return { version, warnings };
}

/**
 * The version a save replaces: the one that was opened. Where a person opened an older one on purpose and the current
 * one is deleted or destroyed, that one: its number still counts, and there is nothing in it to lose.
 */
async function versionToReplace(session: Session, card: EntryCard, signal?: AbortSignal): Promise<number> {
  const opened = card.version ?? 0;
  if (!card.versionAsked) return opened;
  try {
    const metadata = await session.run(
      (caller) => readMetadataKv2(caller, card.mount.path, card.path),
      signal,
    );
    const current = metadata.versions.find(({ version }) => version === metadata.currentVersion);
    return current !== undefined && isGone(current) ? metadata.currentVersion : opened;
  } catch (failure) {
    if (failure instanceof AppFailure && failure.error.kind === 'forbidden') return opened;
    throw failure;
  }
}

/** The conflict with the number of the version that is current now, where the token may learn it. */
async function withCurrentVersion(
  session: Session,
  card: EntryCard,
  failure: AppFailure,
  signal?: AbortSignal,
): Promise<AppFailure> {
  const currentVersion = await session
    .run((caller) => readKv2(caller, card.mount.path, card.path), signal)
    .then(
      ({ facts }) => facts.version,
      (gone: unknown) => (gone instanceof VersionGone ? gone.facts.version : undefined),
    );
  if (currentVersion === undefined || failure.error.kind !== 'conflict') return failure;
  return new AppFailure({ ...failure.error, currentVersion });
}

/** What the server made of what was sent (it sorts keys and rounds large numbers); what was sent where it may not be read. */
async function stored(
  session: Session,
  card: EntryCard,
  version: number,
  sent: EntryContent,
): Promise<EntryContent> {
  if (session.limitedUse) return sent;
  // Not cancelled with the save: the write has happened, and its content must not be lost for want of a look.
  return readEntry(session, card.mount, card.path, version).then(
    ({ content }) => content,
    () => sent,
  );
}

/** An answer in the server's shape, for content that could not be read back. */
function writtenText(data: string, version: number, createdTime: string): string {
  return `{"data":{"data":${data},"metadata":{"created_time":${JSON.stringify(createdTime)},"version":${version}}}}`;
}

function numberWarnings(changes: readonly EntryChange[]): readonly string[] {
  return changes
    .filter((change) => change.op === 'set' && hasInteger64(change.rawJson))
    .map(
      ({ key }) =>
        `KV v2 stores numbers as 64-bit floating point: the large number in “${key}” may come back rounded. Store it as text to keep every digit.`,
    );
}

const noCheckAndSet =
  'This engine has no check-and-set: the entry was read again just before it was replaced, but a change made by somebody else in that moment would have been overwritten.';

async function replaceWhole(
  session: Session,
  held: HeldEntries,
  card: EntryCard,
  next: readonly Member[],
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  const { mount, path, entryId } = card;
  const now = await readEntry(session, mount, path, undefined, signal).catch((failure: unknown) => {
    const removed = failure instanceof AppFailure && failure.error.kind === 'invalid-path';
    throw removed ? changedMeanwhile(card) : failure;
  });
  if (digestOf(now.content.members) !== card.digest) throw changedMeanwhile(card);
  const data = composeObject(next);
  const answer = await session.run((caller) => writeKv1(caller, mount.path, path, data), signal);
  const sent = { text: `{"data":${data}}`, members: next };
  const content = session.limitedUse
    ? sent
    : await readEntry(session, mount, path).then(
        (read) => read.content,
        () => sent,
      );
  held.replace(entryId, { versionAsked: false }, content);
  return { warnings: [...answer.warnings, noCheckAndSet] };
}
