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
import './refusal-dialog.tsx';

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
        <ErrorPanel error={error} />
      </SessionRemedies>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Why was I refused?' }));
  return { bridge, user, dialog: await screen.findByRole('dialog', { name: 'Why was I refused?' }) };
}

describe('Why was I refused?', () => {
  it('tells what was asked, what the token may do, what comes closest, and what would allow it', async () => {
    const { bridge, user, dialog } = await ask();
    expect(
      await within(dialog).findByText('No policy of this token says anything about this path.'),
    ).toBeTruthy();
    expect(bridge.inputsOf('refusal.explain')).toEqual([
      { sessionId: 'one', path: 'secret/data/payments/db', method: 'GET' },
    ]);
    const { textContent } = dialog;
    for (const words of [
      'secret/payments/db',
      'policy payments-read, line 12',
      'secret/data/shop/*',
      'team-x',
    ])
      expect(textContent).toContain(words);
    // Lines are numbered as in the policy.
    expect(within(dialog).getByLabelText('Rule of policy payments-read').textContent).toContain('14}');
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
    expect(bridge.inputsOf('clipboard.copyText')).toEqual([{ text: explanation.suggestion }]);
  });

  it('says honestly what cannot be known', async () => {
    const { dialog } = await ask(refused, {
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
    expect(await within(dialog).findByText('It may not even ask what it may do.')).toBeTruthy();
    expect(within(dialog).getByText('None in the policies that this token may read.')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Copy' })).toBeNull();
  });

  it('is asked from a menu, too, where a refusal has no room for a button', async () => {
    const session = newSession();
    const bridge = showScreen(session, <EntryActions />, { 'refusal.explain': () => explanation });
    const { sessionId } = session;
    act(() => {
      askAction({ kind: 'why-refused', sessionId, path: 'secret/metadata/payments/', method: 'LIST' });
    });
    const dialog = await screen.findByRole('dialog', { name: 'Why was I refused?' });
    expect(bridge.inputsOf('refusal.explain')).toEqual([
      { sessionId, path: 'secret/metadata/payments/', method: 'LIST' },
    ]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leaves rights aside where the token is dead', async () => {
    const { dialog } = await ask(refused, {
      'refusal.explain': () => ({ ...explanation, tokenDead: true, findings: ['The token is dead.'] }),
    });
    expect(await within(dialog).findByText('The token is dead.')).toBeTruthy();
    expect(dialog.textContent).not.toContain('payments-read');
  });

  it('asks before it spends uses of a limited-use token', async () => {
    const { bridge, user, dialog } = await ask(refused, {}, 4);
    expect(dialog.textContent).toContain('4 uses');
    expect(bridge.inputsOf('refusal.explain')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Ask all the same' }));
    expect(await within(dialog).findByText(/line 12/)).toBeTruthy();
  });

  it('shows a failure of finding out, and tries again', async () => {
    const { bridge, user, dialog } = await ask(refused, {
      'refusal.explain': failing({ kind: 'network', code: 'ECONNRESET', message: 'Cut off.' }),
    });
    expect(await within(dialog).findByText('Cut off.')).toBeTruthy();
    bridge.answers['refusal.explain'] = () => explanation;
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    expect(await within(dialog).findByText(/line 12/)).toBeTruthy();
  });
});
