import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import {
  emptyMemory,
  type DraftRecord,
  type FavouritePlace,
} from '../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { EntryActions } from '../../parts/entry-actions/entry-dialogs.tsx';
import { tabPath } from '../../workspace/tabs.ts';
import { WorkspaceProvider, useWorkspace } from '../../workspace/workspace.tsx';
import { HomeScreen } from './home-screen.tsx';

const secret = mountAt('secret/');
let nextSession = 1;

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

function Tabs() {
  const { tabs } = useWorkspace();
  return <output>{tabs.map(tabPath).join(' ')}</output>;
}

interface Shown {
  readonly favourites?: readonly Omit<FavouritePlace, 'mount'>[];
  readonly recents?: readonly string[];
  readonly session?: Partial<SessionView>;
  readonly answers?: Answers;
  readonly others?: readonly SessionView[];
}

async function show(shown: Shown = {}) {
  const { favourites = [], recents = [], session: change = {}, answers = {}, others = [] } = shown;
  const bridge = installFakeBridge({
    'workspace.load': () => ({
      ...emptyMemory,
      favourites: favourites.map((one) => ({ ...one, mount: secret })),
      recents: recents.map((path) => ({ mount: secret, path })),
    }),
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'answer.list': () => [],
    'entry.open': ({ path }) => viewOf(path),
    'entry.copy': () => ({ clearsAt: '2026-11-20T09:00:30Z' }),
    'entry.close': () => ({}),
    'plan.unfinished': () => [],
    ...answers,
  });
  const session = sampleSession({ sessionId: `home-${String(nextSession++)}`, ...change });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[...others, session]}>
        <HomeScreen session={session} />
        <EntryActions />
        <Tabs />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => {
    expect(bridge.inputsOf('workspace.load')).toHaveLength(1 + others.length);
  });
  await act(async () => {
    await Promise.resolve();
  });
  return { bridge, user: userEvent.setup() };
}

function viewOf(path: string): EntryView {
  const keys = ['username', 'password'].map((key) => ({ key }));
  return { entryId: `entry of ${path}`, keys } as unknown as EntryView;
}

const favourites = () => screen.getByRole('grid', { name: 'Favourites' });
const recents = () => screen.getByRole('grid', { name: 'Recent entries' });

