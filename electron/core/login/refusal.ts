/** Explains a refused login. Servers say little on purpose, so that an attacker who guesses learns nothing. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { asAppError } from '../connection/trouble.ts';

const refusals: ReadonlySet<number> = new Set([400, 401, 403]);

/** True if the server has refused the input: asking again can help. */
export function isRefused(error: AppError): boolean {
  return (
    error.status !== undefined &&
    refusals.has(error.status) &&
    /^(?:invalid-request|forbidden|unauthenticated)$/.test(error.kind)
  );
}

/** Describes a refusal in a sentence; `mount` is below `auth/`. */
export function refusalInWords(error: AppError, mount: string): string {
  const said = (error.serverErrors ?? []).filter((text) => !/^permission denied$/i.test(text));
  if (
    error.kind === 'unauthenticated' ||
    said.some((text) => /missing client token|no handler for route|unsupported path/i.test(text))
  )
    return `This server has no such login at “auth/${mount}/”, or not in this namespace.`;
  if (said.length > 0) return `The server refused the login: ${said.join('; ')}`;
  return `The server refused the login without a reason. Something typed is wrong, or the user is locked out. Or there is no login method at “auth/${mount}/”.`;
}

/** Turns a login failure into one the user can act on. It does not say anything about a session's token. */
export function loginFailure(failure: unknown, mount: string): AppFailure {
  const error = asAppError(failure);
  if (isRefused(error))
    return new AppFailure({
      ...error,
      kind: 'forbidden',
      message: refusalInWords(error, mount),
      hint: 'Check the login method, its mount path and what was typed.',
    });
  switch (error.kind) {
    case 'invalid-path':
      return new AppFailure({
        ...error,
        message: `This server has no such login at “auth/${mount}/”, or not in this namespace.`,
        hint: 'Check the mount path of the login method.',
      });
    case 'outcome-unknown':
      return new AppFailure({
        ...error,
        message: `${error.why ?? error.message} If the login succeeded, its token is unused and will expire.`,
        hint: 'Log in again.',
      });
    default:
      return new AppFailure(error);
  }
}
