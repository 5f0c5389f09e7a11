/** Tabs of all sessions in one list: opening, closing, moving. Pure; unchanged objects keep their identity. */
import type { GoneEntry, PlainPlace } from '../api/entry-actions.ts';
import type { Mount } from '../../shared/vault/mount.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import { isAt, isAtPath, isScreenTab, samePlace } from './tabs.ts';
import type { CompareSide, EntryMode, EntryTab, ScreenTab, Tab } from './tabs.ts';

export interface TabList {
  readonly tabs: readonly Tab[];
  /** Id of the front tab by session; empty without one. */
  readonly activeTabs: Readonly<Record<string, string>>;
  readonly nextTab: number;
}

export interface OpenOptions {
  readonly version?: number;
  /** Keeps the tab; otherwise it is a preview. */
  readonly pin?: boolean;
  readonly mode?: EntryMode;
}

export interface OpenEntry extends OpenOptions {
  readonly sessionId: string;
  readonly mount: Mount;
  readonly path: string;
  /** ISO 8601. */
  readonly openedAt?: string;
}

/** Tabs of one session, in order. */
export function tabsOf({ tabs }: TabList, sessionId: string | undefined): readonly Tab[] {
  return tabs.filter((tab) => tab.sessionId === sessionId);
}

/** Front tab of one session. */
export function activeTabOf({ tabs, activeTabs }: TabList, sessionId: string | undefined): Tab | undefined {
  if (sessionId === undefined) return undefined;
  const tabId = activeTabs[sessionId];
  return tabs.find((tab) => tab.tabId === tabId);
}

/** Opens an entry or brings its tab to the front; edits keep the version and mode they were made in. */
export function withEntry(list: TabList, wanted: OpenEntry): TabList {
  const { sessionId, mount, path, version, mode, pin = false } = wanted;
  const known = list.tabs.find((tab) => isAt(tab, sessionId, wanted));
  if (known?.kind === 'entry') {
    const seen = known.dirty ? known : wanted;
    const { tabId, dirty } = known;
    const reopened = entryTab({ tabId, sessionId, mount, path, dirty, pinned: known.pinned || pin }, seen);
    const tab = known.gone === undefined ? reopened : { ...reopened, gone: known.gone };
    const tabs = list.tabs.map((other) => (other === known ? tab : other));
    return withActive({ ...list, tabs }, tabId);
  }
  const tabId = nextId(list);
  // A new entry exists only in its tab, and a preview could be replaced.
  const pinned = pin || mode === 'create';
  const tab = entryTab({ tabId, sessionId, mount, path, dirty: false, pinned }, { version, mode });
  return withActive({ ...list, nextTab: list.nextTab + 1, tabs: placed(list, tab) }, tabId);
}

/** Opens a comparison, or brings the tab of the same two contents to the front. */
export function withComparison(
  list: TabList,
  { sessionId, left, right }: { sessionId: string; left: CompareSide; right: CompareSide },
): TabList {
  const known = list.tabs.find(
    (tab) =>
      tab.kind === 'compare' &&
      tab.sessionId === sessionId &&
      sameSide(tab.left, left) &&
      sameSide(tab.right, right),
  );
  if (known !== undefined) return withActive(list, known.tabId);
  const tabId = nextId(list);
  const tab: Tab = { kind: 'compare', tabId, sessionId, left, right, pinned: true, dirty: false };
  return withActive({ ...list, nextTab: list.nextTab + 1, tabs: placed(list, tab) }, tabId);
}

/** Opens a screen outside the tree, or brings its tab to the front with the requested argument. */
export function withScreen(
  list: TabList,
  { sessionId, screen, argument }: Pick<ScreenTab, 'sessionId' | 'screen' | 'argument'>,
): TabList {
  const known = list.tabs.find((tab) => isScreenTab(tab, { sessionId, screen, argument }));
  if (known?.kind === 'screen') {
    const same = argument === '' || known.argument === argument;
    return withActive(same ? list : withReplaced(list, known, { ...known, argument }), known.tabId);
  }
  const tabId = nextId(list);
  const tab: Tab = { kind: 'screen', tabId, sessionId, screen, argument, pinned: true, dirty: false };
  return withActive({ ...list, nextTab: list.nextTab + 1, tabs: placed(list, tab) }, tabId);
}

/** Brings a tab to the front of its session. */
export function withActive(list: TabList, tabId: string): TabList {
  const tab = list.tabs.find((other) => other.tabId === tabId);
  if (tab === undefined || list.activeTabs[tab.sessionId] === tabId) return list;
  return { ...list, activeTabs: { ...list.activeTabs, [tab.sessionId]: tabId } };
}

/** Sets pinned or dirty; a comparison is always pinned and never dirty. */
export function withTab(
  list: TabList,
  tabId: string,
  change: { readonly pinned?: true; readonly dirty?: boolean },
): TabList {
  const tab = list.tabs.find((other) => other.tabId === tabId);
  if (tab?.kind !== 'entry') return list;
  const { pinned = tab.pinned, dirty = tab.dirty } = change;
  if (pinned === tab.pinned && dirty === tab.dirty) return list;
  return withReplaced(list, tab, { ...tab, pinned, dirty });
}

