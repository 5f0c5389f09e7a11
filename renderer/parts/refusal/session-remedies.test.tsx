import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import type { WorkspaceActions } from '../../workspace/actions.ts';
import {
  WorkspaceProvider,
  useOpenSessions,
  useWorkspace,
  useWorkspaceActions,
} from '../../workspace/workspace.tsx';
import { SessionRemedies } from './session-remedies.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function show(error: AppError) {
  const session = sampleSession();
  const bridge = installFakeBridge({ 'profile.confirmOrigins': () => session });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionRemedies session={session}>
        <ErrorPanel error={error} />
      </SessionRemedies>
    </QueryClientProvider>,
  );
  return bridge;
}

it('lets a refused redirect be confirmed wherever it shows', async () => {
  const bridge = show({
    kind: 'redirect-refused',
    location: 'https://vault-2.pay.example:8200',
    message: 'It redirected.',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Confirm vault-2.pay.example:8200…' }));
  expect(bridge.inputsOf('profile.confirmOrigins')).toEqual([
    { sessionId: 'one', origins: ['https://vault-2.pay.example:8200'] },
  ]);
});

it('adds nothing to other errors', () => {
  show({ kind: 'forbidden', message: 'No.' });
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

describe('what the root namespace alone offers', () => {
  const health = { ...sampleSession().health, namespaces: true };
  const team = sampleSession({ sessionId: 'team', name: 'Team', namespace: 'team', health });
  const root = sampleSession({ sessionId: 'root', name: 'Root', health });
  const error: AppError = { kind: 'root-namespace-only', message: 'Only the root namespace offers it.' };
  let actions: WorkspaceActions;

  function Screen() {
    const { session } = useOpenSessions();
    const { activeTab } = useWorkspace();
    actions = useWorkspaceActions();
    return (
      <>
        <output data-testid="front">
          {session.name} {activeTab?.kind === 'screen' ? `${activeTab.screen} ${activeTab.argument}` : ''}
        </output>
        <SessionRemedies session={team}>
          <ErrorPanel error={error} />
        </SessionRemedies>
      </>
    );
  }

  async function open(sessions: readonly SessionView[], answers: Answers = {}) {
    sessionStorage.setItem('front-session', 'team');
    const bridge = installFakeBridge({
      'workspace.load': () => emptyMemory,
      'workspace.save': () => ({}),
      'draft.list': () => [],
      ...answers,
    });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <WorkspaceProvider sessions={sessions}>
          <Screen />
        </WorkspaceProvider>
      </QueryClientProvider>,
    );
    act(() => actions.openScreen('ceremony', 'rekey'));
    await userEvent.click(screen.getByRole('button', { name: 'Open root namespace' }));
    return bridge;
  }

  it('is one button away, on the same screen of the session that is open there', async () => {
    const bridge = await open([root, team]);
    await waitFor(() => {
      expect(screen.getByTestId('front').textContent).toBe('Root ceremony rekey');
    });
    expect(bridge.inputsOf('session.openNamespace')).toEqual([]);
  });

  it('opens a session there with the same token, or says why not', async () => {
    const bridge = await open([team], {
      'session.openNamespace': failing({ kind: 'forbidden', message: 'Not with this token.' }),
    });
    expect(bridge.inputsOf('session.openNamespace')).toEqual([{ sessionId: 'team', namespace: '' }]);
    expect(await screen.findByText('Not with this token.')).toBeTruthy();
    expect(screen.getByTestId('front').textContent).toBe('Team ceremony rekey');
  });
});
