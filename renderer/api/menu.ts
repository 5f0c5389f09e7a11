/** The application menu: main shows it and reports choices, the page reports available commands. */
import type { MenuCommand } from '../../shared/ipc/menu.ts';
import { call, on } from './client.ts';

/** Reports the available commands to main, which dims the rest. */
export async function tellMenu(commands: readonly MenuCommand[]): Promise<void> {
  await call('menu.offer', { commands });
}

/** Listens for chosen menu commands; the returned function unsubscribes. */
export function onMenuChosen(listener: (command: MenuCommand) => void): () => void {
  return on('menu.chosen', ({ command }) => listener(command));
}
