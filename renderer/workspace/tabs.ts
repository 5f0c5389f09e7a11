/**
 * Kinds of tabs. Each knows its session, and if it is pinned or holds edits; a new kind needs a member of `Tab`, a
 * title, and a screen in the main area.
 */
import type { GoneEntry, PlainPlace } from '../api/entry-actions.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';

interface AnyTab {
  readonly tabId: string;
  readonly sessionId: string;
  /** False: a preview, replaced by the next selected entry. */
  readonly pinned: boolean;
  /** Holds unsaved edits. */
  readonly dirty: boolean;
}

/** `create`: the entry does not exist yet. `patch`: the token may change keys, but not read them. */
export type EntryMode = 'create' | 'patch';

export interface EntryTab extends AnyTab, EntryPlace {
  readonly kind: 'entry';
  /** Shown instead of the current version. */
  readonly version?: number;
  readonly mode?: EntryMode;
  /** This app has moved or deleted the entry under the tab. */
  readonly gone?: GoneEntry;
}

/** One of two compared contents; the current version if `version` is absent. */
export interface CompareSide extends EntryPlace {
  readonly sessionId: string;
  readonly version?: number;
}

export interface CompareTab extends AnyTab {
  readonly kind: 'compare';
  readonly left: CompareSide;
  readonly right: CompareSide;
  readonly pinned: true;
  readonly dirty: false;
}

/** Screens outside the tree. */
export type ScreenName =
  | 'home'
  | 'settings'
  | 'token'
  | 'new-token'
  | 'wrapping'
  | 'cluster'
  | 'ceremony'
  | 'policies'
  | 'administration'
  | 'console'
  | 'engine'
  | 'search'
  | 'environments'
  | 'compare-folders'
  | 'deviations'
  | 'folder'
  | 'plan'
  | 'programs'
  | 'import';

/** Screens with one tab per session: another argument reuses it. */
const inOneTab: ReadonlySet<ScreenName> = new Set<ScreenName>([
  'administration',
  'ceremony',
  'environments',
  'deviations',
]);

/** `argument`: selects one of its kind (an accessor, a policy, a path of an engine); empty: the session's own. */
export interface ScreenTab extends AnyTab {
  readonly kind: 'screen';
  readonly screen: ScreenName;
  readonly argument: string;
  readonly pinned: true;
  readonly dirty: false;
}

export type Tab = EntryTab | CompareTab | ScreenTab;

/** True if two places are equal in mount path and path. */
export function samePlace(one: EntryPlace, other: EntryPlace): boolean {
  return one.mount.path === other.mount.path && one.path === other.path;
}

/** True if a tab shows an entry of a session. */
export function isAt(tab: Tab, sessionId: string, place: EntryPlace): tab is EntryTab {
  return tab.kind === 'entry' && tab.sessionId === sessionId && samePlace(tab, place);
}

/** True if a tab shows an entry of which only the whole path is known. */
export function isAtPath(tab: Tab, { sessionId, path }: PlainPlace): tab is EntryTab {
  return tab.kind === 'entry' && tab.sessionId === sessionId && tab.mount.path + tab.path === path;
}

/** True if a tab shows anything of a session. */
export function shows(tab: Tab, sessionId: string): boolean {
  return (
    tab.sessionId === sessionId ||
    (tab.kind === 'compare' && (tab.left.sessionId === sessionId || tab.right.sessionId === sessionId))
  );
}

/** Browse path of an entry, or of both sides of a comparison, for tooltips and screen readers. */
export function tabPath(tab: Tab): string {
  if (tab.kind === 'entry') return tab.mount.path + tab.path;
  if (tab.kind === 'screen') return screenTitle(tab);
  return `${sidePath(tab.left)} and ${sidePath(tab.right)}`;
}

const screenNames: Readonly<Record<ScreenName, string>> = {
  home: 'Home',
  settings: 'Settings',
  token: 'Tokens',
  'new-token': 'New token',
  wrapping: 'Wrapping',
  cluster: 'Cluster',
  ceremony: 'Key ceremony',
  policies: 'Policies',
  administration: 'Administration',
  console: 'Console',
  engine: 'Engine',
  search: 'Search',
  environments: 'Environments',
  'compare-folders': 'Compare folders',
  folder: 'Folder',
  plan: 'Plan',
  programs: 'Programs',
  import: 'Import',
  deviations: 'Deviations',
};

/** True if a tab is the one for a screen. */
export function isScreenTab(
  tab: Tab,
  { sessionId, screen, argument }: Pick<ScreenTab, 'sessionId' | 'screen' | 'argument'>,
): tab is ScreenTab {
  if (tab.kind !== 'screen' || tab.sessionId !== sessionId || tab.screen !== screen) return false;
  return inOneTab.has(screen) || tab.argument === argument;
}

/** Title of a screen's tab. */
export function screenTitle({ screen, argument }: Pick<ScreenTab, 'screen' | 'argument'>): string {
  return argument === '' || inOneTab.has(screen) ? screenNames[screen] : `${screenNames[screen]} ${argument}`;
}

function sidePath({ mount, path, version }: CompareSide): string {
  return `${mount.path}${path}${version === undefined ? '' : ` v${String(version)}`}`;
}
