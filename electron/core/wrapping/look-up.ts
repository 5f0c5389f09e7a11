/**
 * Looking a wrapping token up before it is opened. A look-up that fails on a token that should be fresh is the sign that
 * somebody else has opened it, so what the server refuses is told as a finding and not as an error.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { WrapLookup } from '../../../shared/vault/wrapping.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { lookUpWrapping } from '../../vault/api/wrapping.ts';
import { isJwt } from '../credentials/answer-facts.ts';
import { localTime, skewMs } from './times.ts';
import { isRefusal, reportIt, unknownToken } from './words.ts';

/** Asks without any token. Rejects with `AppFailure` where no answer came; a refusal is the look-up's `problem`. */
export async function lookUp(anonymous: Caller, token: string): Promise<WrapLookup> {
  const startedMs = Date.now();
  try {
    const facts = await lookUpWrapping(anonymous, token);
    const { creationPath, creationTime, creationTtlSeconds } = facts;
    const skew = skewMs(facts.date, (startedMs + Date.now()) / 2);
    return {
      ...{ creationPath, creationTime, creationTtlSeconds, jwt: isJwt(token) },
      createdAt: localTime(creationTime, skew),
      endsAt: localTime(creationTime, skew, creationTtlSeconds),
      lookedUpAt: new Date().toISOString(),
    };
  } catch (failure) {
    if (!(failure instanceof AppFailure) || !isRefusal(failure.error)) throw failure;
    return {
      ...{ creationPath: '', creationTime: '', creationTtlSeconds: 0, endsAt: '', createdAt: '' },
      lookedUpAt: new Date().toISOString(),
      jwt: isJwt(token),
      problem: problemOf(failure.error, token),
    };
  }
}

function problemOf(error: AppError, token: string): AppError {
  return { ...error, kind: 'invalid-request', ...unknownToken(token), ...reportIt(token) };
}
