/** What refusals and lost answers of wrapping mean, in words (vault-http-facts 6.11). */
import type { AppError } from '../../../shared/ipc/result.ts';
import { looksLikeAccessor } from '../credentials/token-text.ts';

type Message = Pick<AppError, 'message'>;
type Hint = { readonly hint: string };

/** Whether a server has said no to this token, rather than being in no state to answer. */
export function isRefusal({ kind }: AppError): boolean {
  return (
    kind === 'invalid-request' ||
    kind === 'forbidden' ||
    kind === 'unauthenticated' ||
    kind === 'invalid-path'
  );
}

/** The server does not know a wrapping token. */
export function unknownToken(token: string): Message {
  return {
    message: looksLikeAccessor(token)
      ? 'This is an accessor, not a wrapping token: it names a token and opens nothing.'
      : 'The server does not know this wrapping token: it was opened already, has expired, was cancelled, or belongs to another server or namespace.',
  };
}

/** What to do where a wrapping token is not known. */
export function reportIt(token: string): Hint {
  return {
    hint: looksLikeAccessor(token)
      ? 'Ask the sender for the token itself.'
      : 'If it should still be fresh, somebody may have opened it before you: report it, to the sender and to whoever looks after this server.',
  };
}

/** A refused unwrap. `body`: the wrapping token was in the body, beside the session's own. */
export function unwrapRefused(error: AppError, token: string, body: boolean): AppError {
  if (body && (error.kind === 'forbidden' || error.kind === 'unauthenticated')) {
    return {
      ...error,
      message:
        error.kind === 'forbidden'
          ? 'The server does not permit your token to open wrapping tokens. Nothing was used up.'
          : 'The server does not accept your token any more. The wrapping token was not used up.',
      hint: 'Open it with the wrapping token as the request’s own token: that needs no right and no login.',
    };
  }
  return { ...error, kind: 'invalid-request', ...unknownToken(token), ...reportIt(token) };
}

/** An unwrap whose answer was lost: what can still be learned. */
export function unwrapLost(error: AppError): AppError {
  return {
    ...error,
    message: `${error.message.replace(/ The server may or may not have carried it out\.$/, '')} Whether the wrapping token was opened is not known.`,
    hint: 'Look it up again, which uses nothing up. If it is still known, it was not opened: open it then. If it is not, it was opened, most likely by this request, and its answer is lost: ask the sender for a new one.',
  };
}

/** A refused rewrap. */
export function rewrapRefused(error: AppError, token: string): AppError {
  if (error.kind === 'forbidden' || error.kind === 'unauthenticated') return error;
  return { ...error, kind: 'invalid-request', ...unknownToken(token), ...reportIt(token) };
}

/** A rewrap whose answer was lost. */
export function rewrapLost(error: AppError): AppError {
  return {
    ...error,
    hint: 'Look the old wrapping token up. If it is still known, nothing has happened. If it is not, it was exchanged for a new one that nobody has: what was in it cannot be opened any more.',
  };
}

/** A wrap whose answer was lost. */
export function wrapLost(error: AppError): AppError {
  return {
    ...error,
    hint: 'A wrapping token may have been made that nobody has; it ends by itself. Look whether the request has changed anything before sending it again.',
  };
}
