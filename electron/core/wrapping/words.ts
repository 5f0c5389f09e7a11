/** What refusals and lost answers of wrapping mean, in words (vault-http-facts 6.11). */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Opening } from '../gates/unwrap-journal.ts';
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
function unknownToken(token: string): Message {
  return {
    message: looksLikeAccessor(token)
      ? 'This is an accessor, not a wrapping token: it names a token and cannot be unwrapped.'
      : 'The server does not know this wrapping token: it was unwrapped already, has expired, was revoked, or belongs to another server or namespace.',
  };
}

/** What to do where a wrapping token is not known. */
function reportIt(token: string): Hint {
  return {
    hint: looksLikeAccessor(token)
      ? 'Ask the sender for the token itself.'
      : 'If it should still be valid, somebody may have unwrapped it before you: report it to the sender and to the administrators of this server.',
  };
}

/** A wrapping token is not known, and nobody here has opened it. */
export function gone(token: string): Message & Hint {
  return { ...unknownToken(token), ...reportIt(token) };
}

/** When a wrapping token was opened from this machine, and whether the answer has arrived here. */
export type OpenedHere = Pick<Opening, 'at' | 'answered'>;

/** A wrapping token that is not known any more because it was opened from here. */
export function openedHereWords({ at, answered }: OpenedHere): Message & Hint {
  const time = timeOfDay(at);
  return answered
    ? {
        message: `You unwrapped it here at ${time}, and the response arrived.`,
        hint: 'It is among the one-time results, unless it was discarded or Strongroom was closed since.',
      }
    : {
        message: `You unwrapped it here at ${time}; the response was lost.`,
        hint: 'It cannot be unwrapped again: ask the sender for a new one.',
      };
}

/** What the next start says of an opening whose answer never came. */
export function lostOpeningWords({ at, origin }: Pick<Opening, 'at' | 'origin'>): string {
  return `You unwrapped a token of ${origin} here at ${timeOfDay(at)}; the response was lost. Ask its sender for a new one.`;
}

/** “10:04”, with the day where it is not today's; this machine's clock. */
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
          ? 'Your token may not unwrap. The wrapping token was not used.'
          : 'The server does not accept your token any more. The wrapping token was not used.',
      hint: 'Unwrap without your token: that needs no permission and no login.',
    };
  }
  const words = openedHere === undefined ? gone(token) : openedHereWords(openedHere);
  return { ...error, kind: 'invalid-request', ...words };
}

/** An unwrap whose answer was lost: what can still be learned. */
export function unwrapLost(error: AppError): AppError {
  return {
    ...error,
    message: `${error.message.replace(/ The server may or may not have carried it out\.$/, '')} It is not known whether the token was unwrapped.`,
    hint: 'Check the token again; checking does not use it. If the server still knows it, unwrap it. If not, this request most likely used it and the response is lost: ask the sender for a new one.',
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
    hint: 'Check the old token. If the server still knows it, nothing has happened. If not, it was replaced by a new one that nobody has: its content cannot be unwrapped any more.',
  };
}

/** A wrap whose answer was lost. */
export function wrapLost(error: AppError): AppError {
  return {
    ...error,
    hint: 'A wrapping token may have been created that nobody has; it expires by itself. Check whether the request has changed anything before you send it again.',
  };
}
