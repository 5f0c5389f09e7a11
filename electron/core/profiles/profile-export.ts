/**
 * Exports saved connections to a file for another machine or a colleague. It contains no secrets: CA certificates are
 * public and included; of a client certificate and its key only the names are exported, and of extra headers too, as
 * their values can be a gateway's keys.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { readCaPath } from '../../vault/http/tls-files.ts';
import type { FileStore } from '../connection/files.ts';

/** Marker of an export file, and the version of its format. */
export const EXPORT_MARK = 'profiles';
export const EXPORT_VERSION = 1;
/** Largest file that is written or read. */
export const EXPORT_LIMIT_BYTES = 16 * 1024 * 1024;

/** One connection in the file; optional members are absent if they do not apply. */
interface Carried {
  readonly name: string;
  readonly colour: string;
  readonly environment: string;
  readonly address: string;
  readonly namespace: string;
  readonly proxy: string;
  readonly timeoutMs: number;
  readonly tls: {
    readonly useSystemStore: boolean;
    readonly skipVerify: boolean;
    readonly serverName?: string;
    readonly ca?: { readonly name: string; readonly certificates: readonly string[] };
    /** File names only. */
    readonly clientCertificate?: string;
    readonly clientKey?: string;
  };
  readonly headerNames?: readonly string[];
  readonly confirmedOrigins?: readonly string[];
  readonly login?: LoginOptions;
}

/** The text of an export file. Throws `tls` if a CA file is no longer readable, `too-large` beyond 16 MiB. */
export async function exportText(profiles: readonly Profile[], files: FileStore): Promise<string> {
  const carried: Carried[] = [];
  for (const profile of profiles) carried.push(await carry(profile, files));
  const text = `${JSON.stringify({ strongroom: EXPORT_MARK, version: EXPORT_VERSION, profiles: carried }, null, 2)}\n`;
  if (Buffer.byteLength(text) > EXPORT_LIMIT_BYTES)
    throw new AppFailure({
      kind: 'too-large',
      limitBytes: EXPORT_LIMIT_BYTES,
      message: 'The exported connections would be larger than 16 MiB. Nothing was written.',
      hint: 'Export fewer of them at a time: CA files with many certificates go along with each.',
    });
  return text;
}

async function carry(profile: Profile, files: FileStore): Promise<Carried> {
  const { name, colour, environment = '', address, namespace, proxy, timeoutMs, tls } = profile;
  const { headers, confirmedOrigins, login } = profile;
  const { ca, clientCertificate, clientKey } = tls;
  const authorities = ca === undefined ? undefined : await readCaPath(files.pathOf(ca));
  if (authorities !== undefined && !authorities.ok)
    throw new AppFailure({
      ...authorities.error,
      message: `“${name}” cannot be exported: ${authorities.error.message} Nothing was written.`,
    });
  return {
    name,
    colour,
    environment,
    address,
    namespace,
    timeoutMs,
    // Saving a profile refuses a user name here, but a hand-edited file can contain one.
    proxy: proxy.includes('@') ? '' : proxy,
    tls: {
      useSystemStore: tls.useSystemStore,
      skipVerify: tls.skipVerify,
      ...(tls.serverName === undefined ? {} : { serverName: tls.serverName }),
      ...(ca === undefined || authorities === undefined
        ? {}
        : { ca: { name: ca.name, certificates: authorities.value.blocks } }),
      ...(clientCertificate === undefined ? {} : { clientCertificate: clientCertificate.name }),
      ...(clientKey === undefined ? {} : { clientKey: clientKey.name }),
    },
    ...(headers === undefined || headers.length === 0
      ? {}
      : { headerNames: headers.map((header) => header.name) }),
    ...(confirmedOrigins === undefined || confirmedOrigins.length === 0 ? {} : { confirmedOrigins }),
    ...(login === undefined ? {} : { login }),
  };
}
