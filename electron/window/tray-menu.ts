/**
 * The menu of the tray: keys of favourites to copy, lock, show the window, answer a program. A locked app unlocks. Pure.
 */
import type { MenuItemConstructorOptions } from 'electron';
import { shownName } from '../../shared/vault/display-name.ts';

/** A favourite with a key chosen for copying. */
export interface TrayFavourite {
  readonly sessionId: string;
  readonly sessionName: string;
  readonly mount: string;
  readonly path: string;
  readonly key: string;
}

export interface TrayActions {
  readonly copy: (favourite: TrayFavourite) => void;
  readonly lock: () => void;
  readonly showWindow: () => void;
}

/** A longer list is not a quick choice. */
const MOST_OF_A_SESSION = 20;

/** Builds the items; `favourites` are in the user's order, those of a session together. */
export function trayMenu(
  state: {
    readonly locked: boolean;
    /** A program waits for an answer in the secure prompt. */
    readonly asking: boolean;
    readonly favourites: readonly TrayFavourite[];
  },
  { copy, lock, showWindow }: TrayActions,
): MenuItemConstructorOptions[] {
  if (state.locked) return [{ label: 'Unlock…', click: showWindow }];
  const sessions = [...new Set(state.favourites.map(({ sessionId }) => sessionId))];
  const groups = sessions.map((sessionId) => state.favourites.filter((one) => one.sessionId === sessionId));
  const items = groups.map((group): MenuItemConstructorOptions => {
    const submenu = group.slice(0, MOST_OF_A_SESSION).map((favourite): MenuItemConstructorOptions => ({
      label: `Copy ${nameOf(favourite)}`,
      click: () => copy(favourite),
    }));
    return { label: plain(group[0]?.sessionName ?? ''), submenu };
  });
  const [only] = items;
  const shown = items.length === 1 && Array.isArray(only?.submenu) ? only.submenu : items;
  const question: readonly MenuItemConstructorOptions[] = state.asking
    ? [{ label: 'Answer a program…', click: showWindow }, { type: 'separator' }]
    : [];
  return [
    ...question,
    ...(shown.length === 0 ? [{ label: 'No favourite has a key to copy', enabled: false }] : shown),
    { type: 'separator' },
    { label: 'Lock now', click: lock },
    { label: 'Show window', click: showWindow },
  ];
}

/** `database › password`. */
export function nameOf({ path, key }: Pick<TrayFavourite, 'path' | 'key'>): string {
  return `${plain(path.slice(path.lastIndexOf('/') + 1))} › ${plain(key)}`;
}

/** Escapes ampersands: menus take a lone one for the mark of a key. */
function plain(name: string): string {
  return shownName(name).replaceAll('&', '&&');
}
