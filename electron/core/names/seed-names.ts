/** Adds to the index the names that a token's policies write out: one request a token, when a name is first asked for. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { resultantAcl } from '../../vault/api/resultant-acl.ts';
import type { Session } from '../session/session.ts';
import type { IndexedName, NameIndex } from './name-index.ts';
import { namesInRules } from './policy-names.ts';

/**
 * Resolves once they are there, also if the server refuses; a token with limited uses does not pay for them. Rejects
 * with `cancelled`.
 */
export async function seedNames(names: NameIndex, session: Session, signal: AbortSignal): Promise<void> {
  if (session.limitedUse) return;
  const load = (): Promise<readonly IndexedName[]> =>
    session.run(async (caller) => {
      const { rules } = await resultantAcl(caller);
      return rules.length === 0 ? [] : namesInRules(rules, await session.mounts.known(signal));
    }, signal);
  await names.seed(session.sessionId, load, signal);
  if (signal.aborted) throw new AppFailure({ kind: 'cancelled', message: 'Cancelled.' });
}
