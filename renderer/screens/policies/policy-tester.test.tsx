/** The tester, the access and the users of a policy, over a bridge that a test controls. */
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PolicyTest, ReachRow, RuleLine } from '../../../shared/vault/policy-effect.ts';
import { policyWorkOf } from './policy-work.ts';
import { edit, run, show, type } from './policy-screen.fixture.tsx';

vi.mock('../../ui/code/code-editor.ts', () => import('./code-editor.fixture.tsx'));

afterEach(cleanup);

const rule = (policy: string, line: number, capabilities: readonly string[]): RuleLine => ({
  policy,
  line,
  endLine: line + 2,
  path: 'secret/data/*',
  capabilities,
  limitsRequests: line === 9,
});
const local = {
  capabilities: ['read'],
  deciding: [rule('payments', 9, ['read'])],
  outranked: [rule('app', 1, ['list'])],
};

function tested(by: Partial<PolicyTest> = {}): PolicyTest {
  return {
    asked: 'secret/data/x',
    policies: ['app', 'payments'],
    unread: [],
    notes: ['A note.'],
    rows: [{ path: 'secret/data/x', server: ['read'], local, agrees: true, sudo: false }],
    endpoint: 'sys/capabilities-self',
    ...by,
  };
}

const unasked = (): PolicyTest => {
  const { endpoint: _, ...rest } = tested({ rows: [{ path: 'secret/data/x', local, sudo: true }] });
  return rest;
};

const end = { outcome: 'done', foldersRead: 3, namesSeen: 3, unread: [], unreadCount: 0 } as const;

async function part(name: string, answers: Parameters<typeof show>[0] = {}, numUses = 0) {
  const shown = show(answers, 'app', numUses);
  if (numUses !== 0) {
    // The list has its own.
    const [, read] = await screen.findAllByRole('button', { name: 'Ask the server (1 use)' });
    if (read !== undefined) await shown.user.click(read);
  }
  await shown.user.click(await screen.findByRole('button', { name }));
  return shown;
}

