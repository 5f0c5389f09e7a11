/** Hint below a wrapping TTL. */
import { wrapsAnswer } from '../../../shared/vault/ttl.ts';

/** The server's reading of the TTL. */
export function wrapHint(typed: string): string {
  return typed.trim() === '' || wrapsAnswer(typed)
    ? 'The response is then a wrapping token.'
    : 'With 0 the response is not wrapped.';
}
