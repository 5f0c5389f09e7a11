/** One client of the service as the cases see it: every operation of the specification, and what came of it. */

/** How a client is let in; both sides are made from the same. */
export interface Connection {
  readonly address: string;
  readonly token?: string;
  readonly namespace?: string;
  /** PEM file of the authority to trust. */
  readonly ca?: string;
  /** False: the server's certificate is not checked. */
  readonly verify?: boolean;
  readonly certificate?: { readonly certificateFile: string; readonly keyFile: string };
  /** As the client has it unless told. */
  readonly timeoutSeconds?: number;
}

/** The kinds of errors that the specification and transport know. */
export type ErrorKind =
  | 'forbidden'
  | 'invalid-path'
  | 'invalid-request'
  /** A login that the server has refused, whatever it said: who guesses is not told why. */
  | 'login-refused'
  | 'sealed'
  | 'tls'
  | 'timeout'
  | 'not-offered'
  | 'other';

export type Outcome = (
  | {
      readonly ok: true;
      /** The parsed answer, or what the client makes of it; null for an answer without a body. */
      readonly value: unknown;
    }
  | {
      readonly ok: false;
      readonly error: ErrorKind;
      readonly detail: string;
      /** Of a timeout: how long was waited, as the client says. */
      readonly afterSeconds?: number;
    }
) & {
  /** The calls of the app that were made, in order; none for the reference. */
  readonly calls: readonly string[];
};

/** A TTL in seconds, or as a duration. */
export type Ttl = number | string;

export type Fields = Readonly<Record<string, unknown>>;

/** A login as a person means it. */
export type LoginBy =
  | { readonly type: 'userpass'; readonly mount: string; readonly user: string; readonly password: string }
  | { readonly type: 'approle'; readonly mount: string; readonly roleId: string; readonly secretId: string }
  | { readonly type: 'cert'; readonly mount: string; readonly name: string }
  | { readonly type: 'other'; readonly mount: string; readonly path: string; readonly fields: Fields };

/** Ceremonies that several people hold with their key shares. */
export type Ceremony = 'rekey' | 'recovery-rekey' | 'generate-root';

export interface NewShares {
  readonly shares: number;
  readonly threshold: number;
  readonly verify: boolean;
}

/** Answers are told by phase and counts; new shares by their number, a new token as it is. */
export interface CeremonyOperations {
  readonly ceremonyProgress: (which: Ceremony, phase?: 'verification') => Promise<Outcome>;
  /** The numbers of a rekey. */
  readonly beginCeremony: (which: Ceremony, numbers?: NewShares) => Promise<Outcome>;
  readonly giveShare: (
    which: Ceremony,
    share: string,
    nonce: string,
    phase?: 'verification',
  ) => Promise<Outcome>;
  /** Cancels all of it, or begins its verification anew. */
  readonly cancelCeremony: (which: Ceremony, nonce: string, phase?: 'verification') => Promise<Outcome>;
  readonly unsealWith: (share: string) => Promise<Outcome>;
}

export interface Operations extends CeremonyOperations {
  readonly read: (path: string, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly list: (path: string, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly write: (path: string, body: Fields, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly delete: (path: string, wrapTtl?: Ttl) => Promise<Outcome>;
  /** The same operations as the pages of the app make them that know the engine. Paths below the mount. */
  readonly readEntry: (mount: KvPlace, path: string) => Promise<Outcome>;
  readonly listFolder: (mount: KvPlace, path: string) => Promise<Outcome>;
  readonly createEntry: (mount: KvPlace, path: string, data: Fields) => Promise<Outcome>;
  readonly deleteEntry: (mount: KvPlace, path: string) => Promise<Outcome>;
  /** Without `token` the one presented; `accessor`: what is given is one. */
  readonly lookup: (token?: string, accessor?: boolean, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly renew: (token: string, increment: Ttl | null, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly renewSelf: (increment: Ttl | null, wrapTtl?: Ttl) => Promise<Outcome>;
  readonly revoke: (token: string, orphan?: boolean, accessor?: boolean) => Promise<Outcome>;
  readonly revokeSelf: () => Promise<Outcome>;
  readonly login: (by: LoginBy, adopt: boolean) => Promise<Outcome>;
  /** Logs in with a wrapping token and adopts what is inside. */
  readonly loginWrapped: (token: string) => Promise<Outcome>;
  /** `header`: the wrapping token as the request's token; `body`: beside the client's own. */
  readonly unwrap: (token: string, form: 'header' | 'body') => Promise<Outcome>;
  readonly sealStatus: () => Promise<Outcome>;
  readonly keyStatus: () => Promise<Outcome>;
  readonly leader: () => Promise<Outcome>;
  /** The policy's text. */
  readonly policy: (name: string, place?: 'older') => Promise<Outcome>;
  /** Those of the names that are listed: the server is shared, and has others. */
  readonly policies: (among: readonly string[], place?: 'older') => Promise<Outcome>;
  /** `before`: the text that a person has seen; null: there was none. */
  readonly writePolicy: (name: string, text: string, before: string | null) => Promise<Outcome>;
  readonly deletePolicy: (name: string) => Promise<Outcome>;
  /** Those of the names that are namespaces directly below the client's own. */
  readonly namespaces: (among: readonly string[]) => Promise<Outcome>;
  /** Makes a new root key; no share is asked for. */
  readonly rotateRoot: () => Promise<Outcome>;
  readonly rekey: () => Promise<Outcome>;
  readonly rootGeneration: () => Promise<Outcome>;
  /** Whether the token presented is valid. */
  readonly isAuthenticated: () => Promise<Outcome>;
}

export interface KvPlace {
  readonly version: 1 | 2;
  /** Ends in a slash. */
  readonly path: string;
}

/** How far a client has got when a case begins. */
export type Standing =
  /** Logged in with its token. */
  | 'logged-in'
  /** Logged in; its requests are sent without the token. */
  | 'tokenless'
  /** Nobody has logged in. */
  | 'outside';

export interface Side {
  readonly name: 'hvac' | 'ours';
  readonly connect: (connection: Connection, standing: Standing) => Promise<Operations>;
  /** Ends what a case has opened. */
  readonly endCase: () => Promise<void>;
  readonly end: () => Promise<void>;
}
