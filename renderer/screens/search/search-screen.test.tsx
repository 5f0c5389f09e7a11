import { act, cleanup, render, screen, within } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { packNames } from '../../../shared/vault/names.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../../fixtures/session.fixture.ts';
import { tabPath } from '../../workspace/tabs.ts';
import { WorkspaceProvider, useWorkspace } from '../../workspace/workspace.tsx';
import { searchOf } from '../../parts/tree/search-store.ts';
import { SearchScreen } from './search-screen.tsx';

const [secret, kv, pki] = [mountAt('secret/'), mountAt('kv/'), mountAt('pki/', 'other', 'pki')];
const counts = { jobId: 'job-1', foldersRead: 3, namesSeen: 40 };
const ended = { ...counts, outcome: 'done', unread: [], unreadCount: 0 } as const;

// jsdom has no layout: rows are in view only if they have a size.
beforeAll(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

function Tabs() {
  const { tabs } = useWorkspace();
  return <output>{tabs.map((tab) => `${tabPath(tab)}${tab.pinned ? '!' : ''}`).join(' ')}</output>;
}

let nextSession = 1;

function show(mounts = [secret, kv, pki]) {
  let jobs = 0;
  const bridge = installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'mount.list': () => mounts,
    'search.start': () => ({ jobId: `job-${String(++jobs)}` }),
    'job.cancel': () => ({}),
    'clipboard.copyText': () => ({}),
  });
  const session = sampleSession({ sessionId: `search-${String(nextSession++)}` });
  const page = (
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <SearchScreen session={session} />
        <Tabs />
      </WorkspaceProvider>
    </QueryClientProvider>
  );
  return { bridge, session, page, user: userEvent.setup(), ...render(page) };
}

const field = () => screen.getByRole('searchbox', { name: 'Part of a name' });
const found = () => screen.getByRole('grid', { name: 'Found' });
const rows = () =>
  [...found().querySelectorAll('[data-index]')].map((row) =>
    [...row.querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent).slice(0, 4),
  );

/** Searches for `x` below `secret/`, and finds three names. */
async function search({ bridge, session, user }: ReturnType<typeof show>) {
  act(() => searchOf(session.sessionId).open([{ mount: secret, path: '' }], ''));
  await user.type(field(), 'x{Enter}');
  await screen.findByText('Starting…');
  const names = packNames(['a/b/ax', 'folder-x/', 'x']);
  act(() => bridge.emit('job.progressed', { ...counts, foldersWaiting: 2, found: names }));
}

it('searches all mounts with names by default, one after the other', async () => {
  const { bridge, user } = show();
  expect(await screen.findByText('All 2 mounts')).toBeTruthy();
  await user.type(field(), 'x{Enter}');
  await screen.findByText('Starting…');
  act(() => bridge.emit('job.ended', ended));
  await act(() => Promise.resolve());
  expect(bridge.inputsOf('search.start')).toMatchObject([
    { mount: 'secret/', path: '', text: 'x' },
    { mount: 'kv/', path: '', text: 'x' },
  ]);
});

it('says name, path, mount and kind, the best matches first once it is done', async () => {
  const shown = show();
  await search(shown);
  expect(await screen.findByText('3 found · 3 folders read, 2 waiting · 40 names')).toBeTruthy();
  expect(rows()).toEqual([
    ['ax', 'a/b/', 'secret/', 'Entry'],
    ['folder-x/', '', 'secret/', 'Folder'],
    ['x', '', 'secret/', 'Entry'],
  ]);
  const unread = [{ path: 'closed/', reason: 'Not permitted.' }];
  act(() => shown.bridge.emit('job.ended', { ...ended, unread, unreadCount: 1 }));
  expect(await screen.findByText('3 found among 40 names in 3 folders.')).toBeTruthy();
  expect(screen.getByText('1 folder could not be read')).toBeTruthy();
  expect(rows().map(([name]) => name)).toEqual(['x', 'ax', 'folder-x/']);
  await shown.user.click(within(found()).getByRole('button', { name: 'Path' }));
  expect(rows().map(([name]) => name)).toEqual(['folder-x/', 'x', 'ax']);
});

it('opens and copies by keyboard: Space a preview, Enter a tab, Ctrl C the path', async () => {
  const shown = show();
  await search(shown);
  await shown.user.type(field(), '{ArrowDown}');
  await shown.user.keyboard(' ');
  expect(screen.getByText('secret/a/b/ax')).toBeTruthy();
  await shown.user.keyboard('{Enter}');
  expect(screen.getByText('secret/a/b/ax!')).toBeTruthy();
  await shown.user.keyboard('{Control>}c{/Control}');
  expect(shown.bridge.inputsOf('clipboard.copyText')).toEqual([{ text: 'secret/a/b/ax' }]);
});

it('keeps results and place while another tab is in front', async () => {
  const shown = show();
  await search(shown);
  await shown.user.type(field(), '{ArrowDown}');
  await shown.user.keyboard('{ArrowDown}{ArrowDown}');
  shown.unmount();
  render(shown.page);
  expect(rows().map(([name]) => name)).toEqual(['ax', 'folder-x/', 'x']);
  expect(found().querySelector('[data-index][tabindex="0"]')?.getAttribute('data-index')).toBe('2');
  expect(field()).toHaveProperty('value', 'x');
});

it('drops results that another scope would not have', async () => {
  const shown = show();
  await search(shown);
  await shown.user.click(screen.getByRole('combobox', { name: 'Search in' }));
  await shown.user.click(await screen.findByRole('option', { name: 'kv/' }));
  expect(screen.queryByRole('grid')).toBeNull();
  expect(field()).toHaveProperty('value', 'x');
  await shown.user.click(screen.getByRole('button', { name: 'Search' }));
  expect(shown.bridge.inputsOf('search.start').at(-1)).toMatchObject({ mount: 'kv/', path: '' });
});
