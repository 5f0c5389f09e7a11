/**
 * The application's menu: our commands, in main's words, from the one map of keys. A command is told to the page, which does
 * it if it offers it now; what it cannot do is dimmed. Nothing of Electron's default menu is here: no reload, no developer
 * tools. Keys are shown and not registered, because the page hears them first.
 */
import { Menu, webContents, type MenuItemConstructorOptions } from 'electron';
import { keyMap } from '../../shared/ipc/key-map.ts';
import { menuCommandNames, menuCommands, type MenuCommand, type MenuRow } from '../../shared/ipc/menu.ts';
import { acceleratorOf } from './accelerator.ts';
import type { Paste, PasteGuard } from './paste-guard.ts';
import { zoomItems } from './zoom.ts';

/** What the menu does beyond what Electron does by a role. */
export interface MenuActions {
  /** `byHand`: chosen in the menu itself, and not by a key that the page has seen, too. */
  readonly choose: (command: MenuCommand, byHand: boolean) => void;
  /** Only main can begin this: its page has no way to a menu. */
  readonly choosePromptPhrase: () => void;
  readonly paste: PasteGuard['paste'];
}

export interface AppMenu {
  /** Sets the menu, with what was offered so far. */
  readonly set: (actions: MenuActions) => void;
  /** What can be done now; the rest is dimmed. */
  readonly offer: (commands: readonly MenuCommand[]) => void;
}

type Entry = MenuCommand | '-' | MenuItemConstructorOptions;

/** Makes the menu, not set yet. */
export function makeAppMenu(platform: NodeJS.Platform = process.platform): AppMenu {
  let offered: readonly MenuCommand[] = [];
  return {
    set: (actions) => {
      Menu.setApplicationMenu(Menu.buildFromTemplate(template(platform, actions)));
      dim(offered);
    },
    offer: (commands) => {
      offered = commands;
      dim(offered);
    },
  };
}

function dim(offered: readonly MenuCommand[]): void {
  const menu = Menu.getApplicationMenu();
  for (const command of menuCommandNames) {
    // Electron's own menu, which is there until ours is set, has none of them.
    const item = menu?.getMenuItemById(command);
    if (item) item.enabled = offered.includes(command);
  }
}

function template(platform: NodeJS.Platform, actions: MenuActions): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const submenu = (...entries: readonly Entry[]): MenuItemConstructorOptions[] =>
    entries.map((entry) => {
      if (entry === '-') return { type: 'separator' };
      return typeof entry === 'string' ? itemOf(entry, actions) : entry;
    });
  // Pasting goes through the guard: Electron's own role would paste unasked.
  const pasting = (label: string, accelerator: string, how: Paste): MenuItemConstructorOptions => ({
    ...{ id: how, label, accelerator, registerAccelerator: false },
    click: () => actions.paste(webContents.getFocusedWebContents(), how),
  });
  const quit: MenuItemConstructorOptions = { role: 'quit' };
  const about: readonly Entry[] = ['about', '-', 'settings', '-'];
  const hiding: readonly Entry[] = [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }, '-'];
  return [
    ...(mac ? [{ label: 'Strongroom', submenu: submenu(...about, 'lock', '-', ...hiding, quit) }] : []),
    {
      label: '&File',
      submenu: submenu(
        ...(['newEntry', 'connect', '-', 'closeTab', 'reopenTab'] as const),
        ...(mac ? [] : (['-', 'settings', 'lock', '-', quit] as const)),
      ),
    },
    {
      label: '&Edit',
      submenu: submenu(
        ...[{ role: 'undo' } as const, { role: 'redo' } as const, '-' as const],
        ...[{ role: 'cut' } as const, { role: 'copy' } as const],
        pasting('Paste', 'CmdOrCtrl+V', 'paste'),
        pasting('Paste and match style', 'CmdOrCtrl+Shift+V', 'pasteAndMatchStyle'),
        ...[{ role: 'delete' } as const, { role: 'selectAll' } as const],
        ...(['-', 'edit', 'find', 'filter', 'search'] as const),
      ),
    },
    {
      label: '&View',
      submenu: submenu(
        ...(['palette', 'refresh', '-'] as const),
        ...zoomItems(),
        ...['-' as const, { role: 'togglefullscreen' } as const],
      ),
    },
    {
      label: '&Go',
      submenu: submenu(
        ...(['back', 'forward', '-', 'home', 'board', 'goToPath', '-'] as const),
        ...(['tokens', 'wrapping', 'cluster', 'policies', 'administration', 'console', '-'] as const),
        ...(['previousTab', 'nextTab'] as const),
      ),
    },
    {
      label: '&Session',
      submenu: submenu(
        ...([
          'refreshSession',
          '-',
          'logInAgain',
          'otherMethod',
          'anotherToken',
          'namespace',
          '-',
          'logOut',
        ] as const),
      ),
    },
    ...(mac
      ? [
          {
            label: 'Window',
            submenu: submenu({ role: 'minimize' }, { role: 'zoom' }, '-', { role: 'front' }),
          },
        ]
      : []),
    {
      label: '&Help',
      submenu: submenu(
        'cheatSheet',
        { label: 'Prompt &phrase…', click: actions.choosePromptPhrase },
        ...(mac ? [] : (['-', 'about'] as const)),
      ),
    },
  ];
}

function itemOf(command: MenuCommand, { choose }: MenuActions): MenuItemConstructorOptions {
  const { label, key }: MenuRow = menuCommands[command];
  const accelerator = key === undefined ? undefined : acceleratorOf(keyMap[key].keys);
  return {
    ...{ id: command, label, enabled: false },
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: (_item, _window, { triggeredByAccelerator }) => choose(command, triggeredByAccelerator !== true),
  };
}