describe('the tester', () => {
  it('tests this token from the empty screen, and opens the policy at the deciding line', async () => {
    const { user, bridge, session } = show({ 'policy.test': () => tested() });
    await user.click(await screen.findByRole('button', { name: 'Test permissions' }));
    await user.type(screen.getByRole('textbox', { name: 'Path' }), 'secret/data/x{Enter}');
    const result = await screen.findByRole('region', { name: 'Result of the test' });
    expect(bridge.inputsOf('policy.test')).toMatchObject([
      { subject: { kind: 'self' }, path: 'secret/data/x' },
    ]);
    expect(result.textContent).toContain('matches rules');
    expect(result.textContent).toContain('limits requests');
    expect(result.textContent).toContain(
      'Not evaluated: required, allowed and denied parameters, wrapping TTLs',
    );
    expect(result.textContent).toContain('A note.');
    await user.click(within(result).getByRole('button', { name: '1 weaker rule' }));
    expect(within(result).getByRole('list', { name: 'Weaker rules' }).textContent).toContain('app, line 1');
    await user.click(within(result).getByRole('button', { name: /payments, line 9/ }));
    expect(await screen.findByRole('heading', { name: 'payments' })).toBeDefined();
    expect(policyWorkOf(session.sessionId).snapshot()).toMatchObject({
      chosen: 'payments',
      goTo: { line: 9 },
    });
  });

  it('tests another token by its accessor', async () => {
    const { user, bridge } = show({ 'policy.test': () => tested() });
    await user.click(await screen.findByRole('button', { name: 'Test permissions' }));
    await user.click(screen.getByRole('button', { name: 'Accessor' }));
    await user.type(screen.getByRole('textbox', { name: 'Path' }), 'secret/data/x');
    expect(screen.getByRole('button', { name: 'Test path' }).getAttribute('aria-disabled')).toBe('true');
    await user.type(screen.getByRole('textbox', { name: 'Accessor' }), 'acc');
    await user.click(screen.getByRole('button', { name: 'Test path' }));
    await screen.findByRole('region', { name: 'Result of the test' });
    expect(bridge.inputsOf('policy.test')).toMatchObject([
      { subject: { kind: 'accessor', accessor: 'acc' } },
    ]);
  });

  it('begins with the policy in front, says that the server was not asked, and asks it once agreed', async () => {
    const answers = { 'policy.test': unasked, 'policy.testWithToken': () => tested() };
    const { user, bridge } = await part('Test', answers);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Policies' }).value).toBe('app');
    await user.type(screen.getByRole('textbox', { name: 'Path' }), 'secret/data/x{Enter}');
    expect(await screen.findByText('not asked')).toBeDefined();
    // Of other tokens nothing is known.
    expect(screen.queryByText(/No token has/)).toBeNull();
    expect(screen.getByText('sudo')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Ask server with a temporary token…' }));
    expect(await screen.findByText('matches rules')).toBeDefined();
    expect(bridge.inputsOf('policy.testWithToken')).toMatchObject([
      { names: ['app'], path: 'secret/data/x' },
    ]);
  });

  it('forgets a result once the question has changed, and says why a test failed', async () => {
    const { user } = await part('Test', { 'policy.test': unasked });
    const path = screen.getByRole('textbox', { name: 'Path' });
    await user.type(path, 'secret/data/x{Enter}');
    await screen.findByText('not asked');
    await user.type(path, '/y');
    expect(screen.queryByRole('region', { name: 'Result of the test' })).toBeNull();
  });

  it('offers no token for the root policy, and says where server and rules differ', async () => {
    const rows = [{ path: 'x', server: ['deny'], local, agrees: false, sudo: false }];
    const { user } = await part('Test', {
      'policy.test': () => ({
        ...unasked(),
        rows,
        unread: [{ name: 'hidden', reason: 'needs read' }],
      }),
    });
    await user.clear(screen.getByRole('textbox', { name: 'Policies' }));
    await user.type(screen.getByRole('textbox', { name: 'Policies' }), 'app, Root');
    await user.type(screen.getByRole('textbox', { name: 'Path' }), 'x{Enter}');
    expect(await screen.findByText('differs from rules')).toBeDefined();
    expect(screen.getByText(/1 policy could not be read/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /temporary token/ })).toBeNull();
  });

  it('calls unknown what policies that could not be read may grant, and never denied', async () => {
    const nothing = { capabilities: ['deny'], deciding: [], outranked: [] };
    const rows = [{ path: 'x', server: ['deny'], local: nothing, sudo: false }];
    const unread = [{ name: 'hidden', reason: 'needs read' }];
    const { user } = await part('Test', { 'policy.test': () => ({ ...tested({ rows }), unread }) });
    await user.type(screen.getByRole('textbox', { name: 'Path' }), 'x{Enter}');
    const result = await screen.findByRole('article', { name: 'x' });
    expect(result.textContent).toBe('Denied: xServerdeny No rule that was read covers this path.');
  });

  it('tells a server that refused to answer from one that was not asked', async () => {
    const problem = { kind: 'forbidden', message: 'It refused.' } as const;
    const { user } = await part('Test', { 'policy.test': () => ({ ...unasked(), problem }) });
    await user.type(screen.getByRole('textbox', { name: 'Path' }), 'x{Enter}');
    expect(await screen.findByText('The server’s answer is unknown')).toBeDefined();
    expect(screen.getByRole('article').textContent).toContain('Serverunknown');
  });

  it('tests a draft before it is saved, beside the saved text, and goes to its line', async () => {
    const draft = {
      ...local,
      capabilities: ['read', 'update'],
      deciding: [rule('app', 1, ['read', 'update'])],
    };
    const rows = [{ path: 'secret/data/x', local, draft, sudo: false }];
    const shown = await edit({ 'policy.test': () => ({ ...unasked(), rows }) });
    type(shown, 'path "b" {}\n');
    await shown.user.click(await screen.findByRole('button', { name: 'Test' }));
    await shown.user.type(screen.getByRole('textbox', { name: 'Path' }), 'secret/data/x{Enter}');
    expect(await screen.findByText('+update')).toBeDefined();
    expect(shown.bridge.inputsOf('policy.test')).toMatchObject([
      { unsaved: { name: 'app', text: 'path "b" {}\n' } },
    ]);
    await shown.user.click(screen.getByRole('button', { name: /app \(draft\), line 1/ }));
    expect(await screen.findByRole('textbox', { name: 'Policy app' })).toBeDefined();
  });
});

