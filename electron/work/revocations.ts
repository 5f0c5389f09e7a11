/**
 * Revokes many tokens by their accessors. Each revocation is sent once and comes to its end, lock or no lock; a
 * cancel stops before the next. The session's own token goes last: without it nothing more could be revoked.
 */
import type { RevokedRow } from '../../shared/vault/token-work.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppErrorKind } from '../../shared/ipc/result.ts';
import { revocation, revokeToken } from '../vault/api/token-operations.ts';
import type { Confirmed } from '../vault/http/types.ts';
import type { Session } from '../core/session/session.ts';
import { revokedOwnError } from '../core/session/token-words.ts';
import { asAppError, isTrouble } from '../core/connection/trouble.ts';
import { asWrite } from '../core/session/write-scope.ts';
import { revokeManyWords } from '../core/tokens/revoke-words.ts';
import { describeAccessors } from './accessors.ts';
import { eachBounded, PARALLEL } from './bounded.ts';
import type { RowsWork } from './jobs.ts';

/** Asks once about all of them; the consent covers exactly these revocations, each once. Rejects with `cancelled`. */
export async function confirmRevocations(
  session: Session,
  accessors: readonly string[],
  signal: AbortSignal,
): Promise<Confirmed> {
  const tokens = await describeAccessors(session, accessors, signal);
  const own = accessors.includes(session.holder.accessor);
  const question = revokeManyWords({ accessors, tokens, own });
  return session.confirm(
    question,
    accessors.map((accessor) => revocation({ by: 'accessor', accessor })),
    signal,
  );
}

/** Work that revokes them. It stops at a connection-wide error. */
export function revocations(
  session: Session,
  accessors: readonly string[],
  confirmed: Confirmed,
): RowsWork<RevokedRow> {
  const own = session.holder.accessor;
  const others = accessors.filter((accessor) => accessor !== own);
  return async ({ total, row, unread, signal }) => {
    total(accessors.length);
    const revokeOne = async (accessor: string): Promise<RevokedRow['outcome']> => {
      const revoked = await revoke(session, accessor, confirmed);
      row(revoked.row);
      if (revoked.row.outcome === 'failed' || revoked.row.outcome === 'unknown')
        unread(accessor, revoked.row.reason ?? '');
      if (revoked.stop !== undefined) throw revoked.stop;
      return revoked.row.outcome;
    };
    await eachBounded(others, PARALLEL, signal, async (accessor) => {
      await revokeOne(accessor);
    });
    if (signal.aborted || others.length === accessors.length) return undefined;
    if ((await revokeOne(own)) === 'revoked') session.tokenEnded(revokedOwnError());
    return undefined;
  };
}

/** Errors of a lock or the connection's end. */
const ends: ReadonlySet<AppErrorKind> = new Set<AppErrorKind>(['locked', 'cancelled', 'internal']);

async function revoke(
  session: Session,
  accessor: string,
  confirmed: Confirmed,
): Promise<{ readonly row: RevokedRow; readonly stop?: AppFailure }> {
  try {
    const { warnings } = await asWrite(() =>
      session.run((caller) =>
        revokeToken({ ...caller, consent: { confirmed } }, { by: 'accessor', accessor }),
      ),
    );
    if (!warnings.some((warning) => /no token found/i.test(warning)))
      return { row: { accessor, outcome: 'revoked' } };
    return {
      row: { accessor, outcome: 'gone', reason: 'It had expired already, or was revoked with its parent.' },
    };
  } catch (failure) {
    const error = asAppError(failure);
    const said = (error.serverErrors ?? []).join('; ');
    if (/invalid accessor/i.test(said))
      return { row: { accessor, outcome: 'gone', reason: 'The server knows no token with this accessor.' } };
    const row: RevokedRow = {
      accessor,
      outcome: error.kind === 'outcome-unknown' ? 'unknown' : 'failed',
      reason: error.message,
    };
    return isTrouble(error) || ends.has(error.kind) ? { row, stop: new AppFailure(error) } : { row };
  }
}
