import { describe, expect, it } from 'vitest';
import type { Mount, MountPath } from '../../shared/vault/mount.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import type { WorkspaceMemory } from '../../shared/vault/workspace-memory.ts';
import type { TabDraft } from './remembered-tabs.ts';
import { activeTabOf, tabsOf } from './tab-list.ts';
import { tabPath } from './tabs.ts';
import type { CompareSide, EntryMode } from './tabs.ts';
import { memoryOf } from './session-memory.ts';
import { emptyWorkspace, workspaceReducer } from './workspace-state.ts';
import type { WorkspaceAction } from './workspace-action.ts';
import type { WorkspaceState } from './workspace-state.ts';

const mount: Mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' };

function after(...actions: readonly WorkspaceAction[]): WorkspaceState {
  const start: WorkspaceAction = { type: 'sessions-changed', sessionIds: ['one', 'two'] };
  return [start, ...actions].reduce(workspaceReducer, emptyWorkspace);
}

function opened(
  path: string,
  more: { pin?: boolean; version?: number; sessionId?: string; mode?: EntryMode } = {},
): WorkspaceAction {
  return { type: 'entry-opened', sessionId: 'one', mount, path, ...more };
}

function paths(state: WorkspaceState, sessionId = 'one'): readonly string[] {
  return tabsOf(state, sessionId).map((tab) => (tab.kind === 'entry' ? tab.path : tabPath(tab)));
}

function front(state: WorkspaceState, sessionId = 'one'): string | undefined {
  const tab = activeTabOf(state, sessionId);
  return tab?.kind === 'entry' ? tab.path : undefined;
}

describe('opening', () => {
  it('is done in the session in front unless told', () => {
    const entry: WorkspaceAction = { type: 'entry-opened', mount, path: 'a' };
    const state = after(
      entry,
      { type: 'screen-opened', screen: 'cluster', argument: '' },
      opened('b'),
      entry,
    );
    expect(tabsOf(state, 'two').map(({ kind }) => kind)).toEqual(['entry', 'screen']);
    expect(paths(state, 'one')).toEqual(['a']);
    expect(workspaceReducer(emptyWorkspace, entry)).toBe(emptyWorkspace);
  });
});

