/** The words of the HTTP client: what it is made from, what it is asked, what it answers. */
import type { Readable } from 'node:stream';
import type { CertificateFacts } from '../../../shared/ipc/result.ts';
import type { TextChanges } from '../../../shared/ipc/trusted-contract.ts';
import type { VaultWork } from '../work.ts';
import type { LargeBody } from './body.ts';

/** Which cluster a client has met. `id` empty: the server did not say. */
export interface ClusterIdentity {
  readonly id: string;
  readonly name: string;
}

/** TLS as files already read; made by `tls.ts` from paths. Buffers are PEM or DER bytes. */
export interface TlsMaterial {
  /** PEM certificates to trust besides the operating system's store. */
  readonly ca: readonly string[];
  /** Name of the file or directory they are from, as it is called on disk; for sentences. */
  readonly caName?: string;
  readonly useSystemStore: boolean;
  readonly certificate?: Buffer;
  readonly key?: Buffer;
  readonly pkcs12?: Buffer;
  readonly passphrase?: string;
  /** The certificates inside `pkcs12` as PEM, where they could be taken out; for showing, not for the connection. */
  readonly clientCertificates?: string;
  readonly serverName?: string;
  readonly skipVerify: boolean;
}

/** An extra header as it goes out. */
export interface SentHeader {
  readonly name: string;
  readonly value: string;
}

