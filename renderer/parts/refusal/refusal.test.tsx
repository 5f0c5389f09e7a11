import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { RefusalExplanation } from '../../../shared/vault/refusal.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { askAction } from '../entry-actions/actions.ts';
import { EntryActions } from '../entry-actions/entry-dialogs.tsx';
import { SessionRemedies } from './session-remedies.tsx';
import { newSession, showScreen } from '../../fixtures/screen.fixture.tsx';
import './explained.tsx';
import { RefusalsInLine } from './refusal-session.ts';
import type { RefusalCardProps } from './needs.tsx';
import { RefusalCard } from './refusal-card.tsx';

afterEach(cleanup);

const refused: AppError = {
  kind: 'forbidden',
  message: 'The server refused.',
  method: 'GET',
  path: 'secret/data/payments/db',
};

const explanation: RefusalExplanation = {
  askedPath: 'secret/payments/db',
  apiPath: 'secret/data/payments/db',
  neededCapability: 'read',
  capabilities: ['list'],
  tokenDead: false,
  nearby: [{ path: 'secret/data/shop/*', capabilities: ['read', 'list'] }],
  closest: [
    {
      policy: 'payments-read',
      line: 12,
      text: 'path "secret/data/payment/*" {\n  capabilities = ["read"]\n}',
      path: 'secret/data/payment/*',
      capabilities: ['read'],
    },
  ],
  unreadablePolicies: ['team-x'],
  suggestion: 'path "secret/data/payments/db" {\n  capabilities = ["read"]\n}',
  findings: ['No policy of this token says anything about this path.', 'Sentinel policies cannot be seen.'],
};

