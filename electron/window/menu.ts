/**
 * The application's menu: our commands, in main's words, from the one map of keys. A command is sent to the page,
 * which runs it if it offers it now; others are dimmed. Electron's default items are left out: no reload, no
 * developer tools. Keys are shown and not registered, because the page hears them first.
 */
import { Menu, webContents } from 'electron';
import { menuCommandNames, type MenuCommand } from '../../shared/ipc/menu.ts';
import { menuTemplate } from './menu-template.ts';
import type { MenuActions } from './menu-template.ts';
import type { PasteGuard } from './paste-guard.ts';
import { zoomItems } from './zoom.ts';

/** Actions of the app for its menu. */
export interface AppMenuActions extends Omit<MenuActions, 'paste'> {
  readonly paste: PasteGuard['paste'];
}

export interface AppMenu {
  /** Sets the menu, with the commands offered so far. */
  readonly set: (actions: AppMenuActions) => void;
  /** Enables these commands; the rest is dimmed. */
  readonly enable: (commands: readonly MenuCommand[]) => void;
}

/** Makes the menu, not set yet. */
export function makeAppMenu(platform: NodeJS.Platform = process.platform): AppMenu {
  let offered: readonly MenuCommand[] = [];
  return {
    set: ({ paste, ...actions }) => {
      const template = menuTemplate(
        platform,
        { ...actions, paste: (how) => paste(webContents.getFocusedWebContents(), how) },
        zoomItems(),
      );
      Menu.setApplicationMenu(Menu.buildFromTemplate(template));
      dim(offered);
    },
    enable: (commands) => {
      offered = commands;
      dim(offered);
    },
  };
}

function dim(offered: readonly MenuCommand[]): void {
  const menu = Menu.getApplicationMenu();
  for (const command of menuCommandNames) {
    // Electron's default menu, present until ours is set, has no such items.
    const item = menu?.getMenuItemById(command);
    if (item) item.enabled = offered.includes(command);
  }
}
