import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { packNames } from '../../shared/vault/names.ts';
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
      <output data-testid="front">{session.name}</output>
      <NamespaceSwitcher session={session} />
    </>
  );
}

function show(sessions: readonly SessionView[], answers: Answers = {}) {
  const bridge = installFakeBridge({
    'workspace.load': () => ({ ...emptyMemory, namespaces: ['team-b'] }),
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'session.namespaces': () => ({ names: packNames(['team-a/', 'team-c/']) }),
    ...answers,
  });
  bridge.paying = sessions.some(({ token }) => token.numUses !== 0);
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

const names = (): readonly string[] => screen.getAllByRole('option').map(({ textContent }) => textContent);
const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Namespace' });
const chosen = (): string | undefined =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('the switcher of namespaces', () => {
  it('lists what is open, what was open, and what the server names, which it is asked only then', async () => {
    const { bridge, user } = show([root, team]);
    expect(bridge.inputsOf('session.namespaces')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Namespace root' }));
    await screen.findByText('2 child namespaces, opened with the same token.');
    expect(names()).toEqual(['team-a open', 'team-b recent', 'team-c ']);
    expect(bridge.inputsOf('session.namespaces')).toEqual([{ sessionId: 'root' }]);
  });

  it('goes to the session that is open there by keys, and asks main for nothing', async () => {
    const { bridge, user } = show([root, team]);
    await user.click(screen.getByRole('button', { name: 'Namespace root' }));
    await screen.findByRole('combobox', { name: 'Namespace' });
    expect(document.activeElement).toBe(field());
    await user.keyboard('{ArrowUp}');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toBe('team-a open');
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(screen.getByTestId('front').textContent).toBe('Team');
    });
    expect(bridge.inputsOf('session.openNamespace')).toEqual([]);
  });

  it('opens one that was open before, and remembers the way', async () => {
    const { bridge, user } = show([root], {
      'session.openNamespace': ({ namespace }) => ({ ...team, namespace }),
    });
    await user.click(screen.getByRole('button', { name: 'Namespace root' }));
    await user.click(await screen.findByRole('option', { name: /^team-b/ }));
    expect(bridge.inputsOf('session.openNamespace')).toEqual([{ sessionId: 'root', namespace: 'team-b' }]);
    await waitFor(() => {
      expect(screen.queryByRole('combobox')).toBeNull();
    });
  });

  it('offers those above and those below', async () => {
    const { user } = show([{ ...team, namespace: 'team-a/web' }], {
      'workspace.load': () => emptyMemory,
      'session.namespaces': () => ({ names: packNames(['shop/', 'blog/']) }),
    });
    await user.click(screen.getByRole('button', { name: 'Namespace team-a/web' }));
    await screen.findByRole('option', { name: /blog/ });
    expect(names()).toEqual(['team-a parent', 'root parent', 'team-a/web/shop ', 'team-a/web/blog ']);
  });

  it('says a refusal in one line, and takes what is typed', async () => {
    const { bridge, user } = show([root], {
      'session.namespaces': failing({ kind: 'forbidden', message: 'No.' }),
      'session.openNamespace': failing({ kind: 'forbidden', message: 'The server does not accept it.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Namespace root' }));
    await screen.findByText('Needs list on sys/namespaces/. Type a path.');
    await user.type(field(), ' /team-z/ {Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('The server does not accept it.');
    expect(bridge.inputsOf('session.openNamespace')).toEqual([{ sessionId: 'root', namespace: 'team-z' }]);
    expect(field()).toHaveProperty('value', ' /team-z/ ');
  });

  it('says that there are none', async () => {
    const { user } = show([root], {
      'workspace.load': () => emptyMemory,
      'session.namespaces': () => ({ names: packNames([]) }),
    });
    await user.click(screen.getByRole('button', { name: 'Namespace root' }));
    expect(await screen.findByText('No child namespaces.')).toBeTruthy();
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('spends no use of a token with few', async () => {
    const few = { ...root, token: { ...root.token, numUses: 3 } };
    const { bridge, user } = show([few]);
    await user.click(screen.getByRole('button', { name: 'Namespace root' }));
    expect(await screen.findByText('A token with limited uses serves one session only.')).toBeTruthy();
    expect(bridge.inputsOf('session.namespaces')).toEqual([]);
  });

  it('paints few of 5,000, wherever the keys lead, and leaves those that are typed', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `n${String(at).padStart(4, '0')}/`);
    const { user } = show([root], {
      'workspace.load': () => emptyMemory,
      'session.namespaces': () => ({ names: packNames(many) }),
    });
    await user.click(screen.getByRole('button', { name: 'Namespace root' }));
    await screen.findByText('5,000 child namespaces, opened with the same token.');
    expect(names().length).toBeLessThan(60);
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toBe('n4999 ');
    await user.type(field(), '123');
    expect(chosen()).toBe('n0123 ');
    expect(names().at(-1)).toBe('123 as typed');
  });
});
