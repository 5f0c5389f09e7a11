import { describe, expect, it } from 'vitest';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { activeTabOf, emptyWorkspace, tabsOf, workspaceReducer } from './workspace-state.ts';
import type { WorkspaceAction, WorkspaceState } from './workspace-state.ts';

const mount: Mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' };

function after(...actions: readonly WorkspaceAction[]): WorkspaceState {
  const start: WorkspaceAction = { type: 'sessions-changed', sessionIds: ['one', 'two'] };
  return [start, ...actions].reduce(workspaceReducer, emptyWorkspace);
}

function opened(
  path: string,
  more: { pin?: boolean; version?: number; sessionId?: string } = {},
): WorkspaceAction {
  return { type: 'entry-opened', sessionId: 'one', mount, path, ...more };
}

function paths(state: WorkspaceState, sessionId = 'one'): readonly string[] {
  return tabsOf(state, sessionId).map((tab) => tab.path);
}

describe('previews', () => {
  it('are replaced by the next selected entry', () => {
    const state = after(opened('a', { pin: true }), opened('b'), opened('c'));
    expect(paths(state)).toEqual(['a', 'c']);
    expect(activeTabOf(state, 'one')?.path).toBe('c');
  });

  it('stay once they are pinned or edited', () => {
    const state = after(
      ...[opened('a'), { type: 'tab-pinned', tabId: 'tab-1' } as const],
      ...[opened('b'), { type: 'tab-dirtied', tabId: 'tab-2', dirty: true } as const],
      opened('c'),
    );
    expect(paths(state)).toEqual(['a', 'b', 'c']);
  });

  it('of one session do not replace those of another', () => {
    const state = after(opened('a'), opened('b', { sessionId: 'two' }));
    expect(paths(state)).toEqual(['a']);
    expect(paths(state, 'two')).toEqual(['b']);
  });

  it('are pinned by opening the same entry again to stay', () => {
    const state = after(opened('a'), opened('a', { pin: true }), opened('b'));
    expect(paths(state)).toEqual(['a', 'b']);
  });
});

describe('an entry that is open', () => {
  it('comes to the front in its own tab, with the version asked for', () => {
    const state = after(opened('a', { pin: true }), opened('b', { pin: true }), opened('a', { version: 3 }));
    expect(paths(state)).toEqual(['a', 'b']);
    expect(activeTabOf(state, 'one')).toMatchObject({ path: 'a', version: 3 });
    expect(workspaceReducer(state, opened('a')).tabs[0]).not.toHaveProperty('version');
  });

  it('keeps its version while it holds edits', () => {
    const state = after(opened('a'), { type: 'tab-dirtied', tabId: 'tab-1', dirty: true });
    expect(workspaceReducer(state, opened('a', { version: 3 })).tabs[0]).not.toHaveProperty('version');
  });
});

describe('closing', () => {
  const three = after(opened('a', { pin: true }), opened('b', { pin: true }), opened('c', { pin: true }));

  it('brings the neighbour to the front', () => {
    const middle = workspaceReducer(three, { type: 'tab-activated', tabId: 'tab-2' });
    const state = workspaceReducer(middle, { type: 'tab-close-asked', tabId: 'tab-2' });
    expect(paths(state)).toEqual(['a', 'c']);
    expect(activeTabOf(state, 'one')?.path).toBe('c');
    const last = workspaceReducer(state, { type: 'tab-close-asked', tabId: 'tab-3' });
    expect(activeTabOf(last, 'one')?.path).toBe('a');
  });

  it('asks before it loses edits', () => {
    const dirty = workspaceReducer(three, { type: 'tab-dirtied', tabId: 'tab-1', dirty: true });
    const asked = workspaceReducer(dirty, { type: 'tab-close-asked', tabId: 'tab-1' });
    expect(paths(asked)).toEqual(['a', 'b', 'c']);
    expect(asked.askingTabId).toBe('tab-1');
    expect(activeTabOf(asked, 'one')?.path).toBe('a');
    const kept = workspaceReducer(asked, { type: 'tab-close-kept' });
    expect(kept).toMatchObject({ askingTabId: undefined });
    expect(paths(kept)).toEqual(['a', 'b', 'c']);
    const closed = workspaceReducer(asked, { type: 'tab-closed', tabId: 'tab-1' });
    expect(paths(closed)).toEqual(['b', 'c']);
    expect(closed.askingTabId).toBeUndefined();
  });
});

describe('moving', () => {
  it('moves among the tabs of the session, within its ends', () => {
    const state = after(
      opened('a', { pin: true }),
      opened('x', { sessionId: 'two' }),
      opened('b', { pin: true }),
    );
    const moved = workspaceReducer(state, { type: 'tab-moved', tabId: 'tab-1', toIndex: 9 });
    expect(paths(moved)).toEqual(['b', 'a']);
    expect(paths(moved, 'two')).toEqual(['x']);
    expect(workspaceReducer(moved, { type: 'tab-moved', tabId: 'tab-1', toIndex: 9 })).toBe(moved);
    expect(paths(workspaceReducer(moved, { type: 'tab-moved', tabId: 'tab-1', toIndex: -4 }))).toEqual([
      'a',
      'b',
    ]);
  });
});

describe('sessions', () => {
  it('take their tabs with them and leave another in front', () => {
    const both = after(opened('a'), opened('b', { sessionId: 'two' }));
    const activated = workspaceReducer(both, { type: 'session-activated', sessionId: 'two' });
    const state = workspaceReducer(activated, { type: 'sessions-changed', sessionIds: ['one'] });
    expect(state.activeSessionId).toBe('one');
    expect(state.tabs.map((tab) => tab.path)).toEqual(['a']);
  });

  it('come to the front when they are opened, over the connect screen', () => {
    const connecting = after(
      { type: 'session-activated', sessionId: 'one' },
      { type: 'connect-shown', shown: true },
    );
    const state = workspaceReducer(connecting, {
      type: 'sessions-changed',
      sessionIds: ['one', 'two', 'three'],
    });
    expect(state).toMatchObject({ activeSessionId: 'three', connecting: false });
  });

  it('keep the one in front when nothing is new', () => {
    const state = after({ type: 'session-activated', sessionId: 'one' });
    const same = workspaceReducer(state, { type: 'sessions-changed', sessionIds: ['one', 'two'] });
    expect(same.activeSessionId).toBe('one');
  });
});
