/** The error of a call that got no answer; for a refused certificate with the chain that the server shows. */
import { X509Certificate } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError, TlsReason } from '../../../shared/ipc/result.ts';
import type { Failure } from './attempt.ts';
import type { CallEnd } from './call-end.ts';
import { errorFromFailure, failureCode } from './connection-errors.ts';
import type { ClientLines } from './client-lines.ts';
import { certificateBlocks } from './pem.ts';
import { isAboutServerCertificate, sharpen, tlsError, tlsReason } from './tls-errors.ts';
import { ProxyFailure } from './tunnel.ts';
import type { ClientOptions } from './types.ts';

const longestChainLookMs = 5_000;

/** The call that failed. */
export interface FailedCall {
  readonly origin: string;
  /** Its host, or the path of its socket. */
  readonly host: string;
  readonly write: boolean;
  readonly timeoutMs: number;
  readonly end: CallEnd;
}

/** Makes the error; looks up the server's certificates for it if they are the reason. */
export async function errorOfFailure(
  failure: Failure,
  { origin, host, write, timeoutMs, end }: FailedCall,
  tls: ClientOptions['tls'],
  lines: Pick<ClientLines, 'peerChain' | 'shownChain'>,
): Promise<AppError> {
  if (failure.cause instanceof AppFailure) return failure.cause.error;
  const reason = end.reason === undefined && failure.what === 'error' ? tlsReason(failure.cause) : undefined;
  if (
    reason === undefined ||
    !origin.startsWith('https:') ||
    failure.cause instanceof ProxyFailure ||
    !isOfHandshake(reason, failure)
  )
    return errorFromFailure(failure, { write, host, timeoutMs, ended: end.reason });
  const chain = isAboutServerCertificate(reason)
    ? await lines.shownChain(origin, Math.max(1, Math.min(longestChainLookMs, end.leftMs()))).catch(() => [])
    : // A server that refuses us was itself accepted: its certificates are known, above TLS 1.2 at least.
      lines.peerChain();
  const hasClientCertificate = (tls.certificate ?? tls.pkcs12) !== undefined;
  const trusted = tls.ca.map((pem) => new X509Certificate(pem));
  return tlsError(sharpen(reason, chain, trusted, hasClientCertificate), {
    origin,
    chain,
    own: ownCertificate(tls),
    code: failureCode(failure.cause),
    nowMs: Date.now(),
  });
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
