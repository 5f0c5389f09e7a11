/**
 * Settings of KV v2 entries and mounts. Servers have no check-and-set for them: just before a change the current
 * settings are compared with those the user saw, and only changed ones are sent.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { MetadataSettings, MountConfig } from '../../../shared/vault/editing.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import {
  readConfigKv2,
  readMetadataKv2,
  writeConfigKv2,
  writeMetadataKv2,
} from '../../vault/api/kv-v2-metadata.ts';
import { fullPath } from './current.ts';
import type { KnownPlace } from './current.ts';
import type { Session } from '../session/session.ts';

/** Changes an entry's settings. Rejects with `conflict` if the server's differ from `before`. */
export async function setMetadata(
  session: Session,
  place: KnownPlace,
  before: MetadataSettings,
  settings: MetadataSettings,
  signal?: AbortSignal,
): Promise<EntryMetadata> {
  const { mount, path } = place;
  const read = (): Promise<EntryMetadata> =>
    session.run((caller) => readMetadataKv2(caller, mount.path, path), signal);
  const now = await read();
  if (!isSame(now, before) || !isSameMap(now.customMetadata, before.customMetadata)) {
    throw settingsConflict(fullPath(place));
  }
  const changed: Partial<MetadataSettings> = {
    ...changedConfig(before, settings),
    ...(isSameMap(before.customMetadata, settings.customMetadata)
      ? {}
      : { customMetadata: settings.customMetadata }),
  };
  if (Object.keys(changed).length === 0) return now;
  await session.run((caller) => writeMetadataKv2(caller, mount.path, path, changed), signal);
  return read();
}

/** Reads the settings of a mount. Rejects with `not-offered` outside of KV v2. */
export async function mountConfig(
  session: Session,
  mount: Mount,
  signal?: AbortSignal,
): Promise<MountConfig> {
  if (mount.engine !== 'kv2') {
    throw new AppFailure({
      kind: 'not-offered',
      message: `The engine at “${mount.path}” has no such settings: only KV version 2 has.`,
    });
  }
  return session.run((caller) => readConfigKv2(caller, mount.path), signal);
}

/** Changes a mount's settings. Rejects with `conflict` if the server's differ from `before`. */
export async function setMountConfig(
  session: Session,
  mount: Mount,
  before: MountConfig,
  config: MountConfig,
  signal?: AbortSignal,
): Promise<MountConfig> {
  const now = await mountConfig(session, mount, signal);
  if (!isSame(now, before)) throw settingsConflict(mount.path);
  const changed = changedConfig(before, config);
  if (Object.keys(changed).length === 0) return now;
  await session.run((caller) => writeConfigKv2(caller, mount.path, changed), signal);
  return mountConfig(session, mount, signal);
}

function settingsConflict(where: string): AppFailure {
  return new AppFailure({
    kind: 'conflict',
    message: `Someone else has changed the settings of “${where}” since you opened them. Nothing was changed.`,
    hint: 'Check them again, then make your change.',
    path: where,
  });
}

function changedConfig(before: MountConfig, after: MountConfig): Partial<MountConfig> {
  return {
    ...(before.maxVersions === after.maxVersions ? {} : { maxVersions: after.maxVersions }),
    ...(before.casRequired === after.casRequired ? {} : { casRequired: after.casRequired }),
    ...(before.deleteVersionAfter === after.deleteVersionAfter
      ? {}
      : { deleteVersionAfter: after.deleteVersionAfter }),
  };
}

/** True if both are the same, as the server writes them. */
export function isSame(a: MountConfig, b: MountConfig): boolean {
  return Object.keys(changedConfig(a, b)).length === 0;
}

/** Compares custom metadata, in any order. */
export function isSameMap(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const [own, others] = [Object.entries(a), new Map(Object.entries(b))];
  return own.length === others.size && own.every(([key, value]) => others.get(key) === value);
}
