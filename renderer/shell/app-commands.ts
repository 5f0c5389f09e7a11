/**
 * The application's menu in the page: what is offered on screen decides what can be chosen, and a choice does what its key
 * or its button does. While a dialog waits for an answer there is nothing to choose but the lock.
 */
import { useEffect } from 'react';
import { menuCommands } from '../../shared/ipc/menu.ts';
import type { MenuCommand, MenuRow } from '../../shared/ipc/menu.ts';
import { tellMenu, onMenuChosen } from '../api/menu.ts';
import { offeredActions, onActionsChanged, runKey } from '../workspace/action-registry.ts';
import type { OfferedAction } from '../workspace/action-registry.ts';
import { showPalette } from '../workspace/palette.ts';
import { focusedRegion, isModalOpen } from './focus.ts';

const commands = Object.keys(menuCommands) as MenuCommand[];

/** Keeps the menu in step with the screen, and does what is chosen there. */
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
      tellMenu(possible).catch(() => {
        // A menu that was not dimmed still does nothing that the page does not offer.
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

/** The commands that some action on screen can do now. */
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
