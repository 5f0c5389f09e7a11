/** The list of quotas: their names, and a read of each. */
import type { Fields } from '../../shared/ipc/contract.ts';
import type { Quota, QuotaList } from '../../shared/vault/quota.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import { asAppError, isTrouble } from '../core/connection/trouble.ts';
import type { Cancellable, Session } from '../core/session/session.ts';
import { quotaNames, readQuota } from '../vault/api/quotas.ts';
import { eachBounded, PARALLEL } from './bounded.ts';
import { refuseLimitedUse } from './jobs.ts';

/** Limit of reads; further quotas are named only. */
const MOST_READ = 500;

/** Lists all quotas of a kind. Unreadable ones are named. Rejects with `not-offered`. */
export function listQuotas(
  session: Session,
  { kind }: Fields<'quota.list'>,
  { signal }: Cancellable,
): Promise<QuotaList> {
  refuseLimitedUse(session.limitedUse, 'the list of quotas', 'quota');
  return session.run(async (caller) => {
    const names = await quotaNames(caller, kind);
    const found = new Map<string, Quota>();
    await eachBounded(names.slice(0, MOST_READ), PARALLEL, signal, async (name) => {
      try {
        found.set(name, await readQuota(caller, kind, name));
      } catch (failure) {
        const error = asAppError(failure);
        if (isTrouble(error) || error.kind === 'cancelled') throw new AppFailure(error);
      }
    });
    return {
      quotas: names.flatMap((name) => found.get(name) ?? []),
      unread: names.filter((name) => !found.has(name)),
    };
  }, signal);
}
