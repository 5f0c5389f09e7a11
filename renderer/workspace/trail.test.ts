import { describe, expect, it } from 'vitest';
import { mountAt } from '../fixtures/session.fixture.ts';
import type { WorkspaceAction } from './workspace-action.ts';
import type { WorkspaceState } from './workspace-state.ts';
import { memoryOf } from './session-memory.ts';
import { emptyWorkspace, workspaceReducer } from './workspace-state.ts';
import { tabPath } from './tabs.ts';

const mount = mountAt('secret/');

function after(actions: readonly WorkspaceAction[], from?: WorkspaceState): WorkspaceState {
  const start =
    from ?? workspaceReducer(emptyWorkspace, { type: 'sessions-changed', sessionIds: ['a', 'b'] });
  return actions.reduce(workspaceReducer, start);
}

function front({ tabs, activeTabs, activeSessionId = '' }: WorkspaceState): string {
  const tab = tabs.find(({ tabId }) => tabId === activeTabs[activeSessionId]);
  return `${activeSessionId} ${tab === undefined ? '' : tabPath(tab)}`;
}

const open = (path: string, sessionId = 'a', pin = false): WorkspaceAction => ({
  type: 'entry-opened',
  mount,
  path,
  sessionId,
  pin,
});
const back: WorkspaceAction = { type: 'trail-walked', by: -1 };
const forward: WorkspaceAction = { type: 'trail-walked', by: 1 };

describe('back and forward', () => {
  it('goes back to what a preview has made room for, and forward again', () => {
    const state = after([open('one'), open('two'), open('three')]);
    expect(state.tabs).toHaveLength(1);
    expect(front(after([back], state))).toBe('a secret/two');
    expect(front(after([back, back], state))).toBe('a secret/one');
    expect(front(after([back, back, back], state))).toBe('a secret/one');
    expect(front(after([back, back, forward], state))).toBe('a secret/two');
    expect(front(after([back, back, forward, forward, forward], state))).toBe('a secret/three');
  });

  it('crosses sessions and screens, and forgets what lay ahead when one goes elsewhere', () => {
    const screen: WorkspaceAction = {
      type: 'screen-opened',
      screen: 'cluster',
      argument: '',
      sessionId: 'b',
    };
    const state = after([open('one'), screen, back]);
    expect(front(state)).toBe('a secret/one');
    expect(front(after([forward], state))).toBe('b Cluster');
    expect(front(after([open('two'), forward], state))).toBe('a secret/two');
  });

  it('forgets an entry that is gone and a session that was closed', () => {
    const state = after([open('one', 'a', true), open('two', 'b', true), open('three', 'a', true)]);
    const gone = after([{ type: 'place-gone', sessionId: 'a', place: { mount, path: 'one' } }], state);
    expect(front(after([back, back, back], gone))).toBe('b secret/two');
    const closed = after([{ type: 'sessions-changed', sessionIds: ['a'] }], state);
    expect(front(after([back], closed))).toBe('a secret/one');
  });
});

describe('reopening a closed tab', () => {
  it('opens the last one again, to stay', () => {
    const state = after([open('one', 'a', true), open('two', 'a', true)]);
    const [first = '', second = ''] = state.tabs.map(({ tabId }) => tabId);
    const closed = after(
      [
        { type: 'tab-close-asked', tabId: second },
        { type: 'tab-close-asked', tabId: first },
      ],
      state,
    );
    expect(closed.tabs).toEqual([]);
    const again = after(
      [{ type: 'tab-reopened' }, { type: 'tab-reopened' }, { type: 'tab-reopened' }],
      closed,
    );
    expect(again.tabs.map((tab) => `${tabPath(tab)} ${String(tab.pinned)}`)).toEqual([
      'secret/one true',
      'secret/two true',
    ]);
  });
});

describe('uses', () => {
  const use = (id: string): WorkspaceAction => ({ type: 'action-used', sessionId: 'a', id });

  it('are counted in the memory of their session, the latest first, within bounds', () => {
    const state = after([use('x'), use('y'), use('x')]);
    expect(memoryOf(state, 'a').uses).toEqual([
      { id: 'x', count: 2 },
      { id: 'y', count: 1 },
    ]);
    expect(memoryOf(state, 'b').uses).toBeUndefined();
    const many = after(Array.from({ length: 300 }, (_, at) => use(String(at))));
    expect(many.uses['a']).toHaveLength(200);
    expect(memoryOf(after([use('x'.repeat(3000))]), 'a').uses).toBeUndefined();
    const heavy = after(
      Array.from({ length: 1001 }, () => use('x')),
      after([use('y')]),
    );
    expect(heavy.uses['a']?.map(({ count }) => count)).toEqual([501, 1]);
  });

  it('come back behind what was used meanwhile', () => {
    const memory = { tabs: [], activeTab: -1, recents: [], favourites: [], uses: [{ id: 'old', count: 4 }] };
    const state = after([use('x'), { type: 'memory-loaded', sessionId: 'a', memory, drafts: [] }]);
    expect(state.uses['a']?.map(({ id }) => id)).toEqual(['x', 'old']);
  });
});
