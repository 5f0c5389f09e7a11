import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { KeyDifference } from '../../../shared/vault/editing.ts';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { tellEntryChanged } from '../../api/entry-actions.ts';
import { createQueryClient } from '../../api/query-client.ts';
import {
  failing,
  installFakeBridge,
  type Answers,
  type FakeBridge,
} from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { revealMs } from '../../parts/value/reveal.ts';
// Preloaded: loading it on first use can exceed the test's timeout on a busy machine.
import '../../ui/code/text-diff.tsx';
import { WorkspaceProvider, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { dismissAction } from '../../parts/entry-actions/actions.ts';
import { EntryActions } from '../../parts/entry-actions/entry-dialogs.tsx';
// Preloaded: loading it on first use can exceed the test's timeout on a busy machine.
import '../../parts/entry-actions/version-dialogs.tsx';
import { CompareScreen } from './compare-screen.tsx';
import { apart } from './compared-value.tsx';

const secret = mountAt('secret/');
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'left-1': {
    host: '"db1.example"',
    gone: '"was here"',
    same: '"s"',
    notes: JSON.stringify('one\ntwo\nthree'),
  },
  'right-1': {
    host: '"db2.example"',
    fresh: '"f"',
    same: '"s"',
    notes: JSON.stringify('one\n2\nthree'),
  },
};

const facts = (side: string, key: string) => valueFacts(key, values[side]?.[key] ?? 'null');
const differences: readonly KeyDifference[] = [
  { key: 'fresh', change: 'right-only', right: facts('right-1', 'fresh') },
  { key: 'gone', change: 'left-only', left: facts('left-1', 'gone') },
  ...(['host', 'notes'] as const).map((key): KeyDifference => ({
    key,
    change: 'changed',
    left: facts('left-1', key),
    right: facts('right-1', key),
  })),
  { key: 'same', change: 'same', left: facts('left-1', 'same'), right: facts('right-1', 'same') },
];

function viewOf(entryId: string, version: number): EntryView {
  return {
    entryId,
    mount: secret,
    path: 'payments/api',
    version,
    keys: [],
    dataBytes: 2,
    warnings: [],
    createdTime: '2026-11-20T07:00:00Z',
    readAt: '2026-11-20T09:00:00Z',
  };
}

/** The version and session of the right side. */
let right: { readonly sessionId: string; readonly version?: number } = { sessionId: 'two' };

function InTab() {
  const { activeTab } = useWorkspace();
  const { openCompare } = useWorkspaceActions();
  if (activeTab?.kind === 'compare') return <CompareScreen tab={activeTab} />;
  const place = { mount: secret, path: 'payments/api' };
  return (
    <button
      onClick={() => {
        openCompare({ ...place, sessionId: 'one', version: 5 }, { ...place, ...right });
      }}
    >
      open
    </button>
  );
}

function show(answers: Answers = {}, numUses = 0): FakeBridge {
  const bridge = installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'clipboard.state': () => ({ clearsAt: '' }),
    'entry.open': ({ sessionId, version }) =>
      sessionId === 'one' ? viewOf('left-1', version ?? 7) : viewOf('right-1', version ?? 9),
    'entry.close': () => ({}),
    'entry.compare': () => differences,
    'entry.reveal': ({ entryId, key }) => ({ rawJson: values[entryId]?.[key] ?? 'null' }),
    'entry.copy': () => ({ clearsAt: new Date(Date.now() + 30_000).toISOString() }),
    'clipboard.copySecretText': () => ({ clearsAt: new Date(Date.now() + 30_000).toISOString() }),
    ...answers,
  });
  const token = { ...sampleToken, numUses };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider
        sessions={[
          sampleSession({ sessionId: 'two', name: 'Staging', colour: 'green', token }),
          sampleSession({ token }),
        ]}
      >
        <InTab />
        <EntryActions />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText('open'));
  return bridge;
}

