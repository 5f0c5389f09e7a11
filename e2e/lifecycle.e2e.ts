/** The app from outside: its environment, its ready line, its end. Spawned in the way a release is started. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, test } from '@playwright/test';
import { appEntry, electronToUse } from './steps/app.ts';
import { descendants, findInMemory, processName } from './traces/process-memory.ts';

type App = ChildProcessByStdio<null, Readable, null>;

let folder = '';
test.beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-lifecycle-'))));
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Spawns the app and waits for its ready line. */
async function start(env: Record<string, string> = {}): Promise<App> {
  const { PATH = '', DISPLAY = '', XAUTHORITY } = process.env;
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(
    electronToUse().executable,
    [appEntry(), '--ready-line', '--test-electron', `--user-data-dir=${join(folder, 'data')}`, ...root],
    {
      env: { PATH, DISPLAY, ...(XAUTHORITY && { XAUTHORITY }), HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let text = '';
  for await (const piece of child.stdout) {
    text += String(piece);
    if (text.includes('STRONGROOM_READY\n')) return child;
  }
  throw new Error('the app ended before it was ready');
}

async function end(child: App): Promise<unknown> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0];
}

test('ends at once and whole when told to, and has logged nothing but its life', async () => {
  const child = await start();
  const below = descendants(child.pid ?? 0);
  expect(below.length).toBeGreaterThan(2);
  expect(await end(child)).toBe(0);
  await expect.poll(() => below.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  const log = readFileSync(join(folder, 'data', 'strongroom.log'), 'utf8');
  expect(log).toContain('started');
  expect(log.trimEnd()).toMatch(/quit$/);
});

test('ends when the process of its page dies while it is being drawn, in the same moment', async () => {
  // The order in which main learns of the two, and the progress of the page, are random.
  for (let time = 0; time < 3; time++) {
    const child = await start();
    const [page = 0] = descendants(child.pid ?? 0).filter((pid) => processName(pid) === 'renderer');
    expect(page).toBeGreaterThan(0);
    process.kill(page, 'SIGKILL');
    expect(await end(child)).toBe(0);
  }
});

test('a token of the environment is known to main and to none of its children @environment', async () => {
  const child = await start({ VAULT_ADDR: 'http://planted-canary:1', VAULT_TOKEN: 'hvs.environment-canary' });
  const below = descendants(child.pid ?? 0);
  // Other parts of the environment are found, which validates the empty result.
  expect(findInMemory(below, 'planted-canary')).not.toEqual([]);
  expect(findInMemory(below, 'environment-canary')).toEqual([]);
  expect(await end(child)).toBe(0);
});

test('a second start with the same data folder leaves the first alone and ends', async () => {
  const first = await start();
  const second = start();
  await expect(second).rejects.toThrow('ended before');
  expect(first.exitCode).toBeNull();
  expect(await end(first)).toBe(0);
});
