/** The launcher beside the app of a test: a runtime folder of its own, and commands as a person types them. */
import type { Locator, Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { launcherFile } from '../../electron/platform/programs/launcher-file.ts';
import { appEntry, launchApp, type LaunchedApp, type LaunchOptions } from './app.ts';
import { readToEnd } from './prompt-steps.ts';
import { logIn, type ServerAndToken } from './connected.ts';

/** The launcher of the built app. */
export const launcher = launcherFile({ packaged: false, resources: '', folder: appEntry() });

export interface CommandEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface WithPrograms {
  readonly launched: LaunchedApp;
  /** Private to the test; the launcher runs in it. */
  readonly folder: string;
  readonly socket: string;
  /** Runs `strongroom WORDS…`; resolves at its end. */
  readonly strongroom: (
    words: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<CommandEnd>;
  readonly close: () => Promise<void>;
}

/** Launches the app and logs in by a saved connection; programs are off unless the preferences say otherwise. */
export async function launchWithPrograms(
  server: ServerAndToken,
  options: LaunchOptions = {},
): Promise<WithPrograms> {
  // The path of a socket is short.
  const folder = mkdtempSync('/tmp/sr-');
  const launched = await launchApp({ ...options, env: { ...options.env, XDG_RUNTIME_DIR: folder } });
  await logIn(launched, server);
  return {
    launched,
    folder,
    socket: join(folder, 'strongroom', 'programs.sock'),
    strongroom: (words, env = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(launcher, words, {
          cwd: folder,
          env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_RUNTIME_DIR: folder, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let [out, err] = ['', ''];
        child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
        child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
        child.once('error', reject);
        child.once('close', (code) => resolve({ code, out, err }));
      }),
    close: async () => {
      await launched.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Agrees to the question of a program, for as long as the choice of this name says. */
export async function agree({ answer }: LaunchedApp, how: RegExp): Promise<void> {
  await answer(async (trusted) => {
    await trusted.getByRole('radio', { name: how }).check();
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: /^(?:Give|Allow)/ }).click();
  });
}

/** Opens the dialog that gives the entry on screen to a program, by the palette. */
export async function useInProgram(window: Page): Promise<Locator> {
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Command palette' }).fill('Use in a program');
  await window
    .getByRole('option', { name: /^Use in a program/ })
    .first()
    .click();
  return window.getByRole('dialog', { name: 'Use in a program' });
}
