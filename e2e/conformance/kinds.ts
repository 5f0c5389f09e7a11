/** Our kinds of errors in the words of the specification. */
import type { AppError, AppErrorKind } from '../../shared/ipc/result.ts';
import type { ErrorKind } from './side.ts';

const kinds: Readonly<Partial<Record<AppErrorKind, ErrorKind>>> = {
  forbidden: 'forbidden',
  // The specification's "forbidden" is both: not permitted, or not valid. The app tells them apart and says which.
  unauthenticated: 'forbidden',
  'invalid-path': 'invalid-path',
  'invalid-request': 'invalid-request',
  conflict: 'invalid-request',
  'not-offered': 'not-offered',
  sealed: 'sealed',
  'namespace-sealed': 'sealed',
  tls: 'tls',
  timeout: 'timeout',
};

const byStatus: Readonly<Record<number, ErrorKind>> = {
  400: 'invalid-request',
  403: 'forbidden',
  404: 'invalid-path',
};

/**
 * The specification's kind of an error. What is told as a fault of one field (`invalid-input`) is what the server refused,
 * where there was an answer, and else an invalid request that was refused before a byte was sent.
 */
export function kindOf(error: AppError): ErrorKind {
  if (error.kind !== 'invalid-input') return kinds[error.kind] ?? 'other';
  return error.status === undefined ? 'invalid-request' : (byStatus[error.status] ?? 'other');
}
