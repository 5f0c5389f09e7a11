/** `policy.*`: ACL policies, read and written. */
import * as z from 'zod/mini';
import {
  isPolicyPlace,
  policiesPlace,
  policyNameOnServer,
  readPolicyDraft,
} from '../../../shared/vault/policy-draft.ts';
import { deletePolicy, savePolicy } from '../../core/policies/saving.ts';
import type { Drafts } from '../../core/entries/drafts.ts';
import { policyNames, policyText } from '../../vault/api/policies.ts';
import { shownAnswer } from '../../vault/api/shown-answer.ts';
import { read, write } from '../presets.ts';

const policyName = z.string().check(z.minLength(1), z.maxLength(1024));
/** Far above a server's limit for one text. */
const policyBody = z.string().check(z.maxLength(1_048_576));

/** Removes the drafts of that very name and text: a saved text cannot be restored. */
function noteSaved(drafts: Drafts, sessionId: string, name: string, text: string): void {
  for (const record of drafts.list(sessionId)) {
    if (!isPolicyPlace(record)) continue;
    const draft = readPolicyDraft(record.text);
    if (draft?.text === text && policyNameOnServer(draft.name) === name)
      drafts.noteSaved(sessionId, policiesPlace.path, record.path, 'unchanged');
  }
}

export const policyCalls = [
  read('policy.list', {}, (session, _input, { signal }) => session.run(policyNames, signal)),
  read('policy.read', { name: policyName }, async (session, { name }, { signal }) => {
    const found = await session.run((caller) => policyText(caller, name.trim()), signal);
    const { text, endpoint, answer } = found;
    return {
      name: found.name,
      text,
      endpoint,
      at: new Date().toISOString(),
      raw: shownAnswer(answer),
    };
  }),
  // Both texts, two bytes a character.
  write(
    'policy.write',
    'Save a policy',
    { name: policyName, text: policyBody, before: z.nullable(policyBody) },
    async (session, { name, text, before }, { services, signal }) => {
      const saved = await savePolicy(session, { name, text, before }, signal);
      noteSaved(services.drafts, session.sessionId, policyNameOnServer(name), text);
      return saved;
    },
    { maxBytes: 4 * 1_048_576 + 16_384 },
  ),
  write('policy.delete', 'Delete a policy', { name: policyName }, deletePolicy),
] as const;
