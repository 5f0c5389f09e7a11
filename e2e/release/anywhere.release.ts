/**
 * The main job in the app as installed on this system, on any platform: by system-level key events, judged by the
 * server's audit log and by the clipboard of other programs. `job.release` covers more on Linux; this is the test for
 * Windows and macOS.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { must, startDevVault, type VaultServer } from '../servers/index.ts';
import { handsOn } from './hands.ts';
import { installed } from './installed.ts';
import { newPerson, type Person } from './person.ts';

const VALUE = 'correct horse battery';

interface App {
  readonly pid: number;
  readonly env: NodeJS.ProcessEnv;
  readonly output: () => string;
  readonly hasEnded: () => boolean;
  readonly quit: () => Promise<unknown>;
}

let folder = '';
let server: VaultServer;
let person: Person | undefined;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-anywhere-'));
  // The server's configuration does not accept backslashes in paths.
  const file = join(folder, 'audit.log').replaceAll('\\', '/');
  server = await startDevVault({ audit: { path: 'file', file } });
  await must(server, 'PUT', 'secret/data/apps/database', { data: { password: VALUE } });
});
test.afterAll(async () => {
  await person?.leave();
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function start(): Promise<App> {
  if (process.platform === 'linux') {
    person = await newPerson();
    const { pid, output, hasEnded, quit } = person.start(['--ready-line']);
    return { pid, env: { ...person.environment }, output, hasEnded, quit };
  }
  const args = ['--ready-line', `--user-data-dir=${join(folder, 'data')}`];
  const app = spawn(installed().binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [app.stdout, app.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => void (output += piece));
  const ended = once(app, 'exit');
  return {
    pid: app.pid ?? 0,
    env: process.env,
    output: () => output,
    hasEnded: () => app.exitCode !== null,
    quit: () => {
      app.kill();
      return ended;
    },
  };
}

/** True if the server has answered a request, e.g. `"path":"auth/token/lookup-self"`. */
const asked = (path: string): boolean =>
  existsSync(join(folder, 'audit.log')) &&
  readFileSync(join(folder, 'audit.log'), 'utf8').includes(`"path":"${path}"`);

async function until(what: string, isSo: () => boolean, act: () => void): Promise<void> {
  await expect(async () => {
    act();
    await expect.poll(isSo, { timeout: 3_000, intervals: [50] }).toBe(true);
  }, what).toPass({ timeout: 60_000, intervals: [0] });
}

test('@anywhere the installed app connects, logs in and copies a password', async () => {
  test.setTimeout(240_000);
  const app = await start();
  try {
    await expect
      .poll(() => app.hasEnded() || app.output().includes('STRONGROOM_READY'), { timeout: 90_000 })
      .toBe(true);
    expect(app.hasEnded(), `it ended:\n${app.output()}`).toBe(false);
    const hands = handsOn(app.pid, 'Strongroom', app.env);
    hands.type(server.address);
    hands.press('Return');
    await until(
      'logged in',
      () => asked('auth/token/lookup-self'),
      () => {
        hands.press('mod+a');
        hands.type(server.rootToken);
        hands.press('Return');
      },
    );
    await until(
      'the value is on the clipboard',
      () => hands.clipboard() === VALUE,
      () => {
        hands.press('mod+p', 'mod+a');
        hands.type('secret/apps/database#password');
        hands.press('Return');
      },
    );
    expect(asked('secret/data/apps/database'), 'the server has given it').toBe(true);
    expect(app.output()).not.toContain(VALUE);
    expect(app.output()).not.toContain(server.rootToken);
  } finally {
    await app.quit();
  }
});
