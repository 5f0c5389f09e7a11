import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { createQueryClient } from '../../api/query-client.ts';
import {
  failing,
  installFakeBridge,
  type Answers,
  type FakeBridge,
} from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { useWorkspace, WorkspaceProvider } from '../shell/workspace.tsx';
import { EntryScreen } from './entry-screen.tsx';
import { revealMs } from './reveal.ts';

const secret = mountAt('secret/');
const values: Record<string, string> = {
  limits: '{"max":9007199254740993}',
  password: '"pa55word"',
  username: '"svc"',
};

function viewOf(version: number, entryId = 'entry-1', of = values): EntryView {
  return {
    entryId,
    mount: secret,
    path: 'payments/api',
    version,
    createdTime: '2026-11-20T07:00:00Z',
    keys: Object.entries(of).map(([key, raw]) => valueFacts(key, raw)),
    warnings: [],
    readAt: '2026-11-20T09:00:00Z',
  };
}

function InTab() {
  const { activeTab, openEntry } = useWorkspace();
  return activeTab === undefined ? (
    <button
      onClick={() => {
        openEntry(secret, 'payments/api', { pin: true });
      }}
    >
      open
    </button>
  ) : (
    <>
      <output>{activeTab.dirty ? 'dirty' : 'clean'}</output>
      <EntryScreen tab={activeTab} />
    </>
  );
}

function show(answers: Answers = {}, numUses = 0): FakeBridge {
  const bridge = installFakeBridge({
    'app.preferences': () => ({
      theme: 'light',
      sideBarWidth: 264,
      detailsOpen: false,
      clipboardSeconds: 30,
    }),
    'app.setPreferences': (change) => ({
      theme: 'light',
      sideBarWidth: 264,
      detailsOpen: true,
      clipboardSeconds: 30,
      ...change,
    }),
    'clipboard.state': () => ({ clearsAt: '' }),
    'entry.open': () => viewOf(7),
    'entry.close': () => ({}),
    'entry.reveal': ({ key }) => ({ rawJson: values[key] ?? 'null' }),
    'entry.copy': () => ({ clearsAt: new Date(Date.now() + 30_000).toISOString() }),
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[sampleSession({ token: { ...sampleToken, numUses } })]}>
        <InTab />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText('open'));
  return bridge;
}

