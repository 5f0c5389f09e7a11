/**
 * Settings of a KV v2 entry that move with it. They are written before its first version, because the deletion time
 * of a version is fixed when it is written. The mount's settings for all entries are not carried, except timed
 * deletion, which becomes the entry's own setting in another mount.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import { isDeletionSet, ownSettings, settingsInWords } from '../../../shared/vault/entry-settings.ts';
import { readConfigKv2, readMetadataKv2, writeMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import type { Session } from '../session/session.ts';
import { fullPath } from './current.ts';
import type { KnownPlace } from './current.ts';
import { isSame, isSameMap } from './settings.ts';

/** The settings that an entry has of its own; `unread` if the token may not read them. */
export interface OwnSettings {
  readonly settings: Partial<MetadataSettings>;
  readonly unread?: AppError;
}

/** Reads the settings to carry from one place to another; empty outside of KV v2. */
export async function settingsToCarry(
  session: Session,
  from: KnownPlace,
  to: KnownPlace,
  signal?: AbortSignal,
): Promise<OwnSettings> {
  if (from.mount.engine !== 'kv2') return { settings: {} };
  try {
    const own = await session.run((caller) => readMetadataKv2(caller, from.mount.path, from.path), signal);
    const settings = ownSettings(own);
    const isDeletedByMount =
      settings.deleteVersionAfter === undefined &&
      from.mount.path !== to.mount.path &&
      own.versions.find(({ version }) => version === own.currentVersion)?.deletionTime !== '';
    if (!isDeletedByMount) return { settings };
    const { deleteVersionAfter } = await session.run(
      (caller) => readConfigKv2(caller, from.mount.path),
      signal,
    );
    return { settings: isDeletionSet(deleteVersionAfter) ? { ...settings, deleteVersionAfter } : settings };
  } catch (failure) {
    return { settings: {}, unread: forbidden(failure) };
  }
}

/**
 * Writes settings for an entry that does not exist yet. Returns the error if the token may not, or `there` if the
 * entry already exists; nothing is written in either case.
 */
export async function prepareSettings(
  session: Session,
  place: KnownPlace,
  settings: Partial<MetadataSettings>,
  signal?: AbortSignal,
): Promise<'written' | 'there' | AppError> {
  try {
    const there = await session.run(
      (caller) => readMetadataKv2(caller, place.mount.path, place.path),
      signal,
    );
    // The copy will be refused; its settings must not reach the existing entry.
    if (there.currentVersion > 0) return 'there';
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    if (failure.error.kind !== 'invalid-path') return forbidden(failure);
  }
  try {
    await session.run((caller) => writeMetadataKv2(caller, place.mount.path, place.path, settings), signal);
    return 'written';
  } catch (failure) {
    return forbidden(failure);
  }
}

/** Rejects with `conflict` if the server holds other settings there than the written ones. */
export async function compareSettings(
  session: Session,
  place: KnownPlace,
  settings: Partial<MetadataSettings>,
): Promise<void> {
  const now = await session.run((caller) => readMetadataKv2(caller, place.mount.path, place.path));
  const wanted = { ...now, ...settings };
  if (isSame(now, wanted) && isSameMap(now.customMetadata, wanted.customMetadata)) return;
  throw new AppFailure({
    kind: 'conflict',
    message: `The copy has different settings (${settingsInWords(settings).join(', ')}).`,
    path: fullPath(place),
  });
}

function forbidden(failure: unknown): AppError {
  if (failure instanceof AppFailure && failure.error.kind === 'forbidden') return failure.error;
  throw failure;
}
