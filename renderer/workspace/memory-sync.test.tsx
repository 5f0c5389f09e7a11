import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import type { WorkspaceMemory } from '../../shared/vault/workspace-memory.ts';
import { installFakeBridge, failing } from '../fixtures/fake-bridge.fixture.ts';
import type { Answers, FakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../fixtures/session.fixture.ts';
import type { DraftHead, EditMode } from './draft-head.ts';
import { tabPath } from './tabs.ts';
import type { Tab } from './tabs.ts';
import { WorkspaceProvider, useOpenSessions, useWorkspace, useWorkspaceActions } from './workspace.tsx';

const mount = mountAt('secret/');
const memory: WorkspaceMemory = {
  tabs: [{ mount, path: 'was-open', pinned: true }],
  activeTab: 0,
  recents: [{ mount, path: 'was-open' }],
  favourites: [],
};
const locked = { kind: 'locked', message: 'Locked.' } as const;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Probe() {
  const { session } = useOpenSessions();
  const { tabs, memoryProblem, isRestoring } = useWorkspace();
  const { openEntry, retryMemory } = useWorkspaceActions();
  return (
    <>
      <output>{tabs.map((tab) => `${tabPath(tab)}${tab.dirty ? '*' : ''}${modeOf(tab)}`).join(' ')}</output>
      <p>{isRestoring(session.sessionId) ? 'restoring' : 'there'}</p>
      <p>{memoryProblem(session.sessionId)?.message ?? 'no problem'}</p>
      <button
        type="button"
        onClick={() => {
          openEntry(mount, 'another', { pin: true });
        }}
      >
        open another
      </button>
      <button
        type="button"
        onClick={() => {
          retryMemory(session.sessionId);
        }}
      >
        try again
      </button>
    </>
  );
}

function modeOf(tab: Tab): string {
  return tab.kind === 'entry' ? (tab.mode ?? '') : '';
}

function show(answers: Answers, sessions: readonly SessionView[] = [sampleSession()]) {
  const bridge = installFakeBridge({
    'workspace.load': () => memory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    ...answers,
  });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
  const view = render(within(sessions));
  return {
    bridge,
    user,
    rerender: (others: readonly SessionView[]) => {
      view.rerender(within(others));
    },
  };
}

function within(sessions: readonly SessionView[]) {
  return (
    <WorkspaceProvider sessions={sessions}>
      <Probe />
    </WorkspaceProvider>
  );
}

async function settle(): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(1000));
}

function saved(bridge: FakeBridge): readonly (readonly string[])[] {
  return bridge.inputsOf('workspace.save').map((input) => input.memory.tabs.map(({ path }) => path));
}

describe('what was open', () => {
  it('comes back with its unsaved edits, asked for once', async () => {
    const draft = { mount, path: 'edited', entryId: 'e1', text: '{}', savedAt: '2026-11-20T09:00:00Z' };
    const { bridge } = show({ 'draft.list': () => [draft] });
    expect(screen.getByText('restoring')).toBeTruthy();
    expect(await screen.findByText('secret/was-open secret/edited*')).toBeTruthy();
    expect(screen.getByText('there')).toBeTruthy();
    expect(bridge.inputsOf('workspace.load')).toEqual([{ sessionId: 'one' }]);
  });

  it('is saved in one go after it has changed, and not before', async () => {
    const { bridge, user } = show({});
    await screen.findByText('secret/was-open');
    await settle();
    expect(saved(bridge).every((paths) => paths.join() === 'was-open')).toBe(true);
    const before = saved(bridge).length;
    await user.click(screen.getByText('open another'));
    await settle();
    expect(saved(bridge).slice(before)).toEqual([['was-open', 'another']]);
  });

  it('is saved at once when the window is left', async () => {
    const { bridge, user } = show({});
    await screen.findByText('secret/was-open');
    await settle();
    await user.click(screen.getByText('open another'));
    act(() => {
      window.dispatchEvent(new Event('blur'));
    });
    expect(saved(bridge).at(-1)).toEqual(['was-open', 'another']);
    const before = saved(bridge).length;
    act(() => {
      window.dispatchEvent(new Event('blur'));
    });
    expect(saved(bridge)).toHaveLength(before);
  });

  it('is not written over while it could not be read, and is asked for again', async () => {
    const { bridge, user } = show({
      'workspace.load': failing({ kind: 'internal', message: 'The disk is broken.' }),
    });
    expect(await screen.findByText('The disk is broken.')).toBeTruthy();
    await user.click(screen.getByText('open another'));
    await settle();
    expect(saved(bridge)).toEqual([]);
    bridge.answers['workspace.load'] = () => memory;
    await user.click(screen.getByText('try again'));
    expect(await screen.findByText('secret/was-open secret/another')).toBeTruthy();
    await settle();
    expect(saved(bridge).at(-1)).toEqual(['was-open', 'another']);
  });

  it('waits for a locked session to be unlocked', async () => {
    const { bridge, rerender } = show({}, [sampleSession({ trouble: locked })]);
    await settle();
    expect(bridge.calls).toEqual([]);
    rerender([sampleSession()]);
    expect(await screen.findByText('secret/was-open')).toBeTruthy();
  });

  it('of one session does not wait for another', async () => {
    const never = new Promise<WorkspaceMemory>(() => undefined);
    show({ 'workspace.load': ({ sessionId }) => (sessionId === 'dead' ? never : memory) }, [
      sampleSession({ sessionId: 'dead' }),
      sampleSession(),
    ]);
    expect(await screen.findByText('secret/was-open')).toBeTruthy();
  });

  it('of a draft that has no entry knows whether one is created or patched', async () => {
    const draft = (path: string, mode: EditMode) => ({
      mount,
      path,
      text: JSON.stringify({ strongroomDraft: 1, mode } satisfies DraftHead),
      savedAt: '2026-11-20T09:00:00Z',
    });
    const drafts = [draft('new', 'create'), draft('unread', 'patch')];
    show({ 'workspace.load': () => emptyMemory, 'draft.list': () => drafts });
    expect(await screen.findByText('secret/new*create secret/unread*patch')).toBeTruthy();
  });
});
