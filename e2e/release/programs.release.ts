/**
 * Secrets for programs with the installed app and its launcher, by an ordinary user and real programs. Questions are
 * answered by key events.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { onPath } from '../../build/setup/places.mjs';
import { must } from '../servers/index.ts';
import { signal } from '../traces/process-memory.ts';
import { startAudited, type Audited } from './audited.ts';
import { installed } from './installed.ts';
import type { Keys } from './keys.ts';
import { logInByKeys, pages, until } from './logged-in.ts';
import { asOrdinaryUser, ordinaryUserId } from './ordinary-user.ts';
import { newPerson, type Person, type Started } from './person.ts';

const VALUE = 'correct horse battery';

let audited: Audited;
let person: Person;
test.beforeAll(async () => {
  audited = await startAudited();
  await must(audited.server, 'PUT', 'secret/data/apps/database', {
    data: { password: VALUE, user: 'alice' },
  });
});
test.afterAll(() => audited.stop());
test.beforeEach(async () => {
  person = await newPerson();
  ownFile('.config/strongroom/preferences.json', JSON.stringify({ version: 1, data: { programs: true } }));
});
test.afterEach(() => person.leave());

/** Writes a file of the person's home. */
function ownFile(name: string, text: string): void {
  const parts = name.split('/');
  parts.forEach((_part, index) => {
    const path = join(person.home, ...parts.slice(0, index + 1));
    if (index === parts.length - 1) writeFileSync(path, text, { mode: 0o600 });
    else if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    if (ordinaryUserId !== undefined) chownSync(path, ordinaryUserId, ordinaryUserId);
  });
}

/** The file called as `strongroom`: the link that a package puts on PATH, or the launcher of the folder. */
const launcher = (): string =>
  installed().byDpkg ? '/usr/bin/strongroom' : join(installed().folder, 'resources', 'strongroom-launcher');

interface Command {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** Exit code or signal. */
  readonly end: () => Promise<number | string>;
  readonly hasEnded: () => boolean;
}

