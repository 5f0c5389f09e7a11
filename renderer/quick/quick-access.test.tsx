import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { EntryView } from '../../shared/vault/entry.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../api/query-client.ts';
import { failing, installFakeBridge, type Answers } from '../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../fixtures/session.fixture.ts';
import { copyId } from '../workspace/uses.ts';
import { QuickAccess } from './quick-access.tsx';

const secret = mountAt('secret/');
const memory = {
  ...emptyMemory,
  favourites: [{ mount: secret, path: 'team/database', copyKey: 'password' }],
  recents: [
    { mount: secret, path: 'team/database' },
    { mount: secret, path: 'mail' },
  ],
  uses: [{ id: copyId('secret/', 'api', 'token'), count: 2 }],
};

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

function show(answers: Answers = {}, sessions: readonly SessionView[] = [sampleSession()]) {
  const keys = ['user', 'password'].map((key) => ({ key }));
  const bridge = installFakeBridge({
    'app.preferences': failing({ kind: 'internal', message: 'Not needed.' }),
    'session.list': () => sessions,
    'workspace.load': () => memory,
    'entry.open': ({ path }) => ({ entryId: `entry of ${path}`, keys }) as unknown as EntryView,
    'entry.copy': () => ({ clearsAt: '' }),
    'entry.close': () => ({}),
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <QuickAccess />
    </QueryClientProvider>,
  );
  return { bridge, user: userEvent.setup() };
}

const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

it('lists keys to copy, then entries, each once, and copies with Enter', async () => {
  const { bridge, user } = show();
  await screen.findAllByRole('option');
  expect(labels().map((text) => text.replace(/secret\/.*$/, ''))).toEqual([
    'database › password',
    'api › token',
    'mail',
  ]);
  await user.keyboard('data{Enter}');
  await waitFor(() => {
    expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'entry of team/database', key: 'password' }]);
  });
  // No call that shows a value.
  expect(new Set(bridge.calls.map(({ name }) => name))).toEqual(
    new Set(['app.preferences', 'session.list', 'workspace.load', 'entry.open', 'entry.copy', 'entry.close']),
  );
});

it('copies nothing for a text that matches nothing, and says what else can be typed', async () => {
  const { bridge, user } = show();
  await screen.findAllByRole('option');
  await user.keyboard('no such name{Enter}');
  expect(screen.getByText(/^Nothing matches\. Type a path with its key/)).toBeTruthy();
  expect(bridge.inputsOf('entry.copy')).toEqual([]);
  expect(screen.queryByText('Copy')).toBeNull();
  expect(screen.getByText('Close')).toBeTruthy();
});

it('asks which key of an entry that has none chosen', async () => {
  const { bridge, user } = show();
  await screen.findAllByRole('option');
  await user.keyboard('mail{Enter}');
  await screen.findByRole('combobox', { name: 'Copy which key?' });
  await waitFor(() => {
    expect(labels()).toHaveLength(2);
  });
  await user.keyboard('us{Enter}');
  await waitFor(() => {
    expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'entry of mail', key: 'user' }]);
  });
});

it('copies by path and key what it has never seen', async () => {
  const keys = ['user', 'password'].map((key) => ({ key }));
  const { bridge, user } = show({
    'path.resolve': ({ text }) => ({ mount: secret, path: text.slice(7) }),
    'entry.open': ({ path }) => {
      if (path.includes('#'))
        failing({ kind: 'invalid-path', reason: 'absent', message: 'Nothing there.' })();
      return { entryId: `entry of ${path}`, keys } as unknown as EntryView;
    },
  });
  await screen.findAllByRole('option');
  await user.keyboard('secret/new#password{Enter}');
  await waitFor(() => {
    expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'entry of new', key: 'password' }]);
  });
});

it('says why nothing was copied, and stays', async () => {
  const { user } = show({ 'entry.open': failing({ kind: 'forbidden', message: 'No read.' }) });
  await screen.findAllByRole('option');
  await user.keyboard('data{Enter}');
  expect(await screen.findByText('No read.')).toBeTruthy();
});

it('offers to unlock what is locked, and reads nothing of it', async () => {
  const locked = sampleSession({ trouble: { kind: 'locked', message: 'Locked.' } });
  let isLocked = true;
  const { bridge, user } = show({
    'session.list': () => [isLocked ? locked : sampleSession()],
    'session.reauthenticate': () => {
      isLocked = false;
      return sampleSession();
    },
  });
  expect(await screen.findByRole('option', { name: /^Unlock Payments production…/ })).toBeTruthy();
  expect(bridge.inputsOf('workspace.load')).toEqual([]);
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('option', { name: /^database › password/ })).toBeTruthy();
  expect(bridge.inputsOf('session.reauthenticate')).toEqual([{ sessionId: 'one' }]);
});

it('names the session of each item where several are open', async () => {
  const { bridge, user } = show({}, [sampleSession(), sampleSession({ sessionId: 'two', name: 'Staging' })]);
  await screen.findAllByRole('option');
  await user.keyboard('staging data{Enter}');
  await waitFor(() => {
    expect(bridge.inputsOf('entry.open')).toMatchObject([{ sessionId: 'two', path: 'team/database' }]);
  });
});
