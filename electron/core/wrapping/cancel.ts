/** Cancelling what was shared: its wrapping token is revoked by its accessor, so that nobody can open it any more. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { revokeToken } from '../../vault/api/token-operations.ts';
import type { Session } from '../session/session.ts';
import { asAppError } from '../connection/trouble.ts';
import type { SharedWraps } from './shared-wraps.ts';

const gone = [
  'The server knows no token with this accessor any more: it was opened, has expired, or was cancelled before. Nobody can open it now, but somebody may have.',
];

/**
 * Revokes a wrapping token that was made in this session; no other accessor is taken. Answers what the server warns of.
 * Rejects with `forbidden` where the session's token may not revoke by accessor.
 */
export async function cancelShared(
  session: Session,
  shared: SharedWraps,
  accessor: string,
): Promise<{ readonly warnings: readonly string[] }> {
  const { title, creationPath } = shared.find(session.sessionId, accessor);
  const question = {
    title: 'Cancel what was shared?',
    body: [
      `“${title}” (${creationPath}) can be opened by nobody any more. Whoever was given its wrapping token gets nothing for it.`,
    ],
    action: 'Cancel it',
  };
  const warnings = await session.run(async (caller) => {
    try {
      const answer = await revokeToken({ ...caller, consent: { question } }, { by: 'accessor', accessor });
      return answer.warnings.some(isUnknown) ? gone : answer.warnings;
    } catch (failure) {
      const error = asAppError(failure);
      if (error.kind === 'invalid-request' && isUnknown(error.message)) return gone;
      if (error.kind !== 'forbidden') throw failure;
      throw new AppFailure({
        ...error,
        message: 'The server does not permit your token to revoke by accessor, so nothing was cancelled.',
        hint: 'A policy must grant “update” on “auth/token/revoke-accessor”. Until then: open it yourself, and nobody else can.',
      });
    }
  });
  shared.end(accessor, 'cancelled');
  return { warnings };
}

/** What servers say of an accessor they do not know; the last one right after the token was used up. */
function isUnknown(text: string): boolean {
  return /no token found with this accessor|invalid accessor|token not found/i.test(text);
}
