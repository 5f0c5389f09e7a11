/** Revokes a shared wrapping token by its accessor, so that it can no longer be unwrapped. */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { revokeToken } from '../../vault/api/token-operations.ts';
import type { Session } from '../session/session.ts';
import { asAppError } from '../connection/trouble.ts';
import type { SharedWraps } from './shared-wraps.ts';

const gone = [
  'The server does not know this token any more: it was unwrapped, has expired, or was revoked before. It cannot be unwrapped now, but may have been before.',
];

/**
 * Revokes a wrapping token made in this session; other accessors are refused. Returns the server's warnings. Rejects
 * with `forbidden` if the session's token may not revoke by accessor.
 */
export async function cancelShared(
  session: Session,
  shared: SharedWraps,
  accessor: string,
): Promise<{ readonly warnings: readonly string[] }> {
  const { title, creationPath } = shared.find(session.sessionId, accessor);
  const question = {
    title: 'Revoke this wrapping token?',
    facts: [
      prose('Shared', title),
      { name: 'Creation path', value: creationPath },
      prose('Afterwards', 'cannot be unwrapped'),
    ],
    action: 'Revoke',
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
        message: 'Your token has no permission to revoke by accessor. Nothing was revoked.',
        hint: 'It needs “update” on “auth/token/revoke-accessor”. Or unwrap it yourself: then no one else can.',
      });
    }
  });
  shared.end(accessor, 'cancelled');
  return { warnings };
}

/** Errors of servers for an unknown accessor; the last one right after the token was used up. */
function isUnknown(text: string): boolean {
  return /no token found with this accessor|invalid accessor|token not found/i.test(text);
}
