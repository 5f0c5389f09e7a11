/**
 * Credentials that were made for a program end with it. Making and revoking is one piece of work with the token of
 * its beginning (`write-scope.ts`), so that a lock in between cannot leave a credential behind.
 */
import type { Session } from '../../core/session/session.ts';
import { asWrite } from '../../core/session/write-scope.ts';
import { revokeLease } from '../../vault/api/leases.ts';
import type { Confirmed } from '../../vault/http/types.ts';
import { PARALLEL, eachBounded } from '../bounded.ts';

/** Values read for a program, until it has ended. */
export interface Lent<T> {
  readonly value: T;
  readonly leases: boolean;
  /** Revokes the leases; resolves when it is done, as far as it can be. */
  readonly release: () => Promise<void>;
}

/**
 * Reads with a list of leases to be filled. If the read fails, what it made is revoked before the failure is told.
 * `failed`: called if some could not be revoked.
 */
export async function readWithLeases<T>(
  session: Session,
  confirmed: Confirmed,
  read: (noteLease: (leaseId: string) => void) => Promise<T>,
  failed: () => void,
): Promise<Lent<T>> {
  const released = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<T>();
  const leases: string[] = [];
  const revokeAll = async (): Promise<void> => {
    let left = 0;
    await eachBounded(leases, PARALLEL, new AbortController().signal, async (leaseId) => {
      try {
        await session.run((caller) => revokeLease({ ...caller, consent: { confirmed } }, leaseId));
      } catch {
        // Counted, and told together.
        left++;
      }
    });
    if (left > 0) failed();
  };
  const work = asWrite(async () => {
    try {
      begun.resolve(await read((leaseId) => void leases.push(leaseId)));
    } catch (failure) {
      await revokeAll();
      begun.reject(failure);
      return;
    }
    await released.promise;
    await revokeAll();
  });
  const value = await begun.promise;
  return {
    value,
    leases: leases.length > 0,
    release: () => {
      released.resolve(undefined);
      return work;
    },
  };
}
