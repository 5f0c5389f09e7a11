/** Tells errors of a whole connection from those of one request, and cleans them. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError, AppErrorKind } from '../../../shared/ipc/result.ts';
import { redactExactly } from '../../../shared/vault/redact.ts';
import { products } from '../../../shared/vault/server.ts';
import type { Health } from '../../../shared/vault/server.ts';

const troubles: ReadonlySet<AppErrorKind> = new Set<AppErrorKind>([
  'sealed',
  'standby',
  'not-initialized',
  'other-cluster',
  'unauthenticated',
  'network',
  'tls',
]);

/** True if the error concerns the whole session: the next request would meet it too. */
export function isTrouble(error: AppError): boolean {
  return troubles.has(error.kind) || isAboutHealth(error);
}

/** True if the first request of a connection is answered by something other than a server. */
function isAboutHealth({ kind, path }: AppError): boolean {
  return kind === 'bad-answer' && path === 'sys/health';
}

/** Removes the given credentials from all texts of an error. */
export function redactError(error: AppError, credentials: readonly string[]): AppError {
  const clean = (text: string): string => redactExactly(text, credentials);
  return {
    ...error,
    message: clean(error.message),
    ...(error.hint === undefined ? {} : { hint: clean(error.hint) }),
    ...(error.serverErrors === undefined ? {} : { serverErrors: error.serverErrors.map(clean) }),
    ...(error.serverWarnings === undefined ? {} : { serverWarnings: error.serverWarnings.map(clean) }),
    ...(error.path === undefined ? {} : { path: clean(error.path) }),
    ...('why' in error && { why: clean(error.why) }),
  };
}

/** Converts any exception to an `AppError`: the one an `AppFailure` carries, else `internal`. */
export function asAppError(failure: unknown): AppError {
  if (failure instanceof AppFailure) return failure.error;
  if (failure instanceof Error && failure.name === 'AbortError')
    return { kind: 'cancelled', message: 'Cancelled.' };
  const message = failure instanceof Error ? failure.message : String(failure);
  return { kind: 'internal', message: `Strongroom could not finish this: ${message}` };
}

/** Returns the error for a server that answers but cannot work; undefined if it can. */
export function stateError(health: Health): AppError | undefined {
  if (!health.initialized) {
    return {
      kind: 'not-initialized',
      message: 'This server has not been initialised: no data, no logins.',
      hint: `Initialise it first: by “Initialise…” here, or with “${products[health.kind].program} operator init”.`,
    };
  }
  if (!health.sealed) return undefined;
  const { unseal } = health;
  const progress =
    unseal === undefined ? '' : ` ${unseal.progress} of ${unseal.threshold} key shares entered.`;
  return {
    kind: 'sealed',
    message: `This server is sealed: it cannot read its own data.${progress}`,
    hint: 'Holders of key shares must unseal it; nothing you typed was sent.',
  };
}

/** Turns a refusal of these paths, open to every valid token, into `unauthenticated`: this token is unknown. */
export function afterLookUp(error: AppError): AppError {
  const path = error.path ?? '';
  if (error.kind !== 'forbidden' || !['auth/token/lookup-self', 'sys/internal/ui/mounts'].includes(path))
    return error;
  return {
    ...error,
    kind: 'unauthenticated',
    message: 'The server no longer accepts this token: it has expired, was revoked, or belongs elsewhere.',
    hint: 'Log in again with another token.',
  };
}

/** Error of every call on a locked session. */
export function lockedError(name: string): AppError {
  return {
    kind: 'locked',
    message: `“${name}” is locked: its token was dropped.`,
    hint: 'Unlock it by logging in again.',
  };
}
