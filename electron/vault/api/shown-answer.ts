import { redact } from '../../../shared/vault/redact.ts';
import type { VaultAnswer } from '../http/types.ts';

/** An answer as a person is shown it: indented, without what looks like a credential; empty where the server said nothing. */
export function shownAnswer(answer: Pick<VaultAnswer, 'text' | 'json'>): string {
  return answer.text === '' ? '' : redact(JSON.stringify(answer.json(), null, 2));
}
