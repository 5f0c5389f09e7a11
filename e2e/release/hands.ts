/** User input on each system: keys to the focused program, and the clipboard as other programs see it. */
import { execFileSync } from 'node:child_process';
import { keysAt } from './keys.ts';

/** `mod` is Control, or Command on macOS. */
export type Chord = 'mod+a' | 'mod+p' | 'Return';

export interface Hands {
  readonly press: (...chords: readonly Chord[]) => void;
  readonly type: (text: string) => void;
  readonly clipboard: () => string;
}

/** Input for a program with a window; `env` has the display if there are several. */
export function handsOn(pid: number, title: string, env: NodeJS.ProcessEnv): Hands {
  if (process.platform === 'win32') return onWindows(pid);
  if (process.platform === 'darwin') return onMac(pid);
  const { press, type, clipboard } = keysAt(env, title);
  return {
    press: (...chords) => press(...chords.map((each) => each.replace('mod', 'ctrl'))),
    type,
    clipboard,
  };
}

function onWindows(pid: number): Hands {
  const run = (script: string): string =>
    execFileSync('powershell', ['-NoProfile', '-NonInteractive', '-Command', script], { encoding: 'utf8' });
  const send = (keys: string): void =>
    void run(
      [
        'Add-Type -AssemblyName System.Windows.Forms',
        `[void](New-Object -ComObject WScript.Shell).AppActivate(${String(pid)})`,
        `[System.Windows.Forms.SendKeys]::SendWait('${keys.replaceAll("'", "''")}')`,
      ].join('; '),
    );
  const names: Readonly<Record<Chord, string>> = { 'mod+a': '^a', 'mod+p': '^p', Return: '{ENTER}' };
  return {
    press: (...chords) => send(chords.map((each) => names[each]).join('')),
    // SendKeys treats these characters as keys.
    type: (text) => send(text.replace(/[+^%~(){}[\]]/g, '{$&}')),
    clipboard: () => run('Get-Clipboard -Raw').replace(/\r?\n$/, ''),
  };
}

function onMac(pid: number): Hands {
  const send = (...keystrokes: readonly string[]): void => {
    const lines = [`set frontmost of (first process whose unix id is ${String(pid)}) to true`, ...keystrokes];
    const script = ['tell application "System Events"', ...lines, 'end tell'].join('\n');
    execFileSync('osascript', ['-e', script]);
  };
  const names: Readonly<Record<Chord, string>> = {
    'mod+a': 'keystroke "a" using command down',
    'mod+p': 'keystroke "p" using command down',
    Return: 'key code 36',
  };
  return {
    press: (...chords) => send(...chords.map((each) => names[each])),
    type: (text) => send(`keystroke ${JSON.stringify(text)}`),
    clipboard: () => execFileSync('pbpaste', { encoding: 'utf8' }),
  };
}
