/**
 * The client of one session. Every request passes here in this order: path, namespace and headers are checked before
 * a byte is sent; one attempt; then redirect, retry or an end, as `redirect.ts` and `retry.ts` decide. The timeout
 * covers the whole call, retries and waits included.
 */
import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError, CertificateFacts, TlsReason } from '../../../shared/ipc/result.ts';
import { redactExactly } from '../../../shared/vault/redact.ts';
import { endpointOf } from './address.ts';
import { header, judgeAnswer } from './answer.ts';
import { sendOnce } from './attempt.ts';
import type { Failure, RawAnswer } from './attempt.ts';
import { CallEnd } from './call-end.ts';
import { certificateFacts } from './certificate.ts';
import { errorFromFailure, failureCode } from './connection-errors.ts';
import { makeConnector } from './connector.ts';
import { certificateBlocks } from './pem.ts';
import { carriesSecret, makeLine, unseenCertificate } from './line.ts';
import type { SeenCertificate } from './line.ts';
import { isRedirect, nextHop } from './redirect.ts';
import { retryAfterSeconds, retryClass, retryWaitMs, maxRetries } from './retry.ts';
import { askSameCluster, connectionQuery, isUnready, maySeeUnready } from './same-cluster.ts';
import { isAboutServerCertificate, sharpen, tlsError, tlsReason } from './tls-errors.ts';
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
const longestChainLookMs = 5_000;

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
  const connectTimeoutMs = Math.min(options.timeoutMs, longestConnectMs);
  const pathBefore = (origin: string): string =>
    [options.address, ...options.confirmedOrigins].map(endpointOf).find((one) => one.origin === origin)
      ?.basePath ?? '';
  const settings = {
    socketPath,
    tls: options.tls,
    proxy: options.proxy,
    connectTimeoutMs,
    check: async (socket: Socket, reached: string): Promise<'usable' | 'spent'> => {
      const met = options.cluster;
      if (met === undefined || met.id === '') return 'usable';
      const prepared = prepare(options, { method: 'GET', path: 'sys/health', query: connectionQuery });
      // A connection to a plain proxy leads to any server behind it: the check is about this client's own server.
      const origin = isPlainlyProxied(options.proxy, home) ? home : reached;
      const { path, headers } = throughProxy(
        options.proxy,
        { origin, path: pathBefore(origin) + prepared.path },
        prepared.headers,
      );
      const host = new URL(origin).host;
      const question = { origin, path, headers: { host, ...headers }, timeoutMs: connectTimeoutMs };
      return askSameCluster(socket, question, met);
    },
  };
  const open = makeConnector(settings);
  const careful =
    seen === undefined || !options.tls.skipVerify
      ? open
      : makeConnector({
          ...settings,
          refuse: (origin, leaf) => unseenCertificate(home, origin, leaf, seen),
        });
  const plainLine = makeLine(open);
  const carefulLine = careful === open ? plainLine : makeLine(careful);
  const lines = new Set([plainLine, carefulLine]);
  /** Health carries no secret and is asked before a certificate is shown, so the open line has the latest chain. */
  const peerChain = (): readonly X509Certificate[] => {
    const chain = open.peerChain();
    return chain.length > 0 ? chain : careful.peerChain();
  };
  /** A gateway can pass the next request on to another server: every connection is checked anew. */
  const renewConnections = (): void => {
    if (options.cluster === undefined) return;
    for (const line of lines) line.renew();
  };

  const send = async (request: VaultRequest): Promise<VaultAnswer> => {
    const prepared = prepare(options, request);
    const timeoutMs = request.timeoutMs ?? options.timeoutMs;
    const kind = retryClass(request);
    const write = request.method !== 'GET' && request.safe !== true;
    const end = new CallEnd(timeoutMs, request.signal);
    let hop = { origin: home, path: basePath + prepared.path };
    let followed = 0;
    let retries = 0;
    const line = carriesSecret(options, request) ? carefulLine : plainLine;
    let through = line.agent;
    try {
      for (;;) {
        const outcome = await sendOnce(through(), {
          ...throughProxy(options.proxy, hop, prepared.headers),
          method: request.method,
          body: request.stream?.open ?? request.body,
          into: request.into,
          timeoutMs: request.idleMs ?? timeoutMs,
          end,
        });
        if (isPassing(outcome.status)) renewConnections();
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
        if (outcome.what !== 'answer')
          throw new AppFailure(about(await errorOf(outcome, hop.origin, write, timeoutMs, end), request));
        const knownSecrets = secretsOf(request, options.headers);
        const { origin } = hop;
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

  const hostAt = (origin: string): string => socketPath ?? new URL(origin).host;

  const errorOf = async (
    failure: Failure,
    origin: string,
    write: boolean,
    timeoutMs: number,
    end: CallEnd,
  ): Promise<AppError> => {
    if (failure.cause instanceof AppFailure) return failure.cause.error;
    const reason =
      end.reason === undefined && failure.what === 'error' ? tlsReason(failure.cause) : undefined;
    if (
      reason === undefined ||
      !origin.startsWith('https:') ||
      failure.cause instanceof ProxyFailure ||
      !isOfHandshake(reason, failure)
    )
      return errorFromFailure(failure, { write, host: hostAt(origin), timeoutMs, ended: end.reason });
    const chain = isAboutServerCertificate(reason)
      ? await open.shownChain(origin, Math.max(1, Math.min(longestChainLookMs, end.leftMs()))).catch(() => [])
      : // A server that refuses us was itself accepted: its certificates are known, above TLS 1.2 at least.
        peerChain();
    const hasClientCertificate = (options.tls.certificate ?? options.tls.pkcs12) !== undefined;
    const trusted = options.tls.ca.map((pem) => new X509Certificate(pem));
    return tlsError(sharpen(reason, chain, trusted, hasClientCertificate), {
      origin,
      chain,
      own: ownCertificate(options.tls),
      code: failureCode(failure.cause),
      nowMs: Date.now(),
    });
  };

  return {
    options,
    send,
    peerChain: () => peerChain().map(certificateFacts),
    close: async () => {
      await Promise.all([...lines].map((line) => line.close()));
    },
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

/** Our client certificate, if it can be read. */
function ownCertificate(tls: ClientOptions['tls']): X509Certificate | undefined {
  const [block] = certificateBlocks(tls.certificate?.toString('latin1') ?? tls.clientCertificates ?? '');
  try {
    return block === undefined ? undefined : new X509Certificate(block);
  } catch {
    // The secure context refuses it with a reason of its own.
    return undefined;
  }
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

/**
 * True if a TLS error belongs to the handshake, so that the request was never carried out. TLS 1.3 lets the client
 * write before it learns that its certificate is missing or refused; any other alert after a byte was sent proves
 * nothing.
 */
function isOfHandshake(reason: TlsReason, failure: Failure): boolean {
  if (!failure.sent) return true;
  return (
    failure.status === undefined &&
    (reason === 'client-certificate-required' || reason === 'client-certificate-refused')
  );
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
