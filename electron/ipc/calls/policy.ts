/** `policy.*`: the reader of ACL policies. */
import { redact } from '../../../shared/vault/redact.ts';
import { policyNames, policyText } from '../../vault/api/policies.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of `policy.*`. */
export function policyHandlers({ sessions }: DeskParts): HandlersOf<'policy'> {
  return {
    'policy.list': ({ sessionId }, { signal }) => sessions.get(sessionId).run(policyNames, signal),
    'policy.read': async ({ sessionId, name }, { signal }) => {
      const found = await sessions.get(sessionId).run((caller) => policyText(caller, name.trim()), signal);
      const { text, endpoint, answer } = found;
      return {
        name: found.name,
        text,
        endpoint,
        at: new Date().toISOString(),
        raw: redact(JSON.stringify(answer.json(), null, 2)),
      };
    },
  };
}