async function ask(error: AppError = refused, answers: Answers = {}, numUses = 0) {
  const session = sampleSession({ token: { ...sampleToken, numUses } });
  const bridge = installFakeBridge({
    'refusal.explain': () => explanation,
    'clipboard.copyText': () => ({}),
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionRemedies session={session}>
        <ErrorPanel error={error} title="The entry was not deleted" actions={<button>Retry</button>} />
      </SessionRemedies>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const card = screen.getByRole('region', { name: 'Not permitted' });
  await user.click(within(card).getByRole('button', { name: /^Why was I refused/ }));
  return { bridge, user, card };
}

function show(props: RefusalCardProps) {
  const bridge = installFakeBridge({ 'clipboard.copyText': () => ({}) });
  render(<RefusalCard {...props} />);
  return { bridge, user: userEvent.setup() };
}

describe('a refusal', () => {
  it('says in one sentence what is needed where, with the rule to copy and Retry inside', async () => {
    let retried = 0;
    const { bridge, user } = show({ error: refused, onRetry: () => retried++ });
    const card = screen.getByRole('region', { name: 'Not permitted' });
    expect(within(card).getByRole('alert').textContent).toBe('Needs read on secret/data/payments/db');
    await user.click(within(card).getByRole('button', { name: 'Copy this policy rule' }));
    expect(bridge.inputsOf('clipboard.copyText')).toEqual([
      { text: 'path "secret/data/payments/db" { capabilities = ["read"] }' },
    ]);
    await user.click(within(card).getByRole('button', { name: 'Retry' }));
    expect(retried).toBe(1);
    // Without a login the reason cannot be queried.
    expect(within(card).queryByRole('button', { name: /Why/ })).toBeNull();
    expect(within(card).getByText('The server refused.').closest('details')?.open).toBe(false);
  });

  it.each([
    [{ method: 'LIST', path: 'secret/metadata/' }, 'path "secret/metadata/" { capabilities = ["list"] }'],
    [{ method: 'GET', path: 'sys/policies/acl/' }, 'path "sys/policies/acl/" { capabilities = ["list"] }'],
    [{ method: 'DELETE', path: 'x' }, 'path "x" { capabilities = ["delete"] }'],
    [
      { method: 'POST', path: 'secret/destroy/a"b' },
      'path "secret/destroy/a\\"b" { capabilities = ["create", "update"] }',
    ],
    [
      { method: 'PUT', path: 'sys/policies/acl/x' },
      'path "sys/policies/acl/x" { capabilities = ["update"] }',
    ],
  ])('names the rule for %j', (asked, rule) => {
    show({ error: { kind: 'forbidden', message: 'No.', ...asked } });
    expect(screen.getByText(rule)).toBeTruthy();
  });

  it('names what the place knows better', () => {
    show({
      error: refused,
      capability: 'list',
      apiPath: 'auth/token/accessors/',
      sudo: true,
      title: 'Not listed',
    });
    expect(screen.getByRole('alert').textContent).toBe(
      'Not listedNeeds list and sudo on auth/token/accessors/',
    );
    expect(screen.getByText('path "auth/token/accessors/" { capabilities = ["list", "sudo"] }')).toBeTruthy();
  });
});

describe('a refusal in a drawer or a list', () => {
  it('is one line: what is needed, the rule to copy, and the reason in a dialog', async () => {
    let retried = 0;
    const bridge = installFakeBridge({
      'refusal.explain': () => explanation,
      'clipboard.copyText': () => ({}),
    });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <SessionRemedies session={sampleSession()}>
          <RefusalsInLine value>
            <RefusalCard error={refused} onRetry={() => retried++} />
          </RefusalsInLine>
        </SessionRemedies>
      </QueryClientProvider>,
    );
    const user = userEvent.setup();
    const line = screen.getByRole('region', { name: 'Not permitted' });
    expect(line.textContent).toBe('Needs read on secret/data/payments/db');
    await user.click(within(line).getByRole('button', { name: 'Copy policy rule' }));
    expect(bridge.inputsOf('clipboard.copyText')).toEqual([
      { text: 'path "secret/data/payments/db" { capabilities = ["read"] }' },
    ]);
    await user.click(within(line).getByRole('button', { name: 'Why was I refused?' }));
    const dialog = await screen.findByRole('dialog', { name: 'Not permitted' });
    expect(await within(dialog).findByText(/line 12/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
    expect(retried).toBe(1);
  });
});

describe('Why was I refused?', () => {
  it('is answered in the card: what is needed, what comes closest, what would allow it', async () => {
    const { bridge, user, card } = await ask();
    expect(
      await within(card).findByText('No policy of this token says anything about this path.'),
    ).toBeTruthy();
    expect(document.activeElement).toBe(card);
    expect(bridge.inputsOf('refusal.explain')).toEqual([
      { sessionId: 'one', path: 'secret/data/payments/db', method: 'GET' },
    ]);
    expect(within(card).getByRole('alert').textContent).toContain('The entry was not deleted');
    expect(card.textContent).toContain('policy payments-read, line 12');
    // Lines are numbered as in the policy.
    expect(within(card).getByLabelText('Rule of policy payments-read').textContent).toContain('14}');
    await user.click(within(card).getByRole('button', { name: 'Copy this policy rule' }));
    expect(bridge.inputsOf('clipboard.copyText')).toEqual([{ text: explanation.suggestion }]);
    // Uncertain findings are one click away.
    const folded = [
      'secret/payments/db',
      'secret/data/shop/*',
      'team-x',
      'Sentinel policies cannot be seen.',
    ];
    for (const words of folded)
      expect(within(card).getAllByText(words).at(-1)?.closest('details')?.open).toBe(false);
    expect(within(card).getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.getAllByRole('region', { name: 'Not permitted' })).toHaveLength(1);
  });

  it('says honestly what cannot be known', async () => {
    const { card } = await ask(refused, {
      'refusal.explain': () => {
        const { capabilities: _capabilities, ...rest } = explanation;
        return {
          ...rest,
          capabilitiesProblem: { kind: 'forbidden', message: 'It may not even ask what it may do.' },
          closest: [],
          nearby: [],
          suggestion: '',
        };
      },
    });
    expect(await within(card).findByText('It may not even ask what it may do.')).toBeTruthy();
    expect(within(card).queryByRole('heading', { name: /^Closest rule/ })).toBeNull();
    expect(within(card).queryByRole('button', { name: 'Copy this policy rule' })).toBeNull();
  });

  it('is asked from a menu, too, where a refusal has no room for the card', async () => {
    const session = newSession();
    const bridge = showScreen(session, <EntryActions />, { 'refusal.explain': () => explanation });
    const { sessionId } = session;
    act(() => {
      askAction({ kind: 'why-refused', sessionId, path: 'secret/metadata/payments/', method: 'LIST' });
    });
    const dialog = await screen.findByRole('dialog', { name: 'Not permitted' });
    expect(await within(dialog).findByText(/line 12/)).toBeTruthy();
    expect(bridge.inputsOf('refusal.explain')).toEqual([
      { sessionId, path: 'secret/metadata/payments/', method: 'LIST' },
    ]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('costs a limited-use token nothing from a menu before a person says so', async () => {
    const session = newSession({ token: { ...sampleToken, numUses: 4 } });
    const bridge = showScreen(session, <EntryActions />, { 'refusal.explain': () => explanation });
    act(() => {
      askAction({ kind: 'why-refused', sessionId: session.sessionId, path: 'secret/x', method: 'GET' });
    });
    const button = await screen.findByRole('button', { name: 'Why was I refused? (1 use)' });
    expect(bridge.inputsOf('refusal.explain')).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByText(/line 12/)).toBeTruthy();
  });

  it('leaves rights aside where the token is dead', async () => {
    const { card } = await ask(refused, {
      'refusal.explain': () => ({ ...explanation, tokenDead: true, findings: ['The token is dead.'] }),
    });
    expect(await within(card).findByText('The token is dead.')).toBeTruthy();
    expect(card.textContent).not.toContain('payments-read');
  });

  it('names its price where the token has limited uses', async () => {
    const { bridge, card } = await ask(refused, {}, 4);
    expect(await within(card).findByText(/line 12/)).toBeTruthy();
    expect(bridge.inputsOf('refusal.explain')).toHaveLength(1);
  });

  it('shows a failure of finding out, and tries again', async () => {
    const { bridge, user, card } = await ask(refused, {
      'refusal.explain': failing({ kind: 'network', code: 'ECONNRESET', message: 'Cut off.' }),
    });
    expect(await within(card).findByText('Cut off.')).toBeTruthy();
    bridge.answers['refusal.explain'] = () => explanation;
    await user.click(within(card).getAllByRole('button', { name: 'Retry' })[0] ?? card);
    expect(await within(card).findByText(/line 12/)).toBeTruthy();
  });
});
