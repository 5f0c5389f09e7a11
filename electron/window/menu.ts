/** The menu: what the platform expects of a program, and in development the developer tools. */
import { Menu, type MenuItemConstructorOptions } from 'electron';

/** What only main can begin: its page has no way to a menu. */
export interface MenuActions {
  readonly choosePromptPhrase: () => void;
}

/** Sets the application's menu. */
export function setMenu(developerTools: boolean, actions: MenuActions): void {
  const mac = process.platform === 'darwin';
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
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
        { role: 'paste' },
        { role: 'pasteAndMatchStyle' },
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
