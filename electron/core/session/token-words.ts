/** Sentences about tokens that more than one place says. */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';

/** Whose token it is, in the words of every prompt about it: as the server tells, or that it does not. */
export function identityFacts(token: TokenFacts): readonly PromptFact[] {
  const unknown = token.noLookUp === 'nothing';
  const policies = [...new Set([...token.policies, ...token.identityPolicies])].join(', ');
  const fact = (name: string, value: string): PromptFact => ({
    name,
    value: unknown ? 'not known' : value === '' ? 'none' : value,
  });
  return [
    fact('Display name', token.displayName),
    fact('Policies', policies),
    fact('Entity', token.entityId),
    fact('Accessor', token.accessor),
  ];
}

/** The latest request was the last one that the token had. */
export function usedUpError(): AppError {
  return {
    kind: 'unauthenticated',
    reason: 'used-up',
    message: 'This token has no uses left: the latest request was its last.',
    hint: 'Log in again with another token.',
  };
}

/** The session's own token was revoked from here. */
export function revokedOwnError(): AppError {
  return {
    kind: 'unauthenticated',
    message: 'You have revoked the token of this session: the server does not know it any more.',
    hint: 'Log in again with another token, or close the session. Unsaved edits stay.',
  };
}