async function row(key: string): Promise<HTMLElement> {
  const header = await screen.findByRole('rowheader', { name: key });
  const found = header.closest<HTMLElement>('[role=row]');
  if (found === null) throw new Error(`no row of ${key}`);
  return found;
}

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe('reading an entry', () => {
  it('shows keys and facts, and asks for no value', async () => {
    const bridge = show();
    await row('password');
    expect(screen.getByText('version 7 · current')).toBeTruthy();
    expect(screen.getByText('3 keys')).toBeTruthy();
    expect(within(await row('limits')).getByText('JSON object')).toBeTruthy();
    expect(screen.getAllByRole('img', { name: 'hidden' })).toHaveLength(3);
    expect(bridge.inputsOf('entry.reveal')).toEqual([]);
  });

  it('reveals one value at a time, by keyboard too', async () => {
    show();
    fireEvent.click(within(await row('username')).getByRole('button', { name: 'Reveal username' }));
    await screen.findByText('svc');
    const password = await row('password');
    password.focus();
    fireEvent.keyDown(password, { key: 'Enter' });
    await screen.findByText('pa55word');
    expect(screen.queryByText('svc')).toBeNull();
    fireEvent.keyDown(password, { key: ' ' });
    await waitFor(() => {
      expect(screen.queryByText('pa55word')).toBeNull();
    });
  });

  it('shows big integers of a JSON value digit for digit', async () => {
    show();
    fireEvent.click(within(await row('limits')).getByRole('button', { name: 'Reveal limits' }));
    expect(await screen.findByText(/9007199254740993/)).toBeTruthy();
  });

  it('hides a value when the window loses the focus', async () => {
    show();
    fireEvent.click(within(await row('username')).getByRole('button', { name: 'Reveal username' }));
    await screen.findByText('svc');
    fireEvent.blur(window);
    expect(screen.queryByText('svc')).toBeNull();
  });

  it('hides a value after its time', async () => {
    show();
    const button = within(await row('username')).getByRole('button', { name: 'Reveal username' });
    vi.useFakeTimers();
    fireEvent.click(button);
    await act(() => vi.advanceTimersByTimeAsync(0));
    await act(() => vi.advanceTimersByTimeAsync(revealMs - 1));
    expect(screen.getByText('svc')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2));
    expect(screen.queryByText('svc')).toBeNull();
  });

  it('copies a hidden value in main, by Ctrl+C on its row, and never through the browser', async () => {
    const bridge = show();
    const password = await row('password');
    password.focus();
    fireEvent.keyDown(password, { key: 'c', ctrlKey: true });
    expect(await screen.findByText(/without showing it/)).toBeTruthy();
    expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'entry-1', key: 'password' }]);
    fireEvent.click(within(password).getByRole('button', { name: 'Reveal password' }));
    const value = await screen.findByText('pa55word');
    expect(fireEvent.copy(value)).toBe(false);
    await waitFor(() => {
      expect(bridge.inputsOf('entry.copy')).toHaveLength(2);
    });
    expect(fireEvent.dragStart(value)).toBe(false);
  });

  it('closes in main what it opened', async () => {
    const bridge = show();
    await row('password');
    cleanup();
    expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'entry-1' }]);
  });

  it('asks nothing more of a token with a limited number of uses', async () => {
    const bridge = show(
      {
        'app.preferences': () => ({
          theme: 'light',
          sideBarWidth: 264,
          detailsOpen: true,
          clipboardSeconds: 30,
        }),
      },
      5,
    );
    await row('password');
    expect(await screen.findAllByText('Ask the server (costs one use)')).toHaveLength(2);
    const asked = bridge.calls.map((one) => one.name).filter((name) => name.startsWith('entry.'));
    expect(asked).toEqual(['entry.open']);
  });

  it('names the capability that is missing', async () => {
    show({
      'entry.open': failing({ kind: 'forbidden', message: 'Not permitted.' }),
    });
    expect(
      await screen.findByText('path "secret/data/payments/api" { capabilities = ["read"] }'),
    ).toBeTruthy();
  });
});

