/**
 * Files of one https address that is not a Vault: no token, no extra header, no cookie, and never more bytes than the
 * caller allows. A redirect is followed only to https on a host that the caller named. Connections are made as in the
 * Vault client: its proxy, its TLS, its verification.
 */
import { Agent } from 'undici';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { sendOnce } from './attempt.ts';
import type { Failure, RawAnswer } from './attempt.ts';
import { CallEnd } from './call-end.ts';
import { errorFromFailure, failureCode } from './connection-errors.ts';
import { makeConnector } from './connector.ts';
import { tlsError, tlsReason } from './tls-errors.ts';
import type { TlsMaterial } from './types.ts';

/** Address of the files. */
export interface FileAddress {
  /** `https://host/folder/`, with a trailing slash. */
  readonly address: string;
  readonly proxy: string | undefined;
  readonly tls: TlsMaterial;
  /** Hosts of a redirect, its own included; empty: none is followed. */
  readonly redirects: readonly RedirectHost[];
}

/** A host that serves files for another, and the way there. */
export interface RedirectHost {
  /** Host as in `URL.host`: with a port unless it is 443. */
  readonly host: string;
  readonly proxy: string | undefined;
}

export interface GetOptions {
  /** More bytes end the call with `too-large`. */
  readonly mostBytes: number;
  /** Time for the whole file, in milliseconds. */
  readonly timeoutMs: number;
  /** The longest silence, in milliseconds. */
  readonly idleMs: number;
  readonly signal?: AbortSignal;
}

export interface FileGetter {
  /** Passes the file's bytes to `take`, in their order. Rejects with `AppFailure`, or with the error of `take`. */
  readonly get: (name: string, options: GetOptions, take: (chunk: Buffer) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

const CONNECT_MS = 15_000;
/** A release page leads from its newest release to one by name, and from there to the host of the bytes. */
const MOST_REDIRECTS = 3;

/** Makes the getter of an address. Opens nothing until the first file. */
export function makeFileGetter({ address, proxy, tls, redirects }: FileAddress): FileGetter {
  const agents = new Map<string, Agent>();
  const agentOf = (host: string, way: string | undefined): Agent => {
    const known = agents.get(host);
    if (known !== undefined) return known;
    const connector = makeConnector({ tls, proxy: way, connectTimeoutMs: CONNECT_MS });
    const connect = connector.connectUnasked;
    const agent = new Agent({ connect, allowH2: false, connections: 1, pipelining: 1 });
    agents.set(host, agent);
    return agent;
  };
  const wayTo = (host: string): string | undefined =>
    host === new URL(address).host ? proxy : redirects.find((one) => one.host === host)?.proxy;

  const failed = (
    failure: Failure,
    { host, origin }: URL,
    timeoutMs: number,
    ended: CallEnd['reason'],
  ): AppFailure => {
    if (failure.cause instanceof AppFailure) return failure.cause;
    const reason = ended === undefined ? tlsReason(failure.cause) : undefined;
    if (reason === undefined)
      return new AppFailure(errorFromFailure(failure, { write: false, host, timeoutMs, ended }));
    const code = failureCode(failure.cause);
    const error = tlsError(reason, { origin, chain: [], own: undefined, code, nowMs: Date.now() });
    return new AppFailure({
      ...error,
      hint: 'Report this to the server’s operator. An authority of your own has to be in the operating system’s store.',
    });
  };

  return {
    get: async (name, { mostBytes, timeoutMs, idleMs, signal }, take) => {
      const end = new CallEnd(timeoutMs, signal);
      let at = new URL(encodeURIComponent(name), address);
      let length = 0;
      // The last bytes of an answer can come while earlier ones are still being taken.
      let last = Promise.resolve();
      const write = (chunk: Buffer): Promise<void> =>
        (last = last.then(() => {
          length += chunk.length;
          if (length > mostBytes) throw tooLarge(name, at.host, mostBytes);
          return take(chunk);
        }));
      try {
        for (let followed = 0; ; followed++) {
          const outcome = await sendOnce(agentOf(at.host, wayTo(at.host)), {
            origin: at.origin,
            path: at.pathname + at.search,
            method: 'GET',
            body: undefined,
            headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Strongroom' },
            into: { write },
            timeoutMs: idleMs,
            end,
          });
          if (outcome.what !== 'answer') throw failed(outcome, at, timeoutMs, end.reason);
          const next = followed < MOST_REDIRECTS ? redirectOf(outcome, at, redirects) : undefined;
          if (next === undefined) {
            refuseOther(outcome, name, at.host);
            break;
          }
          at = next;
        }
        await last;
      } finally {
        end.dispose();
      }
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/** Target of a redirect, if it is https on a host of the list; undefined otherwise. */
function redirectOf(
  { status, headers }: RawAnswer,
  from: URL,
  redirects: readonly RedirectHost[],
): URL | undefined {
  const location = headers['location'];
  if (![301, 302, 303, 307, 308].includes(status) || typeof location !== 'string') return undefined;
  const to = URL.parse(location, from.href);
  const isNamed = redirects.some(({ host }) => host === to?.host);
  return to?.protocol === 'https:' && isNamed && to.username === '' && to.password === '' ? to : undefined;
}

/** Accepts only a whole file with status 200, unencoded. */
function refuseOther({ status, headers, body }: RawAnswer, name: string, host: string): void {
  if (status >= 300 && status < 400) {
    const location = String(headers['location'] ?? '').slice(0, 200);
    throw new AppFailure({
      kind: 'redirect-refused',
      status,
      location,
      message: `${host} leads elsewhere for ${name}${location === '' ? '' : `: to ${location}`}. It was not followed.`,
      hint: 'If the files have moved, use their new address.',
    });
  }
  if (status !== 200)
    throw new AppFailure({
      kind: 'bad-answer',
      status,
      message: `${host} has no ${name} (HTTP ${String(status)}).`,
      hint: 'Check the address, or report this to the server’s operator.',
    });
  const encoding = String(headers['content-encoding'] ?? 'identity');
  if (encoding !== 'identity' || body.length > 0)
    throw new AppFailure({
      kind: 'bad-answer',
      message: `${host} did not answer ${name} as a file.`,
      hint: 'Check the address. A proxy or a login page may be in the way.',
    });
}

function tooLarge(name: string, host: string, limitBytes: number): AppFailure {
  return new AppFailure({
    kind: 'too-large',
    limitBytes,
    message: `${host} sends more for ${name} than there can be, and was cut off.`,
    hint: 'Report this to the server’s operator.',
  });
}
