/**
 * Response wrapping (vault-http-facts 6.11). A wrapping token opens once: no unwrap is ever repeated.
 */
import type { VaultAnswer } from '../http/types.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';

/**
 * Opens a wrapping token; the answer is the wrapped one, verbatim. Without a token of its own the caller presents the
 * wrapping token as the request's token; with one, it goes in the body. Never both: that would use it up twice.
 */
export function unwrap(caller: Caller, wrappingToken: string): Promise<VaultAnswer> {
  const path = 'sys/wrapping/unwrap';
  return caller.token === undefined
    ? ask({ ...caller, token: wrappingToken }, { method: 'POST', path, body: '{}' })
    : ask(caller, { method: 'POST', path, body: JSON.stringify({ token: wrappingToken }) });
}
