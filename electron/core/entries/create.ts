/** Creates entries, never over an existing one. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { KnownChange, SaveOutcome } from '../../../shared/vault/entry.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { capabilitiesSelf } from '../../vault/api/capabilities.ts';
import { refuseOtherEngine } from './reading.ts';
import { applyChanges, checkChanges, membersSet, numberWarnings } from './content.ts';
import { currentOf, fullPath } from './current.ts';
import type { KnownPlace } from './current.ts';
import { putVersion, putWhole } from './write.ts';
import type { Session } from '../session/session.ts';

export interface Destination {
  readonly mount: MountPath;
  readonly path: string;
}

/**
 * Makes a new entry of the set keys. `overVersion`: a deleted or destroyed current version that the user agreed to
 * continue from. Rejects with `conflict`, with the number of the current version, if the entry exists.
 */
export async function createEntry(
  session: Session,
  { mount, path }: Destination,
  changes: readonly KnownChange[],
  overVersion: number | undefined,
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  checkChanges(changes);
  const place = await entryPlace(session, { mount, path }, signal);
  const outcome = await putNew(session, place, applyChanges([], changes), overVersion, signal);
  if (place.mount.engine !== 'kv2') return outcome;
  return { ...outcome, warnings: [...outcome.warnings, ...numberWarnings(membersSet(changes))] };
}

/** Resolves a place for an entry. Rejects with `invalid-input` for a folder or an engine without entries. */
export async function entryPlace(
  session: Session,
  { mount: at, path }: Destination,
  signal?: AbortSignal,
): Promise<KnownPlace> {
  if (path === '' || path.endsWith('/')) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'path',
      message: path === '' ? 'The entry has no name.' : `“${path}” ends in a slash, which only folders do.`,
      hint: 'Type a name, such as payments/database.',
    });
  }
  const mount = await session.mounts.at(at, signal);
  refuseOtherEngine(mount);
  return { mount, path };
}

/** Writes members to a place without an entry. Rejects with `conflict` if it has one. */
export async function putNew(
  session: Session,
  place: KnownPlace,
  members: readonly Member[],
  overVersion?: number,
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  if (place.mount.engine !== 'kv2') return putNewWhole(session, place, members, signal);
  if (overVersion !== undefined) await mustBeGone(session, place, overVersion, signal);
  try {
    const options = { next: members, cas: overVersion ?? 0 };
    const { version, warnings } = await putVersion(session, place, options, signal);
    return { version, method: 'replace', warnings };
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.kind !== 'conflict') throw failure;
    throw await existing(session, place, signal);
  }
}

async function mustBeGone(
  session: Session,
  place: KnownPlace,
  version: number,
  signal?: AbortSignal,
): Promise<void> {
  const now = await currentOf(session, place, signal);
  if (now.state === 'gone' && now.version === version) return;
  // Relies on check-and-set, which still makes sure that only this version is replaced.
  if (now.state === 'unreadable') return;
  throw await existing(session, place, signal);
}

async function existing(session: Session, place: KnownPlace, signal?: AbortSignal): Promise<AppFailure> {
  // Adds detail to the conflict only, which is reported in any case.
  const now = await currentOf(session, place, signal).catch(() => undefined);
  const where = `“${fullPath(place)}”`;
  if (now?.state === 'gone') {
    return new AppFailure({
      kind: 'conflict',
      currentVersion: now.version,
      gone: true,
      message: `An entry exists at ${where}; its current version ${now.version} is deleted or destroyed. Nothing was saved.`,
      hint: 'Bring it back, or save yours as its next version.',
      path: fullPath(place),
    });
  }
  return new AppFailure({
    kind: 'conflict',
    ...(now?.state === 'living' && now.read.version !== undefined
      ? { currentVersion: now.read.version }
      : {}),
    message: `There is an entry at ${where} already. Nothing was overwritten.`,
    hint: 'Open it, or choose another name.',
    path: fullPath(place),
  });
}

const notAtomic =
  'This engine has no check-and-set. There was no entry just before the write. One created in that moment would be overwritten.';

async function putNewWhole(
  session: Session,
  place: KnownPlace,
  members: readonly Member[],
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  const now = await currentOf(session, place, signal);
  if (now.state === 'living' || now.state === 'gone') throw await existing(session, place, signal);
  if (now.state === 'unreadable' && !(await mayOnlyCreate(session, place, signal))) {
    throw new AppFailure({
      ...now.error,
      message: `This token cannot read “${fullPath(place)}”, and this engine would overwrite an existing entry. Nothing was saved.`,
    });
  }
  const answer = await putWhole(session, place, members, signal);
  const warnings = now.state === 'absent' ? [...answer.warnings, notAtomic] : answer.warnings;
  return { method: 'replace', warnings };
}

/** The server itself refuses to overwrite with `create` and without `update`. */
async function mayOnlyCreate(session: Session, place: KnownPlace, signal?: AbortSignal): Promise<boolean> {
  const path = fullPath(place);
  const found = await session.run((caller) => capabilitiesSelf(caller, [path]), signal);
  const capabilities = found.get(path);
  return (
    capabilities?.has('create') === true && !['update', 'root', 'deny'].some((one) => capabilities.has(one))
  );
}
