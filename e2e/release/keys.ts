/** User input on X11: key events of the system, to the focused window; the clipboard as other programs see it. */
import { execFileSync } from 'node:child_process';
import type { Person } from './person.ts';

export interface Keys {
  /** Presses keys, e.g. `ctrl+p`. */
  readonly press: (...keys: readonly string[]) => void;
  readonly type: (text: string) => void;
  /** Text that another program would paste; empty without clipboard content. */
  readonly clipboard: () => string;
  /** Titles of all visible windows on the screen. */
  readonly titles: () => readonly string[];
}

/** Keys for the window of this user's app. */
export function keysOf(person: Person, titled: string): Keys {
  return keysAt({ ...person.environment }, titled);
}

/** Keys for a window of this screen, once it exists; focuses it, in the absence of a window manager. */
export function keysAt(env: NodeJS.ProcessEnv, titled: string): Keys {
  const xdotool = (...args: readonly string[]): string =>
    execFileSync('xdotool', args, { env, encoding: 'utf8' });
  const windowIds = (name: string): readonly string[] =>
    xdotool('search', '--sync', '--onlyvisible', '--name', name).trim().split('\n');
  const [id = ''] = windowIds(`^${titled}$`);
  xdotool('windowfocus', '--sync', id);
  return {
    press: (...keys) => void xdotool('key', '--delay', '20', ...keys),
    type: (text) => void xdotool('type', '--delay', '8', text),
    clipboard: () => {
      try {
        return execFileSync('xclip', ['-selection', 'clipboard', '-o'], {
          env,
          encoding: 'utf8',
          stdio: 'pipe',
        });
      } catch {
        // The clipboard has no owner.
        return '';
      }
    },
    titles: () => windowIds('.').map((each) => xdotool('getwindowname', each).trim()),
  };
}
