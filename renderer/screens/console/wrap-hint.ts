/** What stands below a wrapping time that somebody types. */
import { wrapsAnswer } from '../../../shared/vault/ttl.ts';

/** What the server makes of it. */
export function wrapHint(typed: string): string {
  return typed.trim() === '' || wrapsAnswer(typed)
    ? 'The response is then a wrapping token.'
    : 'With 0 the response is not wrapped.';
}