describe('editing an entry', () => {
  it('sends the changes and nothing else', async () => {
    const user = userEvent.setup();
    const saved = viewOf(8, 'entry-2', { fresh: '"f"', limits: values['limits'] ?? '', password: '"new"' });
    const bridge = show({
      'entry.save': () => {
        bridge.answers['entry.open'] = () => saved;
        return { version: 8, warnings: ['Mind the gap.'] };
      },
    });
    await row('password');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(screen.getByText('clean')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit password' }));
    const password = await screen.findByRole('textbox', { name: 'Value of password' });
    await user.clear(password);
    await user.type(password, 'new');
    await user.click(screen.getByRole('button', { name: 'Remove username' }));
    await user.click(screen.getByRole('button', { name: 'Add a key' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the new key' }), 'fresh');
    await user.type(screen.getByRole('textbox', { name: 'Value of fresh' }), 'f');
    expect(screen.getByText('dirty')).toBeTruthy();
    expect(screen.getByText('1 changed')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save as version 8' }));
    expect((await screen.findAllByText('Saved as version 8.')).length).toBeGreaterThan(0);
    expect(await screen.findByText('version 8 · current')).toBeTruthy();
    expect(screen.getByText('Mind the gap.')).toBeTruthy();
    expect(screen.getByText('clean')).toBeTruthy();
    expect(bridge.inputsOf('entry.save')).toEqual([
      {
        entryId: 'entry-1',
        changes: [
          { op: 'set', key: 'password', rawJson: '"new"' },
          { op: 'remove', key: 'username' },
          { op: 'set', key: 'fresh', rawJson: '"f"' },
        ],
      },
    ]);
    expect(bridge.inputsOf('entry.reveal')).toEqual([{ entryId: 'entry-1', key: 'password' }]);
  });

  it('does not save broken JSON or a name that is taken', async () => {
    const user = userEvent.setup();
    const bridge = show();
    await row('limits');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('button', { name: 'Edit limits' }));
    const limits = await screen.findByRole('textbox', { name: 'Value of limits' });
    fireEvent.change(limits, { target: { value: '{"max": }' } });
    expect(screen.getByText('This is not a JSON value (line 1, column 9).')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save as version 8' }));
    fireEvent.change(limits, { target: { value: '{"max": 1}' } });
    await user.click(screen.getByRole('button', { name: 'Add a key' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the new key' }), 'username');
    expect(screen.getByText('There is already a key of this name.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save as version 8' }));
    expect(bridge.inputsOf('entry.save')).toEqual([]);
  });

  it('warns of a number that KV v2 will round', async () => {
    const user = userEvent.setup();
    show();
    await row('limits');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('button', { name: 'Edit limits' }));
    const limits = await screen.findByRole('textbox', { name: 'Value of limits' });
    fireEvent.change(limits, { target: { value: '{"max": 9007199254740995}' } });
    expect(screen.getByText(/9007199254740995 in “limits” will come back as 9007199254740996/)).toBeTruthy();
  });

  it('keeps the edits through a conflict and lays them over the newer version', async () => {
    const user = userEvent.setup();
    const theirs = viewOf(8, 'entry-2', { password: '"theirs"', other: '1' });
    const bridge = show({
      'entry.save': failing({ kind: 'conflict', message: 'No.', currentVersion: 8 }),
    });
    await row('password');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('button', { name: 'Edit password' }));
    const password = await screen.findByRole('textbox', { name: 'Value of password' });
    await user.clear(password);
    await user.type(password, 'mine');
    await user.click(screen.getByRole('button', { name: 'Save as version 8' }));
    expect(await screen.findByText('Somebody saved version 8 while you edited 7.')).toBeTruthy();
    bridge.answers['entry.open'] = () => theirs;
    bridge.answers['entry.save'] = () => ({ version: 9, warnings: [] });
    await user.click(screen.getByRole('button', { name: 'Load version 8 and lay my changes over it' }));
    await user.click(await screen.findByRole('button', { name: 'Save as version 9' }));
    await waitFor(() => {
      expect(bridge.inputsOf('entry.save')[1]).toEqual({
        entryId: 'entry-2',
        changes: [{ op: 'set', key: 'password', rawJson: '"mine"' }],
      });
    });
  });

  it('keeps the edits when the entry is gone, and says what a lost answer came to', async () => {
    const user = userEvent.setup();
    const bridge = show({
      'entry.save': failing({ kind: 'outcome-unknown', message: 'Lost.' }),
    });
    await row('password');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('button', { name: 'Remove username' }));
    await user.click(screen.getByRole('button', { name: 'Save as version 8' }));
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(await screen.findByText(/still at version 7: your changes were not saved/)).toBeTruthy();
    bridge.answers['entry.open'] = () => viewOf(8, 'entry-3');
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText(/at version 8 now/)).toBeTruthy();
    expect(screen.getByText('1 removed')).toBeTruthy();
    bridge.answers['entry.save'] = failing({ kind: 'conflict', message: 'No.' });
    bridge.answers['entry.open'] = failing({
      kind: 'invalid-path',
      reason: 'deleted-version',
      message: 'Deleted.',
    });
    await user.click(screen.getByRole('button', { name: 'Save as version 8' }));
    await user.click(await screen.findByRole('button', { name: /lay my changes over it/ }));
    expect(await screen.findByText('It could not be read again; this is what was there before')).toBeTruthy();
    expect(screen.getByText('1 removed')).toBeTruthy();
  });

  it('asks before it throws edits away', async () => {
    const user = userEvent.setup();
    show();
    await row('password');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('button', { name: 'Remove username' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog');
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByText('1 removed')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
    expect(await row('username')).toBeTruthy();
  });
});
