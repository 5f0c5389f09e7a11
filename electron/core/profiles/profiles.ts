/** Saved connections: settings and the paths of their files, never a credential. */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import type { ConnectionTarget, Profile, SeenServer } from '../../../shared/vault/connection.ts';
import { parseAddress } from '../../vault/http/address.ts';
import { unsavedLook } from '../connection/prompt-look.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { handlesOf } from '../connection/files.ts';
import type { FileStore } from '../connection/files.ts';
import { bindingOf } from './keychain-tokens.ts';
import type { ProfilesFile } from './profiles-file.ts';

/** The file behind it, as opened by `electron/platform/json-file`. */
export interface ProfilesStorage {
  readonly value: () => ProfilesFile;
  readonly save: (value: ProfilesFile) => void;
  /** Throws if the file cannot be written, and then changes nothing. */
  readonly keep: (value: ProfilesFile) => void;
}

/** Changes to the nodes that a connection leads to. */
export interface OriginsChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface Profiles {
  readonly list: () => readonly Profile[];
  readonly find: (profileId: string) => Profile | undefined;
  /** Saves a draft; `trustChanged` is true if its destination or trust has changed. */
  readonly save: (draft: ProfileDraft) => { readonly profile: Profile; readonly trustChanged: boolean };
  readonly remove: (profileId: string) => void;
  /** Notes a login, the server met, and the key of the place that the user confirmed with it. */
  readonly markUsed: (profileId: string, seen?: SeenServer, confirmed?: string) => void;
  /** True if the user has confirmed the place of this key by logging in to a saved connection. */
  readonly hasConfirmed: (key: string) => boolean;
  /** A place's look in prompts: of the saved connection with exactly these settings, else of an unsaved one. */
  readonly lookOf: (target: ConnectionTarget, profileId?: string) => PromptLook;
  /** Changes the confirmed origins of other nodes, and so the key of the place. */
  readonly changeOrigins: (profileId: string, change: OriginsChange, confirmed: string) => void;
  /** Keeps the token in the operating system's keychain, or no longer. */
  readonly setKeychain: (profileId: string, keep: boolean) => void;
  /** Switches desktop notifications about its cluster. */
  readonly setNotices: (profileId: string, on: boolean) => void;
}

/** Called when data kept beside a profile (token in the keychain, places) becomes untrusted or useless. */
export type ProfileWatcher = (profileId: string, what: 'removed' | 'trust-changed') => void;

