/**
 * The commands of the application's menu: main has their labels and keys, the page their actions. A command names an
 * action of a screen, by its id or by its key in the map, so that the menu offers nothing that the page does not.
 */
import type { KeyId } from './key-map.ts';

export interface MenuRow {
  readonly label: string;
  /** The action of this key, in the focused part of the window. */
  readonly key?: KeyId;
  /** The action of this id, if it has no key or the menu means only this one. */
  readonly action?: string;
}

export const menuCommands = {
  newEntry: { label: 'New entry…', key: 'newEntry' },
  connect: { label: 'Connect to another server…', action: 'shell.connect' },
  closeTab: { label: 'Close tab', key: 'closeTab' },
  reopenTab: { label: 'Reopen closed tab', key: 'reopenTab' },
  lock: { label: 'Lock now', key: 'lock' },
  settings: { label: 'Settings…', key: 'settings' },
  edit: { label: 'Edit entry', key: 'edit' },
  find: { label: 'Find a key', key: 'find' },
  filter: { label: 'Filter names', key: 'filter' },
  search: { label: 'Search names everywhere', key: 'search' },
  palette: { label: 'Command palette…', key: 'palette' },
  refresh: { label: 'Refresh', key: 'refresh' },
  back: { label: 'Back', key: 'back' },
  forward: { label: 'Forward', key: 'forward' },
  goToPath: { label: 'Go to path…', key: 'goToPath' },
  home: { label: 'Home', action: 'screen.home' },
  tokens: { label: 'Tokens', action: 'screen.token' },
  wrapping: { label: 'Wrapping', action: 'screen.wrapping' },
  cluster: { label: 'Cluster', action: 'screen.cluster' },
  board: { label: 'Board', key: 'board' },
  policies: { label: 'Policies', action: 'screen.policies' },
  administration: { label: 'Administration', action: 'screen.administration' },
  console: { label: 'Console', action: 'screen.console' },
  nextTab: { label: 'Next tab', key: 'nextTab' },
  previousTab: { label: 'Previous tab', key: 'previousTab' },
  refreshSession: { label: 'Refresh session', action: 'session.Refresh' },
  logInAgain: { label: 'Log in again…', action: 'session.Log in again…' },
  otherMethod: { label: 'Another method…', action: 'session.Another method…' },
  anotherToken: { label: 'Get another token…', action: 'session.Get another token…' },
  namespace: { label: 'Open namespace…', action: 'namespace.open' },
  logOut: { label: 'Log out…', action: 'session.Log out…' },
  cheatSheet: { label: 'Keyboard shortcuts', key: 'cheatSheet' },
  about: { label: 'About Strongroom', action: 'app.About Strongroom…' },
} as const satisfies Readonly<Record<string, MenuRow>>;

export type MenuCommand = keyof typeof menuCommands;

/** All commands, for schemas. */
export const menuCommandNames = Object.keys(menuCommands) as [MenuCommand, ...MenuCommand[]];
