/**
 * Unwraps a wrapping token or exchanges it for another: once, never repeated automatically, not cancellable. Refusals
 * and unclear results are explained by their effect on the token.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { uncut } from '../../vault/api/caller.ts';
import { rewrap, unwrap } from '../../vault/api/wrapping.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { asAppError } from '../connection/trouble.ts';
import type { At } from '../sessions/unauthenticated.ts';
import type { OpenedHere } from './words.ts';
import { isRefusal, rewrapLost, rewrapRefused, unwrapLost, unwrapRefused } from './words.ts';

/**
 * Unwraps it. `header`: as the request's only token; `body`: with the session's own. Rejects with `invalid-input`
 * before anything is sent if `body` has no own token.
 */
export async function openWrapped(
  at: At,
  token: string,
  form: 'header' | 'body',
  openedHere?: OpenedHere,
): Promise<VaultAnswer> {
  if (form === 'body' && at.caller.token === undefined) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'form',
      message: 'Without a login there is no token to send with it. Nothing was sent.',
      hint: 'Unwrap without your token.',
    });
  }
  try {
    return await unwrap(uncut(form === 'body' ? at.caller : at.anonymous), token);
  } catch (failure) {
    throw told(failure, (error) => unwrapRefused(error, token, form === 'body', openedHere), unwrapLost);
  }
}

/** Exchanges it for a new one of the same content. Rejects with `invalid-input` without a login. */
export async function exchangeWrapped(at: At, token: string): Promise<VaultAnswer> {
  const own = at.caller.token;
  if (own === undefined) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'where',
      message:
        'Rewrapping needs a login: without one the server would use the wrapping token and return nothing. Nothing was sent.',
      hint: 'Log in to this server first.',
    });
  }
  try {
    return await rewrap({ ...uncut(at.caller), token: own }, token);
  } catch (failure) {
    throw told(failure, (error) => rewrapRefused(error, token), rewrapLost);
  }
}

/** Explains a refusal or a lost response; other failures stay unchanged. */
export function told(
  failure: unknown,
  refused: (error: AppError) => AppError,
  lost: (error: AppError) => AppError,
): unknown {
  const error = asAppError(failure);
  if (isRefusal(error)) return new AppFailure(refused(error));
  return error.kind === 'outcome-unknown' ? new AppFailure(lost(error)) : failure;
}
