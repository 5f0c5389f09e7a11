/** A person's hands on X11: keys as the system gives them, to whatever has the focus; the clipboard as other programs see it. */
import { execFileSync } from 'node:child_process';
import type { Person } from './person.ts';

export interface Keys {
  /** Presses keys, e.g. `ctrl+p`. */
  readonly press: (...keys: readonly string[]) => void;
  readonly type: (text: string) => void;
  /** What another program would paste; empty where there is nothing. */
  readonly clipboard: () => string;
  /** Titles of all windows on the screen that can be seen. */
  readonly titles: () => readonly string[];
}

/** Keys for the window of this person's app. */
export function keysOf(person: Person, titled: string): Keys {
  return keysAt({ ...person.environment }, titled);
}

/** Keys for a window of this screen, once it is there; it gets the focus, as no window manager gives it. */
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
        // Nobody offers anything.
        return '';
      }
    },
    titles: () => windowIds('.').map((each) => xdotool('getwindowname', each).trim()),
  };
}
