/** Tabs restored from the last run, or from before the page was replaced. */
import type { Mount } from '../../shared/vault/mount.ts';
import type { EntryPlace, WorkspaceMemory } from '../../shared/vault/workspace-memory.ts';
import {
  entryTab,
  nextId,
  tabsOf,
  withActive,
  withEntry,
  withMode,
  withScreen,
  withTab,
} from './tab-list.ts';
import type { TabList } from './tab-list.ts';
import { isAt, samePlace } from './tabs.ts';
import type { EntryMode, Tab } from './tabs.ts';

/** Place and edit mode of an unsaved draft in main. */
export interface TabDraft extends EntryPlace {
  readonly mode?: EntryMode;
}

/** Data to restore a session from. */
export interface Restored {
  readonly memory: WorkspaceMemory;
  /** Drafts of entries. */
  readonly drafts: readonly TabDraft[];
  /** True if there are unsaved policy edits. */
  readonly policies?: boolean;
}

/**
 * Restores tabs, before those opened meanwhile. Each place with a draft gets a pinned dirty tab, remembered or not;
 * unsaved policies get a tab of the policy screen.
 */
export function withRestored(list: TabList, loaded: Restored & { readonly sessionId: string }): TabList {
  const { sessionId, memory, drafts, policies = false } = loaded;
  const busy = tabsOf(list, sessionId).length > 0;
  const remembered = withRemembered(list, sessionId, memory);
  const front = busy ? list.activeTabs[sessionId] : remembered.activeTabs[sessionId];
  const screens = policies
    ? withScreen(remembered, { sessionId, screen: 'policies', argument: '' })
    : remembered;
  const drafted = drafts.reduce((all, draft) => withDraft(all, sessionId, draft), screens);
  return front === undefined || front === '' ? drafted : withActive(drafted, front);
}

/** Updates tabs to the server's current mounts: an engine can have been upgraded since a tab was remembered. */
export function withCurrentMounts(list: TabList, sessionId: string, mounts: readonly Mount[]): TabList {
  const current = (tab: Tab): Mount | undefined => {
    if (tab.kind !== 'entry' || tab.sessionId !== sessionId) return undefined;
    const mount = mounts.find((one) => one.path === tab.mount.path);
    const same = mount?.engine === tab.mount.engine && mount.type === tab.mount.type;
    return same ? undefined : mount;
  };
  if (!list.tabs.some((tab) => current(tab) !== undefined)) return list;
  const tabs = list.tabs.map((tab) => {
    const mount = current(tab);
    return tab.kind !== 'entry' || mount === undefined ? tab : { ...tab, mount };
  });
  return { ...list, tabs };
}

function withRemembered(list: TabList, sessionId: string, memory: WorkspaceMemory): TabList {
  const own = tabsOf(list, sessionId);
  const others = list.tabs.filter((tab) => tab.sessionId !== sessionId);
  const old: Tab[] = [];
  let { nextTab } = list;
  let front: string | undefined;
  for (const [index, tab] of memory.tabs.entries()) {
    const { mount, path, version, pinned } = tab;
    if (own.some((other) => isAt(other, sessionId, tab))) continue;
    if (old.some((other) => other.kind === 'entry' && samePlace(other, tab))) continue;
    // One preview per session: the open one wins.
    if (!pinned && own.some((other) => !other.pinned)) continue;
    const tabId = nextId({ ...list, nextTab: nextTab++ });
    if (index === memory.activeTab) front = tabId;
    old.push(entryTab({ tabId, sessionId, mount, path, pinned, dirty: false }, { version }));
  }
  const restored = { ...list, nextTab, tabs: [...others, ...old, ...own] };
  return front === undefined ? restored : withActive(restored, front);
}

function withDraft(list: TabList, sessionId: string, draft: TabDraft): TabList {
  const { mount, path, mode } = draft;
  const known = list.tabs.some((tab) => isAt(tab, sessionId, draft));
  const opened = known ? list : withEntry(list, { sessionId, mount, path, pin: true });
  const tab = opened.tabs.find((other) => isAt(other, sessionId, draft));
  if (tab === undefined) return opened;
  const moded = mode === undefined ? opened : withMode(opened, tab.tabId, mode);
  return withTab(moded, tab.tabId, { dirty: true, pinned: true });
}
