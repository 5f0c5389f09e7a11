/** `npm start` in a terminal, on a machine with all prerequisites. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, test } from '@playwright/test';
import { startVirtualDisplay } from '../build/setup/display.mjs';
import { findElectron } from '../build/setup/electron-finder.mjs';
import { cacheFolder, root } from '../build/setup/places.mjs';
import { descendants, processName, signal } from './traces/process-memory.ts';
import { must, sharedServers, textAt } from './servers/index.ts';

const { dev } = sharedServers();
let display: Awaited<ReturnType<typeof startVirtualDisplay>>;
let folder = '';
let running: Started | undefined;

test.beforeAll(async () => void (display = await startVirtualDisplay()));
test.afterAll(() => display.stop());
test.beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-start-test-'))));
test.afterEach(async () => {
  await running?.controlC();
  running = undefined;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Started {
  readonly output: () => string;
  /** All processes below it. */
  readonly below: () => number[];
  readonly ended: () => boolean;
  /** Like a terminal: signals every process of the foreground group; resolves once the command has ended. */
  readonly controlC: () => Promise<void>;
}

/** Runs `npm start` with its own home; earlier downloads and builds are available. */
function start(args: readonly string[], screen: { readonly DISPLAY?: string }): Started {
  const { PATH = '', ELECTRON_OVERRIDE_DIST_PATH, STRONGROOM_VAULT, STRONGROOM_OPENBAO } = process.env;
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn('npm', ['start', '--', ...args], {
    cwd: root,
    // A process group of its own, as a terminal creates for each command.
    detached: true,
    env: {
      PATH,
      HOME: folder,
      TMPDIR: folder,
      LANG: 'C.UTF-8',
      STRONGROOM_CACHE: cacheFolder(),
      ...(ELECTRON_OVERRIDE_DIST_PATH !== undefined && { ELECTRON_OVERRIDE_DIST_PATH }),
      ...(STRONGROOM_VAULT !== undefined && { STRONGROOM_VAULT }),
      ...(STRONGROOM_OPENBAO !== undefined && { STRONGROOM_OPENBAO }),
      ...screen,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  // Once all of its output is read.
  let hasEnded = false;
  const ended = once(child, 'close').then(() => (hasEnded = true));
  return (running = {
    output: () => output,
    below: () => descendants(child.pid ?? 0),
    ended: () => hasEnded,
    controlC: async () => {
      if (!hasEnded) signal(-(child.pid ?? 0), 'SIGINT');
      await ended;
    },
  });
}

/** Waits until a process below has drawn a window: only a page has a renderer. */
async function windowOf(started: Started): Promise<void> {
  await expect
    .poll(() => started.ended() || started.below().map(processName).includes('renderer'), { timeout: 60_000 })
    .toBe(true);
  expect(started.ended(), started.output()).toBe(false);
}

async function expectNothingLeft(started: Started): Promise<void> {
  const below = started.below();
  expect(below.length).toBeGreaterThan(3);
  await started.controlC();
  await expect
    .poll(() => below.filter((pid) => existsSync(`/proc/${String(pid)}`)).map(processName))
    .toEqual([]);
}

/** Command lines of the processes below. */
function commands(started: Started): string[] {
  return started.below().map((pid) => {
    try {
      return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return ''; // ended meanwhile
    }
  });
}

/** Text after a label in the output. */
function shown(output: string, pattern: RegExp): string {
  const found = pattern.exec(output)?.[1];
  expect(found, `${String(pattern)} in\n${output}`).toBeDefined();
  return found ?? '';
}

test('a second start skips everything, shows what may be tried, and Ctrl-C leaves no process', async () => {
  const files = ['build/out/app/main.cjs', 'build/out/app/preload.cjs', 'node_modules/.strongroom-installed'];
  const before = files.map((file) => statSync(join(root, file)).mtimeMs);
  const started = start([], { DISPLAY: display.display });
  await windowOf(started);
  await expect.poll(started.output).toMatch(/open what is wrapped.*\n/);
  const output = started.output();
  for (const step of ['Dependencies', 'App'])
    expect(output).toMatch(new RegExp(`^${step} +up to date$`, 'm'));
  expect(output).toMatch(/^Electron +\d+\.\d+/m);
  expect(output).toMatch(/^(?:OpenBao|Vault) +.*\((?:cache|PATH|STRONGROOM_\w+)\)$/m);
  expect(output).not.toMatch(/installed|built into|building|downloading/);
  expect(files.map((file) => statSync(join(root, file)).mtimeMs)).toEqual(before);

  const sample = { address: shown(output, /sample server at (\S+);/), rootToken: '' };
  const [, username = '', password = ''] = /by userpass: (\S+), password (\S+)\n/.exec(output) ?? [];
  const byName = await must(sample, 'POST', `auth/userpass/login/${username}`, { password });
  expect(textAt(byName, 'auth', 'client_token')).not.toBe('');
  const approle = {
    role_id: shown(output, /by AppRole: role ID (\S+),/),
    secret_id: shown(output, /secret ID (\S+)\n/),
  };
  const byRole = await must(sample, 'POST', 'auth/approle/login', approle);
  expect(textAt(byRole, 'auth', 'client_token')).not.toBe('');
  const token = shown(output, /open what is wrapped, [^:]*: (\S+)\n/);
  const opened = await must({ ...sample, rootToken: token }, 'POST', 'sys/wrapping/unwrap');
  expect(textAt(opened, 'data', 'note')).toContain('envelope');

  await expectNothingLeft(started);
  expect(readdirSync(folder).filter((name) => name.startsWith('strongroom-'))).toEqual([]);
});

test('--cluster starts three nodes, all of which may be asked, and Ctrl-C leaves none', async () => {
  const started = start(['--cluster'], { DISPLAY: display.display });
  await windowOf(started);
  await expect.poll(started.output).toMatch(/open what is wrapped.*\n/);
  const addresses = shown(started.output(), /sample cluster at ([^;]+);/).split(', ');
  expect(addresses).toHaveLength(3);
  expect(commands(started).filter((line) => /^\S*(?:bao|vault)\S* server -config=/.test(line))).toHaveLength(
    3,
  );
  // Data seeded on the first node is on the others, which follow it.
  const token = shown(started.output(), /open what is wrapped, [^:]*: (\S+)\n/);
  const opened = await must({ address: addresses[2] ?? '', rootToken: token }, 'POST', 'sys/wrapping/unwrap');
  expect(textAt(opened, 'data', 'note')).toContain('envelope');
  await expectNothingLeft(started);
});

test('--connect starts no server, and hands the address to the app', async () => {
  const standIn = findElectron()?.test === true;
  if (standIn) {
    const refused = start(['--connect', dev.address], { DISPLAY: display.display });
    await expect.poll(refused.ended, { timeout: 60_000 }).toBe(true);
    expect(refused.output()).toMatch(/must not meet a real server[^]*What to do: /);
  }
  const allowed = standIn ? ['--allow-test-electron'] : [];
  const started = start(['--connect', dev.address, ...allowed], { DISPLAY: display.display });
  await windowOf(started);
  const all = commands(started);
  expect(all.filter((line) => /(?:bao|vault) server|sample-server/.test(line))).toEqual([]);
  expect(all.some((line) => line.includes(`--connect=${dev.address} `))).toBe(true);
  expect(started.output()).toMatch(new RegExp(`^Open +${dev.address}; Ctrl-C`, 'm'));
  expect(started.output()).not.toMatch(/^(?:OpenBao|Vault) |Try there/m);
  await expectNothingLeft(started);
});

test('an address that is none is refused before anything is prepared', async () => {
  const started = start(['--connect', 'vault.example'], { DISPLAY: display.display });
  await expect.poll(started.ended, { timeout: 60_000 }).toBe(true);
  expect(started.output()).toMatch(/--connect vault\.example is no URL[^]*What to do: npm start/);
  expect(started.output()).not.toMatch(/^Dependencies/m);
});

const pictures = join(root, 'build', 'out', 'main-job');

test('without a display the main job is done, says each step, leaves its pictures and ends', async () => {
  test.setTimeout(180_000);
  const started = start([], {});
  await expect.poll(started.ended, { timeout: 150_000 }).toBe(true);
  const output = started.output();
  expect(output).toMatch(/^Display +none /m);
  const steps = [
    'Connect',
    'Browse',
    'Read',
    'Reveal',
    'Edit and save',
    'Look at the token',
    'Unwrap by hand',
  ];
  const said = [...steps, 'The cluster', 'Done'].map((step) => output.search(new RegExp(`^${step} +`, 'm')));
  expect(said.filter((at) => at === -1)).toEqual([]);
  expect(said).toEqual([...said].sort((one, other) => one - other));
  expect(output).toMatch(/^Done +.*: 12 pictures in build\/out\/main-job\//m);
  expect(readdirSync(pictures)).toHaveLength(12);
  // The README names them.
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const name of readdirSync(pictures)) expect(readme).toContain(name.replace(/^\d+-|\.png$/g, ''));
});

test('Ctrl-C during the main job leaves no process, and the pictures taken so far', async () => {
  const started = start([], {});
  await expect
    .poll(() => started.ended() || started.output().includes('02-secure-prompt.png'), { timeout: 90_000 })
    .toBe(true);
  expect(started.ended(), started.output()).toBe(false);
  await expectNothingLeft(started);
  expect(readdirSync(pictures)).toContain('02-secure-prompt.png');
  expect(readdirSync(folder).filter((name) => name.startsWith('strongroom-'))).toEqual([]);
});
