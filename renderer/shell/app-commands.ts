/**
 * The application menu as seen by the page: actions offered on screen enable its commands, and a command does the same
 * as its key or button. While a dialog is open only the lock command runs.
 */
import { useEffect } from 'react';
import { menuCommands } from '../../shared/ipc/menu.ts';
import type { MenuCommand, MenuRow } from '../../shared/ipc/menu.ts';
import { vault } from '../api/client.ts';
import { onMenuChosen } from '../api/menu.ts';
import { offeredActions, onActionsChanged, runKey } from '../workspace/action-registry.ts';
import type { OfferedAction } from '../workspace/action-registry.ts';
import { showPalette } from '../workspace/palette.ts';
import { focusedRegion, isModalOpen } from '../ui/focus.ts';

const commands = Object.keys(menuCommands) as MenuCommand[];

/** Keeps the menu in step with the screen, and runs chosen commands. */
export function useAppCommands(): void {
  useEffect(() => onMenuChosen(runCommand), []);
  useEffect(() => {
    let told = '';
    let idle: number | undefined;
    const tell = (): void => {
      idle = undefined;
      const possible = possibleCommands(offeredActions());
      if (possible.join() === told) return;
      told = possible.join();
      vault.menu.offer({ commands: possible }).catch(() => {
        // A menu left enabled still runs only offered actions.
        told = '';
      });
    };
    const soon = (): void => {
      idle ??= requestIdleCallback(tell, { timeout: 500 });
    };
    soon();
    const end = onActionsChanged(soon);
    return () => {
      end();
      if (idle !== undefined) cancelIdleCallback(idle);
    };
  }, []);
}

/** Commands with an enabled action on screen. */
export function possibleCommands(actions: readonly OfferedAction[]): readonly MenuCommand[] {
  const able = actions.filter(({ disabled, idle }) => disabled !== true && idle !== true);
  const ids = new Set(able.map(({ id }) => id));
  const keys = new Set(able.map(({ key }) => key));
  return commands.filter((command) => {
    const { action, key }: MenuRow = menuCommands[command];
    return action === undefined ? keys.has(key) : ids.has(action);
  });
}

function runCommand(command: MenuCommand): void {
  if (command !== 'lock' && isModalOpen()) return;
  showPalette(undefined);
  const { action, key }: MenuRow = menuCommands[command];
  if (key !== undefined) runKey(key, focusedRegion());
  else
    offeredActions()
      .find(({ id, disabled }) => id === action && disabled !== true)
      ?.run();
}
