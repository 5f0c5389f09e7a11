/** Where and how to connect: everything but the credential. */
import type { CertificateFacts, AppError } from '../ipc/result.ts';
import type { LoginOptions } from './login.ts';
import type { Health } from './server.ts';

/** The colours a connection's badge may have. */
export const profileColours = ['red', 'amber', 'green', 'teal', 'blue', 'violet', 'grey'] as const;
export type ProfileColour = (typeof profileColours)[number];

/** What most connections are for. A connection may say it in words of its own instead, or not at all (empty). */
export const usualEnvironments = ['production', 'staging', 'development'] as const;
/** Which of them it is, whatever its case: `own` for words of a person's own. */
export function kindOfEnvironment(name: string): (typeof usualEnvironments)[number] | 'own' {
  return usualEnvironments.find((one) => one === name.toLowerCase()) ?? 'own';
}
/** The longest environment, in UTF-16 code units: it stands in the stripe over the window. */
export const longestEnvironment = 24;

/** The environment of a connection that was saved before it had one: red was how production was marked then. */
export function environmentBefore(colour: ProfileColour): string {
  return colour === 'red' ? 'production' : '';
}

/** A file chosen in a native dialog or named by the environment. The renderer sees its name, main keeps its path. */
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
  /** Name to expect in the certificate and to send as SNI, if not the address's host. */
  readonly serverName?: string;
  readonly skipVerify: boolean;
}

/** How long a request may take unless a person says otherwise (specification, "Limits"). */
export const defaultTimeoutMs = 30_000;

/** A connection as typed, before it has an identity. */
export interface ConnectionTarget {
  /** As typed; main normalises it and answers `invalid-input` with the reason where it cannot. */
  readonly address: string;
  readonly namespace: string;
  readonly tls: TlsSettings;
  /** Milliseconds; `defaultTimeoutMs` unless told. */
  readonly timeoutMs: number;
  /** HTTP proxy address; empty: as the environment says; `direct`: none. */
  readonly proxy: string;
  /** Sent with every request, for gateways in front of the server; never a credential of Vault. */
  readonly headers?: readonly ExtraHeader[];
  /** Origins of other nodes that a person has confirmed: a redirect may lead there and nowhere else. */
  readonly confirmedOrigins?: readonly string[];
}

/** Its value is a credential: main holds it, and everybody else a name for it. */
export interface ExtraHeader {
  readonly name: string;
  /** Stands for the value in main; empty: none has been typed. */
  readonly valueRef: string;
}

/** A value of a header that a person has just typed in the trusted view. */
export interface EnteredHeader {
  readonly valueRef: string;
  /** In UTF-16 code units. */
  readonly length: number;
}

/** A remembered connection. Never a secret inside. */
export interface Profile extends ConnectionTarget {
  readonly profileId: string;
  readonly name: string;
  readonly colour: ProfileColour;
  /** One of `usualEnvironments` or words of the person's own; empty or absent: none. */
  readonly environment?: string;
  /** ISO 8601 of the last login, empty if never. */
  readonly lastUsed: string;
  /** What was met at the last login; told before the next one where it is another. */
  readonly seen?: SeenServer;
  /** A hash of the place that a person confirmed by logging in; main alone writes it. */
  readonly confirmed?: string;
  /** The person wants the token kept in the operating system's keychain. */
  readonly keychain?: boolean;
  /** The person wants to be notified on the desktop of what happens to its cluster. */
  readonly notices?: boolean;
  /** How to log in; absent: with a token. */
  readonly login?: LoginOptions;
}

/** What a connection met when it was last used. */
export interface SeenServer {
  /** SHA-256 of the server's certificate; empty over plain HTTP. */
  readonly certificate: string;
  readonly issuer: string;
  readonly validTo: string;
  /** Subject alternative names; absent in what older versions remembered. */
  readonly names?: readonly string[];
  /** Whether the certificate was verified: only then does its issuer's name prove anything. */
  readonly verified?: boolean;
  readonly clusterId: string;
  readonly clusterName: string;
}

/** What a chosen TLS file holds, read and shown before it is used. */
export interface FileDescription {
  readonly form: 'pem' | 'pkcs12' | 'folder' | 'unknown';
  readonly certificates: readonly CertificateFacts[];
  /** Files read; more than one for a folder. */
  readonly files: number;
  readonly privateKey: 'none' | 'plain' | 'encrypted';
  /** Why it cannot be used as it is. */
  readonly problem?: AppError;
}

/** A certificate that ends soon or has ended. */
export interface ExpiringCertificate {
  readonly whose: 'server' | 'client' | 'ca';
  readonly certificate: CertificateFacts;
}

/** The proxy that the environment names for one server. */
export interface EnvironmentProxy {
  /** Its origin, without a user name and password; empty: none. */
  readonly proxy: string;
  /** The variable that names it; empty: none. */
  readonly source: string;
}

/** Whether the operating system can keep a secret for us. */
export interface KeychainState {
  readonly available: boolean;
  /** `gnome_libsecret`, `kwallet6`, `keychain`, `dpapi`, `basic_text`, `unknown` … */
  readonly backend: string;
  /** A sentence, where it is not available. */
  readonly reason?: string;
}

/** Credentials found in the environment; filled in only when a person asks for it. */
export interface EnvironmentCredentials {
  readonly environmentId: string;
  /** E.g. `VAULT_ADDR`, or `~/.vault-token`: the sources in words. */
  readonly sources: readonly string[];
  readonly target?: ConnectionTarget;
  /** Where the token is, if there is one; the token itself stays in main. */
  readonly tokenFrom?: string;
  /** What could not be used and why, e.g. a `VAULT_CACERT` that cannot be read. */
  readonly problems: readonly string[];
}

export type CheckStepName = 'address' | 'name' | 'connection' | 'tls' | 'answer' | 'state';

/** One step of "check connection", in order; steps behind a failed one are `skipped`. */
export interface CheckStep {
  readonly step: CheckStepName;
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped';
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