/** Sets the mode of a tab; undefined once its entry exists. */
export function withMode(list: TabList, tabId: string, mode: EntryMode | undefined): TabList {
  const tab = list.tabs.find((other) => other.tabId === tabId);
  if (tab?.kind !== 'entry' || tab.mode === mode) return list;
  return withReplaced(list, tab, entryTab(tab, { mode }));
}

/** Removes a tab; its neighbour comes to the front. */
export function withoutTab(list: TabList, tabId: string): TabList {
  const tab = list.tabs.find((other) => other.tabId === tabId);
  if (tab === undefined) return list;
  const row = tabsOf(list, tab.sessionId);
  const at = row.indexOf(tab);
  const tabs = list.tabs.filter((other) => other !== tab);
  if (list.activeTabs[tab.sessionId] !== tabId) return { ...list, tabs };
  const neighbour = row[at + 1] ?? row[at - 1];
  return { ...list, tabs, activeTabs: { ...list.activeTabs, [tab.sessionId]: neighbour?.tabId ?? '' } };
}

/** Removes the tabs of a deleted place. A tab with edits stays, because they can be saved as a new entry. */
export function withClosedAt(list: TabList, sessionId: string, place: EntryPlace): TabList {
  const isThere = (side: CompareSide): boolean => side.sessionId === sessionId && samePlace(side, place);
  return list.tabs
    .filter((tab) =>
      tab.kind === 'compare'
        ? isThere(tab.left) || isThere(tab.right)
        : isAt(tab, sessionId, place) && !tab.dirty,
    )
    .reduce((rest, tab) => withoutTab(rest, tab.tabId), list);
}

/** Moves the tab of a renamed entry to its new place; a tab with edits stays. */
export function withRenamedTabs(
  list: TabList,
  { sessionId, from, to }: { sessionId: string; from: EntryPlace; to: EntryPlace },
): TabList {
  const tab = list.tabs.find((other) => isAt(other, sessionId, from));
  if (tab?.kind !== 'entry' || tab.dirty) return list;
  const already = list.tabs.find((other) => isAt(other, sessionId, to));
  if (already === undefined)
    return withReplaced(list, tab, entryTab({ ...tab, mount: to.mount, path: to.path }, {}));
  const front = list.activeTabs[sessionId] === tab.tabId ? withActive(list, already.tabId) : list;
  return withoutTab(front, tab.tabId);
}

/** Notes at the tab of an entry that it was moved or deleted; undefined: it is there again. */
export function withGone(list: TabList, place: PlainPlace, gone: GoneEntry | undefined): TabList {
  const tab = list.tabs.find((other) => isAtPath(other, place));
  if (tab?.kind !== 'entry' || tab.gone === gone) return list;
  const { gone: _before, ...rest } = tab;
  return withReplaced(list, tab, gone === undefined ? rest : { ...rest, gone });
}

/** Moves a tab to another position among those of its session. */
export function withMoved(list: TabList, tabId: string, toIndex: number): TabList {
  const tab = list.tabs.find((other) => other.tabId === tabId);
  if (tab === undefined) return list;
  const row = tabsOf(list, tab.sessionId);
  const to = Math.max(0, Math.min(row.length - 1, toIndex));
  if (row.indexOf(tab) === to) return list;
  const moved = row.filter((other) => other !== tab).toSpliced(to, 0, tab);
  const others = list.tabs.filter((other) => other.sessionId !== tab.sessionId);
  return { ...list, tabs: [...others, ...moved] };
}

/** Creates an entry tab, optionally in a version or mode. */
export function entryTab(
  { tabId, sessionId, mount, path, pinned, dirty }: Omit<EntryTab, 'kind' | 'version' | 'mode'>,
  { version, mode }: { readonly version?: number | undefined; readonly mode?: EntryMode | undefined },
): EntryTab {
  return {
    kind: 'entry',
    tabId,
    sessionId,
    mount,
    path,
    pinned,
    dirty,
    ...(version === undefined ? {} : { version }),
    ...(mode === undefined ? {} : { mode }),
  };
}

/** Id of the next new tab. */
export function nextId({ nextTab }: TabList): string {
  return `tab-${String(nextTab)}`;
}

/** A new preview replaces the session's preview; another tab comes behind the front tab. */
function placed(list: TabList, tab: Tab): readonly Tab[] {
  const preview = list.tabs.find((other) => other.sessionId === tab.sessionId && !other.pinned);
  if (preview !== undefined && !tab.pinned)
    return list.tabs.map((other) => (other === preview ? tab : other));
  const front = activeTabOf(list, tab.sessionId);
  const at = front === undefined ? list.tabs.length : list.tabs.indexOf(front) + 1;
  return list.tabs.toSpliced(at, 0, tab);
}

function withReplaced(list: TabList, before: Tab, after: Tab): TabList {
  return { ...list, tabs: list.tabs.map((other) => (other === before ? after : other)) };
}

function sameSide(one: CompareSide, other: CompareSide): boolean {
  return samePlace(one, other) && one.sessionId === other.sessionId && one.version === other.version;
}
