/**
 * Parses the profile file. It is input like any other, so profiles are read field by field: unknown fields are
 * dropped, and fields missing from an older version's file are left out.
 */
import { environmentBefore, longestEnvironment, profileColours } from '../../../shared/vault/connection.ts';
import type {
  ExtraHeader,
  FileHandle,
  Profile,
  ProfileColour,
  SeenServer,
  TlsSettings,
} from '../../../shared/vault/connection.ts';
import { loginTypes } from '../../../shared/vault/login.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { isDisplayName } from '../../../shared/vault/display-name.ts';
import { isRecord } from '../../../shared/vault/is-record.ts';

/** File content: the profiles, and the paths of their file handles. */
export interface ProfilesFile {
  readonly profiles: readonly Profile[];
  readonly files: Readonly<Record<string, string>>;
}

export const noProfiles: ProfilesFile = { profiles: [], files: {} };

/** Imports a header value that an older version wrote into the file; returns its reference. */
export type TakeOver = (header: {
  readonly name: string;
  readonly value: string;
  readonly address: string;
}) => string;

/** Parses a file's profiles; undefined if it has another format. */
export function parseProfilesFile(data: unknown, takeOver: TakeOver): ProfilesFile | undefined {
  if (!isRecord(data) || !Array.isArray(data['profiles']) || !isRecord(data['files'])) return undefined;
  const profiles = data['profiles']
    .map((one) => profileFrom(one, takeOver))
    .filter((profile) => profile !== undefined);
  if (profiles.length !== data['profiles'].length) return undefined;
  const files: Record<string, string> = {};
  for (const [fileId, path] of Object.entries(data['files']))
    if (typeof path === 'string') files[fileId] = path;
  return { profiles, files };
}

function profileFrom(value: unknown, takeOver: TakeOver): Profile | undefined {
  if (!isRecord(value)) return undefined;
  const { profileId, name, address, namespace, proxy, lastUsed, timeoutMs } = value;
  const colour = profileColours.find((one) => one === value['colour']);
  const tls = tlsFrom(value['tls']);
  const headers = listOf(value['headers'], (header) => headerFrom(header, address, takeOver));
  const confirmedOrigins = listOf(value['confirmedOrigins'], textFrom);
  const seen = value['seen'] === undefined ? undefined : seenFrom(value['seen']);
  if (
    typeof profileId !== 'string' ||
    typeof name !== 'string' ||
    typeof address !== 'string' ||
    typeof namespace !== 'string' ||
    typeof proxy !== 'string' ||
    typeof lastUsed !== 'string' ||
    typeof timeoutMs !== 'number' ||
    colour === undefined ||
    tls === undefined ||
    headers === undefined ||
    confirmedOrigins === undefined
  )
    return undefined;
  return {
    profileId,
    name,
    colour,
    address,
    namespace,
    tls,
    timeoutMs,
    proxy,
    lastUsed,
    ...(headers.length === 0 ? {} : { headers }),
    ...(confirmedOrigins.length === 0 ? {} : { confirmedOrigins }),
    // An unreadable record is dropped: the next login writes it anew.
    ...(seen === undefined ? {} : { seen }),
    ...(typeof value['confirmed'] === 'string' ? { confirmed: value['confirmed'] } : {}),
    ...(typeof value['keychain'] === 'boolean' ? { keychain: value['keychain'] } : {}),
    ...(value['notices'] === true ? { notices: true } : {}),
    environment: environmentFrom(value['environment'], colour),
    ...withLogin(value['login']),
  };
}

/** A name that could not have been typed here is dropped. */
function environmentFrom(value: unknown, colour: ProfileColour): string {
  if (value === undefined) return environmentBefore(colour);
  return typeof value === 'string' && value.length <= longestEnvironment && isDisplayName(value) ? value : '';
}

/** An unreadable login method is dropped: the user chooses again. */
function withLogin(value: unknown): { readonly login?: LoginOptions } {
  if (!isRecord(value) || !isRecord(value['fields'])) return {};
  const { mount, namespace, secretFields } = value;
  const type = loginTypes.find((one) => one === value['type']);
  const names = listOf(secretFields, textFrom);
  if (type === undefined || typeof mount !== 'string' || names === undefined) return {};
  const fields = Object.entries(value['fields']).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  return {
    login: {
      type,
      mount,
      fields: Object.fromEntries(fields),
      ...(typeof namespace === 'string' ? { namespace } : {}),
      ...(names.length === 0 ? {} : { secretFields: names }),
    },
  };
}

function tlsFrom(value: unknown): TlsSettings | undefined {
  if (!isRecord(value)) return undefined;
  const { useSystemStore, skipVerify, serverName } = value;
  if (typeof useSystemStore !== 'boolean' || typeof skipVerify !== 'boolean') return undefined;
  if (serverName !== undefined && typeof serverName !== 'string') return undefined;
  const handles: { ca?: FileHandle; clientCertificate?: FileHandle; clientKey?: FileHandle } = {};
  for (const name of ['ca', 'clientCertificate', 'clientKey'] as const) {
    if (value[name] === undefined) continue;
    const handle = handleFrom(value[name]);
    if (handle === undefined) return undefined;
    handles[name] = handle;
  }
  return { useSystemStore, skipVerify, ...(serverName === undefined ? {} : { serverName }), ...handles };
}

function handleFrom(value: unknown): FileHandle | undefined {
  if (!isRecord(value)) return undefined;
  const { fileId, name } = value;
  return typeof fileId === 'string' && typeof name === 'string' ? { fileId, name } : undefined;
}

function headerFrom(header: unknown, address: unknown, takeOver: TakeOver): ExtraHeader | undefined {
  if (!isRecord(header)) return undefined;
  const { name, valueRef, value } = header;
  if (typeof name !== 'string') return undefined;
  if (typeof value === 'string' && typeof address === 'string')
    return { name, valueRef: takeOver({ name, value, address }) };
  return typeof valueRef === 'string' ? { name, valueRef } : undefined;
}

function seenFrom(value: unknown): SeenServer | undefined {
  if (!isRecord(value)) return undefined;
  const { certificate, issuer, validTo, clusterId, clusterName, verified } = value;
  const names = value['names'] === undefined ? undefined : listOf(value['names'], textFrom);
  if (
    typeof certificate !== 'string' ||
    typeof issuer !== 'string' ||
    typeof validTo !== 'string' ||
    typeof clusterId !== 'string' ||
    typeof clusterName !== 'string'
  )
    return undefined;
  return {
    certificate,
    issuer,
    validTo,
    clusterId,
    clusterName,
    ...(names === undefined ? {} : { names }),
    ...(typeof verified === 'boolean' ? { verified } : {}),
  };
}

/** Reads an absent list as empty; undefined for another type or an invalid item. */
function listOf<T>(value: unknown, read: (item: unknown) => T | undefined): readonly T[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const items = value.map(read).filter((item) => item !== undefined);
  return items.length === value.length ? items : undefined;
}

function textFrom(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
