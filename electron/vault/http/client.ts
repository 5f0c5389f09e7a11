/**
 * The client of one session. Every request passes here in this order: path, namespace and headers are checked before
 * a byte is sent; one attempt; then redirect, retry or an end, as `redirect.ts` and `retry.ts` decide. The timeout
 * covers the whole call, retries and waits included.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError, CertificateFacts } from '../../../shared/ipc/result.ts';
import { redactExactly } from '../../../shared/vault/redact.ts';
import { endpointOf } from './address.ts';
import { header, judgeAnswer } from './answer.ts';
import { sendOnce } from './attempt.ts';
import type { Failure, RawAnswer } from './attempt.ts';
import { CallEnd } from './call-end.ts';
import { errorOfFailure } from './call-failure.ts';
import { certificateFacts } from './certificate.ts';
import { makeLines } from './client-lines.ts';
import { errorFromFailure, failureCode } from './connection-errors.ts';
import { makeConnector } from './connector.ts';
import { carriesSecret } from './line.ts';
import type { SeenCertificate } from './line.ts';
import { createOwnWrites } from './own-writes.ts';
import { isRedirect, nextHop } from './redirect.ts';
import { retryAfterSeconds, retryClass, retryWaitMs, maxRetries } from './retry.ts';
import { isUnready, maySeeUnready } from './same-cluster.ts';
import { tlsReason } from './tls-errors.ts';
import { isPlainlyProxied, prepare, secretsOf, throughProxy } from './prepare.ts';
import { ProxyFailure } from './tunnel.ts';
import type { ClientOptions, VaultAnswer, VaultClient, VaultRequest } from './types.ts';

/** Time and randomness, replaced by tests. */
export interface ClientSurroundings {
  /** Waits between retries; rejects when the signal fires. */
  readonly wait: (waitMs: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

const realSurroundings: ClientSurroundings = {
  wait: (waitMs, signal) => wait(waitMs, undefined, { signal }),
  random: Math.random,
};

const longestConnectMs = 15_000;

/**
 * Makes the client of one session. Opens nothing until the first request; its methods reject with `AppFailure` only.
 * With verification off and `seen`, secrets go only to a certificate that the user has seen.
 */
export function createVaultClient(
  options: ClientOptions,
  surroundings: ClientSurroundings = realSurroundings,
  seen?: SeenCertificate,
): VaultClient {
  const { origin: home, basePath, socketPath } = endpointOf(options.address);
  const allowed = new Set([home + basePath, ...options.confirmedOrigins]);
  const lines = makeLines(options, Math.min(options.timeoutMs, longestConnectMs), seen);
  const ownWrites = createOwnWrites();
  const homeHost = socketPath ?? new URL(home).host;
  const hostAt = (origin: string): string =>
    origin === home ? homeHost : (socketPath ?? new URL(origin).host);

  const send = async (request: VaultRequest): Promise<VaultAnswer> => {
    const prepared = prepare(options, request);
    const timeoutMs = request.timeoutMs ?? options.timeoutMs;
    const kind = retryClass(request);
    const write = request.method !== 'GET' && request.safe !== true;
    const end = new CallEnd(timeoutMs, request.signal);
    let hop = { origin: home, path: basePath + prepared.path };
    let followed = 0;
    let retries = 0;
    const line = carriesSecret(options, request) ? lines.careful : lines.plain;
    let through = line.agent;
    try {
      for (;;) {
        const outcome = await sendOnce(through(), {
          ...throughProxy(options.proxy, hop, { ...ownWrites.headersFor(request), ...prepared.headers }),
          method: request.method,
          body: request.stream?.open ?? request.body,
          into: request.into,
          timeoutMs: request.idleMs ?? timeoutMs,
          end,
        });
        if (outcome.what === 'answer') ownWrites.learn(request, outcome);
        if (isPassing(outcome.status)) lines.renew();
        if (isRefusedAsUnready(outcome) && through !== line.unready && maySeeUnready(request)) {
          through = line.unready;
          continue;
        }
        if (
          outcome.what === 'answer' &&
          outcome.status === 407 &&
          isPlainlyProxied(options.proxy, hop.origin)
        )
          throw new AppFailure(
            errorFromFailure(
              { what: 'error', sent: false, cause: new ProxyFailure('answered 407', 407) },
              { write, host: hostAt(hop.origin), timeoutMs, ended: undefined },
            ),
          );
        if (
          outcome.what === 'answer' &&
          isRedirect(outcome.status) &&
          request.acceptStatus?.(outcome.status) !== true
        ) {
          const next = nextHop({
            from: hop,
            status: outcome.status,
            method: request.method,
            location: header(outcome, 'location'),
            allowed,
            followed,
          });
          if ('error' in next) throw new AppFailure(about(next.error, request));
          hop = next;
          followed++;
          continue;
        }
        const waitMs =
          retries < maxRetries && end.reason === undefined
            ? repeatAfterMs(outcome, request, kind, surroundings.random)
            : undefined;
        if (waitMs !== undefined && waitMs < end.leftMs()) {
          retries++;
          // Cancelled while waiting: the next attempt sees it and ends as any ended call.
          await surroundings.wait(waitMs, end.signal).catch(() => undefined);
          continue;
        }
        const { origin } = hop;
        if (outcome.what !== 'answer') {
          const failed = { origin, host: hostAt(origin), write, timeoutMs, end };
          throw new AppFailure(about(await errorOfFailure(outcome, failed, options.tls, lines), request));
        }
        const knownSecrets = secretsOf(request, options.headers);
        const address = origin === home ? options.address : origin;
        const context = { request, origin, address, host: hostAt(origin), write, knownSecrets };
        const judged = await judgeAnswer(outcome, context, options.work);
        if ('error' in judged) throw new AppFailure(about(judged.error, request));
        return judged.answer;
      }
    } finally {
      end.dispose();
    }
  };

  return {
    options,
    send,
    peerChain: () => lines.peerChain().map(certificateFacts),
    close: lines.close,
  };
}

/** Reads the certificate that a server shows in the handshake; nothing else is sent. Undefined if it shows none. */
export async function showCertificate(options: ClientOptions): Promise<CertificateFacts | undefined> {
  const connectTimeoutMs = Math.min(options.timeoutMs, longestConnectMs);
  const connector = makeConnector({ tls: options.tls, proxy: options.proxy, connectTimeoutMs });
  // Shown beside the failure that brought us here.
  const [leaf] = await connector
    .shownChain(endpointOf(options.address).origin, connectTimeoutMs)
    .catch(() => []);
  return leaf === undefined ? undefined : certificateFacts(leaf);
}

function repeatAfterMs(
  outcome: RawAnswer | Failure,
  request: VaultRequest,
  kind: ReturnType<typeof retryClass>,
  random: () => number,
): number | undefined {
  if (outcome.what === 'too-large') return undefined;
  if (outcome.what === 'answer') {
    const { status } = outcome;
    if (status < 400 || request.acceptStatus?.(status) === true) return undefined;
    // A sealed server stays sealed until people act: waiting would only delay its screen.
    if (status === 503 && outcome.body.includes('sealed')) return undefined;
    const askedSeconds = retryAfterSeconds(header(outcome, 'retry-after'), Date.now());
    return retryWaitMs(
      kind,
      { status, ...(askedSeconds === undefined ? {} : { retryAfterSeconds: askedSeconds }) },
      random,
    );
  }
  return isTransient(outcome.cause)
    ? retryWaitMs(kind, { connection: true, sent: outcome.sent }, random)
    : undefined;
}

/** A gateway's server is away, or it is sealed: the next request can reach another one. */
function isPassing(status: number | undefined): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** The connection was unused, because the server is sealed or not initialised. */
function isRefusedAsUnready(outcome: RawAnswer | Failure): boolean {
  return (
    outcome.what === 'error' &&
    !outcome.sent &&
    outcome.cause instanceof AppFailure &&
    isUnready(outcome.cause.error)
  );
}

/** Refused certificates, unknown names and closed clients do not change with another try. */
function isTransient(cause: unknown): boolean {
  const code = failureCode(cause);
  return (
    !(cause instanceof AppFailure && cause.error.kind !== 'server-error') &&
    tlsReason(cause) === undefined &&
    !(cause instanceof ProxyFailure && cause.status !== undefined) &&
    !/^(?:ENOTFOUND|UND_ERR_DESTROYED|UND_ERR_CLOSED|UND_ERR_INVALID_ARG|UND_ERR_HEADERS_OVERFLOW|HPE_.*)$/.test(
      code,
    )
  );
}

/** Adds the request's method and path to an error. */
function about(error: AppError, request: VaultRequest): AppError {
  return {
    ...error,
    method: error.method ?? request.method,
    path: error.path ?? redactExactly(request.path, secretsOf(request)),
  };
}
