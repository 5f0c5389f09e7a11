/** Commands of the application's menu. Main runs its own; the others go to the page. */
import type { Emit } from '../core/platform.ts';
import { faultOf } from '../disk/fault.ts';
import type { AppMenuActions } from '../window/menu.ts';
import { chooseMark } from '../window/prompt-mark.ts';
import type { Desktop } from './desktop.ts';

export interface MenuParts {
  readonly desktop: Pick<Desktop, 'clipboards' | 'prompts' | 'gestures' | 'guide'>;
  readonly lock: () => void;
  readonly emit: Emit;
  readonly copyDiagnostics: () => Promise<void>;
  readonly log: (line: string) => void;
}

/** Makes the menu's actions. */
export function menuActions({ desktop, lock, emit, copyDiagnostics, log }: MenuParts): AppMenuActions {
  const { clipboards, prompts, gestures, guide } = desktop;
  return {
    paste: clipboards.pastes.paste,
    choose: (command, byHand) => {
      // The page below a prompt gets no input. The lock does not wait.
      if (prompts.isAsking()) {
        if (command === 'lock') lock();
        return;
      }
      // A page cannot press a system menu: it is the user's own gesture, like a key in the page.
      if (byHand) gestures.note();
      emit('menu.chosen', { command });
    },
    showGuide: () => {
      guide.show().catch((error: unknown) => log(`the guide was not opened: ${faultOf(error)}`));
    },
    copyDiagnostics: () => {
      copyDiagnostics().then(
        () => emit('app.diagnosticsCopied', {}),
        (error: unknown) => log(`diagnostics were not copied: ${faultOf(error)}`),
      );
    },
    // Prompts that already wait need no notice here: they are on screen.
    choosePromptPhrase: () => void chooseMark(prompts.ask, prompts.mark()).catch(() => undefined),
  };
}
