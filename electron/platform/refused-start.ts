/**
 * Shows why a start was refused if no terminal does. Windows and macOS show a dialog before any of Chromium runs.
 * Linux can show one only once the app is ready, and by then the refused switch or variable would have taken effect:
 * another start of our own, without it, shows the dialog and ends.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { App, Dialog } from 'electron';
import { capital } from '../../shared/vault/one-line.ts';
import type { Environment } from './environment.ts';
import { refusalOf } from './switches.ts';
import type { Refused } from './switches.ts';

const TITLE = 'Strongroom does not start';

/** Variables that the second start needs to reach the user's screen. */
const shown = [
  ...['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'],
  ...['HOME', 'PATH', 'LANG', 'LANGUAGE', 'LC_ALL', 'TMPDIR', 'XDG_CURRENT_DESKTOP'],
];

/** Variables that Linux menus and file managers set at a start. */
const launched = ['GIO_LAUNCHED_DESKTOP_FILE', 'DESKTOP_STARTUP_ID', 'XDG_ACTIVATION_TOKEN'];

/** Means to report a refused start. */
export interface RefusedStart {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  /** True if input, output or error is a terminal. */
  readonly hasTerminal: boolean;
  readonly showErrorBox: Dialog['showErrorBox'];
  /** Starts our own program again, detached. */
  readonly startAgain: (args: readonly string[], environment: NodeJS.ProcessEnv) => void;
}

/** Shows a refusal in a dialog, unless a terminal shows it. */
export function showRefusal(refused: Refused, start: RefusedStart): void {
  const { platform, environment, hasTerminal, showErrorBox, startAgain } = start;
  if (hasTerminal) return;
  if (platform !== 'linux') {
    showErrorBox(TITLE, capital(refusalOf(refused)));
    return;
  }
  // A script reads our output, a menu does not.
  if (launched.every((name) => (environment[name] ?? '') === '')) return;
  const passedOn = shown.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]] as const],
  );
  startAgain([`--say-refused=${refused.what}:${refused.name}`], Object.fromEntries(passedOn));
}

/** The means of this process. */
export function ownRefusedStart(environment: Environment, dialog: Dialog): RefusedStart {
  return {
    platform: process.platform,
    environment,
    hasTerminal: [0, 1, 2].some((descriptor) => isatty(descriptor)),
    showErrorBox: (title, content) => dialog.showErrorBox(title, content),
    startAgain: (args, env) =>
      spawn(process.execPath, [...args], { env, detached: true, stdio: 'ignore' })
        // The last way to report it has failed.
        .once('error', () => undefined)
        .unref(),
  };
}

/** The second start: shows the dialog and ends, in a folder that goes with it. */
export function sayRefused(value: string, app: App, dialog: Dialog): void {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-refused-'));
  app.setPath('userData', folder);
  app.once('quit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  void app.whenReady().then(() => {
    const [, what = '', name = ''] = /^(switch|variable):(.*)$/.exec(value) ?? [];
    const refused: Refused = { what: what === 'switch' ? 'switch' : 'variable', name };
    dialog.showErrorBox(TITLE, capital(refusalOf(refused)));
    app.quit();
  });
}
