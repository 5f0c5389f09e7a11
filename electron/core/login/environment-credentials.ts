/**
 * Finds credentials in the environment: the variables of Vault's and OpenBao's command lines and the token file both
 * share. They are only shown. A token file belongs to one server without naming it, so its token is not sent before
 * the user has confirmed the destination in the secure prompt.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultTimeoutMs } from '../../../shared/vault/connection.ts';
import type {
  ConnectionTarget,
  FileHandle,
  EnvironmentCredentials,
} from '../../../shared/vault/connection.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import { addressOf } from '../connection/address.ts';
import type { FileStore } from '../connection/files.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Credentials of the environment, with the token that only main may know. */
export interface EnvironmentCredentialsWithToken {
  readonly shown: EnvironmentCredentials;
  readonly token?: string;
}

const names = [
  'ADDR',
  'NAMESPACE',
  'TOKEN',
  'CACERT',
  'CAPATH',
  'CLIENT_CERT',
  'CLIENT_KEY',
  'TLS_SERVER_NAME',
  'SKIP_VERIFY',
  'PROXY_ADDR',
  'CLIENT_TIMEOUT',
] as const;

type Name = (typeof names)[number];

interface Found {
  readonly source: string;
  readonly value: string;
}

/**
 * Finds credentials in the environment: `VAULT_*` as one, and, if any `BAO_*` is set, a second in which `BAO_*` wins
 * over `VAULT_*` as in OpenBao's command line. Without a token variable the token comes from `~/.vault-token`.
 */
export function findEnvironmentCredentials(
  environment: Environment,
  homeFolder: string,
  files: FileStore,
): readonly EnvironmentCredentialsWithToken[] {
  const tokenFile = readTokenFile(homeFolder);
  const vault = collect(environment, ['VAULT_']);
  const bao = collect(environment, ['BAO_']).size > 0 ? collect(environment, ['BAO_', 'VAULT_']) : new Map();
  const credentials = [vault, bao]
    .filter((found) => found.size > 0)
    .map((found) => credentialsFrom(found as Map<Name, Found>, tokenFile, files));
  if (credentials.length === 0 && tokenFile !== undefined)
    credentials.push(credentialsFrom(new Map(), tokenFile, files));
  return credentials;
}

function collect(environment: Environment, prefixes: readonly string[]): Map<Name, Found> {
  const found = new Map<Name, Found>();
  for (const name of names) {
    for (const prefix of prefixes) {
      const value = environment[prefix + name];
      if (value === undefined || value === '' || found.has(name)) continue;
      found.set(name, { source: prefix + name, value });
    }
  }
  return found;
}

function credentialsFrom(
  found: ReadonlyMap<Name, Found>,
  tokenFile: TokenFile | undefined,
  files: FileStore,
): EnvironmentCredentialsWithToken {
  const problems: string[] = [];
  const target = targetFrom(found, files, problems);
  const variable = found.get('TOKEN');
  const fromFile = variable === undefined ? tokenFile : undefined;
  if (fromFile !== undefined) problems.push(...fromFile.problems);
  const token = variable?.value.trim() ?? fromFile?.token;
  const tokenFrom = variable?.source ?? (fromFile?.token === undefined ? undefined : TOKEN_FILE);
  const sources = [
    ...[...found.values()].map((one) => one.source),
    ...(fromFile === undefined ? [] : [TOKEN_FILE]),
  ];
  const shown: EnvironmentCredentials = {
    environmentId: environmentId(
      [...found.values()].map((one) => one.source),
      tokenFrom,
    ),
    sources,
    ...(target === undefined ? {} : { target }),
    ...(tokenFrom === undefined || token === undefined || token === '' ? {} : { tokenFrom }),
    problems,
  };
  return token === undefined || token === '' ? { shown } : { shown, token };
}

function targetFrom(
  found: ReadonlyMap<Name, Found>,
  files: FileStore,
  problems: string[],
): ConnectionTarget | undefined {
  const address = found.get('ADDR');
  if (address === undefined) return undefined;
  try {
    addressOf(address.value);
  } catch (failure) {
    problems.push(`${address.source}: ${failure instanceof Error ? failure.message : 'cannot be used'}`);
    return undefined;
  }
  const ca = fileFrom(found.get('CACERT') ?? found.get('CAPATH'), files, problems);
  const clientCertificate = fileFrom(found.get('CLIENT_CERT'), files, problems);
  const clientKey = fileFrom(found.get('CLIENT_KEY'), files, problems);
  const serverName = found.get('TLS_SERVER_NAME')?.value;
  return {
    address: address.value.trim(),
    namespace: found.get('NAMESPACE')?.value ?? '',
    tls: {
      useSystemStore: ca === undefined,
      skipVerify: flagFrom(found.get('SKIP_VERIFY'), problems),
      ...(ca === undefined ? {} : { ca }),
      ...(clientCertificate === undefined ? {} : { clientCertificate }),
      ...(clientKey === undefined ? {} : { clientKey }),
      ...(serverName === undefined ? {} : { serverName }),
    },
    timeoutMs: timeoutFrom(found.get('CLIENT_TIMEOUT'), problems),
    proxy: found.get('PROXY_ADDR')?.value ?? '',
  };
}

function fileFrom(found: Found | undefined, files: FileStore, problems: string[]): FileHandle | undefined {
  if (found === undefined) return undefined;
  const path = resolve(found.value);
  if (existsSync(path)) return files.add(path);
  problems.push(`${found.source} names a file that does not exist: ${found.value}`);
  return undefined;
}

/** Go's `strconv.ParseBool`, which the command lines use. */
function flagFrom(found: Found | undefined, problems: string[]): boolean {
  if (found === undefined) return false;
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(found.value)) return true;
  if (!['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(found.value)) {
    problems.push(`${found.source} is neither true nor false: certificates are verified.`);
  }
  return false;
}

const LONGEST_TIMEOUT_MS = 600_000;

function timeoutFrom(found: Found | undefined, problems: string[]): number {
  if (found === undefined) return defaultTimeoutMs;
  const seconds = parseDuration(found.value);
  if (seconds === undefined || seconds <= 0) {
    problems.push(`${found.source} is not a duration: 30 seconds are used.`);
    return defaultTimeoutMs;
  }
  return Math.min(LONGEST_TIMEOUT_MS, Math.max(1000, Math.round(seconds * 1000)));
}

const TOKEN_FILE = '~/.vault-token';

interface TokenFile {
  readonly token?: string;
  readonly problems: readonly string[];
}

function readTokenFile(homeFolder: string): TokenFile | undefined {
  const path = join(homeFolder, '.vault-token');
  if (homeFolder === '' || !existsSync(path)) return undefined;
  try {
    const token = readFileSync(path, 'utf8').trim();
    if (token === '') return undefined;
    return { token, problems: permissionProblems(statSync(path).mode) };
  } catch {
    return { problems: [`${TOKEN_FILE} is there but cannot be read.`] };
  }
}

function permissionProblems(mode: number): readonly string[] {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return [];
  const bits = (mode & 0o777).toString(8);
  return [
    `${TOKEN_FILE} can be read by others on this machine (mode ${bits}); “chmod 600 ${TOKEN_FILE}” closes it.`,
  ];
}

/** Derived from the sources, so that a listed set of credentials can be named later. */
function environmentId(sources: readonly string[], tokenFrom: string | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([sources, tokenFrom]))
    .digest('hex')
    .slice(0, 16);
}
