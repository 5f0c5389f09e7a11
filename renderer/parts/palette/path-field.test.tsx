import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { AppError } from '../../../shared/ipc/result.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { resolveTypedPath } from '../../../shared/vault/typed-path.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { query } from '../../api/client.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { paletteMode, showPalette } from '../../workspace/palette.ts';
import { tabPath } from '../../workspace/tabs.ts';
import { WorkspaceProvider, useWorkspace } from '../../workspace/workspace.tsx';
import { treeOf } from '../tree/trees.ts';
import { PathField } from './path-field.tsx';

const secret = mountAt('secret/');
const pki = { ...mountAt('pki/'), type: 'pki', engine: 'other' as const };
const absent: AppError = { kind: 'invalid-path', reason: 'absent', message: 'There is nothing there.' };
const forbidden: AppError = { kind: 'forbidden', message: 'Not permitted.' };
let nextSession = 1;

function Tabs() {
  const { tabs } = useWorkspace();
  return <output aria-label="tabs">{tabs.map(tabPath).join(' ')}</output>;
}

/** `entries`: keys by path below `secret/`, or the entry's read error. */
async function show(
  entries: Readonly<Record<string, readonly string[] | AppError>>,
  { numUses = 0, memory = emptyMemory, error = absent } = {},
) {
  const bridge = installFakeBridge({
    'workspace.load': () => memory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'folder.list': () => ({ names: packNames(Object.keys(entries)), count: 0, warnings: [] }),
    'path.resolve': ({ text }) => {
      const typed = resolveTypedPath(text, [secret, pki]);
      if (typed.kind === 'resolved') return { mount: typed.mount, path: typed.path };
      return failing({ kind: 'invalid-path', reason: 'no-mount', message: 'No mount.' })();
    },
    'entry.open': (input) => {
      const found = entries[input.path] ?? error;
      if ('kind' in found) return failing(found)();
      const keys = found.map((key) => ({ key, type: 'string', bytes: 4, rawBytes: 6 }));
      return { entryId: `opened ${input.path}`, mount: secret, path: input.path, keys } as never;
    },
    'entry.close': () => ({}),
    'entry.copy': () => ({ clearsAt: '' }),
  });
  const session = sampleSession({
    sessionId: `path-field-${String(nextSession++)}`,
    token: { ...sampleToken, numUses },
  });
  const client = createQueryClient();
  client.setQueryData(query('mount.list', { sessionId: session.sessionId }).queryKey, [secret, pki]);
  render(
    <QueryClientProvider client={client}>
      <WorkspaceProvider sessions={[session]}>
        <PathField session={session} label="Go to a path" inPlace />
        <Tabs />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => {
    expect(bridge.inputsOf('workspace.load')).toHaveLength(1);
  });
  const user = userEvent.setup();
  const opened = (): readonly string[] => bridge.inputsOf('entry.open').map(({ path }) => path);
  const copied = (): readonly string[] =>
    bridge.inputsOf('entry.copy').map(({ entryId, key }) => `${entryId} › ${key}`);
  return { bridge, user, session, opened, copied };
}

const field = () => screen.getByRole('combobox', { name: 'Go to a path' });
const tabs = () => screen.getByLabelText('tabs').textContent;

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

it('has the focus where nobody has it, and shows what it found only while there is a text', async () => {
  const { user } = await show({}, { memory: { ...emptyMemory, recents: [{ mount: secret, path: 'app' }] } });
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole('option')).toBeNull();
  await user.keyboard('a');
  expect(await screen.findByRole('option', { name: 'secret/app' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(field()).toHaveProperty('value', '');
  expect(screen.queryByRole('option')).toBeNull();
});

it('lets the cheat sheet have its key while it is empty', async () => {
  const { user } = await show({});
  await user.keyboard('?');
  expect(paletteMode()).toBe('keys');
  expect(field()).toHaveProperty('value', '');
  act(() => {
    showPalette(undefined);
  });
  await user.keyboard('a?');
  expect(field()).toHaveProperty('value', 'a?');
  expect(paletteMode()).toBeUndefined();
});

it('leaves the focus to whoever has it', () => {
  const other = document.createElement('button');
  document.body.append(other);
  other.focus();
  installFakeBridge({ 'workspace.load': () => emptyMemory, 'draft.list': () => [], 'mount.list': () => [] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[sampleSession()]}>
        <PathField session={sampleSession()} label="Go to a path" inPlace />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  expect(document.activeElement).toBe(other);
  other.remove();
});

it('goes to a path, and is empty for the next one', async () => {
  const { user, copied } = await show({ app: ['password'] });
  await user.keyboard('secret/app{Enter}');
  await waitFor(() => {
    expect(tabs()).toBe('secret/app');
  });
  expect(field()).toHaveProperty('value', '');
  expect(copied()).toEqual([]);
});

it('copies the key behind a #, says so before, opens nothing, and counts it as used', async () => {
  const { bridge, user, copied } = await show({ 'team/app': ['user', 'password'] });
  await user.keyboard('secret/team/app#password');
  expect(screen.getByText('without showing it')).toBeTruthy();
  expect(bridge.inputsOf('entry.open')).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(copied()).toEqual(['opened team/app › password']);
  });
  expect(tabs()).toBe('');
  expect(bridge.calls.filter(({ name }) => /reveal|raw/.test(name))).toEqual([]);
  await waitFor(() => {
    expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'opened team/app' }]);
    expect(bridge.inputsOf('workspace.save').at(-1)?.memory.uses?.[0]?.id).toContain('"team/app","password"');
  });
});

