import { redact } from '../../../shared/vault/redact.ts';
import type { VaultAnswer } from '../http/types.ts';

/**
 * An answer as the user sees it: indented, without anything that looks like a credential; empty for an empty answer.
 */
export function shownAnswer(answer: Pick<VaultAnswer, 'text' | 'json'>): string {
  return answer.text === '' ? '' : redact(JSON.stringify(answer.json(), null, 2));
}
