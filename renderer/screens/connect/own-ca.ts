import type { AppError, TlsReason } from '../../../shared/ipc/result.ts';

/** True for an error that a CA file of the connection can mend: a button offers to choose one. */
export function ownCaMayHelp(error: AppError): boolean {
  return error.kind === 'tls' && reasons.has(error.reason);
}

const reasons: ReadonlySet<TlsReason> = new Set<TlsReason>([
  'unknown-ca',
  'self-signed',
  'missing-intermediate',
  'ca-unreadable',
]);
