/** The application menu: main shows it and reports choices, the page reports available commands. */
import type { MenuCommand } from '../../shared/ipc/menu.ts';
import { on } from './client.ts';

/** Listens for chosen menu commands; the returned function unsubscribes. */
export function onMenuChosen(listener: (command: MenuCommand) => void): () => void {
  return on('menu.chosen', ({ command }) => listener(command));
}
