/** Sentences about tokens that more than one place says. */
import type { AppError } from '../../../shared/ipc/result.ts';

/** The latest request was the last one that the token had. */
export function usedUpError(): AppError {
  return {
    kind: 'unauthenticated',
    message: 'This token has no uses left: the latest request was its last.',
    hint: 'Log in again with another token.',
  };
}

/** The session's own token was revoked from here. */
export function revokedOwnError(): AppError {
  return {
    kind: 'unauthenticated',
    message: 'You have revoked the token of this session: the server does not know it any more.',
    hint: 'Log in again with another token, or close the session. Unsaved edits stay.',
  };
}