describe('previews', () => {
  it('are replaced by the next selected entry', () => {
    const state = after(opened('a', { pin: true }), opened('b'), opened('c'));
    expect(paths(state)).toEqual(['a', 'c']);
    expect(front(state)).toBe('c');
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
    expect(front(state)).toBe('c');
    const last = workspaceReducer(state, { type: 'tab-close-asked', tabId: 'tab-3' });
    expect(front(last)).toBe('a');
  });

  it('asks before it loses edits', () => {
    const dirty = workspaceReducer(three, { type: 'tab-dirtied', tabId: 'tab-1', dirty: true });
    const asked = workspaceReducer(dirty, { type: 'tab-close-asked', tabId: 'tab-1' });
    expect(paths(asked)).toEqual(['a', 'b', 'c']);
    expect(asked.askingTabId).toBe('tab-1');
    expect(front(asked)).toBe('a');
    const answered = workspaceReducer(asked, { type: 'tab-close-answered', discard: false });
    expect(answered).toMatchObject({ askingTabId: undefined });
    expect(paths(answered)).toEqual(['a', 'b', 'c']);
    const closed = workspaceReducer(asked, { type: 'tab-close-answered', discard: true });
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
    expect(paths(state)).toEqual(['a']);
    expect(paths(state, 'two')).toEqual([]);
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

describe('an entry that does not exist yet', () => {
  it('has a tab that stays, is no recent place, and becomes an ordinary one', () => {
    const creating = after(opened('new', { mode: 'create' }), opened('other'));
    expect(paths(creating)).toEqual(['new', 'other']);
    expect(creating.tabs[0]).toMatchObject({ mode: 'create', pinned: true });
    expect(memoryOf(creating, 'one').recents.map(({ path }) => path)).toEqual(['other']);
    const created = workspaceReducer(creating, { type: 'tab-mode-set', tabId: 'tab-1', mode: undefined });
    expect(created.tabs[0]).not.toHaveProperty('mode');
    expect(memoryOf(created, 'one').recents.map(({ path }) => path)).toEqual(['new', 'other']);
  });
});

describe('comparisons', () => {
  const side = (path: string, sessionId = 'one', version?: number) => ({
    sessionId,
    mount,
    path,
    ...(version === undefined ? {} : { version }),
  });
  const compared = (left: CompareSide, right: CompareSide): WorkspaceAction => ({
    type: 'compare-opened',
    sessionId: 'one',
    left,
    right,
  });

  it('stay, come to the front again, and are not dirtied', () => {
    const state = after(opened('a'), compared(side('a', 'one', 1), side('a')), opened('b'));
    expect(paths(state)).toEqual(['b', 'secret/a v1 and secret/a']);
    const again = workspaceReducer(state, compared(side('a', 'one', 1), side('a')));
    expect(again.tabs).toHaveLength(2);
    expect(activeTabOf(again, 'one')?.kind).toBe('compare');
    const comparison = again.tabs[1]?.tabId ?? '';
    expect(workspaceReducer(again, { type: 'tab-dirtied', tabId: comparison, dirty: true })).toBe(again);
  });

  it('end with either session and with either entry', () => {
    const state = after(opened('c', { pin: true }), compared(side('a'), side('b', 'two')));
    const closed = workspaceReducer(state, { type: 'sessions-changed', sessionIds: ['one'] });
    expect(paths(closed)).toEqual(['c']);
    expect(front(closed)).toBe('c');
    const gone = workspaceReducer(state, { type: 'place-gone', sessionId: 'two', place: side('b') });
    expect(paths(gone)).toEqual(['c']);
    const other = workspaceReducer(state, { type: 'place-gone', sessionId: 'one', place: side('b') });
    expect(other.tabs).toHaveLength(2);
  });
});

describe('an entry that is gone or lives elsewhere', () => {
  const dirty: WorkspaceAction = { type: 'tab-dirtied', tabId: 'tab-1', dirty: true };
  const place = { mount, path: 'a' };

  it('takes its tab and its mention with it, but never an edit', () => {
    const state = after(opened('a', { pin: true }), opened('b', { pin: true }));
    const gone: WorkspaceAction = { type: 'place-gone', sessionId: 'one', place };
    const closed = workspaceReducer(state, gone);
    expect(paths(closed)).toEqual(['b']);
    expect(memoryOf(closed, 'one').recents.map(({ path }) => path)).toEqual(['b']);
    expect(paths(workspaceReducer(workspaceReducer(state, dirty), gone))).toEqual(['a', 'b']);
  });

  it('is noted at its tab, which keeps its edits and stays told when it is opened again', () => {
    const gone = { how: 'moved', to: { sessionId: 'one', path: 'secret/b' }, at: '2026' } as const;
    const set = (path: string, now?: typeof gone): WorkspaceAction => ({
      type: 'tab-gone-set',
      place: { sessionId: 'one', path },
      gone: now,
    });
    const state = after(opened('a', { pin: true }), dirty, set('secret/a', gone), opened('a'));
    expect(state.tabs).toMatchObject([{ path: 'a', dirty: true, gone }]);
    expect(workspaceReducer(state, set('secret/other', gone))).toBe(state);
    expect(workspaceReducer(state, set('secret/a')).tabs[0]).not.toHaveProperty('gone');
  });

  it('is followed by its tab; one that is open there already comes to the front', () => {
    const renamed: WorkspaceAction = {
      type: 'place-renamed',
      sessionId: 'one',
      from: place,
      to: { mount, path: 'moved' },
    };
    const state = after(opened('a', { pin: true, version: 2 }), opened('b', { pin: true }));
    const moved = workspaceReducer(state, renamed);
    expect(paths(moved)).toEqual(['moved', 'b']);
    expect(moved.tabs[0]).not.toHaveProperty('version');
    const both = after(opened('moved', { pin: true }), opened('a', { pin: true }), renamed);
    expect(paths(both)).toEqual(['moved']);
    expect(front(both)).toBe('moved');
    expect(paths(workspaceReducer(workspaceReducer(state, dirty), renamed))).toEqual(['a', 'b']);
  });
});

it('opens an entry of another session there, and brings that one to the front', () => {
  const state = after(opened('a'), opened('b', { sessionId: 'two', pin: true }));
  expect(state.activeSessionId).toBe('two');
  expect(paths(state)).toEqual(['a']);
});

describe('memory', () => {
  const memory: WorkspaceMemory = {
    tabs: [
      { mount, path: 'a', pinned: true, version: 2 },
      { mount, path: 'b', pinned: true },
      { mount, path: 'look', pinned: false },
    ],
    activeTab: 1,
    recents: [{ mount, path: 'b' }],
    favourites: [{ mount, path: 'folder/' }],
  };
  const loaded = (drafts: readonly TabDraft[] = [], of = memory): WorkspaceAction => ({
    type: 'memory-loaded',
    sessionId: 'one',
    memory: of,
    drafts,
  });

  it('comes back as it was', () => {
    const state = after(loaded());
    expect(paths(state)).toEqual(['a', 'b', 'look']);
    expect(front(state)).toBe('b');
    expect(memoryOf(state, 'one')).toEqual(memory);
    expect(memoryOf(state, 'two')).toEqual(emptyMemory);
    expect(workspaceReducer(state, loaded())).toBe(state);
  });

  it('leaves what was opened meanwhile in front, and only one preview', () => {
    const state = after(opened('now'), loaded());
    expect(paths(state)).toEqual(['a', 'b', 'now']);
    expect(front(state)).toBe('now');
    expect(memoryOf(state, 'one').recents.map(({ path }) => path)).toEqual(['now', 'b']);
  });

  it('opens what holds an edit, to stay, whether it was remembered or not', () => {
    const state = after(
      loaded([
        { mount, path: 'look' },
        { mount, path: 'new', mode: 'create' },
      ]),
    );
    expect(paths(state)).toEqual(['a', 'b', 'new', 'look']);
    expect(front(state)).toBe('b');
    expect(state.tabs.filter((tab) => tab.dirty).map(tabPath)).toEqual(['secret/new', 'secret/look']);
    expect(state.tabs[2]).toMatchObject({ mode: 'create', pinned: true });
    const patched = after(loaded([{ mount, path: 'b', mode: 'patch' }]));
    expect(patched.tabs[1]).toMatchObject({ path: 'b', mode: 'patch', dirty: true });
    const alone = after(loaded([{ mount, path: 'new', mode: 'patch' }], emptyMemory));
    expect(front(alone)).toBe('new');
  });

  it('follows the mounts as they are now', () => {
    const upgraded: Mount = { ...mount, engine: 'kv1' };
    const state = after(loaded(), { type: 'mounts-known', sessionId: 'one', mounts: [upgraded] });
    expect(state.tabs.map((tab) => tab.kind === 'entry' && tab.mount.engine)).toEqual(['kv1', 'kv1', 'kv1']);
    const same: WorkspaceAction = { type: 'mounts-known', sessionId: 'one', mounts: [upgraded] };
    expect(workspaceReducer(state, same)).toBe(state);
  });

  it('goes with its session', () => {
    const closed = after(loaded(), { type: 'sessions-changed', sessionIds: ['two'] });
    const again = workspaceReducer(closed, { type: 'sessions-changed', sessionIds: ['two', 'one'] });
    expect(memoryOf(again, 'one')).toEqual(emptyMemory);
    expect(again.remembered).toEqual([]);
  });
});
