/**
 * Every key of the window, once: its action and its scope. Shortcuts, hints in menus, the cheat sheet and the
 * application's menu read this map, so that they cannot disagree.
 */

/** Scopes of keys; the headings of the cheat sheet, in their order. */
export const keyPlaces = [
  ...(['Anywhere', 'Tabs', 'Entry', 'Names', 'Favourites'] as const),
  ...(['Tokens', 'Wrapping', 'Console'] as const),
] as const;
export type KeyPlace = (typeof keyPlaces)[number];

export interface KeyRow {
  /** One press in words of `shortcut`: modifiers first, e.g. `mod shift F`; `1…9` is any of those digits. */
  readonly keys: string;
  readonly says: string;
  readonly where: KeyPlace;
}

export const keyMap = {
  palette: { keys: 'mod K', says: 'Command palette', where: 'Anywhere' },
  goToPath: { keys: 'mod P', says: 'Go to path', where: 'Anywhere' },
  search: { keys: 'mod shift F', says: 'Search names everywhere', where: 'Anywhere' },
  filter: { keys: '/', says: 'Filter names', where: 'Anywhere' },
  newEntry: { keys: 'mod N', says: 'New entry', where: 'Anywhere' },
  refresh: { keys: 'F5', says: 'Refresh the focused pane', where: 'Anywhere' },
  session: { keys: 'Ctrl Alt 1…9', says: 'Go to session', where: 'Anywhere' },
  nextRegion: { keys: 'F6', says: 'Next pane', where: 'Anywhere' },
  previousRegion: { keys: 'shift F6', says: 'Previous pane', where: 'Anywhere' },
  board: { keys: 'mod shift B', says: 'Board', where: 'Anywhere' },
  lock: { keys: 'mod shift L', says: 'Lock now', where: 'Anywhere' },
  unwrap: { keys: 'mod shift O', says: 'Unwrap from clipboard', where: 'Anywhere' },
  settings: { keys: 'mod ,', says: 'Settings', where: 'Anywhere' },
  guide: { keys: 'F1', says: 'Guide', where: 'Anywhere' },
  cheatSheet: { keys: '?', says: 'Keyboard shortcuts', where: 'Anywhere' },
  back: { keys: 'Alt ←', says: 'Back', where: 'Tabs' },
  forward: { keys: 'Alt →', says: 'Forward', where: 'Tabs' },
  closeTab: { keys: 'mod W', says: 'Close tab', where: 'Tabs' },
  reopenTab: { keys: 'mod shift T', says: 'Reopen closed tab', where: 'Tabs' },
  nextTab: { keys: 'mod Tab', says: 'Next tab', where: 'Tabs' },
  previousTab: { keys: 'mod shift Tab', says: 'Previous tab', where: 'Tabs' },
  tab: { keys: 'mod 1…9', says: 'Go to tab', where: 'Tabs' },
  moveTabLeft: { keys: 'mod shift ←', says: 'Move tab left', where: 'Tabs' },
  moveTabRight: { keys: 'mod shift →', says: 'Move tab right', where: 'Tabs' },
  edit: { keys: 'E', says: 'Edit', where: 'Entry' },
  share: { keys: 'mod shift S', says: 'Share', where: 'Entry' },
  duplicate: { keys: 'mod D', says: 'Duplicate', where: 'Entry' },
  rename: { keys: 'F2', says: 'Rename or move', where: 'Entry' },
  copyPath: { keys: 'mod shift C', says: 'Copy path', where: 'Entry' },
  details: { keys: 'mod I', says: 'Show or hide details', where: 'Entry' },
  find: { keys: 'mod F', says: 'Find key or text', where: 'Entry' },
  save: { keys: 'mod S', says: 'Review changes', where: 'Entry' },
  confirm: { keys: 'mod ↵', says: 'Save reviewed changes', where: 'Entry' },
  preview: { keys: 'Space', says: 'Open', where: 'Names' },
  open: { keys: 'Enter', says: 'Open and keep', where: 'Names' },
  selectName: { keys: 'Ctrl Space', says: 'Select, or no longer', where: 'Names' },
  selectMore: { keys: 'shift ↓', says: 'Select up to the next one', where: 'Names' },
  selectNames: { keys: 'mod A', says: 'Select the names of a folder', where: 'Names' },
  copyNames: { keys: 'mod C', says: 'Copy the selected paths', where: 'Names' },
  folderTable: { keys: 'mod ↵', says: 'Open folder as table', where: 'Names' },
  cutNames: { keys: 'mod X', says: 'Take the selected names to move them', where: 'Names' },
  pasteNames: { keys: 'mod V', says: 'Copy or move the taken names here', where: 'Names' },
  deleteNames: { keys: 'Delete', says: 'Delete', where: 'Names' },
  openSiblings: { keys: '*', says: 'Expand folders beside this one', where: 'Names' },
  favouriteUp: { keys: 'Alt ↑', says: 'Move up', where: 'Favourites' },
  favouriteDown: { keys: 'Alt ↓', says: 'Move down', where: 'Favourites' },
  favouriteRemove: { keys: 'Delete', says: 'Remove', where: 'Favourites' },
  revoke: { keys: 'Delete', says: 'Revoke', where: 'Tokens' },
  revokeAccessor: { keys: 'mod ↵', says: 'Revoke pasted accessor', where: 'Tokens' },
  pasteToken: { keys: 'mod V', says: 'Paste a wrapping token', where: 'Wrapping' },
  send: { keys: 'mod ↵', says: 'Send the request', where: 'Console' },
} as const satisfies Readonly<Record<string, KeyRow>>;

export type KeyId = keyof typeof keyMap;
