/** What stands below a wrapping time that somebody types. */
import { wrapsAnswer } from '../../../shared/vault/ttl.ts';

/** What the server makes of it. */
export function wrapHint(typed: string): string {
  return typed.trim() === '' || wrapsAnswer(typed)
    ? 'The answer is then a wrapping token that opens once.'
    : 'With 0 the server does not wrap the answer.';
}
