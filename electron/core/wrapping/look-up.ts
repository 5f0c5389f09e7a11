/**
 * Looks a wrapping token up before it is unwrapped. A failed look-up of a token that should be fresh is the sign that
 * it was unwrapped before, so the server's refusal is a finding and not an error.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { WrapLookup } from '../../../shared/vault/wrapping.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { lookUpWrapping } from '../../vault/api/wrapping.ts';
import type { UnwrapJournal } from '../gates/unwrap-journal.ts';
import { isJwt } from '../credentials/answer-facts.ts';
import { localTime, skewMs } from './times.ts';
import { gone, isRefusal, openedHereWords } from './words.ts';

/**
 * Looks up without any token. `unwraps`: the unwraps of this machine. Rejects with `AppFailure` without a response; a
 * refusal is the look-up's `problem`.
 */
export async function lookUp(
  anonymous: Caller,
  token: string,
  unwraps: Pick<UnwrapJournal, 'find' | 'notOpened'>,
): Promise<WrapLookup> {
  const startedMs = Date.now();
  try {
    const facts = await lookUpWrapping(anonymous, token);
    unwraps.notOpened(token);
    const { creationPath, creationTime, creationTtlSeconds } = facts;
    const skew = skewMs(facts.date, (startedMs + Date.now()) / 2);
    return {
      creationPath,
      creationTime,
      creationTtlSeconds,
      jwt: isJwt(token),
      createdAt: localTime(creationTime, skew),
      endsAt: localTime(creationTime, skew, creationTtlSeconds),
      lookedUpAt: new Date().toISOString(),
    };
  } catch (failure) {
    if (!(failure instanceof AppFailure) || !isRefusal(failure.error)) throw failure;
    const openedHere = unwraps.find(token);
    return {
      creationPath: '',
      creationTime: '',
      creationTtlSeconds: 0,
      endsAt: '',
      createdAt: '',
      lookedUpAt: new Date().toISOString(),
      jwt: isJwt(token),
      problem: {
        ...failure.error,
        kind: 'invalid-request',
        ...(openedHere === undefined ? gone(token) : openedHereWords(openedHere)),
      },
    };
  }
}
