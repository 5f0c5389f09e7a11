import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../api/query-client.ts';
import { failing, installFakeBridge, type Answers } from '../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../fixtures/session.fixture.ts';
import { WorkspaceProvider, useOpenSessions } from '../workspace/workspace.tsx';
import { NamespaceSwitcher } from './namespace-switcher.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const health = { ...sampleSession().health, namespaces: true };
const root = sampleSession({ sessionId: 'root', name: 'Root', health });
const team = sampleSession({ sessionId: 'team', name: 'Team', namespace: 'team-a', health });

function Header() {
  const { session } = useOpenSessions();
  return (
    <>
      <output>{session.name}</output>
      <NamespaceSwitcher session={session} />
    </>
  );
}

function show(sessions: readonly SessionView[], answers: Answers = {}) {
  const bridge = installFakeBridge({
    'workspace.load': () => ({ ...emptyMemory, namespaces: ['team-b'] }),
    'workspace.save': () => ({}),
    'draft.list': () => [],
    ...answers,
  });
  sessionStorage.setItem('front-session', 'root');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={sessions}>
        <Header />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  return { bridge, user: userEvent.setup() };
}

describe('the switcher of namespaces', () => {
  it('goes to the session that is open there, and asks main for nothing', async () => {
    const { bridge, user } = show([root, team]);
    await user.click(screen.getByRole('button', { name: 'Namespace root' }));
    expect((await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)).toEqual([
      'root',
      'team-a',
      'team-b',
    ]);
    await user.click(screen.getByRole('menuitemradio', { name: 'team-a' }));
    await waitFor(() => {
      expect(screen.getByRole('status').textContent).toBe('Team');
    });
    expect(bridge.inputsOf('session.openNamespace')).toEqual([]);
  });

  it('opens one that was open before, and remembers the way', async () => {
    const { bridge, user } = show([root], {
      'session.openNamespace': ({ namespace }) => ({ ...team, namespace }),
    });
    await user.click(screen.getByRole('button', { name: 'Namespace root' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'team-b' }));
    expect(bridge.inputsOf('session.openNamespace')).toEqual([{ sessionId: 'root', namespace: 'team-b' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says why not where a name is typed, and keeps it', async () => {
    const { bridge, user } = show([root], {
      'session.openNamespace': failing({ kind: 'forbidden', message: 'The server does not accept it.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Namespace root' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Open namespace…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Namespace' }), ' /team-c/ {Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('The server does not accept it.');
    expect(bridge.inputsOf('session.openNamespace')).toEqual([{ sessionId: 'root', namespace: 'team-c' }]);
    expect(screen.getByRole('textbox', { name: 'Namespace' })).toHaveProperty('value', ' /team-c/ ');
  });
});