/** Starts a command of the person. */
function start(line: readonly string[], env: Readonly<Record<string, string>> = {}, input = ''): Command {
  // Another root begins at its top.
  const atHome = ['sh', '-c', 'cd "$HOME" && exec "$@"', 'sh'];
  const [program = '', ...args] = [...installed().enter, ...asOrdinaryUser, ...atHome, ...line];
  const child = spawn(program, args, {
    cwd: person.home,
    env: { ...person.environment, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  let ended: number | string | undefined;
  const closed = new Promise<number | string>((resolve) => {
    child.once('close', (code, by) => resolve((ended = code ?? by ?? 'nothing')));
  });
  return { child, out: () => out, err: () => err, end: () => closed, hasEnded: () => ended !== undefined };
}

/** The app with a session, and the reference of its entry. */
async function serving(): Promise<{ started: Started; keys: Keys; reference: string }> {
  const started = person.start(['--ready-line']);
  await started.ready();
  const keys = await logInByKeys(person, started, audited);
  const names = start([launcher(), 'ls']);
  expect(await names.end(), names.err()).toBe(0);
  return { started, keys, reference: `${names.out().trim()}secret/apps/database#password` };
}

/** Answers the question of a command by a key. */
async function answer(
  { started, keys }: { readonly started: Started; readonly keys: Keys },
  command: Command,
  key: 'ctrl+Return' | 'Escape',
): Promise<void> {
  await expect.poll(() => pages(started) === 2 || command.hasEnded(), 'a question opens').toBe(true);
  expect(command.hasEnded(), `it ended without a question: ${command.err()}`).toBe(false);
  await until(
    'the question is answered',
    () => pages(started) === 1,
    () => {
      if (pages(started) === 2) keys.press(key);
    },
  );
}

test('a value goes to a program after a yes, and to nobody after a no', async () => {
  const at = await serving();
  const asks = (): Command =>
    start([launcher(), 'run', '--no-mask', '--', 'node', '-p', 'process.env.DB_PASSWORD'], {
      DB_PASSWORD: at.reference,
    });
  const given = asks();
  await answer(at, given, 'ctrl+Return');
  expect(await given.end(), given.err()).toBe(0);
  expect(given.out()).toBe(`${VALUE}\n`);

  // The shell is the program that reads: it must be a process of the same user.
  const missing = start(['sh', '-c', '"$0" read "$1"; exit $?', launcher(), `${at.reference}-of-nothing`]);
  await answer(at, missing, 'ctrl+Return');
  expect(await missing.end()).toBe(84);

  // Last: after a no the next request is not shown for some seconds.
  const denied = asks();
  await answer(at, denied, 'Escape');
  expect(await denied.end()).toBe(81);
  expect(denied.out()).toBe('');
  expect(denied.err()).toMatch(/^strongroom: .+\n {2}.+\n$/);
  expect(at.started.output()).not.toContain(VALUE);
  await at.started.quit();
  const gone = asks();
  expect(await gone.end()).toBe(80);
});

test('real programs get a value: python, make, git with a credential helper', async () => {
  test.skip(
    ['python3', 'make', 'git'].some((name) => onPath(name) === undefined),
    'one of them is missing',
  );
  const at = await serving();
  ownFile('Makefile', 'all:\n\t@printf %s "$$DB_PASSWORD" | wc -c\n');
  ownFile('.env.strongroom', `DB_PASSWORD=${at.reference}\nPLAIN=yes\n`);
  const helper = '!f() { echo username=alice; echo "password=$DB_PASSWORD"; }; f';
  const script = 'import os; print(os.environ["PLAIN"], len(os.environ["DB_PASSWORD"]))';
  const programs = [
    { line: ['python3', '-c', script], out: `yes ${String(VALUE.length)}\n` },
    { line: ['make', '-s'], out: `${String(VALUE.length)}\n` },
    {
      line: ['git', '-c', `credential.helper=${helper}`, 'credential', 'fill'],
      input: 'protocol=https\nhost=example.org\n\n',
      // Not a terminal: masked.
      out: 'protocol=https\nhost=example.org\nusername=alice\npassword=•••\n',
    },
  ];
  for (const { line, out, input = '' } of programs) {
    const command = start([launcher(), 'run', '--', ...line], {}, input);
    await answer(at, command, 'ctrl+Return');
    expect(await command.end(), command.err()).toBe(0);
    expect(command.out()).toBe(out);
  }
  await at.started.quit();
});

test('exit code, signals and the terminal are the program’s own', async () => {
  const at = await serving();
  const env = { A: at.reference };
  const code = start([launcher(), 'run', '--', 'sh', '-c', 'exit 7'], env);
  await answer(at, code, 'ctrl+Return');
  expect(await code.end()).toBe(7);

  for (const mask of ['--mask', '--no-mask']) {
    const killed = start([launcher(), 'run', mask, '--', 'sh', '-c', 'echo started; exec sleep 600'], env);
    await answer(at, killed, 'ctrl+Return');
    await expect.poll(() => killed.out()).toBe('started\n');
    killed.child.kill('SIGTERM');
    expect(await killed.end(), mask).toBe('SIGTERM');
  }

  const quoted = `'${launcher()}' run -- sh -c 'test -t 1 && echo a terminal, $((\${#A}))'`;
  const inTerminal = start(['script', '-qec', quoted, '/dev/null'], { ...env, SHELL: '/bin/sh' });
  await answer(at, inTerminal, 'ctrl+Return');
  expect(await inTerminal.end()).toBe(0);
  expect(inTerminal.out()).toBe(`a terminal, ${String(VALUE.length)}\r\n`);
  await at.started.quit();
});

/** Main processes of this person's app, whoever started them. */
function apps(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
        return (
          basename(readlinkSync(`/proc/${String(pid)}/exe`)) === 'strongroom' &&
          !line.includes('--type=') &&
          readFileSync(`/proc/${String(pid)}/environ`, 'utf8')
            .split('\0')
            .includes(`HOME=${person.home}`)
        );
      } catch {
        // It has ended.
        return false;
      }
    });
}

test('the launcher starts the app, and is the app without a command', async () => {
  const before = start([launcher(), 'status']);
  expect(await before.end()).toBe(80);

  const version = start([launcher(), '--version']);
  const same = start([installed().binary, '--version']);
  expect(await version.end()).toBe(0);
  await same.end();
  expect(version.out()).toBe(same.out());
  expect(version.out()).toMatch(/^Strongroom \d/);

  const status = start([launcher(), 'status', '--start']);
  expect(await status.end(), status.err()).toBe(0);
  expect(status.out()).toMatch(/^Strongroom \d\S*, unlocked\n$/);
  expect(status.err()).toBe('strongroom: Starting the app …\n');
  const [pid = 0, ...others] = apps();
  expect(others).toEqual([]);
  signal(pid, 'SIGTERM');
  await expect.poll(apps).toEqual([]);

  const bare = start([launcher(), '--ready-line']);
  await expect.poll(() => bare.out(), { timeout: 60_000 }).toContain('STRONGROOM_READY');
  bare.child.kill('SIGTERM');
  await bare.end();
});

test('the package has the manual page and the completions of three shells @deb', () => {
  const share = join(installed().root, 'usr', 'share');
  for (const path of [
    'man/man1/strongroom.1.gz',
    'bash-completion/completions/strongroom',
    'zsh/vendor-completions/_strongroom',
    'fish/vendor_completions.d/strongroom.fish',
  ])
    expect.soft(existsSync(join(share, path)), path).toBe(true);
  expect(readlinkSync(join(installed().root, 'usr', 'bin', 'strongroom'))).toBe(
    '../../opt/Strongroom/resources/strongroom-launcher',
  );
});
