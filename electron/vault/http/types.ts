/** Types of the HTTP client: its options, its requests, its answers. */
import type { Readable } from 'node:stream';
import type { CertificateFacts } from '../../../shared/ipc/result.ts';
import type { PromptFact, PromptNote, TextChanges } from '../../../shared/ipc/trusted-contract.ts';
import type { VaultWork } from '../work.ts';
import type { LargeBody } from './body.ts';

/** Cluster that a client has met. `id` empty: the server did not name it. */
export interface ClusterIdentity {
  readonly id: string;
  readonly name: string;
}

/** TLS as files already read; made by `tls.ts` from paths. Buffers are PEM or DER bytes. */
export interface TlsMaterial {
  /** PEM certificates to trust besides the operating system's store. */
  readonly ca: readonly string[];
  /** Name on disk of their file or directory; for sentences. */
  readonly caName?: string;
  readonly useSystemStore: boolean;
  readonly certificate?: Buffer;
  readonly key?: Buffer;
  readonly pkcs12?: Buffer;
  readonly passphrase?: string;
  /** The certificates inside `pkcs12` as PEM, if they could be taken out; for showing, not for the connection. */
  readonly clientCertificates?: string;
  readonly serverName?: string;
  readonly skipVerify: boolean;
}

/** An extra header as it is sent. */
export interface SentHeader {
  readonly name: string;
  readonly value: string;
}

