/** The menu: what the platform expects of a program, and in development the developer tools. */
import { Menu, webContents, type MenuItemConstructorOptions } from 'electron';
import type { Paste, PasteGuard } from './paste-guard.ts';
import { zoomItems } from './zoom.ts';

/** What only main can begin: its page has no way to a menu. */
export interface MenuActions {
  readonly choosePromptPhrase: () => void;
  readonly paste: PasteGuard['paste'];
}

/** Sets the application's menu. Pasting goes through the guard: Electron's own role would paste unasked. */
export function setMenu(developerTools: boolean, actions: MenuActions): void {
  const pasting = (label: string, accelerator: string, how: Paste): MenuItemConstructorOptions => ({
    ...{ id: how, label, accelerator, registerAccelerator: false },
    click: () => actions.paste(webContents.getFocusedWebContents(), how),
  });
  const mac = process.platform === 'darwin';
  const view: MenuItemConstructorOptions[] = [
    ...zoomItems(),
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (developerTools) {
    view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' });
  }
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: [mac ? { role: 'close' } : { role: 'quit' }] },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        pasting('Paste', 'CmdOrCtrl+V', 'paste'),
        pasting('Paste and Match Style', 'CmdOrCtrl+Shift+V', 'pasteAndMatchStyle'),
        { role: 'delete' },
        { role: 'selectAll' },
      ],
    },
    { label: '&View', submenu: view },
    { role: 'windowMenu' },
    { label: '&Help', submenu: [{ label: 'Prompt &phrase…', click: actions.choosePromptPhrase }] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
