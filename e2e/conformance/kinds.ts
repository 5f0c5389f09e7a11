/** Maps our kinds of errors to the specification's. */
import type { AppError, AppErrorKind } from '../../shared/ipc/result.ts';
import type { ErrorKind } from './side.ts';

const kinds: Readonly<Partial<Record<AppErrorKind, ErrorKind>>> = {
  forbidden: 'forbidden',
  // The specification's "forbidden" covers both missing permission and an invalid token. The app distinguishes them.
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
 * Kind of an error in the specification. A fault of one field (`invalid-input`) was refused by the server if it has a
 * status; otherwise it is an invalid request, refused before sending.
 */
export function kindOf(error: AppError): ErrorKind {
  if (error.kind !== 'invalid-input') return kinds[error.kind] ?? 'other';
  return error.status === undefined ? 'invalid-request' : (byStatus[error.status] ?? 'other');
}
