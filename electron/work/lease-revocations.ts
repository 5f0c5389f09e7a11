/**
 * Revokes many leases. Each revocation is sent once and comes to its end, lock or no lock; a cancel stops before the
 * next. The server reports an unknown lease as revoked, so each is looked up right before.
 */
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppErrorKind } from '../../shared/ipc/result.ts';
import type { RevokedLease } from '../../shared/vault/lease.ts';
import { revokeLeasesWords } from '../core/administration/leases.ts';
import { asAppError, isTrouble } from '../core/connection/trouble.ts';
import type { Session } from '../core/session/session.ts';
import { asWrite } from '../core/session/write-scope.ts';
import { leaseRevocation, readLease, revokeLease } from '../vault/api/leases.ts';
import type { Confirmed } from '../vault/http/types.ts';
import { eachBounded, PARALLEL } from './bounded.ts';
import type { RowsWork } from './jobs.ts';

/** Asks once about all of them; the consent covers exactly these revocations, each once. Rejects with `cancelled`. */
export function confirmLeaseRevocations(
  session: Session,
  leaseIds: readonly string[],
  signal: AbortSignal,
): Promise<Confirmed> {
  return session.confirm(revokeLeasesWords(leaseIds), leaseIds.map(leaseRevocation), signal);
}

/** Work that revokes them. It stops at a connection-wide error. */
export function leaseRevocations(
  session: Session,
  leaseIds: readonly string[],
  confirmed: Confirmed,
): RowsWork<RevokedLease> {
  return async ({ total, row, unread, signal }) => {
    total(leaseIds.length);
    await eachBounded(leaseIds, PARALLEL, signal, async (leaseId) => {
      const revoked = await revoke(session, leaseId, confirmed);
      row(revoked.row);
      if (revoked.row.outcome === 'failed' || revoked.row.outcome === 'unknown')
        unread(leaseId, revoked.row.reason ?? '');
      if (revoked.stop !== undefined) throw revoked.stop;
    });
    return undefined;
  };
}

/** Errors of a lock or the connection's end. */
const ends: ReadonlySet<AppErrorKind> = new Set<AppErrorKind>(['locked', 'cancelled', 'internal']);

async function revoke(
  session: Session,
  leaseId: string,
  confirmed: Confirmed,
): Promise<{ readonly row: RevokedLease; readonly stop?: AppFailure }> {
  try {
    return await asWrite(async () => {
      if (await isGone(session, leaseId))
        return {
          row: { leaseId, outcome: 'gone', reason: 'It had expired already, or was revoked with its token.' },
        };
      await session.run((caller) => revokeLease({ ...caller, consent: { confirmed } }, leaseId));
      return { row: { leaseId, outcome: 'revoked' } };
    });
  } catch (failure) {
    const error = asAppError(failure);
    const row: RevokedLease = {
      leaseId,
      outcome: error.kind === 'outcome-unknown' ? 'unknown' : 'failed',
      reason: [error.message, ...(error.serverErrors ?? [])].join(' '),
    };
    return isTrouble(error) || ends.has(error.kind) ? { row, stop: new AppFailure(error) } : { row };
  }
}

/** True if the server does not know the lease; false if the token may not look it up. */
async function isGone(session: Session, leaseId: string): Promise<boolean> {
  try {
    await session.run((caller) => readLease(caller, leaseId));
    return false;
  } catch (failure) {
    const error = asAppError(failure);
    if (isTrouble(error) || ends.has(error.kind)) throw failure;
    return (error.serverErrors ?? []).some((said) => /invalid lease/i.test(said));
  }
}
