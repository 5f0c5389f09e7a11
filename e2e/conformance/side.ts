/** A client of the service as the cases see it: every operation of the specification, with its outcome. */

/** Address and credentials of a client; both sides are created from the same. */
export interface Connection {
  readonly address: string;
  readonly token?: string;
  readonly namespace?: string;
  /** PEM file of the CA to trust. */
  readonly ca?: string;
  /** False: the server's certificate is not checked. */
  readonly verify?: boolean;
  readonly certificate?: { readonly certificateFile: string; readonly keyFile: string };
  /** Defaults to the client's own timeout. */
  readonly timeoutSeconds?: number;
}

/** Kinds of errors in the specification and the transport. */
export type ErrorKind =
  | 'forbidden'
  | 'invalid-path'
  | 'invalid-request'
  /** A login refused by the server, for any reason: an attacker who guesses must not learn it. */
  | 'login-refused'
  | 'sealed'
  | 'tls'
  | 'timeout'
  | 'not-offered'
  | 'other';

export type Outcome = (
  | {
      readonly ok: true;
      /** Parsed response, or the client's value for it; null for a response without a body. */
      readonly value: unknown;
    }
  | {
      readonly ok: false;
      readonly error: ErrorKind;
      readonly detail: string;
      /** Wait before a timeout, as the client reports it. */
      readonly afterSeconds?: number;
    }
) & {
  /** Calls made by the app, in order; empty for the reference. */
  readonly calls: readonly string[];
};

/** A TTL in seconds, or as a duration. */
export type Ttl = number | string;

export type Fields = Readonly<Record<string, unknown>>;

/** A login with its credentials. */
export type LoginBy =
  | { readonly type: 'userpass'; readonly mount: string; readonly user: string; readonly password: string }
  | { readonly type: 'approle'; readonly mount: string; readonly roleId: string; readonly secretId: string }
  | { readonly type: 'cert'; readonly mount: string; readonly name: string }
  | { readonly type: 'other'; readonly mount: string; readonly path: string; readonly fields: Fields };

/** Ceremonies of several key holders. */
export type Ceremony = 'rekey' | 'recovery-rekey' | 'generate-root';

export interface NewShares {
  readonly shares: number;
  readonly threshold: number;
  readonly verify: boolean;
}

/** Results state phase and counts; new shares by their number, a new token as it is. */
export interface CeremonyOperations {
  readonly ceremonyProgress: (which: Ceremony, phase?: 'verification') => Promise<Outcome>;
  /** `numbers` for a rekey only. */
  readonly beginCeremony: (which: Ceremony, numbers?: NewShares) => Promise<Outcome>;
  readonly giveShare: (
    which: Ceremony,
    share: string,
    nonce: string,
    phase?: 'verification',
  ) => Promise<Outcome>;
  /** Cancels the ceremony, or restarts its verification. */
  readonly cancelCeremony: (which: Ceremony, nonce: string, phase?: 'verification') => Promise<Outcome>;
  readonly unsealWith: (share: string) => Promise<Outcome>;
}

export interface Operations extends CeremonyOperations {
  readonly read: (path: string, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly list: (path: string, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly write: (path: string, body: Fields, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly delete: (path: string, wrapTtl?: Ttl) => Promise<Outcome>;
  /** The same operations as made by the app's pages that know the engine. Paths below the mount. */
  readonly readEntry: (mount: KvPlace, path: string) => Promise<Outcome>;
  readonly listFolder: (mount: KvPlace, path: string) => Promise<Outcome>;
  readonly createEntry: (mount: KvPlace, path: string, data: Fields) => Promise<Outcome>;
  readonly deleteEntry: (mount: KvPlace, path: string) => Promise<Outcome>;
  /** Without `token`, looks up the presented one; `accessor`: `token` is an accessor. */
  readonly lookup: (token?: string, accessor?: boolean, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly renew: (token: string, increment: Ttl | null, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly renewSelf: (increment: Ttl | null, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly revoke: (token: string, orphan?: boolean, accessor?: boolean) => Promise<Outcome>;
  readonly revokeSelf: () => Promise<Outcome>;
  readonly login: (by: LoginBy, adopt: boolean) => Promise<Outcome>;
  /** Logs in with a wrapping token and adopts its content. */
  readonly loginWrapped: (token: string) => Promise<Outcome>;
  /** `header`: the wrapping token as the request's token; `body`: beside the client's own. */
  readonly unwrap: (token: string, form: 'header' | 'body') => Promise<Outcome>;
  readonly sealStatus: () => Promise<Outcome>;
  readonly keyStatus: () => Promise<Outcome>;
  readonly leader: () => Promise<Outcome>;
  /** Text of the policy. */
  readonly policy: (name: string, place?: 'older') => Promise<Outcome>;
  /** Those of `among` that are listed: the server is shared and has others. */
  readonly policies: (among: readonly string[], place?: 'older') => Promise<Outcome>;
  /** `before`: the text that the user has seen; null: the policy did not exist. */
  readonly writePolicy: (name: string, text: string, before: string | null) => Promise<Outcome>;
  readonly deletePolicy: (name: string) => Promise<Outcome>;
  /** Those of `among` that are namespaces directly below the client's own. */
  readonly namespaces: (among: readonly string[]) => Promise<Outcome>;
  /** Creates a new root key, without shares. */
  readonly rotateRoot: () => Promise<Outcome>;
  readonly rekey: () => Promise<Outcome>;
  readonly rootGeneration: () => Promise<Outcome>;
  /** True if the presented token is valid. */
  readonly isAuthenticated: () => Promise<Outcome>;
}

export interface KvPlace {
  readonly version: 1 | 2;
  /** Ends in a slash. */
  readonly path: string;
}

/** State of a client at the start of a case. */
export type Standing =
  /** Logged in with its token. */
  | 'logged-in'
  /** Logged in; its requests are sent without the token. */
  | 'tokenless'
  /** Not logged in. */
  | 'outside';

export interface Side {
  readonly name: 'hvac' | 'ours';
  readonly connect: (connection: Connection, standing: Standing) => Promise<Operations>;
  /** Ends everything that a case has opened. */
  readonly endCase: () => Promise<void>;
  readonly end: () => Promise<void>;
}
