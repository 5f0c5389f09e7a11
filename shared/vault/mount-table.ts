/** Secrets engines and auth methods as an operator sees them: `sys/mounts` and `sys/auth` of Vault's documentation. */
import type { AppError } from '../ipc/result.ts';

/** What is mounted: below its own path, or below `auth/`. */
export type MountKind = 'secret' | 'auth';

/** What can be tuned. Durations as Vault writes them; empty: the system's default. */
export interface MountTuning {
  readonly description: string;
  readonly defaultTtl: string;
  readonly maxTtl: string;
  /** Listed for everybody, without a token. */
  readonly listed: boolean;
  /** Of auth methods: `default-service`, `default-batch`, `service`, `batch`; empty: not said. */
  readonly tokenType: string;
  /** Keys that audit devices record unhashed, of requests and of responses. */
  readonly auditRequestKeys: readonly string[];
  readonly auditResponseKeys: readonly string[];
  /** Headers that go on to the plugin, and that it may answer. */
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: readonly string[];
}

export interface MountRow {
  /** With its slash at the end, without `auth/`: `payments/`, `userpass/`. */
  readonly path: string;
  readonly type: string;
  readonly accessor: string;
  readonly uuid: string;
  /** Of KV; empty: of another type. */
  readonly kvVersion: '' | '1' | '2';
  readonly pluginVersion: string;
  /** As the server says it: `supported`, `deprecated` …; empty: not said. */
  readonly deprecation: string;
  readonly local: boolean;
  readonly sealWrap: boolean;
  /** The server's own: it cannot be disabled or moved. */
  readonly builtIn: boolean;
  readonly tuning: MountTuning;
}

export interface MountTable {
  /** In order of their paths. */
  readonly rows: readonly MountRow[];
  /** Types that the server can mount, where the token may read its catalogue of plugins. */
  readonly types?: readonly string[];
  /** Why these are only the mounts below which the token may do something: the refusal of the whole list. */
  readonly refusal?: AppError;
}

/** What is to be mounted. */
export interface NewMount {
  readonly path: string;
  readonly type: string;
  readonly tuning: MountTuning;
  /** Of KV; empty: of another type. */
  readonly kvVersion: '' | '1' | '2';
  readonly local: boolean;
  readonly sealWrap: boolean;
}

/** How far a move is. */
export type MoveState = 'in-progress' | 'success' | 'failure';

/** A tuning that leaves all as the system has it. */
export const plainTuning: MountTuning = {
  ...{ description: '', defaultTtl: '', maxTtl: '', listed: false, tokenType: '' },
  ...{ auditRequestKeys: [], auditResponseKeys: [], requestHeaders: [], responseHeaders: [] },
};

/** The API path of a mount: `payments/`, `auth/userpass/`. */
export function apiPathOfMount(kind: MountKind, path: string): string {
  return kind === 'auth' ? `auth/${path}` : path;
}
