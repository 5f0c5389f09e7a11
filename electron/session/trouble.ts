/** Which failures say something about the connection itself rather than about one request, and how they are cleaned. */
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError, AppErrorKind } from '../../shared/ipc/result.ts';
import { redactExactly } from '../../shared/vault/redact.ts';

const troubles: ReadonlySet<AppErrorKind> = new Set<AppErrorKind>([
  'sealed',
  'standby',
  'not-initialized',
  'unauthenticated',
  'network',
  'tls',
]);

/** True where the failure concerns the whole session: the next request would meet it too. */
export function isTrouble(error: AppError): boolean {
  return troubles.has(error.kind);
}

/** The error without the given credentials in any of its texts. */
export function redactError(error: AppError, credentials: readonly string[]): AppError {
  const clean = (text: string): string => redactExactly(text, credentials);
  return {
    ...error,
    message: clean(error.message),
    ...(error.hint === undefined ? {} : { hint: clean(error.hint) }),
    ...(error.serverErrors === undefined ? {} : { serverErrors: error.serverErrors.map(clean) }),
    ...(error.serverWarnings === undefined ? {} : { serverWarnings: error.serverWarnings.map(clean) }),
    ...(error.path === undefined ? {} : { path: clean(error.path) }),
  };
}

/** Any exception as an `AppError`: what an `AppFailure` carries, else `internal`. */
export function asAppError(failure: unknown): AppError {
  if (failure instanceof AppFailure) return failure.error;
  if (failure instanceof Error && failure.name === 'AbortError')
    return { kind: 'cancelled', message: 'Cancelled.' };
  const message = failure instanceof Error ? failure.message : String(failure);
  return { kind: 'internal', message: `Strongroom could not finish this: ${message}` };
}
