/** Shared sentences about tokens. */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';

/** The identity of a token in prompts: as the server reports it, or that it is not known. */
export function identityFacts(token: TokenFacts): readonly PromptFact[] {
  const unknown = token.noLookUp === 'nothing';
  const policies = [...new Set([...token.policies, ...token.identityPolicies])].join(', ');
  const fact = (name: string, value: string): PromptFact =>
    unknown || value === '' ? { name, value: unknown ? 'not known' : 'none', prose: true } : { name, value };
  return [
    { ...fact('Display name', token.displayName), prose: true },
    fact('Policies', policies),
    fact('Entity', token.entityId),
    fact('Accessor', token.accessor),
  ];
}

/** The latest request used the token's last use. */
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