describe('what a policy can see', () => {
  const rows: readonly ReachRow[] = [
    {
      kind: 'mount',
      path: 'secret/',
      mount: 'secret/',
      type: 'KV version 2',
      capabilities: [],
      deciding: [],
    },
    {
      kind: 'rule',
      path: 'secret/data/*',
      mount: 'secret/',
      capabilities: ['read'],
      deciding: [rule('app', 1, [])],
    },
    {
      kind: 'name',
      path: 'secret/data/db',
      mount: 'secret/',
      capabilities: ['read'],
      deciding: [rule('app', 1, [])],
    },
    { kind: 'rule', path: '*', mount: '', capabilities: ['deny'], deciding: [rule('app', 4, [])] },
  ];

  it('is a tree that folds, with the line that decides; what was not read is named', async () => {
    const { user, bridge, session } = await part('Access', { 'policy.reach': () => ({ jobId: 'j' }) });
    await user.click(screen.getByRole('button', { name: 'Search mounts' }));
    await screen.findByRole('button', { name: 'Cancel' });
    bridge.emit('policy.reachFound', { jobId: 'j', rows, done: 1, total: 3 });
    const tree = await screen.findByRole('treegrid', { name: 'What app can see' });
    const names = () =>
      within(tree)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.querySelector('code')?.textContent);
    expect(names()).toEqual(['Any path', '*', 'secret/', 'data/', '*', 'db']);
    bridge.emit('job.ended', {
      ...end,
      jobId: 'j',
      unreadCount: 1,
      unread: [{ path: 'secret/x/', reason: 'needs list' }],
    });
    expect(await screen.findByText('2 rules, 1 existing path')).toBeDefined();
    expect(screen.getByText(/1 could not be read: the result may be incomplete/)).toBeDefined();
    within(tree)
      .getByRole('row', { name: /^data\// })
      .focus();
    await user.keyboard('{ArrowLeft}');
    expect(names()).toEqual(['Any path', '*', 'secret/', 'data/']);
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{Enter}');
    expect(policyWorkOf(session.sessionId).snapshot()).toMatchObject({ part: 'text', goTo: { line: 1 } });
  });

  it('begins at once from the palette', async () => {
    const { bridge } = show({ 'policy.reach': () => ({ jobId: 'j' }) }, 'app');
    await screen.findByRole('button', { name: 'Access' });
    run('policy.What can this policy see');
    await screen.findByText('Reading…');
    expect(bridge.inputsOf('policy.reach')).toMatchObject([{ names: ['app'] }]);
  });
});

describe('who uses a policy', () => {
  it('is a list with counts and an end; a token opens among the tokens', async () => {
    const { user, bridge } = await part('Used by', { 'policy.users': () => ({ jobId: 'j' }) });
    await user.click(screen.getByRole('button', { name: 'Find users' }));
    await screen.findByRole('button', { name: 'Cancel' });
    bridge.emit('policy.usersFound', {
      jobId: 'j',
      done: 2,
      total: 3,
      rows: [{ kind: 'role', name: 'ci', at: 'auth/approle/role/ci', by: 'token_policies' }],
    });
    expect(await screen.findByText('2 of 3 read')).toBeDefined();
    bridge.emit('job.ended', { ...end, jobId: 'j' });
    expect(await screen.findByText('1 use')).toBeDefined();
    expect(screen.getByRole('row', { name: /auth\/approle\/role\/ci/ })).toBeDefined();
  });

  it('says nobody only of what was read', async () => {
    const { user, bridge } = await part('Used by', { 'policy.users': () => ({ jobId: 'j' }) });
    await user.click(screen.getByRole('button', { name: 'Find users' }));
    await screen.findByRole('button', { name: 'Cancel' });
    bridge.emit('job.ended', {
      ...end,
      jobId: 'j',
      unreadCount: 1,
      unread: [{ path: 'auth/token/accessors/', reason: 'needs list and sudo' }],
    });
    expect(await screen.findByText('Users unknown')).toBeDefined();
    expect(screen.queryByText('No users found')).toBeNull();
    // An empty result cannot be incomplete.
    expect(screen.getByText('1 could not be read')).toBeDefined();
    expect(screen.getByText('needs list and sudo', { exact: false })).toBeDefined();
  });
});
