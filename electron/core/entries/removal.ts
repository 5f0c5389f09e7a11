/**
 * Removes entries and versions, and restores them. The server reports success even if nothing changed, so the current
 * state is read first, as far as the token may, and shown in the gate's question about permanent removals.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import { deleteKv1 } from '../../vault/api/kv-v1.ts';
import { deleteMetadataKv2, readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import {
  deleteCurrentKv2,
  deleteVersionsKv2,
  destroyVersionsKv2,
  undeleteVersionsKv2,
} from '../../vault/api/kv-v2-versions.ts';
import { currentOf, fullPath, versionOf } from './current.ts';
import { destroyWords, everythingWords } from './removal-words.ts';
import type { KnownPlace } from './current.ts';
import type { Session } from '../session/session.ts';

/** Deletes versions (empty: the current one) so that they can be undeleted. KV v2; `not-offered` elsewhere. */
export async function deleteVersions(
  session: Session,
  place: KnownPlace,
  versions: readonly number[],
  signal?: AbortSignal,
): Promise<void> {
  refuseUnversioned(place, 'Delete the whole entry instead.');
  const { mount, path } = place;
  const metadata = await metadataIfReadable(session, place, signal);
  refuseUnknown(place, metadata, versions);
  const [first, ...others] = versions;
  if (first === undefined) {
    await deleteCurrent(session, place, metadata, signal);
  } else if (others.length === 0) {
    await deleteOneVersion(session, place, first, signal);
  } else {
    await session.run((caller) => deleteVersionsKv2(caller, mount.path, path, versions), signal);
  }
}

/** Deletes the current version; if the token may not, the version that is known to be current. */
async function deleteCurrent(
  session: Session,
  place: KnownPlace,
  metadata: EntryMetadata | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const { mount, path } = place;
  try {
    await session.run((caller) => deleteCurrentKv2(caller, mount.path, path), signal);
  } catch (failure) {
    if (!isForbidden(failure)) throw failure;
    const version = metadata?.currentVersion ?? versionOf(await currentOf(session, place, signal));
    if (version === undefined || version === 0) throw failure;
    await session
      .run((caller) => deleteVersionsKv2(caller, mount.path, path, [version]), signal)
      .catch((second: unknown) => {
        throw isForbidden(second) ? failure : second;
      });
  }
}

/**
 * Deletes exactly this version, believed to be current. If the token may only delete "the current one", that is
 * checked once more before.
 */
export async function deleteOneVersion(
  session: Session,
  place: KnownPlace,
  version: number,
  signal?: AbortSignal,
): Promise<void> {
  const { mount, path } = place;
  try {
    await session.run((caller) => deleteVersionsKv2(caller, mount.path, path, [version]), signal);
  } catch (failure) {
    if (!isForbidden(failure)) throw failure;
    const now = await currentOf(session, place, signal);
    if (versionOf(now) !== version) throw failure;
    await session
      .run((caller) => deleteCurrentKv2(caller, mount.path, path), signal)
      .catch((second: unknown) => {
        throw isForbidden(second) ? failure : second;
      });
  }
}

/** Restores deleted versions. Rejects with `invalid-path` if one was destroyed or never existed. */
export async function undeleteVersions(
  session: Session,
  place: KnownPlace,
  versions: readonly number[],
  signal?: AbortSignal,
): Promise<void> {
  refuseUnversioned(place, 'Deleted data here is gone.');
  refuseNone(versions);
  const { mount, path } = place;
  const metadata = await metadataIfReadable(session, place, signal);
  refuseUnknown(place, metadata, versions);
  const destroyed = versions.find((version) => factsOf(metadata, version)?.destroyed === true);
  if (destroyed !== undefined) {
    throw new AppFailure({
      kind: 'invalid-path',
      reason: 'destroyed-version',
      message: `Version ${destroyed} was destroyed: its values no longer exist and cannot be brought back. Nothing was changed.`,
      path: fullPath(place),
    });
  }
  await session.run((caller) => undeleteVersionsKv2(caller, mount.path, path, versions), signal);
}

/** Destroys the values of versions for good after the user's consent. KV v2; `not-offered` elsewhere. */
export async function destroyVersions(
  session: Session,
  place: KnownPlace,
  versions: readonly number[],
  signal?: AbortSignal,
): Promise<void> {
  refuseUnversioned(place, 'Delete the whole entry instead.');
  refuseNone(versions);
  const metadata = await metadataIfReadable(session, place, signal);
  refuseUnknown(place, metadata, versions);
  const { mount, path } = place;
  const consent = { question: destroyWords(place, versions, metadata) };
  await session.run(
    (caller) => destroyVersionsKv2({ ...caller, consent }, mount.path, path, versions),
    signal,
  );
}

/** Removes an entry entirely and for good after the user's consent. */
export async function deleteEverything(
  session: Session,
  place: KnownPlace,
  signal?: AbortSignal,
): Promise<void> {
  const metadata = await metadataIfReadable(session, place, signal);
  const consent = { question: everythingWords(place, metadata) };
  const { mount, path } = place;
  await session.run((caller) => {
    const asking = { ...caller, consent };
    return mount.engine === 'kv2'
      ? deleteMetadataKv2(asking, mount.path, path)
      : deleteKv1(asking, mount.path, path);
  }, signal);
}

/**
 * Metadata of a versioned entry; undefined if the token may not read it or has limited uses. Rejects with
 * `invalid-path` if the entry does not exist.
 */
async function metadataIfReadable(
  session: Session,
  { mount, path }: KnownPlace,
  signal?: AbortSignal,
): Promise<EntryMetadata | undefined> {
  if (session.limitedUse || mount.engine !== 'kv2') return undefined;
  try {
    return await session.run((caller) => readMetadataKv2(caller, mount.path, path), signal);
  } catch (failure) {
    if (isForbidden(failure)) return undefined;
    throw failure;
  }
}

/** Throws `not-offered` for engines that keep one version only. */
export function refuseUnversioned({ mount }: KnownPlace, hint: string): void {
  if (mount.engine === 'kv2') return;
  throw new AppFailure({
    kind: 'not-offered',
    message: `The engine at “${mount.path}” keeps no versions of its entries.`,
    hint,
  });
}

/** Throws `invalid-input` without a version. */
function refuseNone(versions: readonly number[]): void {
  if (versions.length > 0) return;
  throw new AppFailure({ kind: 'invalid-input', field: 'versions', message: 'No version was chosen.' });
}

/** Throws `invalid-path` if one of the versions is known not to exist. */
function refuseUnknown(
  place: KnownPlace,
  metadata: EntryMetadata | undefined,
  versions: readonly number[],
): void {
  if (metadata === undefined) return;
  const unknown = versions.find((version) => factsOf(metadata, version) === undefined);
  if (unknown === undefined) return;
  throw new AppFailure({
    kind: 'invalid-path',
    reason: 'absent',
    message: `“${fullPath(place)}” has no version ${unknown} (any more). Nothing was changed.`,
    hint: 'Look at the list of versions again.',
    path: fullPath(place),
  });
}

function factsOf(metadata: EntryMetadata | undefined, version: number) {
  return metadata?.versions.find((facts) => facts.version === version);
}

function isForbidden(failure: unknown): boolean {
  return failure instanceof AppFailure && failure.error.kind === 'forbidden';
}
