import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Info } from 'lucide-react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { query } from '../../api/client.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../../fixtures/session.fixture.ts';
import { treeOf } from '../../parts/tree/trees.ts';
import { useActions, type OfferedAction } from '../../workspace/action-registry.ts';
import { showPalette } from '../../workspace/palette.ts';
import { tabPath } from '../../workspace/tabs.ts';
import { WorkspaceProvider, useWorkspace } from '../../workspace/workspace.tsx';
import { PaletteHost } from './palette-host.tsx';

const secret = mountAt('secret/');
let nextSession = 1;
const greet = vi.fn<() => void>();

function Tabs() {
  const { tabs } = useWorkspace();
  return <output>{tabs.map((tab) => `${tabPath(tab)}${tab.pinned ? '!' : ''}`).join(' ')}</output>;
}

const offered: readonly OfferedAction[] = [
  { id: 'greet', label: 'Greet everybody', group: 'Test', key: 'refresh', run: greet },
  { id: 'off', label: 'Greet nobody', group: 'Test', disabled: true, reason: 'Nobody is there.', run: greet },
  { id: 'hidden', label: 'Greet unseen', group: 'Test', unlisted: true, run: greet },
];

function OfferingComponent() {
  useActions(() => offered);
  return null;
}

function ManyActions() {
  useActions(() =>
    Array.from({ length: 30 }, (_, at) => ({
      id: `many.${String(at)}`,
      label: `One of many ${String(at)}`,
      group: 'Many',
      run: greet,
    })),
  );
  return null;
}

/** The names of the side bar, whose key goes to the main part here. */
function AlsoRefreshing() {
  useActions(() => [
    { id: 'names', label: 'Refresh all names', group: 'Names', key: 'refresh', region: 'side', run: greet },
  ]);
  return null;
}

async function show(
  recents: readonly string[] = [],
  answers: Answers = {},
  favourites: readonly string[] = [],
  more: readonly SessionView[] = [],
) {
  const places = (paths: readonly string[]) => paths.map((path) => ({ mount: secret, path }));
  const bridge = installFakeBridge({
    'workspace.load': () => ({ ...emptyMemory, recents: places(recents), favourites: places(favourites) }),
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'mount.list': () => [secret],
    'folder.list': () => ({ names: packNames(['listed-one', 'sub/']), count: 2, warnings: [] }),
    'entry.close': () => ({}),
    ...answers,
  });
  const session = sampleSession({ sessionId: `palette-${String(nextSession++)}` });
  const client = createQueryClient();
  client.setQueryData(query('mount.list', { sessionId: session.sessionId }).queryKey, [secret]);
  render(
    <QueryClientProvider client={client}>
      <WorkspaceProvider sessions={[...more, session]}>
        <input aria-label="outside" />
        <OfferingComponent />
        <Tabs />
        <PaletteHost session={session} />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => {
    expect(bridge.inputsOf('workspace.load')).toHaveLength(1 + more.length);
  });
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('outside'));
  return { bridge, user, session };
}

const field = () => screen.findByRole('combobox', { name: 'Command palette' });
const allLabels = () => screen.queryAllByRole('option').map((option) => option.textContent);
/** Without the last row, which searches for any text. */
const labels = () => allLabels().filter((label) => !label.startsWith('Search “'));
/** Text of the option that the field marks as active. */
function chosen(): string | null | undefined {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant');
  const option = document.getElementById(id ?? '');
  expect(option?.getAttribute('aria-selected')).toBe('true');
  return option?.textContent;
}

beforeAll(() => {
  // jsdom has neither layout nor idle callbacks.
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});

afterEach(() => {
  act(() => {
    showPalette(undefined);
  });
  cleanup();
  greet.mockClear();
});

