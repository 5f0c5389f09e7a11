/** The application's menu on each system, from the one list of commands and the one map of keys. Pure. */
import type { MenuItemConstructorOptions } from 'electron';
import { keyMap } from '../../shared/ipc/key-map.ts';
import { menuCommands, type MenuCommand, type MenuRow } from '../../shared/ipc/menu.ts';
import { acceleratorOf } from './accelerator.ts';
import type { Paste } from './paste-guard.ts';

/** Menu actions that are not roles of Electron. */
export interface MenuActions {
  /** `byHand`: chosen in the menu itself, and not by a key that the page has seen, too. */
  readonly choose: (command: MenuCommand, byHand: boolean) => void;
  /** Starts only in main: the page cannot reach a menu. */
  readonly choosePromptPhrase: () => void;
  readonly showGuide: () => void;
  readonly copyDiagnostics: () => void;
  readonly paste: (how: Paste) => void;
}

type Item = MenuItemConstructorOptions;
type Entry = MenuCommand | '-' | Item;

/** Builds a system's menu; `zoom` items make the window larger and smaller. */
export function menuTemplate(platform: NodeJS.Platform, actions: MenuActions, zoom: readonly Item[]): Item[] {
  const mac = platform === 'darwin';
  const submenu = (...entries: readonly Entry[]): Item[] =>
    entries.map((entry) => {
      if (entry === '-') return { type: 'separator' };
      return typeof entry === 'string' ? itemOf(entry, actions) : entry;
    });
  // Pasting goes through the guard: Electron's own role would bypass it.
  const pasting = (label: string, accelerator: string, how: Paste): Item => ({
    id: how,
    label,
    accelerator,
    registerAccelerator: false,
    click: () => actions.paste(how),
  });
  // Main's own commands: they work in a locked app and beside a prompt, too, so their key is registered.
  const guide: Item = {
    id: 'guide',
    label: 'Strongroom &guide',
    accelerator: keyMap.guide.keys,
    click: actions.showGuide,
  };
  const diagnostics: Item = { id: 'diagnostics', label: 'Copy &diagnostics', click: actions.copyDiagnostics };
  const phrase: Item = { id: 'phrase', label: 'Prompt &phrase…', click: actions.choosePromptPhrase };
  const quit: Item = { role: 'quit' };
  return [
    ...(mac
      ? [
          {
            label: 'Strongroom',
            submenu: submenu(
              ...(['about', '-', 'settings', '-', 'lock', '-'] as const),
              ...[{ role: 'services' } as const, '-' as const],
              ...[{ role: 'hide' } as const, { role: 'hideOthers' } as const, { role: 'unhide' } as const],
              ...['-' as const, quit],
            ),
          },
        ]
      : []),
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
        ...zoom,
        ...['-' as const, { role: 'togglefullscreen' } as const],
      ),
    },
    {
      label: '&Go',
      submenu: submenu(
        ...(['back', 'forward', '-', 'home', 'board', 'goToPath', '-'] as const),
        ...(['tokens', 'wrapping', 'cluster', 'policies', 'administration', 'console'] as const),
      ),
    },
    {
      label: '&Session',
      submenu: submenu(
        ...(['refreshSession', '-', 'logInAgain', 'otherMethod', 'anotherToken', 'namespace'] as const),
        ...(['-', 'logOut'] as const),
      ),
    },
    {
      label: '&Window',
      // macOS lists the open windows below it.
      ...(mac ? { role: 'window' as const } : {}),
      submenu: submenu(
        { role: 'minimize' },
        ...(mac ? [{ role: 'zoom' } as const] : []),
        ...(['-', 'previousTab', 'nextTab'] as const),
        ...(mac ? (['-', { role: 'front' }] as const) : []),
      ),
    },
    {
      label: '&Help',
      ...(mac ? { role: 'help' as const } : {}),
      submenu: submenu(
        ...[guide, 'cheatSheet' as const, '-' as const, phrase, diagnostics],
        ...(mac ? [] : (['-', 'about'] as const)),
      ),
    },
  ];
}

function itemOf(command: MenuCommand, { choose }: Pick<MenuActions, 'choose'>): Item {
  const { label, key }: MenuRow = menuCommands[command];
  const accelerator = key === undefined ? undefined : acceleratorOf(keyMap[key].keys);
  return {
    id: command,
    label,
    enabled: false,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: (_item, _window, { triggeredByAccelerator }) => choose(command, triggeredByAccelerator !== true),
  };
}
