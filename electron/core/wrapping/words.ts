/** Explains refusals and lost responses of wrapping requests (vault-http-facts 6.11). */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Opening } from '../gates/unwrap-journal.ts';
import { looksLikeAccessor } from '../credentials/token-text.ts';

type Message = Pick<AppError, 'message'>;
type Hint = { readonly hint: string };

/** True if the server has refused this token, rather than being unable to respond. */
export function isRefusal({ kind }: AppError): boolean {
  return (
    kind === 'invalid-request' ||
    kind === 'forbidden' ||
    kind === 'unauthenticated' ||
    kind === 'invalid-path'
  );
}

/** The server does not know a wrapping token. */
function unknownToken(token: string): Message {
  return {
    message: looksLikeAccessor(token)
      ? 'This is an accessor, not a wrapping token: it names a token and cannot be unwrapped.'
      : 'The server does not know this wrapping token. It was unwrapped or revoked, has expired, or belongs to another server or namespace.',
  };
}

/** Advice for an unknown wrapping token. */
function reportIt(token: string): Hint {
  return {
    hint: looksLikeAccessor(token)
      ? 'Ask the sender for the token itself.'
      : 'If it should still be valid, someone may have unwrapped it before you: report it to the sender and to the administrators of this server.',
  };
}

/** Words for a wrapping token that is unknown and was not unwrapped here. */
export function gone(token: string): Message & Hint {
  return { ...unknownToken(token), ...reportIt(token) };
}

/** Time of an unwrap from this machine; `answered` if its response has arrived. */
export type OpenedHere = Pick<Opening, 'at' | 'answered'>;

/** Words for a wrapping token that is unknown because it was unwrapped here. */
export function openedHereWords({ at, answered }: OpenedHere): Message & Hint {
  const time = timeOfDay(at);
  return answered
    ? {
        message: `You unwrapped it here at ${time}, and the response arrived.`,
        hint: 'It is among the one-time results, unless discarded or lost when Strongroom closed.',
      }
    : {
        message: `You unwrapped it here at ${time}; the response was lost.`,
        hint: 'It cannot be unwrapped again: ask the sender for a new one.',
      };
}

/** Report at the next start about an unwrap without a response. */
export function lostOpeningWords({ at, origin }: Pick<Opening, 'at' | 'origin'>): string {
  return `You unwrapped a token of ${origin} here at ${timeOfDay(at)}; the response was lost. Ask its sender for a new one.`;
}

/** “10:04”, with the date if it is not today; this machine's clock. */
function timeOfDay(iso: string): string {
  const then = new Date(iso);
  const time = `${two(then.getHours())}:${two(then.getMinutes())}`;
  const day = `${String(then.getFullYear())}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
  return then.toDateString() === new Date().toDateString() ? time : `${time} on ${day}`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}

/** A refused unwrap. `body`: the wrapping token was in the body, beside the session's own. */
export function unwrapRefused(
  error: AppError,
  token: string,
  body: boolean,
  openedHere?: OpenedHere,
): AppError {
  if (body && (error.kind === 'forbidden' || error.kind === 'unauthenticated')) {
    return {
      ...error,
      message:
        error.kind === 'forbidden'
          ? 'Your token has no permission to unwrap. The wrapping token was not used.'
          : 'The server does not accept your token any more. The wrapping token was not used.',
      hint: 'Unwrap without your token: that needs no permission and no login.',
    };
  }
  const words = openedHere === undefined ? gone(token) : openedHereWords(openedHere);
  return { ...error, kind: 'invalid-request', ...words };
}

/** An unwrap with a lost response: what can still be checked. */
export function unwrapLost(error: AppError): AppError {
  const why = 'why' in error ? error.why : undefined;
  return {
    ...error,
    message: `${why ?? error.message} Unknown whether the token was unwrapped.`,
    hint: 'Check the token again; checking does not use it. If the server still knows it, unwrap it. If not, this request most likely used it and the response is lost: ask the sender for a new one.',
  };
}

/** A refused rewrap. */
export function rewrapRefused(error: AppError, token: string): AppError {
  if (error.kind === 'forbidden' || error.kind === 'unauthenticated') return error;
  return { ...error, kind: 'invalid-request', ...unknownToken(token), ...reportIt(token) };
}

/** A rewrap with a lost response. */
export function rewrapLost(error: AppError): AppError {
  return {
    ...error,
    hint: 'Check the old token. If the server still knows it, nothing has happened. If not, a new token has replaced it and is lost, with its content.',
  };
}

/** A wrap with a lost response. */
export function wrapLost(error: AppError): AppError {
  return {
    ...error,
    hint: 'A wrapping token may have been created and lost; it expires by itself. Check whether the request has changed anything before you send it again.',
  };
}
