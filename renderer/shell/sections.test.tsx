import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SharedWrap } from '../../shared/vault/wrapping.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../fixtures/session.fixture.ts';
import { Sections } from './sections.tsx';
import { InFront, SideList, SideListPlace } from '../workspace/side-list.tsx';
import { screenTitle, tabPath } from '../workspace/tabs.ts';
import { WorkspaceProvider, useWorkspace, useWorkspaceActions } from '../workspace/workspace.tsx';

beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true;
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

function Tabs({ covered }: { readonly covered: boolean }) {
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
      <button type="button" onClick={() => openScreen('engine', 'transit/')}>
        open engine
      </button>
      {activeTab?.kind === 'screen' && activeTab.screen === 'policies' && (
        <InFront value={!covered}>
          <SideList>
            <button type="button">names of policies</button>
          </SideList>
        </InFront>
      )}
    </>
  );
}

function show() {
  const client = createQueryClient();
  const at = (covered: boolean) => (
    <QueryClientProvider client={client}>
      <WorkspaceProvider sessions={[sampleSession()]}>
        <Sections />
        <div data-testid="side">
          <SideListPlace />
        </div>
        <Tabs covered={covered} />
      </WorkspaceProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(at(false));
  const sections = within(screen.getByRole('navigation', { name: 'Sections' }));
  return {
    section: (name: string) => sections.getByRole('button', { name: new RegExp(`^${name}`) }),
    side: () => screen.getByTestId('side').textContent,
    cover: () => rerender(at(true)),
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

it('counts the forms of an engine, which stands in the tree, among the secrets', async () => {
  const { section, user } = show();
  await user.click(await screen.findByText('open engine'));
  expect(section('Secrets').getAttribute('aria-current')).toBe('page');
  expect(section('Console').getAttribute('aria-current')).toBeNull();
});

it('leads back to Home, which is in front without any tab', async () => {
  const { section, user } = show();
  expect(section('Home').getAttribute('aria-current')).toBe('page');
  await user.click(section('Home'));
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(section('Cluster'));
  expect(section('Home').getAttribute('aria-current')).toBeNull();
  await user.click(section('Home'));
  expect(screen.getByRole('status').textContent).toBe('Cluster [Home]');
});

describe('the list of a screen', () => {
  it('is in the side bar while the screen is in front, and goes with it', async () => {
    const { section, side, user } = show();
    await user.click(section('Policies'));
    expect(side()).toBe('names of policies');
    await user.click(section('Cluster'));
    expect(side()).toBe('');
  });

  it('makes way for the tree by Secrets, and comes back by its section or another visit', async () => {
    const { section, side, user } = show();
    await user.click(section('Policies'));
    await user.click(section('Secrets'));
    expect(screen.getByRole('status').textContent).toBe('[Policies]');
    expect(side()).toBe('');
    await user.click(section('Policies'));
    expect(side()).toBe('names of policies');
    await user.click(section('Secrets'));
    await user.click(section('Cluster'));
    await user.click(section('Policies'));
    expect(side()).toBe('names of policies');
  });

  it('is not there while something covers its screen', async () => {
    const { section, side, cover, user } = show();
    await user.click(section('Policies'));
    cover();
    expect(side()).toBe('');
  });
});

it('gives a list the focus of the tree that it replaces', async () => {
  const { section, user } = show();
  render(
    <div role="tree">
      <div role="treeitem" tabIndex={0} aria-selected />
    </div>,
  );
  await user.click(section('Policies'));
  await user.click(section('Secrets'));
  expect(document.activeElement).toBe(screen.getByRole('treeitem'));
  fireEvent.click(section('Policies'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'names of policies' }));
});
