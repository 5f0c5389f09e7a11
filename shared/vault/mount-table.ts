/** Secrets engines and auth methods for operators: `sys/mounts` and `sys/auth` of Vault's documentation. */
import type { AppError } from '../ipc/result.ts';

/** Kind of mount: secrets engine at its own path, or auth method below `auth/`. */
export type MountKind = 'secret' | 'auth';

/** Tunable settings. Durations in Vault's format; empty: the system's default. */
export interface MountTuning {
  readonly description: string;
  readonly defaultTtl: string;
  readonly maxTtl: string;
  /** Listed without a token. */
  readonly listed: boolean;
  /** Of auth methods: `default-service`, `default-batch`, `service`, `batch`; empty: not reported. */
  readonly tokenType: string;
  /** Keys that audit devices record unhashed, in requests and in responses. */
  readonly auditRequestKeys: readonly string[];
  readonly auditResponseKeys: readonly string[];
  /** Headers that the plugin receives, and those it can set. */
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: readonly string[];
}

export interface MountRow {
  /** With a trailing slash, without `auth/`: `payments/`, `userpass/`. */
  readonly path: string;
  readonly type: string;
  readonly accessor: string;
  readonly uuid: string;
  /** Of KV; empty for other types. */
  readonly kvVersion: '' | '1' | '2';
  readonly pluginVersion: string;
  /** In the server's words: `supported`, `deprecated` …; empty: not reported. */
  readonly deprecation: string;
  readonly local: boolean;
  readonly sealWrap: boolean;
  /** Built into the server: cannot be disabled or moved. */
  readonly builtIn: boolean;
  readonly tuning: MountTuning;
}

export interface MountTable {
  /** In order of their paths. */
  readonly rows: readonly MountRow[];
  /** Types that the server can mount, if the token may read its plugin catalogue. */
  readonly types?: readonly string[];
  /** Refusal of the whole list; `rows` then has only mounts below which the token has a capability. */
  readonly refusal?: AppError;
}

/** A mount to create. */
export interface NewMount {
  readonly path: string;
  readonly type: string;
  readonly tuning: MountTuning;
  /** Of KV; empty for other types. */
  readonly kvVersion: '' | '1' | '2';
  readonly local: boolean;
  readonly sealWrap: boolean;
}

/** Progress of a move. */
export type MoveState = 'in-progress' | 'success' | 'failure';

/** Tuning with the system's defaults throughout. */
export const plainTuning: MountTuning = {
  description: '',
  defaultTtl: '',
  maxTtl: '',
  listed: false,
  tokenType: '',
  auditRequestKeys: [],
  auditResponseKeys: [],
  requestHeaders: [],
  responseHeaders: [],
};

/** The API path of a mount: `payments/`, `auth/userpass/`. */
export function apiPathOfMount(kind: MountKind, path: string): string {
  return kind === 'auth' ? `auth/${path}` : path;
}
