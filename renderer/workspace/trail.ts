/**
 * Navigation history for back and forward, and closed tabs to reopen. A stop holds the content, not its tab: an entry
 * whose preview was replaced can still be revisited. Pure.
 */
import { activeTabOf, withComparison, withEntry, withScreen } from './tab-list.ts';
import type { TabList } from './tab-list.ts';
import type { CompareTab, EntryTab, ScreenTab, Tab } from './tabs.ts';

/** Content of one tab. */
export type Stop =
  | Pick<EntryTab, 'kind' | 'sessionId' | 'mount' | 'path' | 'version'>
  | Pick<ScreenTab, 'kind' | 'sessionId' | 'screen' | 'argument'>
  | Pick<CompareTab, 'kind' | 'sessionId' | 'left' | 'right'>;

export interface Trail {
  /** Latest last. */
  readonly past: readonly Stop[];
  readonly now: Stop | undefined;
  /** Next one last. */
  readonly future: readonly Stop[];
  /** Latest last. */
  readonly closed: readonly Stop[];
}

export const emptyTrail: Trail = { past: [], now: undefined, future: [], closed: [] };

/** Maximum number of stops per direction, and of closed tabs. */
const mostStops = 50;

/** Content of a tab; undefined for an entry that does not exist yet. */
export function stopOf(tab: Tab | undefined): Stop | undefined {
  if (tab === undefined) return undefined;
  const { kind, sessionId } = tab;
  if (kind === 'screen') return { kind, sessionId, screen: tab.screen, argument: tab.argument };
  if (kind === 'compare') return { kind, sessionId, left: tab.left, right: tab.right };
  if (tab.mode === 'create') return undefined;
  const version = tab.version === undefined ? {} : { version: tab.version };
  return { kind, sessionId, mount: tab.mount, path: tab.path, ...version };
}

/** Adds the content of the front session as a stop, if it has changed. */
export function withArrived(trail: Trail, list: TabList, sessionId: string | undefined): Trail {
  const stop = stopOf(activeTabOf(list, sessionId));
  if (stop === undefined || sameStop(stop, trail.now)) return trail;
  const past = trail.now === undefined ? trail.past : [...trail.past, trail.now].slice(-mostStops);
  return { ...trail, past, now: stop, future: [] };
}

/** Goes one stop back or forward; undefined at the end. */
export function stepped(trail: Trail, by: -1 | 1): (Trail & { readonly now: Stop }) | undefined {
  const { past, now, future } = trail;
  const next = by === -1 ? past.at(-1) : future.at(-1);
  if (next === undefined) return undefined;
  const left = now === undefined ? [] : [now];
  return by === -1
    ? { ...trail, past: past.slice(0, -1), now: next, future: [...future, ...left] }
    : { ...trail, past: [...past, ...left], now: next, future: future.slice(0, -1) };
}

/** Remembers a tab the user has closed. */
export function withClosed(trail: Trail, tab: Tab | undefined): Trail {
  const stop = stopOf(tab);
  return stop === undefined ? trail : { ...trail, closed: [...trail.closed, stop].slice(-mostStops) };
}

/** Removes stops that no longer exist: those of closed sessions, or of one entry. */
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

/** Shows the content of a stop in its existing tab, else in a new one. */
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