describe('Home', () => {
  it('asks nothing of a server, and says what belongs here', async () => {
    const { bridge } = await show({
      favourites: [{ path: 'database', copyKey: 'password' }],
      recents: ['a'],
    });
    // The word of the status bar is not said twice.
    expect(screen.queryByRole('region', { name: 'Server' })).toBeNull();
    const asked = new Set(bridge.calls.map(({ name }) => name));
    expect([...asked].sort()).toEqual(['draft.list', 'plan.unfinished', 'workspace.load']);
    cleanup();
    await show();
    expect(screen.getByText('Star an entry to copy its key from here.')).toBeTruthy();
    expect(screen.getByText('Entries you open appear here, except favourites.')).toBeTruthy();
  });

  it('copies the chosen key with one click, and by keyboard, without opening a tab', async () => {
    const { bridge, user } = await show({ favourites: [{ path: 'database', copyKey: 'password' }] });
    await user.click(within(favourites()).getByRole('button', { name: 'password' }));
    await waitFor(() => {
      expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'entry of database', key: 'password' }]);
    });
    await waitFor(() => {
      expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'entry of database' }]);
    });
    within(favourites()).getByRole('row').focus();
    await user.keyboard('{Control>}c{/Control}');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.copy')).toHaveLength(2);
    });
    expect(screen.getByRole('status').textContent).toBe('');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('status').textContent).toBe('secret/database');
  });

  it('has the key chosen once, and keeps it with the favourite', async () => {
    const { bridge, user } = await show({ favourites: [{ path: 'database' }] });
    fireEvent.contextMenu(within(favourites()).getByRole('row'));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Copy which key?' });
    await user.click(await within(dialog).findByText('password'));
    expect(await within(favourites()).findByRole('button', { name: 'password' })).toBeTruthy();
    // The choice copies, too.
    expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'entry of database', key: 'password' }]);
    await waitFor(() => {
      expect(bridge.inputsOf('workspace.save').at(-1)?.memory.favourites).toMatchObject([
        { path: 'database', copyKey: 'password' },
      ]);
    });
  });

  it('reads the keys with a token of limited uses only when told to', async () => {
    const { bridge, user } = await show({
      favourites: [{ path: 'database' }],
      session: { token: { ...sampleToken, numUses: 3 } },
    });
    await user.click(within(favourites()).getByRole('button', { name: 'Copy…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Copy which key?' });
    expect(bridge.inputsOf('entry.open')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Ask the server (1 use)' }));
    expect(await within(dialog).findByText('password')).toBeTruthy();
  });

  it('offers to remove a favourite whose entry is gone', async () => {
    const { user } = await show({
      favourites: [{ path: 'database', copyKey: 'password' }],
      answers: {
        'entry.open': failing({ kind: 'invalid-path', reason: 'absent', message: 'Nothing is here.' }),
      },
    });
    await user.click(within(favourites()).getByRole('button', { name: 'password' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Nothing was copied. Nothing is here.');
    await user.click(screen.getByRole('button', { name: 'Remove from favourites' }));
    expect(screen.queryByRole('grid', { name: 'Favourites' })).toBeNull();
  });

  it('offers to choose again where the key is gone', async () => {
    const { user } = await show({
      favourites: [{ path: 'database', copyKey: 'old' }],
      answers: {
        'entry.copy': ({ key }) => {
          if (key === 'old')
            failing({ kind: 'invalid-input', field: 'key', message: 'This entry has no key “old”.' })();
          return { clearsAt: '' };
        },
      },
    });
    await user.click(within(favourites()).getByRole('button', { name: 'old' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The entry has no key “old” any more.');
    await user.click(screen.getByRole('button', { name: 'Copy another key…' }));
    await user.click(await screen.findByText('username'));
    expect(await within(favourites()).findByRole('button', { name: 'username' })).toBeTruthy();
  });

  it('shows a recent entry once, with its time, and not again where it is a favourite', async () => {
    const opened = new Date(Date.now() - 125_000).toISOString();
    await show({
      favourites: [{ path: 'database' }],
      answers: {
        'workspace.load': () => ({
          ...emptyMemory,
          favourites: [{ mount: secret, path: 'database' }],
          recents: [
            { mount: secret, path: 'database', openedAt: opened },
            { mount: secret, path: 'mail', openedAt: opened },
          ],
        }),
      },
    });
    const rows = within(recents()).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['mailsecret/2 min ago']);
  });

  it('bounds 10,000 recent entries, and shows the first of them', async () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `entry-${String(index)}`);
    const { user } = await show({ recents: paths });
    expect(within(recents()).getAllByRole('row')).toHaveLength(8);
    await user.click(screen.getByRole('button', { name: 'Show all 50' }));
    expect(within(recents()).getAllByRole('row')).toHaveLength(50);
  });

  it('says names that are long, or written from right to left, as they are, with marks for what nobody sees', async () => {
    const names = ['x'.repeat(500), 'فاتورة-2026', 'a\u202Eb'];
    await show({ favourites: names.map((path) => ({ path, copyKey: path })) });
    const rows = within(favourites()).getAllByRole('row');
    expect(rows.map((row) => row.querySelector('[title]')?.getAttribute('title'))).toEqual(
      names.map((name) => `secret/${name}`.replace('\u202e', '⟨U+202E⟩')),
    );
    expect(rows[2]?.querySelector('[data-glyph]')).toBeTruthy();
  });

  it('leaves one-time results to the status bar', async () => {
    const waiting = { answerId: 'a', title: 'Unwrapped', path: 'sys/wrapping/unwrap' };
    const draft: DraftRecord = { mount: secret, path: 'edited', text: '{}', savedAt: '' };
    await show({
      answers: {
        'answer.list': () => [waiting as unknown as AnswerSummary],
        'draft.list': () => [draft],
      },
    });
    const list = await screen.findByRole('list', { name: 'Not saved yet' });
    expect(list.textContent).toBe('secret/edited unsaved edit');
  });

  it('names unsaved edits of every session, and goes to them', async () => {
    const others = [sampleSession({ sessionId: 'staging', name: 'Staging' })];
    const draft: DraftRecord = { mount: secret, path: 'edited', text: '{}', savedAt: '' };
    const { user } = await show({
      others,
      answers: { 'draft.list': ({ sessionId }) => (sessionId === 'staging' ? [draft] : []) },
    });
    await user.click(await screen.findByRole('button', { name: /edited unsaved edit in Staging/ }));
    expect(screen.getByRole('status').textContent).toBe('secret/edited');
  });

  it('counts the time of the token down by the clock alone', async () => {
    const lookedUpAt = new Date().toISOString();
    await show({ session: { token: { ...sampleToken, lookedUpAt, ttlSeconds: 2520 } } });
    expect(within(screen.getByRole('region', { name: 'Token' })).getByText(/4[12] min left/)).toBeTruthy();
    expect(screen.getByRole('meter', { name: 'Time left' })).toBeTruthy();
  });
});

describe('plans that did not come to their end', () => {
  const unfinished = {
    unfinishedId: 'u-1',
    action: 'move',
    begun: '2026-11-20T09:00:30Z',
    rows: 12,
    done: 5,
    undeleted: 1,
    first: 'secret/web/api',
    missing: [],
  } as const;

  it('are gone on with, or forgotten', async () => {
    const { bridge, user } = await show({
      answers: {
        'plan.unfinished': () => [unfinished],
        'plan.resume': () => ({ planId: 'p', jobId: 'j', action: 'move' }),
        'plan.forget': () => ({}),
      },
    });
    const list = await screen.findByRole('list', { name: 'Unfinished plans' });
    expect(list.textContent).toContain('Move: secret/web/api and 11 more');
    expect(list.textContent).toContain('5 of 12 rows done');
    expect(list.textContent).toContain('1 source with versions undeleted');
    await user.click(within(list).getByRole('button', { name: 'Go on…' }));
    expect(bridge.inputsOf('plan.resume')).toMatchObject([{ unfinishedId: 'u-1' }]);
    await user.click(within(list).getByRole('button', { name: 'Forget' }));
    expect(bridge.inputsOf('plan.forget')).toMatchObject([{ unfinishedId: 'u-1' }]);
  });

  it('say that an import asks for its file again', async () => {
    await show({
      answers: {
        'plan.unfinished': () => [
          { ...unfinished, action: 'import', undeleted: 0, fileName: 'backup.jsonl' },
        ],
      },
    });
    const list = await screen.findByRole('list', { name: 'Unfinished plans' });
    expect(list.textContent).toContain('; asks for “backup.jsonl” again');
  });

  it('say which other connection they need', async () => {
    const { bridge, user } = await show({
      answers: { 'plan.unfinished': () => [{ ...unfinished, missing: ['Staging'] }] },
    });
    const list = await screen.findByRole('list', { name: 'Unfinished plans' });
    expect(list.textContent).toContain('also needs Staging');
    await user.click(within(list).getByRole('button', { name: 'Go on…' }));
    expect(bridge.inputsOf('plan.resume')).toEqual([]);
  });
});
