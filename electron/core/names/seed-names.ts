/** Adds to the index the names that a token's policies write out: one request a token, when a name is first asked for. */
import { resultantAcl } from '../../vault/api/resultant-acl.ts';
import type { Session } from '../session/session.ts';
import type { NameIndex } from './name-index.ts';
import { namesInRules } from './policy-names.ts';

/** Resolves once they are there, also if the server refuses; a token with limited uses does not pay for them. */
export async function seedNames(names: NameIndex, session: Session): Promise<void> {
  if (session.limitedUse) return;
  await names.seed(session.sessionId, () =>
    session.run(async (caller) => {
      const { rules } = await resultantAcl(caller);
      return rules.length === 0 ? [] : namesInRules(rules, await session.mounts.known());
    }),
  );
}
