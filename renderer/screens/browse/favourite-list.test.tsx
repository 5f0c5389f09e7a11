import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { packNames } from '../../../shared/vault/names.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../../fixtures/session.fixture.ts';
import { FavouriteButton } from '../../parts/entry-actions/favourite-button.tsx';
import { tabPath } from '../../workspace/tabs.ts';
import { WorkspaceProvider, useWorkspace } from '../../workspace/workspace.tsx';
import { BrowseSideBar } from './browse-side-bar.tsx';

afterEach(cleanup);

const secret = mountAt('secret/');
const names = ['app', 'db', 'folder/'];
let nextSession = 1;

function Tabs() {
  const { tabs } = useWorkspace();
  return <output>{tabs.map((tab) => `${tabPath(tab)}${tab.pinned ? '!' : ''}`).join(' ')}</output>;
}

async function show(starred: readonly string[], recents: readonly string[] = []) {
  const places = (paths: readonly string[]) => paths.map((path) => ({ mount: secret, path }));
  const bridge = installFakeBridge({
    'workspace.load': () => ({ ...emptyMemory, favourites: places(starred), recents: places(recents) }),
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'mount.list': () => [secret],
    'folder.list': ({ path }) => {
      const listed = path === '' ? names : ['inside'];
      return { names: packNames(listed), count: listed.length, warnings: [] };
    },
  });
  const session = sampleSession({ sessionId: `favourites-${String(nextSession++)}` });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <FavouriteButton session={session} mount={secret} path="db" />
        <BrowseSideBar session={session} onOpenForms={() => undefined} />
        <Tabs />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('tree', { hidden: true });
  return { bridge, user: userEvent.setup() };
}

function favourites(): readonly string[] {
  const region = screen.queryByRole('region', { name: 'Favourites' });
  return [...(region?.querySelectorAll('li button') ?? [])].map(
    (button) => button.getAttribute('title') ?? '',
  );
}

function favourite(path: string): HTMLElement {
  return screen.getByTitle(`secret/${path}`);
}

describe('favourites', () => {
  it('take no room while there are none, and begin with the star', async () => {
    const { user } = await show([]);
    expect(screen.queryByText('Favourites')).toBeNull();
    const star = screen.getByRole('button', { name: 'Add to favourites' });
    expect(star.ariaPressed).toBe('false');
    await user.click(star);
    expect(favourites()).toEqual(['secret/db']);
    await user.click(screen.getByRole('button', { name: 'Remove from favourites' }));
    expect(favourites()).toEqual([]);
  });

  it('are looked at with a click or Space and opened to stay with Enter', async () => {
    const { bridge, user } = await show(['app', 'db']);
    await user.click(favourite('app'));
    expect(screen.getByText('secret/app')).toBeTruthy();
    await user.keyboard('{ArrowDown} ');
    expect(screen.getByText('secret/db')).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(screen.getByText('secret/db!')).toBeTruthy();
    expect(favourite('db').ariaCurrent).toBe('true');
    expect(bridge.inputsOf('folder.list')).toEqual([]);
  });

  it('show a folder in the tree', async () => {
    const { user } = await show(['folder/']);
    await user.click(favourite('folder/'));
    expect(await screen.findByText('inside')).toBeTruthy();
  });

  it('have one tab stop, are reordered with Alt and an arrow, and removed with Delete', async () => {
    const { user } = await show(['app', 'db', 'folder/']);
    favourite('app').focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(favourites()).toEqual(['secret/db', 'secret/app', 'secret/folder/']);
    expect(document.activeElement).toBe(favourite('app'));
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}{Delete}');
    expect(favourites()).toEqual(['secret/db', 'secret/folder/']);
    expect(document.activeElement).toBe(favourite('db'));
    const stops = [...document.querySelectorAll<HTMLElement>('li button')].filter(
      ({ tabIndex }) => tabIndex === 0,
    );
    expect(stops).toHaveLength(1);
    await user.keyboard('{End}{Delete}');
    expect(document.activeElement).toBe(favourite('db'));
    await user.keyboard('{Delete}');
    expect(document.activeElement?.role ?? document.activeElement?.getAttribute('role')).toBe('tree');
  });

  it('are moved and removed by their menu', async () => {
    const { user } = await show(['app', 'db']);
    fireEvent.contextMenu(favourite('db'));
    await user.click(await screen.findByRole('menuitem', { name: /Move up/ }));
    expect(favourites()).toEqual(['secret/db', 'secret/app']);
    fireEvent.contextMenu(favourite('db'));
    await user.click(await screen.findByRole('menuitem', { name: /Remove from favourites/ }));
    expect(favourites()).toEqual(['secret/app']);
  });

  it('are made from the tree’s menu, also of a folder or a mount', async () => {
    const { user } = await show([]);
    fireEvent.contextMenu(screen.getByText('secret/'));
    await user.click(await screen.findByRole('menuitem', { name: 'Add to favourites' }));
    expect(favourites()).toEqual(['secret/']);
  });
});
