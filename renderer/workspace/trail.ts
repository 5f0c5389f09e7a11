/**
 * Where a person has been, to go back and forward, and which tabs were closed, to open them again. A stop says what was
 * shown, not in which tab: a preview makes room for the next entry and can still be gone back to. Pure.
 */
import { activeTabOf, withComparison, withEntry, withScreen } from './tab-list.ts';
import type { TabList } from './tab-list.ts';
import type { CompareTab, EntryTab, ScreenTab, Tab } from './tabs.ts';

/** What one tab showed. */
export type Stop =
  | Pick<EntryTab, 'kind' | 'sessionId' | 'mount' | 'path' | 'version'>
  | Pick<ScreenTab, 'kind' | 'sessionId' | 'screen' | 'argument'>
  | Pick<CompareTab, 'kind' | 'sessionId' | 'left' | 'right'>;

export interface Trail {
  /** The latest last. */
  readonly past: readonly Stop[];
  readonly now: Stop | undefined;
  /** The next one last. */
  readonly future: readonly Stop[];
  /** The latest last. */
  readonly closed: readonly Stop[];
}

export const emptyTrail: Trail = { past: [], now: undefined, future: [], closed: [] };

/** How many stops are remembered in each direction, and how many closed tabs. */
const mostStops = 50;

/** What a tab shows; undefined for an entry that does not exist yet. */
export function stopOf(tab: Tab | undefined): Stop | undefined {
  if (tab === undefined) return undefined;
  const { kind, sessionId } = tab;
  if (kind === 'screen') return { kind, sessionId, screen: tab.screen, argument: tab.argument };
  if (kind === 'compare') return { kind, sessionId, left: tab.left, right: tab.right };
  if (tab.mode === 'create') return undefined;
  const version = tab.version === undefined ? {} : { version: tab.version };
  return { kind, sessionId, mount: tab.mount, path: tab.path, ...version };
}

/** Goes on to what the session in front shows now; standing still changes nothing. */
export function withArrived(trail: Trail, list: TabList, sessionId: string | undefined): Trail {
  const stop = stopOf(activeTabOf(list, sessionId));
  if (stop === undefined || sameStop(stop, trail.now)) return trail;
  const past = trail.now === undefined ? trail.past : [...trail.past, trail.now].slice(-mostStops);
  return { ...trail, past, now: stop, future: [] };
}

/** One stop back or forward; undefined where there is none. */
export function stepped(trail: Trail, by: -1 | 1): (Trail & { readonly now: Stop }) | undefined {
  const { past, now, future } = trail;
  const next = by === -1 ? past.at(-1) : future.at(-1);
  if (next === undefined) return undefined;
  const left = now === undefined ? [] : [now];
  return by === -1
    ? { ...trail, past: past.slice(0, -1), now: next, future: [...future, ...left] }
    : { ...trail, past: [...past, ...left], now: next, future: future.slice(0, -1) };
}

/** With a tab remembered that a person has closed. */
export function withClosed(trail: Trail, tab: Tab | undefined): Trail {
  const stop = stopOf(tab);
  return stop === undefined ? trail : { ...trail, closed: [...trail.closed, stop].slice(-mostStops) };
}

/** Without what is no longer there: the stops of sessions that were closed, or one entry. */
export function trailOf(trail: Trail, stays: (stop: Stop) => boolean): Trail {
  const { past, now, future, closed } = trail;
  if ([...past, ...future, ...closed, ...(now === undefined ? [] : [now])].every(stays)) return trail;
  return {
    past: past.filter(stays),
    now: now !== undefined && stays(now) ? now : undefined,
    future: future.filter(stays),
    closed: closed.filter(stays),
  };
}

/** Brings what a stop shows to the front: its tab where there is one, else a new one. */
export function withStop(list: TabList, stop: Stop, pin: boolean): TabList {
  switch (stop.kind) {
    case 'entry':
      return withEntry(list, { ...stop, pin });
    case 'screen':
      return withScreen(list, stop);
    case 'compare':
      return withComparison(list, stop);
  }
}

function sameStop(one: Stop, other: Stop | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