async function row(key: string): Promise<HTMLElement> {
  const header = await screen.findByRole('rowheader', { name: new RegExp(`^${key}`) });
  const found = header.closest<HTMLElement>('[role=row]');
  if (found === null) throw new Error(`no row of ${key}`);
  return found;
}

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  right = { sessionId: 'two' };
  dismissAction();
});

describe('comparing', () => {
  it('shows what differs by key, and no value', async () => {
    const bridge = show();
    expect(within(await row('fresh')).getByText('added')).toBeTruthy();
    expect(within(await row('gone')).getByText('removed')).toBeTruthy();
    expect(within(await row('host')).getByText('changed')).toBeTruthy();
    expect(screen.queryByText('same')).toBeNull();
    expect(screen.getByText('4 of 5 keys differ')).toBeTruthy();
    expect(screen.getByText('Staging')).toBeTruthy();
    expect(screen.getByText('version 9 · current')).toBeTruthy();
    expect(bridge.inputsOf('entry.reveal')).toEqual([]);
    expect(bridge.inputsOf('entry.compare')).toEqual([{ leftEntryId: 'left-1', rightEntryId: 'right-1' }]);
  });

  it('shows what is the same when asked', async () => {
    show();
    await userEvent
      .setup()
      .click(await screen.findByRole('checkbox', { name: /Only differences \(1 the same\)/ }));
    expect(within(await row('same')).getByText('the same')).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter keys' }), { target: { value: 'SAM' } });
    expect(screen.getAllByRole('row')).toHaveLength(1);
  });

  it('reveals a key on both sides, marks where it differs, and hides it again', async () => {
    const bridge = show();
    const host = await row('host');
    fireEvent.click(within(host).getByRole('button', { name: 'Reveal host' }));
    await waitFor(() => {
      expect([...host.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['1', '2']);
    });
    expect(host.textContent).toContain('db1.example');
    expect(host.textContent).toContain('db2.example');
    const fresh = await row('fresh');
    fresh.focus();
    fireEvent.keyDown(fresh, { key: 'Enter' });
    await waitFor(() => {
      expect(host.textContent).not.toContain('db1');
    });
    expect(bridge.inputsOf('entry.reveal').map(({ entryId, key }) => `${entryId} ${key}`)).toEqual([
      'left-1 host',
      'right-1 host',
      'right-1 fresh',
    ]);
    fireEvent.blur(window);
    expect(screen.getAllByRole('img', { name: 'hidden' })).toHaveLength(6);
  });

  it('hides a value after its time', async () => {
    show();
    const button = within(await row('gone')).getByRole('button', { name: 'Reveal gone' });
    vi.useFakeTimers();
    fireEvent.click(button);
    await act(() => vi.advanceTimersByTimeAsync(0));
    await act(() => vi.advanceTimersByTimeAsync(revealMs - 1));
    expect(screen.getByText('was here')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2));
    expect(screen.queryByText('was here')).toBeNull();
  });

  it('lays a text of several lines out as one difference', async () => {
    show();
    fireEvent.click(within(await row('notes')).getByRole('button', { name: 'Reveal notes' }));
    const text = await screen.findByRole('group', { name: 'Value of notes, left and right' });
    expect(within(text).getByText('two')).toBeTruthy();
    expect(within(text).getByText('2')).toBeTruthy();
    expect(within(text).getAllByText('one')).toHaveLength(1);
  });

  it('copies a selection of a shown value through main', async () => {
    const bridge = show();
    fireEvent.click(within(await row('gone')).getByRole('button', { name: 'Reveal gone' }));
    const value = await screen.findByText('was here');
    document.getSelection()?.selectAllChildren(value);
    expect(fireEvent.copy(value)).toBe(false);
    await waitFor(() => {
      expect(bridge.inputsOf('clipboard.copySecretText')).toEqual([{ text: 'was here' }]);
    });
  });

  it('copies either side in main, hidden', async () => {
    const bridge = show();
    fireEvent.click(within(await row('host')).getByRole('button', { name: 'Copy host on the right' }));
    expect(await screen.findByText(/without showing it/)).toBeTruthy();
    expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'right-1', key: 'host' }]);
  });

  it('says of two versions of one entry what they share once, and restores the older', async () => {
    right = { sessionId: 'one', version: 3 };
    const bridge = show({ 'entry.restore': () => ({ version: 8, warnings: [] }) });
    expect(await screen.findByRole('heading', { name: 'Compare v3 ↔ v5' })).toBeTruthy();
    expect(screen.getAllByText('secret/payments/api')).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: 'Who changed this?' })).toHaveLength(1);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Restore v3…' }));
    expect(await screen.findByRole('dialog', { name: 'Restore version 3?' })).toBeTruthy();
    expect(bridge.inputsOf('entry.restore')).toEqual([]);
  });

  it('swaps the sides', async () => {
    const bridge = show();
    await row('host');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Swap sides' }));
    await waitFor(() => {
      expect(bridge.inputsOf('entry.compare')[1]).toEqual({
        leftEntryId: 'right-1',
        rightEntryId: 'left-1',
      });
    });
  });

  it('says what is wrong on the side where it is wrong, and closes what it opened', async () => {
    const bridge = show({
      'entry.open': ({ sessionId }) =>
        sessionId === 'one'
          ? viewOf('left-1', 5)
          : failing({ kind: 'invalid-path', reason: 'absent', message: 'Nothing is at this path.' })(),
    });
    const right = await screen.findByRole('region', { name: 'Right side' });
    expect(await within(right).findByText('Nothing is at this path.')).toBeTruthy();
    expect(bridge.inputsOf('entry.compare')).toEqual([]);
    cleanup();
    expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'left-1' }]);
  });

  it('names the capability that is missing on one side', async () => {
    show({ 'entry.open': failing({ kind: 'forbidden', message: 'Not permitted.' }) });
    expect(
      await screen.findAllByText('path "secret/data/payments/api" { capabilities = ["read"] }'),
    ).toHaveLength(2);
  });

  it('says so when nothing differs', async () => {
    show({ 'entry.compare': () => differences.filter(({ change }) => change === 'same') });
    expect(await screen.findByText('No difference in 1 key')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show all keys' }));
    expect(await row('same')).toBeTruthy();
  });

  it('follows what is done to either entry, except where a reading is counted', async () => {
    const bridge = show();
    await row('host');
    act(() => {
      tellEntryChanged({ sessionId: 'two', mount: secret, path: 'payments/api' }, 'changed');
      tellEntryChanged({ sessionId: 'two', mount: secret, path: 'other' }, 'changed');
    });
    await waitFor(() => {
      expect(bridge.inputsOf('entry.open')).toHaveLength(4);
    });
    cleanup();
    const limited = show({}, 9);
    await row('host');
    act(() => {
      tellEntryChanged({ sessionId: 'two', mount: secret, path: 'payments/api' }, 'changed');
    });
    expect(limited.inputsOf('entry.open')).toHaveLength(2);
  });

  it('paints only the rows in view of 7,000 keys', async () => {
    show({
      'entry.compare': () =>
        Array.from({ length: 7000 }, (_, at): KeyDifference => {
          const key = `k${String(at).padStart(4, '0')}`;
          return { key, change: 'changed', left: valueFacts(key, '1'), right: valueFacts(key, '2') };
        }),
    });
    expect(await screen.findByText('7,000 of 7,000 keys differ')).toBeTruthy();
    expect(screen.queryAllByRole('row').length).toBeLessThan(100);
  });
});

describe('where two short texts part', () => {
  it.each([
    ['db1.example', 'db2.example', ['db', '1', '.example']],
    ['aaa', 'aa', ['aa', 'a', '']],
    ['', 'x', ['', '', '']],
    ['x', '', ['', 'x', '']],
    ['a😀b', 'a😁b', ['a', '😀', 'b']],
    ['same', 'same', ['same', '', '']],
  ])('%j beside %j', (mine, theirs, expected) => {
    expect(apart(mine, theirs)).toEqual(expected);
  });
});
