import { act, render, screen, within } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { packNames } from '../../../shared/vault/names.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { withRoom } from '../../fixtures/screen.fixture.tsx';
import { mountAt, sampleSession } from '../../fixtures/session.fixture.ts';
import { tabPath } from '../../workspace/tabs.ts';
import { WorkspaceProvider, useWorkspace } from '../../workspace/workspace.tsx';
import { searchOf } from '../../parts/tree/search-store.ts';
import { SearchScreen } from './search-screen.tsx';

const [secret, kv, pki] = [mountAt('secret/'), mountAt('kv/'), mountAt('pki/', 'other', 'pki')];
const counts = { jobId: 'job-1', foldersRead: 3, namesSeen: 40 };
const batch = { ...counts, foldersWaiting: 2, entriesRead: 0, entriesWaiting: 0, found: [], unread: [] };
const ended = { ...counts, outcome: 'done', unread: [], unreadCount: 0 } as const;

withRoom();

function Tabs() {
  const { tabs } = useWorkspace();
  return <output>{tabs.map((tab) => `${tabPath(tab)}${tab.pinned ? '!' : ''}`).join(' ')}</output>;
}

let nextSession = 1;

function show(mounts = [secret, kv, pki], answers: Answers = {}) {
  let jobs = 0;
  const bridge = installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'mount.list': () => mounts,
    'search.start': () => ({ jobId: `job-${String(++jobs)}` }),
    'search.goOn': () => ({ jobId: 'next' }),
    'search.startValues': () => ({ jobId: 'values' }),
    'job.cancel': () => ({}),
    'clipboard.copyText': () => ({}),
    ...answers,
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

const field = () => screen.getByRole('searchbox', { name: 'Words and filters' });
const found = () => screen.getByRole('grid', { name: 'Found' });
const rows = () =>
  [...found().querySelectorAll('[data-index]')].map((row) =>
    [...row.querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent).slice(1, 5),
  );

/** Searches for `x` below `secret/`, and finds three names. */
async function search({ bridge, session, user }: ReturnType<typeof show>) {
  act(() => searchOf(session.sessionId).open([{ mount: secret, path: '' }], ''));
  await user.type(field(), 'x{Enter}');
  await screen.findByText('Starting…');
  const names = packNames(['a/b/ax', 'folder-x/', 'x']);
  const found = [{ sessionId: session.sessionId, mount: secret, names }];
  act(() => bridge.emit('search.found', { ...batch, found }));
}

it('searches all mounts with names by default, in one job', async () => {
  const { bridge, user } = show();
  expect(await screen.findByText('All 2 mounts')).toBeTruthy();
  await user.type(field(), 'x{Enter}');
  await screen.findByText('Starting…');
  act(() => bridge.emit('job.ended', ended));
  await act(() => Promise.resolve());
  expect(bridge.inputsOf('search.start')).toMatchObject([
    {
      places: [
        { mount: 'secret/', path: '' },
        { mount: 'kv/', path: '' },
      ],
      text: 'x',
    },
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
  const unread = [{ sessionId: shown.session.sessionId, path: 'secret/closed/', reason: 'Not permitted.' }];
  act(() => shown.bridge.emit('search.found', { ...batch, unread }));
  act(() => shown.bridge.emit('job.ended', { ...ended, unreadCount: 1 }));
  expect(await screen.findByText('3 found among 40 names in 3 folders.')).toBeTruthy();
  expect(screen.getByText('1 folder could not be read')).toBeTruthy();
  expect(rows().map(([name]) => name)).toEqual(['x', 'ax', 'folder-x/']);
  await shown.user.click(within(found()).getByRole('button', { name: 'Path' }));
  expect(rows().map(([name]) => name)).toEqual(['folder-x/', 'x', 'ax']);
});

it('selects, opens and copies by keyboard: Space, Enter, Ctrl C', async () => {
  const shown = show();
  await search(shown);
  await shown.user.type(field(), '{ArrowDown}');
  await shown.user.keyboard(' ');
  expect(screen.getByText('1 row selected')).toBeTruthy();
  await shown.user.click(screen.getByRole('button', { name: 'Copy paths' }));
  expect(shown.bridge.inputsOf('clipboard.copyText')).toEqual([{ text: 'secret/a/b/ax' }]);
  await shown.user.type(field(), '{ArrowDown}{Enter}');
  expect(screen.getByText('secret/a/b/ax!')).toBeTruthy();
  await shown.user.keyboard('{Control>}c{/Control}');
  expect(shown.bridge.inputsOf('clipboard.copyText').at(-1)).toEqual({ text: 'secret/a/b/ax' });
});

it('masks values that match, says what was not read, and goes on after a stop', async () => {
  const shown = show();
  await search(shown);
  const { sessionId } = shown.session;
  const names = packNames(['a/secretive']);
  const facts = [{ values: [{ key: 'password', from: 4, to: 7 }], version: 3 }];
  act(() => {
    shown.bridge.emit('search.found', {
      ...batch,
      found: [{ sessionId, mount: secret, names, facts }],
      unread: [
        { sessionId, path: 'secret/closed/', reason: 'Not permitted.' },
        { sessionId, path: 'secret/one', reason: 'Not permitted.' },
      ],
    });
    shown.bridge.emit('job.ended', { ...ended, outcome: 'cancelled', unreadCount: 2 });
  });
  const mask = screen.getByRole('img', { name: 'hidden, with a match' });
  expect(mask.textContent).toBe('•'.repeat(16));
  expect(mask.querySelector('mark')?.textContent).toBe('•••');
  expect(screen.getByText('1 folder could not be read')).toBeTruthy();
  expect(screen.getByText('1 entry could not be read')).toBeTruthy();
  await shown.user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(shown.bridge.inputsOf('search.goOn')).toEqual([{ sessionId, jobId: 'job-1' }]);
});

it('says where a filter is wrong, and searches nothing', async () => {
  const { bridge, user } = show();
  await screen.findByText('All 2 mounts');
  await user.type(field(), 'x changed:soon{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('changed:<30d');
  expect(bridge.inputsOf('search.start')).toEqual([]);
});

it('drops what was wrong with a pattern once the words or their mode are others', async () => {
  const start = failing({ kind: 'invalid-input', field: 'text', message: 'Missing closing )' });
  const { user } = show([secret, kv], { 'search.start': start });
  await screen.findByText('All 2 mounts');
  await user.type(field(), '(stripe{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Missing closing )');
  await user.type(field(), ')');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('sends what is to be searched: keys, metadata, mode, case; values by their own call', async () => {
  const { bridge, user } = show();
  await screen.findByText('All 2 mounts');
  for (const name of ['Match case', 'Key names', 'Metadata'])
    await user.click(screen.getByRole('checkbox', { name }));
  expect(screen.getByText(/^One request an entry, too/)).toBeTruthy();
  await user.type(field(), 'x');
  await user.click(screen.getByRole('button', { name: 'Search values…' }));
  expect(bridge.inputsOf('search.startValues')).toMatchObject([
    { text: 'x', mode: 'text', matchCase: true, keys: true, metadata: true },
  ]);
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
  expect(shown.bridge.inputsOf('search.start').at(-1)).toMatchObject({
    places: [{ mount: 'kv/', path: '' }],
  });
});