describe('the palette', () => {
  it('opens with its key, lists what is offered, runs the chosen action and gives the focus back', async () => {
    const { user } = await show();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'gre every');
    expect(labels()).toEqual(['Greet everybodyF5']);
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(greet).toHaveBeenCalledOnce();
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('outside'));
  });

  it('moves with arrows, round at the ends, and says which line is chosen', async () => {
    const { user } = await show(['one', 'two']);
    await user.keyboard('{Control>}k{/Control}');
    await field();
    expect(chosen()).toContain('one');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toContain('two');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(chosen()).toBe(labels().at(-1));
  });

  it('says why an action is off, and does not run it; what is only a key is not listed', async () => {
    const { user } = await show();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'greet');
    expect(labels()).toHaveLength(2);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosen()).toContain('Nobody is there.');
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(greet).not.toHaveBeenCalled();
    await user.clear(screen.getByRole('combobox'));
    await user.type(screen.getByRole('combobox'), 'qqqq');
    expect(screen.getByText('Nothing listed matches.')).toBeTruthy();
  });

  it('counts what is used and puts it first', async () => {
    const { bridge, user } = await show(['one']);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'everybody{Enter}');
    await user.keyboard('{Control>}k{/Control}');
    await field();
    expect(labels()[0]).toContain('Greet everybody');
    await waitFor(() => {
      expect(bridge.inputsOf('workspace.save').at(-1)?.memory.uses).toEqual([{ id: 'greet', count: 1 }]);
    });
  });

  it('finds names that were listed, and lists none itself', async () => {
    const { bridge, user, session } = await show();
    const tree = treeOf(session.sessionId);
    tree.setMounts([secret]);
    await tree.reveal(secret.path, '');
    expect(bridge.inputsOf('folder.list')).toHaveLength(1);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'listed');
    expect(labels()).toEqual(['listed-onesecret/→ Keys']);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('secret/listed-one!')).toBeTruthy();
    expect(bridge.inputsOf('folder.list')).toHaveLength(1);
  });

  it('goes to a typed path, and keeps the text and says why where there is none', async () => {
    const { user } = await show([], {
      'path.resolve': failing({ kind: 'invalid-path', reason: 'no-mount', message: 'No mount holds it.' }),
    });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), '/v1/nowhere/x{Enter}');
    expect(await screen.findByText('No mount holds it.')).toBeTruthy();
    expect(screen.getByRole('combobox')).toHaveProperty('value', '/v1/nowhere/x');
  });

  it('looks up the token of a pasted accessor', async () => {
    const { user } = await show([]);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), '0123456789abcdefghABCDEF');
    expect(await screen.findByRole('option', { name: /Look up this accessor/ })).toBeTruthy();
    await user.type(await field(), '{Backspace}');
    expect(screen.queryByRole('option', { name: /Look up this accessor/ })).toBeNull();
  });

  it('revokes the token of a pasted accessor with Ctrl+Enter, which main asks about, and says why it cannot', async () => {
    const refused: AppError = { kind: 'forbidden', message: 'Your token may not revoke it.' };
    let error: AppError | undefined = refused;
    const { bridge, user, session } = await show([], {
      'token.revoke': () => {
        if (error !== undefined) failing(error)();
        return { warnings: [] };
      },
    });
    const accessor = '0123456789abcdefghABCDEF';
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), accessor);
    expect(labels()).toEqual([
      `${accessor}Look up this accessor`,
      expect.stringContaining('Revoke this token…'),
    ]);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Your token may not revoke it.')).toBeTruthy();
    error = undefined;
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    const input = { sessionId: session.sessionId, token: { by: 'accessor', accessor }, orphan: false };
    expect(bridge.inputsOf('token.revoke')).toEqual([input, input]);
  });

  it('does nothing with Ctrl+Enter where no line has it', async () => {
    const { user } = await show(['one']);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'gre every');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(greet).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('copies a key without showing it: read, copied by main, forgotten', async () => {
    const keys = ['user', 'password'].map((key) => ({ key, type: 'string' as const, bytes: 4, rawBytes: 6 }));
    const { bridge, user } = await show(['app/database'], {
      'entry.open': () => ({ entryId: 'e1', keys, readAt: '2026-01-01T00:00:00Z', mount: secret }) as never,
      'entry.copy': () => ({ clearsAt: '' }),
    });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'data');
    await user.keyboard('{ArrowRight}');
    const key = await screen.findByRole('combobox', { name: 'Copy which key?' });
    await screen.findByRole('option', { name: /password/ });
    await user.type(key, 'pa{Enter}');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'e1', key: 'password' }]);
      expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'e1' }]);
    });
    // The next time it is a single item.
    await user.keyboard('{Control>}k{/Control}');
    await field();
    expect(labels()[0]).toContain('database › password');
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.copy')).toHaveLength(2);
      expect(bridge.inputsOf('entry.close')).toHaveLength(2);
    });
    expect(bridge.calls.filter(({ name }) => /reveal|raw/.test(name))).toEqual([]);
  });

  it('goes back from the keys of an entry with an arrow', async () => {
    const { user } = await show(['one'], {
      'entry.open': failing({ kind: 'forbidden', message: 'Not permitted.' }),
    });
    await user.keyboard('{Control>}k{/Control}');
    await field();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByText('Not permitted.')).toBeTruthy();
    await user.keyboard('{ArrowLeft}');
    expect(await field()).toBeTruthy();
  });

  it('finds what was opened in another session, and brings that one to the front', async () => {
    const other = sampleSession({ sessionId: 'staging', name: 'Staging' });
    const { bridge, user } = await show(['here'], {}, ['starred'], [other]);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'staging here');
    expect(labels()).toEqual([expect.stringContaining('Staging · secret/')]);
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(screen.getByRole('status').textContent).toBe('secret/here!');
    });
    expect(sessionStorage.getItem('front-session')).toBe('staging');
    expect(bridge.inputsOf('entry.open')).toEqual([]);
  });

  it('copies the key that was chosen for a favourite', async () => {
    const { bridge, user } = await show([], {
      'workspace.load': () => ({
        ...emptyMemory,
        favourites: [{ mount: secret, path: 'team/database', copyKey: 'password' }],
      }),
      'entry.open': () => ({ entryId: 'e', keys: [] }) as unknown as EntryView,
      'entry.copy': () => ({ clearsAt: '' }),
    });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'database pass');
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'e', key: 'password' }]);
    });
  });

  it('begins with what was recent and the other sessions, under headings', async () => {
    const other = sampleSession({ sessionId: 'staging', name: 'Staging' });
    const { user } = await show(['one'], {}, ['starred'], [other]);
    await user.keyboard('{Control>}k{/Control}');
    await field();
    const list = screen.getByRole('listbox');
    const lines = [...list.children].map(({ textContent }) => textContent.replace(/secret\/.*|https.*/, ''));
    expect(lines.slice(0, 7)).toEqual([
      'Recent',
      'one',
      'Sessions',
      'Staging',
      'Favourites',
      'starred',
      'Actions',
    ]);
  });

  it('begins with a dozen actions, and has the others once they are typed', async () => {
    const { user } = await show();
    render(<ManyActions />);
    await user.keyboard('{Control>}k{/Control}');
    await field();
    expect(labels()).toHaveLength(12);
    await user.type(await field(), 'one of many 29');
    expect(labels()).toEqual(['One of many 29Many']);
  });

  it('shows one action for a key, and the others once they are typed', async () => {
    const { user } = await show();
    render(<AlsoRefreshing />);
    await user.keyboard('{Control>}k{/Control}');
    await field();
    expect(labels().filter((label) => label.includes('F5'))).toHaveLength(1);
    expect(labels()).not.toContain('Refresh all namesNames');
    await user.type(await field(), 'refresh all');
    expect(labels()).toEqual(['Refresh all namesNames']);
  });

  it('searches for any text everywhere by its last row', async () => {
    const { bridge, user } = await show(['one'], { 'search.start': () => ({ jobId: 'job' }) });
    await user.keyboard('{Control>}k{/Control}');
    await field();
    expect(allLabels().some((label) => label.startsWith('Search “'))).toBe(false);
    await user.type(await field(), 'one');
    expect(allLabels().at(-1)).toBe('Search “one” everywhere');
    await user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => {
      expect(bridge.inputsOf('search.start')).toMatchObject([
        { places: [{ mount: 'secret/', path: '' }], text: 'one' },
      ]);
    });
    expect(screen.getByText('Search!')).toBeTruthy();
  });

  it('shows every key of the map, with the title and Close in sight, and finds one by typing', async () => {
    const { user } = await show();
    await user.click(document.body);
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(screen.getByText('Reopen closed tab')).toBeTruthy();
    const search = screen.getByRole('searchbox', { name: 'Search shortcuts' });
    expect(document.activeElement).toBe(search);
    // Not within what scrolls.
    expect(screen.getByRole('region', { name: 'Keys' }).contains(search)).toBe(false);
    await user.type(search, 'lock ctrl');
    expect([...sheet.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['Lock now']);
    await user.type(search, 'q');
    expect(screen.getByText('No shortcut contains “lock ctrlq”.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('without a session', () => {
  it('offers what the screen in front offers', async () => {
    installFakeBridge({});
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Connections />
        <PaletteHost session={undefined} />
      </QueryClientProvider>,
    );
    const user = userEvent.setup();
    await user.keyboard('{Control>}p{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'prod{Enter}');
    await waitFor(() => {
      expect(greet).toHaveBeenCalledOnce();
    });
  });
});

function Connections() {
  useActions(() => [
    { id: 'connection 1', label: 'Production', group: 'Connection', icon: Info, run: greet },
  ]);
  return null;
}

describe('go to path', () => {
  it('says what it understood while typing, and opens what main resolved', async () => {
    const { bridge, user } = await show([], {
      'path.resolve': () => ({ mount: secret, path: 'a/b', version: 3 }),
    });
    await user.keyboard('{Control>}p{/Control}');
    const input = await screen.findByRole('combobox', { name: 'Path' });
    await user.type(input, '/v1/secret/data/a/b?version=3');
    expect(await screen.findByText('Version 3 of entry')).toBeTruthy();
    expect(bridge.inputsOf('path.resolve')).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(screen.getByText('secret/a/b!')).toBeTruthy();
    });
  });

  it('keeps the text and says why when there is no such mount', async () => {
    const { user } = await show([], {
      'path.resolve': failing({ kind: 'invalid-path', reason: 'no-mount', message: 'No mount holds it.' }),
    });
    await user.keyboard('{Control>}p{/Control}');
    const input = await screen.findByRole('combobox', { name: 'Path' });
    await user.type(input, 'nowhere/x{Enter}');
    expect(await screen.findByText('No mount holds it.')).toBeTruthy();
    expect(input).toHaveProperty('value', 'nowhere/x');
  });

  it('has recent places before anything is typed, and narrows while one types', async () => {
    const { user } = await show(['team/Database', 'app', 'db']);
    await user.keyboard('{Control>}p{/Control}');
    const input = await screen.findByRole('combobox', { name: 'Path' });
    expect(labels()).toEqual(['secret/team/Database', 'secret/app', 'secret/db']);
    await user.type(input, 'data');
    expect(labels()).toEqual(['secret/team/Database']);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByText('secret/team/Database!')).toBeTruthy();
  });
});

it('says that more names were listed than are known', async () => {
  const known = { places: [], total: 0, names: 500_000, oldestMs: Date.now() };
  const { user } = await show([], { 'names.search': () => ({ ...known, full: true }) });
  act(() => showPalette('actions'));
  await user.type(await field(), 'x');
  const row = await screen.findByText(/500,000 known names, up to .* old; no room for further ones/);
  expect(row.closest('[role=option]')?.textContent).toContain('everywhere');
});
