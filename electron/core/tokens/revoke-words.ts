/** Words of the prompt before tokens are revoked: their holders, and everything that ends with them. */
import { grouped } from '../../../shared/vault/counted.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
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

/** The question before one token is revoked. */
export function revokeWords({ which, token, own, orphan, limitedUse }: ToRevoke): Question {
  const unknown =
    which.by === 'self'
      ? 'It may not look itself up, so nothing more is known.'
      : limitedUse
        ? 'It was not looked up: that would cost your own token a use.'
        : 'Your token may not look it up, so its owner is not known.';
  return {
    title: own
      ? 'Revoke the token of this session?'
      : orphan
        ? 'Revoke this token alone?'
        : 'Revoke this token?',
    body: [
      token === undefined ? `${named(which)} ${unknown}` : tokenInWords(token),
      ...(own ? ['It is your own. This session can do nothing until you log in again.'] : []),
      ...(token !== undefined && isRoot(token) ? ['It is a root token. It may do everything.'] : []),
      orphan
        ? 'Its child tokens live on as orphans. Its own leases, such as database credentials, are revoked.'
        : 'Its child tokens are revoked too, at every level. How many there are is not known.',
      ...(orphan ? [] : ['Their leases, such as database credentials, stop working.']),
      'This cannot be undone.',
    ],
    action: orphan ? 'Revoke it alone' : own ? 'Revoke my token' : 'Revoke',
  };
}

/** Facts about many tokens to be revoked. */
export interface ManyToRevoke {
  readonly count: number;
  /** Those that could be looked up. */
  readonly tokens: readonly TokenDescription[];
  readonly own: boolean;
}

const MOST_NAMED = 12;

/** The question before many tokens are revoked. */
export function revokeManyWords({ count, tokens, own }: ManyToRevoke): Question {
  const policies = new Map<string, number>();
  for (const token of tokens)
    for (const policy of new Set([...token.policies, ...token.identityPolicies]))
      policies.set(policy, (policies.get(policy) ?? 0) + 1);
  const roots = tokens.filter(isRoot);
  const unknown = count - tokens.length;
  const many = count === 1 ? 'One token' : `${grouped(count)} tokens`;
  return {
    title: count === 1 ? 'Revoke this token?' : `Revoke ${grouped(count)} tokens?`,
    body: [
      `${many} will be revoked by accessor${whose(tokens)}.`,
      ...(policies.size === 0
        ? []
        : [`${count === 1 ? 'Its' : 'Their'} policies: ${countedNames(policies)}.`]),
      ...(roots.length === 0
        ? []
        : [
            `${roots.length === 1 ? 'A root token is' : `${roots.length} root tokens are`} among them: ${listed(roots.map(tokenInShort))}.`,
          ]),
      ...(own
        ? [
            'The token of this session is among them. It is revoked last. Then this session can do nothing until you log in again.',
          ]
        : []),
      ...(unknown === 0
        ? []
        : [
            unknown === 1
              ? 'One of them could not be looked up. It may be gone, or your token may not see it.'
              : `${grouped(unknown)} of them could not be looked up. They may be gone, or your token may not see them.`,
          ]),
      `${count === 1 ? 'Its' : 'Their'} child tokens and all leases are revoked too. This cannot be undone.`,
    ],
    action: count === 1 ? 'Revoke' : `Revoke ${grouped(count)} tokens`,
  };
}

/** True if it has the policy that allows everything. */
export function isRoot({ policies }: Pick<TokenDescription, 'policies'>): boolean {
  return policies.includes('root');
}

function named(which: WhichToken): string {
  if (which.by === 'self') return 'The token of this session.';
  return which.by === 'accessor'
    ? `The token with the accessor ${which.accessor}.`
    : 'The token whose value was given.';
}

function tokenInWords(token: TokenDescription): string {
  const accessor = token.accessor === '' ? '' : `, accessor ${token.accessor}`;
  const policies = [...token.policies, ...token.identityPolicies];
  const of = policies.length === 0 ? 'no policies' : `policies ${listed(policies)}`;
  const ends = token.expireTime === null ? 'never expires' : `expires in ${formatDuration(token.ttlSeconds)}`;
  return `The token of “${holderInWords(token)}”${accessor}, with ${of}; it ${ends}.`;
}

function tokenInShort(token: TokenDescription): string {
  return `“${holderInWords(token)}” (accessor ${token.accessor})`;
}

function whose(tokens: readonly TokenDescription[]): string {
  const names = new Map<string, number>();
  for (const token of tokens) {
    const name = holderInWords(token);
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  if (names.size === 0) return '';
  return tokens.length === 1 ? `: ${countedNames(names)}` : `: those of ${countedNames(names)}`;
}

function countedNames(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return listed(sorted.map(([name, count]) => (count === 1 ? name : `${name} (${count})`)));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
