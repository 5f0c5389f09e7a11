/** Connection settings without the credential. */
import type { CertificateFacts, AppError } from '../ipc/result.ts';
import type { LoginOptions } from './login.ts';
import type { Health } from './server.ts';

/** Colours of a connection's badge. */
export const profileColours = ['red', 'amber', 'green', 'teal', 'blue', 'violet', 'grey'] as const;
export type ProfileColour = (typeof profileColours)[number];

/** Common environments. A connection can have a custom name instead, or none (empty). */
export const usualEnvironments = ['production', 'staging', 'development'] as const;
/** Matches a usual environment, ignoring case; `own` for a custom name. */
export function kindOfEnvironment(name: string): (typeof usualEnvironments)[number] | 'own' {
  return usualEnvironments.find((one) => one === name.toLowerCase()) ?? 'own';
}
/** Longest environment name, in UTF-16 code units: it must fit into the stripe across the window. */
export const longestEnvironment = 24;

/** Environment of a connection saved before environments existed: red marked production then. */
export function environmentBefore(colour: ProfileColour): string {
  return colour === 'red' ? 'production' : '';
}

/** A file chosen in a native dialog or named by the environment. The renderer sees its name; main stores its path. */
export interface FileHandle {
  readonly fileId: string;
  /** Last component, for display. */
  readonly name: string;
}

export interface TlsSettings {
  /** CA bundle, file or directory; trusted in addition to the operating system's store if that is on. */
  readonly ca?: FileHandle;
  readonly useSystemStore: boolean;
  /** PEM certificate, or PKCS#12 with the key inside (then `clientKey` is absent). */
  readonly clientCertificate?: FileHandle;
  readonly clientKey?: FileHandle;
  /** Name expected in the certificate and sent as SNI, if not the address's host. */
  readonly serverName?: string;
  readonly skipVerify: boolean;
}

/** Default request timeout (specification, "Limits"). */
export const defaultTimeoutMs = 30_000;

/** Connection settings as typed, not saved yet. */
export interface ConnectionTarget {
  /** As typed; main normalises it, and answers `invalid-input` with the reason if it cannot. */
  readonly address: string;
  readonly namespace: string;
  readonly tls: TlsSettings;
  /** Milliseconds; default `defaultTimeoutMs`. */
  readonly timeoutMs: number;
  /** HTTP proxy address; empty: from the environment; `direct`: without a proxy. */
  readonly proxy: string;
  /** Sent with every request, for gateways in front of the server; never a credential of Vault. */
  readonly headers?: readonly ExtraHeader[];
  /** Origins of other nodes that the user has confirmed; redirects elsewhere are refused. */
  readonly confirmedOrigins?: readonly string[];
}

/** Its value is a credential that main stores; the renderer has a reference. */
export interface ExtraHeader {
  readonly name: string;
  /** Reference to the value in main; empty before one has been typed. */
  readonly valueRef: string;
}

/** A header value just typed in the secure prompt. */
export interface EnteredHeader {
  readonly valueRef: string;
  /** In UTF-16 code units. */
  readonly length: number;
}

/** A saved connection, without secrets. */
export interface Profile extends ConnectionTarget {
  readonly profileId: string;
  readonly name: string;
  readonly colour: ProfileColour;
  /** One of `usualEnvironments` or a custom name; empty or absent: not set. */
  readonly environment?: string;
  /** ISO 8601 of the last login, empty if never. */
  readonly lastUsed: string;
  /** Server facts from the last login; differences are shown before the next one. */
  readonly seen?: SeenServer;
  /** Hash of the destination that the user confirmed by logging in; only main writes it. */
  readonly confirmed?: string;
  /** The user wants the token stored in the operating system's keychain. */
  readonly keychain?: boolean;
  /** The user wants desktop notifications about events of its cluster. */
  readonly notices?: boolean;
  /** Login options; absent: with a token. */
  readonly login?: LoginOptions;
}

/** Connections from which their list has a filter. */
export const manyProfiles = 9;

/** Order of their list: used ones by their last login, then the others by name. */
export function byLastLogin(a: Profile, b: Profile): number {
  return b.lastUsed.localeCompare(a.lastUsed) || a.name.localeCompare(b.name);
}

/** Server facts from the last use of a connection. */
export interface SeenServer {
  /** SHA-256 of the server's certificate; empty over plain HTTP. */
  readonly certificate: string;
  readonly issuer: string;
  readonly validTo: string;
  /** Subject alternative names; absent in records of older versions. */
  readonly names?: readonly string[];
  /** The certificate was verified; only then does its issuer's name prove anything. */
  readonly verified?: boolean;
  readonly clusterId: string;
  readonly clusterName: string;
}

/** Content of a chosen TLS file, read and shown before use. */
export interface FileDescription {
  readonly form: 'pem' | 'pkcs12' | 'folder' | 'unknown';
  readonly certificates: readonly CertificateFacts[];
  /** Files read; more than one for a folder. */
  readonly files: number;
  readonly privateKey: 'none' | 'plain' | 'encrypted';
  /** Reason why it cannot be used as it is. */
  readonly problem?: AppError;
}

/** A certificate that expires soon or has expired. */
export interface ExpiringCertificate {
  readonly whose: 'server' | 'client' | 'ca';
  readonly certificate: CertificateFacts;
}

/** The environment's proxy for one server. */
export interface EnvironmentProxy {
  /** Origin of the proxy without user name and password; empty: without a proxy. */
  readonly proxy: string;
  /** The variable that sets it; empty: not set. */
  readonly source: string;
}

/** Ability of the operating system to store a secret for us. */
export interface KeychainState {
  readonly available: boolean;
  /** `gnome_libsecret`, `kwallet6`, `keychain`, `dpapi`, `basic_text`, `unknown` … */
  readonly backend: string;
  /** Reason if it is not available, in a sentence. */
  readonly reason?: string;
}

/** Credentials found in the environment; filled in only on the user's request. */
export interface EnvironmentCredentials {
  readonly environmentId: string;
  /** Sources in words, e.g. `VAULT_ADDR` or `~/.vault-token`. */
  readonly sources: readonly string[];
  readonly target?: ConnectionTarget;
  /** Source of the token, if there is one; the token itself stays in main. */
  readonly tokenFrom?: string;
  /** Unusable settings and the reasons, e.g. a `VAULT_CACERT` that cannot be read. */
  readonly problems: readonly string[];
}

export type CheckStepName = 'address' | 'name' | 'connection' | 'tls' | 'answer' | 'state';

/** One step of "check connection", in order; steps after a failed one are `skipped`, needless ones `unused`. */
export interface CheckStep {
  readonly step: CheckStepName;
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped' | 'unused';
  /** One sentence. */
  readonly detail: string;
}

export interface ConnectionReport {
  readonly steps: readonly CheckStep[];
  readonly health?: Health;
  /** Leaf first. */
  readonly chain?: readonly CertificateFacts[];
  readonly error?: AppError;
  readonly elapsedMs: number;
}
