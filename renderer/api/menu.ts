/** The application's menu: main shows it and says what was chosen, the page says what can be done. */
import type { MenuCommand } from '../../shared/ipc/menu.ts';
import { call, on } from './client.ts';

/** Tells main what can be done now; main dims the rest. */
export async function tellMenu(commands: readonly MenuCommand[]): Promise<void> {
  await call('menu.offer', { commands });
}

/** Hears what a person chooses; the returned function ends it. */
export function onMenuChosen(listener: (command: MenuCommand) => void): () => void {
  return on('menu.chosen', ({ command }) => listener(command));
}