/** Opens the profiles of a storage and returns their file handles to the file store. */
export function createProfiles(storage: ProfilesStorage, files: FileStore, watch?: ProfileWatcher): Profiles {
  for (const [fileId, path] of Object.entries(storage.value().files)) files.restore(fileId, path);

  function fileOf(profiles: readonly Profile[]): ProfilesFile {
    const paths = profiles.flatMap(({ tls }) =>
      handlesOf(tls)
        .filter((file) => files.knows(file))
        .map((file) => [file.fileId, files.pathOf(file)]),
    );
    return { profiles, files: Object.fromEntries(paths) as Record<string, string> };
  }

  /** Saves the user's decisions: fails if they cannot be written to disk. */
  function keep(profiles: readonly Profile[]): void {
    storage.keep(fileOf(profiles));
  }

  function find(profileId: string): Profile | undefined {
    return storage.value().profiles.find((profile) => profile.profileId === profileId);
  }

  function change(profileId: string, changed: (profile: Profile) => Profile): readonly Profile[] {
    if (find(profileId) === undefined) throw unknownProfile();
    return storage.value().profiles.map((one) => (one.profileId === profileId ? changed(one) : one));
  }

  return {
    list: () => storage.value().profiles,
    find,
    save: (draft) => {
      const profiles = storage.value().profiles;
      const before = profiles.find((profile) => profile.profileId === draft.profileId);
      if (draft.profileId !== undefined && before === undefined) throw unknownProfile();
      if (before === undefined) refuseTooMany(profiles.length + 1);
      const trustChanged = before !== undefined && trustOf(before) !== trustOf(draft);
      const profile: Profile = {
        ...draft,
        tls: files.named(draft.tls),
        // Written even if empty: a file without it is from an older version (`environmentBefore`).
        environment: draft.environment ?? '',
        profileId: before?.profileId ?? randomUUID(),
        lastUsed: before?.lastUsed ?? '',
        // A server seen at another address does not apply here; a kept token was meant for the old settings.
        ...(before?.seen === undefined || !isSameServer(before, draft) ? {} : { seen: before.seen }),
        // A key of other settings does not match these.
        ...(before?.confirmed === undefined ? {} : { confirmed: before.confirmed }),
        ...(before?.keychain === undefined || trustChanged ? {} : { keychain: before.keychain }),
        ...(before?.notices === undefined ? {} : { notices: before.notices }),
      };
      keep(
        before === undefined
          ? [...profiles, profile]
          : profiles.map((one) => (one === before ? profile : one)),
      );
      if (trustChanged) watch?.(profile.profileId, 'trust-changed');
      return { profile, trustChanged };
    },
    remove: (profileId) => {
      if (find(profileId) === undefined) throw unknownProfile();
      keep(storage.value().profiles.filter((profile) => profile.profileId !== profileId));
      watch?.(profileId, 'removed');
    },
    markUsed: (profileId, seen, confirmed) => {
      const lastUsed = new Date().toISOString();
      // Part of a login, which a full disk must not undo.
      const profiles = change(profileId, (one) => ({
        ...one,
        lastUsed,
        ...(seen === undefined ? {} : { seen }),
        ...(confirmed === undefined ? {} : { confirmed }),
      }));
      storage.save(fileOf(profiles));
    },
    hasConfirmed: (key) => storage.value().profiles.some(({ confirmed }) => confirmed === key),
    lookOf: (target, profileId) => {
      const wanted = bindingIn(target);
      const same = storage
        .value()
        .profiles.filter((profile) => wanted !== undefined && bindingIn(profile) === wanted);
      const found = same.find((profile) => profile.profileId === profileId) ?? same[0];
      if (found === undefined) return unsavedLook;
      const { name, colour, environment } = found;
      return { name, colour, ...(environment === undefined ? {} : { environment }), saved: true };
    },
    changeOrigins: (profileId, { added, removed }, confirmed) => {
      // The session follows them already.
      const profiles = change(profileId, ({ confirmedOrigins = [], ...one }) => ({
        ...one,
        confirmed,
        confirmedOrigins: [...new Set([...confirmedOrigins, ...added])].filter(
          (origin) => !removed.includes(origin),
        ),
      }));
      storage.save(fileOf(profiles));
    },
    setNotices: (profileId, on) => {
      keep(change(profileId, (one) => ({ ...one, notices: on })));
    },
    setKeychain: (profileId, wanted) => {
      const profiles = change(profileId, (one) => ({ ...one, keychain: wanted }));
      // A full disk must not delay removing a token.
      if (wanted) keep(profiles);
      else storage.save(fileOf(profiles));
    },
  };
}

/** Trust settings of a sent token: its destination, data sent along, authorities and verification. */
function trustOf(target: ConnectionTarget): string {
  const { ca, useSystemStore, serverName, skipVerify } = target.tls;
  return JSON.stringify([
    originIn(target.address),
    target.namespace.trim(),
    target.proxy.trim(),
    ca?.fileId,
    useSystemStore,
    serverName ?? '',
    skipVerify,
    (target.headers ?? []).map(({ name, valueRef }) => [name.toLowerCase(), valueRef]),
    [...(target.confirmedOrigins ?? [])].sort(),
  ]);
}

/** Undefined for an invalid address, as in an old file. */
function bindingIn(target: ConnectionTarget): string | undefined {
  try {
    return bindingOf(target);
  } catch {
    // Not an address: it has no binding.
    return undefined;
  }
}

/** True if two connections lead to the same address, with any other settings. */
export function isSameServer(one: ConnectionTarget, other: ConnectionTarget): boolean {
  return originIn(one.address) === originIn(other.address);
}

function originIn(address: string): string {
  const parsed = parseAddress(address);
  return parsed.ok ? parsed.value.address : address;
}

const MOST_PROFILES = 500;

/** Throws `invalid-input` if the count exceeds the limit. */
export function refuseTooMany(count: number): void {
  if (count <= MOST_PROFILES) return;
  throw new AppFailure({
    kind: 'invalid-input',
    message: `No more than ${MOST_PROFILES} connections are saved. Nothing was saved.`,
    hint: 'Remove some that are no longer needed.',
  });
}

/** The error of a call that names an unknown or removed connection. */
export function unknownProfile(): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'profileId',
    message: 'This saved connection does not exist any more.',
  });
}
