/** Remembered connections: settings and the paths of their files, never a credential. */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { ProfileDraft } from '../../shared/ipc/contract.ts';
import { profileColours } from '../../shared/vault/connection.ts';
import type { ConnectionTarget, FileHandle, Profile, TlsSettings } from '../../shared/vault/connection.ts';
import type { FileStore } from './files.ts';

/** What is written to disk: the profiles, and where the files of their handles are. */
export interface ProfilesFile {
  readonly profiles: readonly Profile[];
  readonly files: Readonly<Record<string, string>>;
}

/** The file behind it, as `electron/platform/json-file` opens it. */
export interface ProfilesStorage {
  readonly value: () => ProfilesFile;
  readonly save: (value: ProfilesFile) => void;
}

export interface Profiles {
  readonly list: () => readonly Profile[];
  readonly find: (profileId: string) => Profile | undefined;
  /** Saves a draft; `trustChanged` says that it now leads elsewhere or is trusted otherwise than before. */
  readonly save: (draft: ProfileDraft) => { readonly profile: Profile; readonly trustChanged: boolean };
  readonly remove: (profileId: string) => void;
  readonly markUsed: (profileId: string) => void;
}

export const noProfiles: ProfilesFile = { profiles: [], files: {} };

/** Opens the profiles of a storage and gives their file handles back to the file store. */
export function createProfiles(storage: ProfilesStorage, files: FileStore): Profiles {
  for (const [fileId, path] of Object.entries(storage.value().files)) files.restore(fileId, path);

  function write(profiles: readonly Profile[]): void {
    const paths = profiles.flatMap(({ tls }) =>
      handlesOf(tls).map((file) => [file.fileId, files.pathOf(file)]),
    );
    storage.save({ profiles, files: Object.fromEntries(paths) as Record<string, string> });
  }

  return {
    list: () => storage.value().profiles,
    find: (profileId) => storage.value().profiles.find((profile) => profile.profileId === profileId),
    save: (draft) => {
      const profiles = storage.value().profiles;
      const before = profiles.find((profile) => profile.profileId === draft.profileId);
      if (draft.profileId !== undefined && before === undefined) throw unknownProfile();
      const profile: Profile = {
        ...draft,
        profileId: before?.profileId ?? randomUUID(),
        lastUsed: before?.lastUsed ?? '',
      };
      write(
        before === undefined
          ? [...profiles, profile]
          : profiles.map((one) => (one === before ? profile : one)),
      );
      return { profile, trustChanged: before !== undefined && trustOf(before) !== trustOf(profile) };
    },
    remove: (profileId) => {
      const profiles = storage.value().profiles;
      if (!profiles.some((profile) => profile.profileId === profileId)) throw unknownProfile();
      write(profiles.filter((profile) => profile.profileId !== profileId));
    },
    markUsed: (profileId) => {
      const lastUsed = new Date().toISOString();
      write(
        storage.value().profiles.map((one) => (one.profileId === profileId ? { ...one, lastUsed } : one)),
      );
    },
  };
}

/** Reads what the profile file holds; undefined where it is not ours. Written by hand: a file is input like any other. */
export function parseProfilesFile(data: unknown): ProfilesFile | undefined {
  if (!isRecord(data) || !Array.isArray(data['profiles']) || !isRecord(data['files'])) return undefined;
  const profiles = data['profiles'].filter(isProfile);
  if (profiles.length !== data['profiles'].length) return undefined;
  const files: Record<string, string> = {};
  for (const [fileId, path] of Object.entries(data['files']))
    if (typeof path === 'string') files[fileId] = path;
  return { profiles, files };
}

/** What a token trusts when it is sent: origin, namespace, proxy, authorities, server name, checking at all. */
function trustOf(target: ConnectionTarget): string {
  const { ca, useSystemStore, serverName, skipVerify } = target.tls;
  return JSON.stringify([
    target.address,
    target.namespace,
    target.proxy,
    ca?.fileId,
    useSystemStore,
    serverName,
    skipVerify,
  ]);
}

function handlesOf(tls: TlsSettings): readonly FileHandle[] {
  return [tls.ca, tls.clientCertificate, tls.clientKey].filter((file) => file !== undefined);
}

function isProfile(value: unknown): value is Profile {
  return (
    isRecord(value) &&
    ['profileId', 'name', 'address', 'namespace', 'proxy', 'lastUsed'].every(
      (key) => typeof value[key] === 'string',
    ) &&
    profileColours.some((colour) => colour === value['colour']) &&
    typeof value['timeoutMs'] === 'number' &&
    isTls(value['tls'])
  );
}

function isTls(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['useSystemStore'] === 'boolean' &&
    typeof value['skipVerify'] === 'boolean' &&
    (value['serverName'] === undefined || typeof value['serverName'] === 'string') &&
    ['ca', 'clientCertificate', 'clientKey'].every((key) => value[key] === undefined || isHandle(value[key]))
  );
}

function isHandle(value: unknown): boolean {
  return isRecord(value) && typeof value['fileId'] === 'string' && typeof value['name'] === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownProfile(): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'profileId',
    message: 'This saved connection does not exist any more.',
  });
}
