/** Words of the prompt before tokens are revoked: their holders, and everything that ends with them. */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import type { TokenDescription } from '../../vault/api/token.ts';
import type { WhichToken } from '../../vault/api/token-operations.ts';
import type { Question } from '../../vault/http/types.ts';
import { holderInWords } from '../session/holder.ts';

export interface ToRevoke {
  readonly which: WhichToken;
  /** Undefined if it could not be looked up. */
  readonly token: TokenDescription | undefined;
  readonly own: boolean;
  readonly orphan: boolean;
  /** True if the session's own token has limited uses. */
  readonly limitedUse: boolean;
}

const ownEnds = (own: boolean): PromptFact =>
  prose('This session', own ? 'can do nothing until you log in again' : '');

/** The question before one token is revoked. */
export function revokeWords({ which, token, own, orphan, limitedUse }: ToRevoke): Question {
  return {
    title: own
      ? 'Revoke the token of this session?'
      : orphan
        ? 'Revoke this token alone?'
        : 'Revoke this token?',
    facts: [
      ...(token === undefined ? unknownToken(which, limitedUse) : knownToken(which, token)),
      prose('Child tokens', orphan ? 'live on as orphans' : 'revoked too, number unknown'),
      ownEnds(own),
    ],
    ...(which.by === 'accessor' ? { stated: ['accessor'] } : {}),
    action: orphan ? 'Revoke it alone' : own ? 'Revoke my token' : 'Revoke',
  };
}

/** Facts about many tokens to be revoked. */
export interface ManyToRevoke {
  readonly accessors: readonly string[];
  /** Those that could be looked up. */
  readonly tokens: readonly TokenDescription[];
  readonly own: boolean;
}

const MOST_NAMED = 12;

/** The question before many tokens are revoked. */
export function revokeManyWords({ accessors, tokens, own }: ManyToRevoke): Question {
  const [accessor = '', ...others] = accessors;
  if (others.length === 0) {
    const which = { by: 'accessor', accessor } as const;
    return revokeWords({ which, token: tokens[0], own, orphan: false, limitedUse: false });
  }
  const count = accessors.length;
  const roots = tokens.filter(isRoot);
  const unknown = count - tokens.length;
  const policies = tokens.flatMap((token) => [...new Set(policiesOf(token))]);
  return {
    title: `Revoke ${grouped(count)} tokens?`,
    facts: [
      prose('Tokens', countedNames(tokens.map(holderInWords))),
      { name: 'Policies', value: countedNames(policies) },
      prose(
        'Root tokens',
        listed(roots.map((token) => `${holderInWords(token)} (accessor ${token.accessor})`)),
      ),
      prose('Not looked up', unknown === 0 ? '' : `${grouped(unknown)}: gone, or your token cannot see it`),
      prose('Your token', own ? 'among them, revoked last' : ''),
      prose('Child tokens', 'revoked too, number unknown'),
      ownEnds(own),
    ],
    action: `Revoke ${grouped(count)} tokens`,
  };
}

/** True if it has the policy that allows everything. */
export function isRoot({ policies }: Pick<TokenDescription, 'policies'>): boolean {
  return policies.includes('root');
}

function unknownToken(which: WhichToken, limitedUse: boolean): readonly PromptFact[] {
  if (which.by === 'self') return [prose('Token', 'unknown: it cannot look itself up')];
  return [
    prose('Token', which.by === 'value' ? 'the one that was entered' : ''),
    { name: 'Accessor', value: which.by === 'accessor' ? which.accessor : '' },
    prose(
      'Owner',
      limitedUse
        ? 'unknown: looking it up would cost your token a use'
        : 'unknown: your token cannot look it up',
    ),
  ];
}

function knownToken(which: WhichToken, token: TokenDescription): readonly PromptFact[] {
  const policies = policiesOf(token);
  const { accessor, expireTime, ttlSeconds } = token;
  return [
    prose('Token', holderInWords(token)),
    { name: 'Accessor', value: which.by === 'accessor' ? which.accessor : accessor },
    policies.length === 0 ? prose('Policies', 'none') : { name: 'Policies', value: listed(policies) },
    prose('Permissions', isRoot(token) ? 'unrestricted' : ''),
    prose('Expires', expireTime === null ? 'never' : `in ${timeSpan(ttlSeconds * 1000)}`),
  ];
}

function policiesOf({ policies, identityPolicies }: TokenDescription): readonly string[] {
  return [...policies, ...identityPolicies];
}

function countedNames(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return listed(sorted.map(([name, count]) => (count === 1 ? name : `${name} (${count})`)));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
