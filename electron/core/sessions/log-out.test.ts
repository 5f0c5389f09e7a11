import { describe, expect, it } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { logOutQuestion } from './log-out.ts';

const token: TokenFacts = {
  id: { secretRef: 'ref-1', kind: 'token-id', length: 95, since: '2026-11-20T09:00:00Z' },
  accessor: 'a',
  displayName: 'ops',
  type: 'service',
  path: 'auth/token/create',
  policies: ['default'],
  identityPolicies: [],
  entityId: '',
  orphan: true,
  renewable: true,
  numUses: 0,
  ttlSeconds: 3600,
  creationTtlSeconds: 3600,
  expireTime: '2026-11-20T10:00:00Z',
  periodSeconds: 0,
  explicitMaxTtlSeconds: 0,
  meta: {},
  lookedUpAt: '2026-11-20T09:00:00Z',
};
const nowMs = Date.parse('2026-11-20T09:18:30Z');

function asked(
  change: Partial<TokenFacts> = {},
  view: Partial<SessionView> = {},
  edits: readonly string[] = [],
) {
  const session = { token: { ...token, ...change }, ...view } as SessionView;
  return logOutQuestion(session, { edits, alsoUsedBy: [], nowMs });
}

describe('the question before logging out', () => {
  it('has two answers of a line each, and only the second touches the server', () => {
    const { question, choices } = asked();
    expect(question).toEqual({
      title: 'Log out?',
      body: [],
      action: 'Log out',
      destructive: false,
      facts: [
        { name: 'Display name', value: 'ops', prose: true },
        { name: 'Policies', value: 'default' },
        { name: 'Entity', value: 'none', prose: true },
        { name: 'Accessor', value: 'a' },
      ],
    });
    expect(choices?.map(({ label, hint }) => `${label}: ${hint}`)).toEqual([
      'Forget locally: The token stays valid for 41 min.',
      'Revoke on server: The token is revoked, with all tokens it created and their leases.',
    ]);
    expect(choices?.map(({ covered }) => covered)).toEqual([
      [],
      [{ method: 'POST', path: 'auth/token/revoke-self' }],
    ]);
  });

  it('counts and names the edits that are lost, and is destructive then', () => {
    const edits = ['kv/a', 'kv/b', 'kv/c', 'kv/d', 'kv/e', 'kv/f', 'kv/g'];
    const { question, choices } = asked({}, {}, edits);
    expect(question.title).toBe('Log out and lose 7 unsaved edits?');
    expect(question.facts?.slice(4)).toEqual([
      ...edits.slice(0, 5).map((value) => ({ name: 'Unsaved edit', value })),
      { name: 'And', value: '2 more', prose: true },
    ]);
    expect(question.destructive).toBe(true);
    expect(choices?.every(({ destructive }) => destructive)).toBe(true);
  });

  it('says what a root token, a keychain and another session mean', () => {
    const session = { token: { ...token, policies: ['root'], expireTime: null }, inKeychain: true };
    const { choices } = logOutQuestion(session as unknown as SessionView, {
      edits: [],
      alsoUsedBy: ['team-a'],
      nowMs,
    });
    expect(choices?.[0]?.hint).toBe(
      'The token never expires. The keychain keeps its copy. Still used by: team-a.',
    );
    expect(choices?.[1]?.hint).toContain('A new root token takes a quorum of key shares. Also ends: team-a.');
  });

  it.each([
    ['a batch token', asked({ type: 'batch' }), 'A batch token cannot be revoked.'],
    [
      'a dead one',
      asked({}, { trouble: { kind: 'unauthenticated', message: 'Dead.' } }),
      'The token is no longer valid.',
    ],
  ])('has nothing to choose with %s', (_what, { question, choices }, words) => {
    expect(choices).toBeUndefined();
    expect(question.body?.[0]).toContain(words);
  });
});