/** Settings of an open client for its whole life; a change means a new client. */
export interface ClientOptions {
  /** Normal form (`address.ts`): `https://host:8200`, `https://gateway/base`, `unix:///run/vault.sock`. */
  readonly address: string;
  /** Namespace path without slashes at its ends; empty: root. */
  readonly namespace: string;
  /** True if the server honours namespaces; while unknown (undefined), a request that carries one is refused. */
  readonly namespaces?: boolean | undefined;
  /** The cluster that was met; each new connection is checked to lead there. */
  readonly cluster?: ClusterIdentity | undefined;
  readonly tls: TlsMaterial;
  /** Proxy origin (`http://proxy:3128`), or undefined for none; already decided by `proxy.ts`. */
  readonly proxy?: string;
  readonly timeoutMs: number;
  /** Further origins confirmed by the user: a redirect can lead only there. */
  readonly confirmedOrigins: readonly string[];
  /** Sent with every request to the server and the confirmed origins; already checked by `extra-headers.ts`. */
  readonly headers?: readonly SentHeader[];
  /** Reads large answers; absent: in place. */
  readonly work?: VaultWork;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Words that depend on the server's data at the path of a write. */
export interface ByPresence {
  readonly absent: string;
  readonly present: string;
  /** It could not be read. */
  readonly unknown: string;
}

/**
 * A question to the user, in main's words. They stand beside the gate's own, which are always added: the request,
 * what it destroys, each field of its body that differs from the server's data, and its target.
 */
export interface Question {
  readonly title: string | ByPresence;
  /** Names and values that belong to a page or a server, and that the request does not show. */
  readonly facts?: readonly PromptFact[];
  /** Risks and notices. */
  readonly notes?: readonly PromptNote[];
  /** A sentence that neither the facts nor the gate's own words say. */
  readonly body?: readonly string[];
  /** Changes in the saved text. */
  readonly changes?: TextChanges;
  /** Fields of the body that it states in another form: a text by its changed lines, a key by its fingerprint. */
  readonly stated?: readonly string[];
  readonly action: string | ByPresence;
  /** Red button; by default the gate decides, by what the request destroys. */
  readonly destructive?: boolean;
  /** Must be typed if the loss is large and final. */
  readonly typedName?: string;
}

/** The user's consent that covers certain requests. Only the consequence gate can make one that counts. */
export interface Confirmed {
  readonly confirmed: true;
}

/** Facts from a request's sender for the gate before the client (core/gates/consequence.ts). */
export interface Consent {
  /** Asked beside the gate's own words, by a sender that knows more than the request shows. */
  readonly question?: Question;
  /** Reasons for a consent besides the losses, in sentences. */
  readonly concerns?: readonly string[];
  /**
   * The body composed by a page, a JSON object, with a word in place of each credential that main has put into it.
   */
  readonly written?: () => string | undefined;
  /** The user has agreed before, to this and other requests together. */
  readonly confirmed?: Confirmed;
}

/** Takes the body of an answer as it comes, instead of holding it in memory. */
export interface BodySink {
  /** Takes bytes; a promise holds back the next ones. A rejection ends the call with its reason. */
  readonly write: (chunk: Buffer) => Promise<void> | undefined;
}

/** A body that is sent as it is read, and never held as a whole. */
export interface BodyStream {
  /** Its exact length: a source that turns out shorter or longer ends the call. */
  readonly bytes: number;
  /** Opens it from its beginning, once for each time that it is sent. */
  readonly open: () => Readable;
}

/** One request. Only requests whose `safe` is true are retried after a failure that can have reached the server. */
export interface VaultRequest {
  readonly method: Method;
  /** API path without `/v1/`, not encoded, no leading slash: `secret/data/team a/db`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** A complete JSON text. */
  readonly body?: string;
  /** Instead of `body`: bytes of any kind and length. */
  readonly stream?: BodyStream;
  /** Takes the body of a 2xx answer, of any length; the answer itself is empty then. A web page is not taken. */
  readonly into?: BodySink;
  readonly token?: string | undefined;
  /** Seconds or a duration (`5m`): asks for a wrapped answer. */
  readonly wrapTtl?: number | string;
  /** JWT form of the wrapping token, with `wrapTtl`. */
  readonly wrapFormat?: 'jwt';
  /** Instead of the client's own; empty: root. */
  readonly namespace?: string;
  /** Asks if the server honours namespaces; for `sys/health` only (`namespace.ts`). */
  readonly probesNamespaces?: boolean;
  /** Sent once, regardless of its error: a poller asks again anyway. */
  readonly noRetry?: boolean;
  /** Declared by `api/` for endpoints whose repetition changes nothing; never for the generic operations. */
  readonly safe?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** The longest silence of the server, in milliseconds; `timeoutMs` by default. */
  readonly idleMs?: number;
  /** Statuses to return as answers besides 2xx (e.g. 404 of a KV v2 read, all of sys/health). */
  readonly acceptStatus?: (status: number) => boolean;
  /** Read by the gate in front of the client, never by the client itself. */
  readonly consent?: Consent | undefined;
  /** The answer need not be JSON: wrapped or downloaded content, but never a web page. */
  readonly anyBody?: boolean;
  /** The endpoint's answer is read as bytes elsewhere, or has no limit of its own; else a `safe` one has a limit. */
  readonly large?: boolean;
}

/**
 * A JSON answer, kept as text so that nothing is lost; `json()` parses (and remembers) it with JSON.parse. If the
 * request took any body, it can be another text, and `json()` is undefined.
 */
export interface VaultAnswer {
  readonly status: number;
  /** Empty on 204. */
  readonly text: string;
  /** The body if it is not UTF-8 text; `text` is its base64 then. */
  readonly bytes?: Buffer;
  /** The body of a large answer: the cost of `text` and `json()` grows with it, so use `topOf` or a task instead. */
  readonly large?: LargeBody;
  readonly json: () => unknown;
  /** The envelope's `warnings`, if any. */
  readonly warnings: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The origin that answered: the session's, or the one a confirmed redirect led to. */
  readonly origin: string;
}

/** The client of one session: its own pool, its own TLS, closed with it. Every method rejects with `AppFailure`. */
export interface VaultClient {
  readonly options: ClientOptions;
  /** Sends all requests, the specification's generic operations among them. */
  readonly send: (request: VaultRequest) => Promise<VaultAnswer>;
  /** Leaf first; from the latest TLS connection, empty over plain HTTP or before the first. */
  readonly peerChain: () => readonly CertificateFacts[];
  /** Closes idle connections at once, busy ones when their request ends. */
  readonly close: () => Promise<void>;
}
