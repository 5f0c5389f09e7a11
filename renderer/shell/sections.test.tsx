import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SharedWrap } from '../../shared/vault/wrapping.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../fixtures/session.fixture.ts';
import { Sections } from './sections.tsx';
import { screenTitle, tabPath } from '../workspace/tabs.ts';
import { WorkspaceProvider, useWorkspace, useWorkspaceActions } from '../workspace/workspace.tsx';

beforeEach(() => {
  installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'wrapping.shared': () => [
      share('shared', '2999-01-01T00:00:00Z'),
      share('shared', '2001-01-01T00:00:00Z'),
      share('cancelled', '2999-01-01T00:00:00Z'),
    ],
  });
});
afterEach(cleanup);

function share(state: SharedWrap['state'], endsAt: string): SharedWrap {
  return {
    accessor: state + endsAt,
    creationPath: 'sys/wrapping/wrap',
    creationTime: endsAt,
    endsAt,
    title: 'Wrapped text',
    state,
  };
}

function Tabs() {
  const { tabs, activeTab } = useWorkspace();
  const { openEntry, openScreen } = useWorkspaceActions();
  return (
    <>
      <output>{tabs.map((tab) => (tab === activeTab ? `[${tabPath(tab)}]` : tabPath(tab))).join(' ')}</output>
      <button
        type="button"
        onClick={() => {
          openEntry(mountAt('secret/'), 'db', { pin: true });
        }}
      >
        open entry
      </button>
      <button
        type="button"
        onClick={() => {
          openScreen('token', 'an-accessor');
        }}
      >
        open token
      </button>
    </>
  );
}

function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[sampleSession()]}>
        <Sections />
        <Tabs />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  const sections = within(screen.getByRole('navigation', { name: 'Sections' }));
  return {
    section: (name: string) => sections.getByRole('button', { name: new RegExp(`^${name}`) }),
    user: userEvent.setup(),
  };
}

it('opens each screen once and leads back to the entry', async () => {
  const { section, user } = show();
  await user.click(await screen.findByText('open entry'));
  await user.click(section('Cluster'));
  await user.click(section('Policies'));
  await user.click(section('Cluster'));
  expect(screen.getByRole('status').textContent).toBe('secret/db [Cluster] Policies');
  expect(section('Cluster').getAttribute('aria-current')).toBe('page');
  await user.click(section('Secrets'));
  expect(screen.getByRole('status').textContent).toBe('[secret/db] Cluster Policies');
  expect(section('Secrets').getAttribute('aria-current')).toBe('page');
});

it('says how many shares can still be opened', async () => {
  const { section } = show();
  expect(await screen.findByText('1 live')).toBeTruthy();
  expect(section('Wrapping').textContent).toBe('Wrapping1 live');
});

it('marks the section that a narrower screen belongs to', async () => {
  const { section, user } = show();
  await user.click(await screen.findByText('open token'));
  await user.click(section('Tokens'));
  expect(screen.getByRole('status').textContent).toBe('Tokens an-accessor [Tokens]');
  expect(section('Tokens').getAttribute('aria-current')).toBe('page');
  expect(screenTitle({ screen: 'token', argument: '' })).toBe('Tokens');
});