/** What an open client is bound to for its whole life; anything else means a new client. */
export interface ClientOptions {
  /** In its normal form (`address.ts`): `https://host:8200`, `https://gateway/base`, `unix:///run/vault.sock`. */
  readonly address: string;
  /** Namespace path without slashes at its ends; empty: root. */
  readonly namespace: string;
  /** Whether the server honours namespaces; while unknown (undefined), a request that carries one is refused. */
  readonly namespaces?: boolean | undefined;
  /** The cluster that was met; from then on each new connection is asked whether it leads there. */
  readonly cluster?: ClusterIdentity | undefined;
  readonly tls: TlsMaterial;
  /** Proxy origin (`http://proxy:3128`), or undefined for none; already decided by `proxy.ts`. */
  readonly proxy?: string;
  readonly timeoutMs: number;
  /** Origins besides its own that a person has confirmed: a redirect may lead there and nowhere else. */
  readonly confirmedOrigins: readonly string[];
  /** Sent with every request to the server and the confirmed origins; already checked by `extra-headers.ts`. */
  readonly headers?: readonly SentHeader[];
  /** Where large answers are read; absent: in place. */
  readonly work?: VaultWork;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Words that depend on what the server holds at the place of a write. */
export interface ByPresence {
  readonly absent: string;
  readonly present: string;
  /** It could not be read. */
  readonly unknown: string;
}

/**
 * A question to a person, in main's words. They stand beside the gate's own: the request, what it destroys, each field of
 * its body that differs from what the server holds, and where it goes are added by the gate, whatever stands here.
 */
export interface Question {
  readonly title: string | ByPresence;
  /** Names and values that belong to a page or a server, and that the request does not show. */
  readonly facts?: readonly { readonly name: string; readonly value: string }[];
  readonly body: readonly string[];
  /** What changes in the text that is saved. */
  readonly changes?: TextChanges;
  /** Fields of the body that it states in another form: a text by its changed lines, a key by its fingerprint. */
  readonly stated?: readonly string[];
  readonly action: string | ByPresence;
  /** Must be typed, where nothing brings back what goes and it is much. */
  readonly typedName?: string;
}

/** A person's consent that covers certain requests. Only the consequence gate can make one that counts. */
export interface Confirmed {
  readonly confirmed: true;
}

/** What the sender of a request tells the gate in front of the client (core/gates/consequence.ts). */
export interface Consent {
  /** Asked beside the gate's own words, by a sender that knows more than the request shows. */
  readonly question?: Question;
  /** Why a person must agree whatever the request destroys, in sentences. */
  readonly concerns?: readonly string[];
  /** The body that a page has composed, a JSON object, with a word in place of each credential that main has put into it. */
  readonly written?: () => string | undefined;
  /** A person has agreed before, to this and other requests together. */
  readonly confirmed?: Confirmed;
}

/** Takes the body of an answer as it comes, instead of holding it in memory. */
export interface BodySink {
  /** The next bytes; a promise where what follows must wait for it. A rejection ends the call with its reason. */
  readonly write: (chunk: Buffer) => Promise<void> | undefined;
}

/** A body that is sent as it is read, so that nobody holds all of it. */
export interface BodyStream {
  /** Its exact length: a source that turns out shorter or longer ends the call. */
  readonly bytes: number;
  /** From its beginning, once for each time that it is sent. */
  readonly open: () => Readable;
}

/** One request. Only requests whose `safe` is true are repeated after a failure that may have reached the server. */
export interface VaultRequest {
  readonly method: Method;
  /** API path without `/v1/`, not encoded, no leading slash: `secret/data/team a/db`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** A complete JSON text. */
  readonly body?: string;
  /** Instead of `body`: bytes of any kind and length. */
  readonly stream?: BodyStream;
  /** Where the body of an answer 2xx goes, of any length; the answer itself is empty then. A web page is not taken. */
  readonly into?: BodySink;
  readonly token?: string;
  /** Seconds or a duration (`5m`): ask for the answer to be wrapped. */
  readonly wrapTtl?: number | string;
  /** With `wrapTtl`: the wrapping token as a JWT. */
  readonly wrapFormat?: 'jwt';
  /** Instead of the client's own; empty: root. */
  readonly namespace?: string;
  /** Asks whether the server honours namespaces; of `sys/health` alone (`namespace.ts`). */
  readonly probesNamespaces?: boolean;
  /** Sent once, whatever it fails with: who polls asks again anyway. */
  readonly noRetry?: boolean;
  /** Declared by `api/` for endpoints whose repetition changes nothing; never for the generic operations. */
  readonly safe?: boolean;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The longest silence of the server, in milliseconds; `timeoutMs` unless told. */
  readonly idleMs?: number;
  /** Statuses to hand back as answers besides 2xx (e.g. 404 of a KV v2 read, all of sys/health). */
  readonly acceptStatus?: (status: number) => boolean;
  /** Read by the gate in front of the client, never by the client itself. */
  readonly consent?: Consent;
  /** The answer may be something else than JSON: what was wrapped or is downloaded, but never a web page. */
  readonly anyBody?: boolean;
  /** The endpoint's answer is read as bytes elsewhere, or may be as large as any; else a `safe` one has a limit. */
  readonly large?: boolean;
}

/**
 * A JSON answer, kept as text so that nothing is lost; `json()` parses (and remembers) it with JSON.parse. Where the
 * request took any body, it may be another text, and `json()` is undefined.
 */
export interface VaultAnswer {
  readonly status: number;
  /** Empty on 204. */
  readonly text: string;
  /** The body where it is no UTF-8 text; `text` is its base64 then. */
  readonly bytes?: Buffer;
  /** The body of a large answer: `text` and `json()` take as long as it is, so ask `topOf` or a task instead. */
  readonly large?: LargeBody;
  readonly json: () => unknown;
  /** The envelope's `warnings`, or none. */
  readonly warnings: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The origin that answered: the session's, or the one a confirmed redirect led to. */
  readonly origin: string;
}

/** The client of one session: its own pool, its own TLS, closed with it. Every method rejects with `AppFailure`. */
export interface VaultClient {
  readonly options: ClientOptions;
  /** The one door: the specification's generic operations are requests like all others. */
  readonly send: (request: VaultRequest) => Promise<VaultAnswer>;
  /** Leaf first; from the latest TLS connection, empty over plain HTTP or before the first. */
  readonly peerChain: () => readonly CertificateFacts[];
  /** Closes idle connections at once, busy ones when their request ends. */
  readonly close: () => Promise<void>;
}