it('goes to an entry whose name holds the #, though there is such a key, too', async () => {
  const { user, copied } = await show({ 'app#password': ['x'], app: ['password'] });
  await user.keyboard('secret/app#password{Enter}');
  await waitFor(() => {
    expect(tabs()).toBe('secret/app#password');
  });
  expect(copied()).toEqual([]);
});

it('knows such an entry by the listed names, and one whose version is deleted by the answer', async () => {
  const listed = await show({ 'app#password': forbidden, app: ['password'] });
  const tree = treeOf(listed.session.sessionId);
  tree.setMounts([secret]);
  await act(() => tree.reveal(secret.path, ''));
  await listed.user.keyboard('secret/app#password{Enter}');
  await waitFor(() => {
    expect(tabs()).toBe('secret/app#password');
  });
  expect(listed.opened()).toEqual([]);
  cleanup();
  const deleted: AppError = { kind: 'invalid-path', reason: 'deleted-version', message: 'Deleted.' };
  const other = await show({ 'app#password': deleted, app: ['password'] });
  await other.user.keyboard('secret/app#password{Enter}');
  await waitFor(() => {
    expect(tabs()).toBe('secret/app#password');
  });
});

it('copies where the whole name may not be read', async () => {
  const { user, copied } = await show({ app: ['password'] }, { error: forbidden });
  await user.keyboard('secret/app#password{Enter}');
  await waitFor(() => {
    expect(copied()).toEqual(['opened app › password']);
  });
});

it('lets a person choose where two readings fit, and copies nothing before', async () => {
  const { user, copied } = await show({ 'a#b': ['c'], a: ['b#c'] });
  await user.keyboard('secret/a#b#c{Enter}');
  expect(await screen.findByText('Several entries fit. Choose what to copy.')).toBeTruthy();
  expect(copied()).toEqual([]);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'a#b › csecret/a#bCopy',
    'a › b#csecret/aCopy',
  ]);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => {
    expect(copied()).toEqual(['opened a › b#c']);
  });
});

it.each([
  ['secret/app#passwort', 'secret/app has no key “passwort”.'],
  ['secret/nothing#key', 'There is nothing there.'],
  ['elsewhere/x#key', 'No mount.'],
])('says why %s leads nowhere, and keeps the text', async (text, why) => {
  const { user, copied } = await show({ app: ['password'] });
  await user.keyboard(`${text}{Enter}`);
  expect(await screen.findByText(why)).toBeTruthy();
  expect(field()).toHaveProperty('value', text);
  expect(copied()).toEqual([]);
});

it('reads nothing in other engines: reading may create a credential', async () => {
  const { user, opened } = await show({});
  await user.keyboard('pki/issue/web#certificate{Enter}');
  await waitFor(() => {
    expect(field()).toHaveProperty('value', '');
  });
  expect(opened()).toEqual([]);
});

it('asks once with a token whose uses are limited', async () => {
  const { user, copied, opened } = await show({ app: ['password'] }, { numUses: 3 });
  await user.keyboard('secret/app#password{Enter}');
  await waitFor(() => {
    expect(copied()).toEqual(['opened app › password']);
  });
  expect(opened()).toEqual(['app']);
});

it('suggests keys that are known, without asking the server', async () => {
  const memory = {
    ...emptyMemory,
    favourites: [{ mount: secret, path: 'app', copyKey: 'token' }],
    uses: [{ id: 'copy ["secret/","app","password"]', count: 2 }],
  };
  const { user, copied, opened } = await show({ app: ['password', 'user', 'token'] }, { memory });
  const labels = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  await user.keyboard('secret/app#');
  expect(labels()).toEqual(['passwordCopy', 'tokenCopy']);
  expect(opened()).toEqual([]);
  await user.keyboard('user{Enter}');
  await waitFor(() => {
    expect(copied()).toEqual(['opened app › user']);
  });
  // The entry was read in the meantime.
  await user.keyboard('secret/app#');
  expect(labels()).toEqual(['userCopy', 'passwordCopy', 'tokenCopy']);
  await user.keyboard('pa{ArrowDown}{Enter}');
  await waitFor(() => {
    expect(copied()).toHaveLength(2);
  });
  expect(copied()[1]).toBe('opened app › password');
});
