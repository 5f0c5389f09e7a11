/**
 * Programs that are after secrets, at the real socket, with the real launcher and a real server. Nothing is given to
 * another than the person has read, and nothing by halves.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { attack, bare, handedOn, hostileRuntime, traced } from '../../../e2e/attacks/served-programs.ts';
import { must, sharedServers, uniqueName } from '../../../e2e/servers/index.ts';
import { findInFiles } from '../../../e2e/traces/files-holding.ts';
import { descendants, findInMemory, signal } from '../../../e2e/traces/process-memory.ts';
import { sampled } from '../../../e2e/traces/sampled.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { useTestApps } from '../../ipc/calls/test-apps.fixture.ts';
import { builtLauncher, useProgramApps } from './programs.fixture.ts';
import type { Launched, ProgramApp } from './programs.fixture.ts';

const { dev } = sharedServers();
const { newApp } = useTestApps();
const programApp = useProgramApps(newApp);
const mount = uniqueName('hostile');
const secret = 'hunter2-of-the-database';

/** Exit codes of the launcher. */
const exit = {
  noApp: 80,
  denied: 81,
  locked: 82,
  connection: 83,
  missing: 84,
  busy: 87,
  reference: 88,
  unfit: 89,
  changed: 90,
  failed: 91,
};

beforeAll(async () => {
  await must(dev, 'POST', `sys/mounts/${mount}`, { type: 'kv', options: { version: '2' } });
  await must(dev, 'POST', `${mount}/data/web`, { data: { password: secret, other: 'another-value' } });
  await must(dev, 'POST', `${mount}/data/odd`, { data: { nul: 'a\0b', lines: 'one\ntwo\n' } });
});

const password = (to: ProgramApp): Readonly<Record<string, string>> => ({
  PASSWORD: to.reference(`${mount}/web`, { key: 'password' }),
});

/** A command that leaves a file if it is started, beside what it says. */
const leavesFile = ['run', '--no-mask', '--', 'sh', '-c', 'touch started; echo $PASSWORD'];

const wasStarted = ({ folder }: ProgramApp): boolean => existsSync(join(folder, 'started'));

function factsOf(request: TrustedRequest | undefined): Readonly<Record<string, string>> {
  if (request?.kind !== 'confirm') return {};
  return Object.fromEntries((request.facts ?? []).map(({ name, value }) => [name, value]));
}

interface Question extends Launched {
  readonly answer: (consent: string | null) => void;
}

/** Begins a command, and waits until the person is asked about it. */
async function questioned(
  to: ProgramApp,
  words: readonly string[],
  more: Parameters<ProgramApp['begin']>[1] = {},
): Promise<Question> {
  const given = Promise.withResolvers<string | null>();
  to.app.answers.push(given.promise);
  const launched = to.begin(words, { ...more, env: { ...password(to), ...more.env } });
  await expect.poll(() => to.app.openPrompts()).toHaveLength(1);
  return { ...launched, answer: given.resolve };
}

/** Does one after the other. */
function inTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  return all.reduce<Promise<readonly R[]>>(
    async (before, one) => [...(await before), await work(one)],
    Promise.resolve([]),
  );
}

/** A request as the launcher makes it, for those who are not. */
function runRequest(to: ProgramApp): string {
  return JSON.stringify({
    protocol: 1,
    command: 'run',
    program: '/bin/sh',
    argv: ['sh', '-c', 'true'],
    references: [{ name: 'PASSWORD', reference: password(to)['PASSWORD'] }],
    stays: false,
  });
}

/** Asks for all it can in a way, and is neither asked about nor answered. */
async function isNotHeard(to: ProgramApp, script: string, words: readonly string[]): Promise<void> {
  to.app.answers.push('once');
  const end = await attack(script, words);
  expect(end.out).toBe('');
  expect(to.app.asked).toEqual([]);
  to.app.answers.length = 0;
}

const asNobody = 'import os, sys\nos.setgroups([])\nos.setgid(65534)\nos.setuid(65534)\n';

async function isNotHeardAsAnother(to: ProgramApp): Promise<void> {
  const runtime = dirname(dirname(to.socket));
  expect((await attack(asNobody + bare, [to.socket, runRequest(to)])).err).toBe('PermissionError\n');
  // The folder and the socket are the first barrier; who is at the other end is the second.
  [runtime, dirname(to.socket)].forEach((folder) => chmodSync(folder, 0o711));
  chmodSync(to.socket, 0o666);
  await isNotHeard(to, asNobody + bare, [to.socket, runRequest(to)]);
  const launcher = join(to.folder, 'launcher');
  copyFileSync(builtLauncher, launcher);
  chmodSync(to.folder, 0o755);
  chmodSync(launcher, 0o755);
  const becomes = `${asNobody}os.execve(sys.argv[1], [sys.argv[1], 'status'], {'XDG_RUNTIME_DIR': sys.argv[2]})`;
  expect(await attack(becomes, [launcher, runtime])).toMatchObject({ code: exit.noApp, out: '' });
}

describe('who asks', () => {
  it('is the launcher: another program of the same user is not heard @program-launcher', async () => {
    const to = await programApp(dev);
    await isNotHeard(to, bare, [to.socket, runRequest(to)]);
  });

  it('is the same user: another has no access, and is not heard where the folders are opened @program-other-user', async () => {
    const to = await programApp(dev);
    const folder = dirname(to.socket);
    expect([folder, to.socket].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    // Only root can become another user.
    if (process.getuid?.() === 0) await isNotHeardAsAnother(to);
  });

  it('is the launcher by its content: a changed copy is not heard, and neither is a name @program-launcher', async () => {
    const to = await programApp(dev);
    const changed = join(to.folder, 'strongroom-launcher');
    writeFileSync(changed, Buffer.concat([readFileSync(builtLauncher), Buffer.from('x')]), { mode: 0o755 });
    const end = await to.launch(['status'], { launcher: changed });
    expect(end).toMatchObject({ code: exit.failed, out: '' });
  });

  it('is the launcher itself: one that is linked needs no loader, which LD_PRELOAD would be read by @program-preload', async () => {
    const to = await programApp(dev);
    const program = readFileSync(builtLauncher);
    const [at, size, count] = [
      program.readBigUInt64LE(32),
      program.readUInt16LE(54),
      program.readUInt16LE(56),
    ];
    const kinds = Array.from({ length: count }, (_, index) =>
      program.readUInt32LE(Number(at) + index * size),
    );
    // PT_INTERP and PT_DYNAMIC.
    expect(kinds.filter((kind) => kind === 3 || kind === 2)).toEqual([]);
    const env = { LD_PRELOAD: '/nonexistent.so', LD_AUDIT: '/nonexistent.so', GODEBUG: 'x=1' };
    expect(await to.launch(['status'], { env })).toMatchObject({ code: 0, err: '' });
  });

  it.each(['inherited', 'passed'])(
    'is who opened the connection: one that is %s on is not heard @program-handed-on',
    async (way) => {
      const to = await programApp(dev);
      const runtime = hostileRuntime();
      await isNotHeard(to, handedOn, [to.socket, runRequest(to), builtLauncher, way, runtime]);
      rmSync(runtime, { recursive: true });
    },
  );

  it('is a launcher that nobody traces @program-traced', async () => {
    const to = await programApp(dev);
    const env = { XDG_RUNTIME_DIR: dirname(dirname(to.socket)) };
    const end = await attack(traced, [builtLauncher, 'status'], env);
    expect(end).toMatchObject({ code: exit.failed, out: '' });
    expect((await to.launch(['status'])).code).toBe(0);
  });

  it('sees the files that main sees: one in a mount namespace of its own is not heard @program-namespace', async () => {
    const to = await programApp(dev);
    const own = process.getuid?.() === 0 ? '-m' : '-rm';
    const end = await to.launch([own, builtLauncher, 'status'], { launcher: '/usr/bin/unshare' });
    expect(end).toMatchObject({ code: exit.failed, out: '' });
  });

  it('is a process by its start, too: its number alone is not @program-reuse', async () => {
    const to = await programApp(dev);
    const question = await questioned(to, leavesFile);
    question.answer('process');
    await question.ended;
    const [grant] = to.app.services.programs.list().grants;
    expect(grant?.while).toContain(String(process.pid));
    const { programs } = to.app.services;
    expect(programs.list().grants).toHaveLength(1);
    expect(to.system.isRunning({ pid: process.pid, start: '1' })).toBe(false);
  });
});

describe('names', () => {
  it('are of no use: the question has the real path, and the words as a shell would need them @program-names', async () => {
    const to = await programApp(dev);
    const copy = join(to.folder, 'npm');
    copyFileSync('/bin/sh', copy);
    chmodSync(copy, 0o755);
    const link = join(to.folder, 'node');
    symlinkSync(copy, link);
    const question = await questioned(to, ['run', '--', link, '-c', 'true "a\u202e\nb"']);
    const facts = factsOf(to.app.asked[0]);
    expect(facts['Program']).toBe(copy);
    expect(facts['Command']).toContain(link);
    expect(facts['Command']).not.toContain('\n');
    question.answer(null);
    expect((await question.ended).code).toBe(exit.denied);
  });

  it('of servers, users and other paths are no references, and nothing is asked or sent @program-references', async () => {
    const to = await programApp(dev);
    const asked = to.app.crossed();
    const ends = await inTurn(
      [
        'strongroom://evil.example/secret/web#password',
        'strongroom://evil.example:8200/secret/web#password',
        'strongroom://me@evil.example/secret/web#password',
        'strongroom://Payments%20%26%20Co@evil.example/secret/web#password',
        `strongroom://Payments%20%26%20Co/${mount}/../sys/raw/x#password`,
        `strongroom://Payments%20%26%20Co/${mount}/%2e%2e/%2e%2e/sys/seal#password`,
        'strongroom://Payments%20%26%20Co/sys/internal/ui/mounts#data',
        'strongroom://Payments%20%26%20Co/auth/token/lookup-self#id',
        `strongroom://Payments%20%26%20Co//${mount}/web#password`,
        `strongroom://Payments%20%26%20Co/${mount}/web?version=1&version=2#password`,
      ],
      (text) => to.launch(leavesFile, { env: { PASSWORD: text } }),
    );
    expect(ends.map(({ out }) => out).join('')).toBe('');
    expect(ends.filter(({ code }) => code !== exit.connection && code !== exit.reference)).toEqual([]);
    expect(to.app.asked).toEqual([]);
    expect(wasStarted(to)).toBe(false);
    expect(to.app.crossed().slice(asked.length)).not.toContain('evil.example');
  });
});

describe('between question and values', () => {
  const swaps: readonly (readonly [string, (to: ProgramApp) => void])[] = [
    [
      'the program is replaced',
      ({ folder }) => {
        rmSync(join(folder, 'sh'));
        copyFileSync('/bin/cat', join(folder, 'sh'));
        chmodSync(join(folder, 'sh'), 0o755);
      },
    ],
    ['the program is deleted', ({ folder }) => rmSync(join(folder, 'sh'))],
    [
      'the program’s link leads elsewhere',
      ({ folder }) => {
        rmSync(join(folder, 'link'));
        symlinkSync('/bin/cat', join(folder, 'link'));
      },
    ],
    [
      'the folder is another at the same path',
      ({ folder }) => {
        // The command runs in the folder that it has, which is no longer at the path that was read.
        renameSync(join(folder, 'work'), join(folder, 'moved'));
        mkdirSync(join(folder, 'work'));
      },
    ],
    ['the script is another', ({ folder }) => writeFileSync(join(folder, 'script'), 'echo evil')],
    [
      'the script is a link to another',
      ({ folder }) => {
        rmSync(join(folder, 'script'));
        writeFileSync(join(folder, 'other'), 'echo $PASSWORD');
        symlinkSync(join(folder, 'other'), join(folder, 'script'));
      },
    ],
  ];

  it.each(swaps)('%s: nothing is given @program-changed', async (_, swap) => {
    const to = await programApp(dev);
    const at = (name: string): string => join(to.folder, name);
    mkdirSync(at('work'));
    writeFileSync(at('script'), 'touch started; echo $PASSWORD');
    copyFileSync('/bin/sh', at('sh'));
    chmodSync(at('sh'), 0o755);
    symlinkSync(at('sh'), at('link'));
    const question = await questioned(to, ['run', '--no-mask', '--', at('link'), at('script')], {
      cwd: at('work'),
    });
    swap(to);
    question.answer('folder');
    const end = await question.ended;
    expect(end.out).toBe('');
    expect(end.code).toBe(exit.changed);
    expect(existsSync(at('started')) || existsSync(at('work/started'))).toBe(false);
    expect(to.app.services.programs.list().grants).toEqual([]);
  });

  it('the app is locked, its programs end, or it quits: nothing is given or started @program-ends', async () => {
    const ends: readonly ((to: ProgramApp) => Promise<unknown>)[] = [
      ({ app }) => app.lock('asked'),
      ({ app }) => {
        app.preferences.now = { ...app.preferences.now, programs: false };
        return app.services.programs.follow();
      },
      ({ app }) => app.services.programs.stop(),
      ({ app, sessionId }) => app.must('session.close', { sessionId }),
    ];
    const codes: (number | null)[] = [];
    await ends.reduce(async (before, end) => {
      await before;
      const to = await programApp(dev);
      const question = await questioned(to, leavesFile);
      const ending = end(to);
      question.answer('once');
      const { code, out } = await question.ended;
      await ending;
      codes.push(code);
      expect([out, wasStarted(to)]).toEqual(['', false]);
    }, Promise.resolve());
    expect(codes.every((code) => code !== null && code >= exit.noApp && code <= exit.failed)).toBe(true);
  });
});

describe('a remembered yes', () => {
  it('covers no other key, command, folder, program or environment, nor another connection @program-grants', async () => {
    const to = await programApp(dev);
    const node = process.execPath;
    const words = ['run', '--no-mask', '--', node, '-e', 'process.exit(0)'];
    const env = { ELECTRON_RUN_AS_NODE: '1', ...password(to) };
    to.app.answers.push('folder');
    expect((await to.launch(words, { env })).code).toBe(0);
    expect((await to.launch(words, { env })).code).toBe(0);
    expect(to.app.asked).toHaveLength(1);
    const other = join(to.folder, 'other');
    mkdirSync(other);
    const link = join(to.folder, 'link');
    symlinkSync(to.folder, link);
    const attempts: readonly (readonly [
      readonly string[],
      NonNullable<Parameters<ProgramApp['begin']>[1]>,
    ])[] = [
      [words, { env: { ...env, NODE_OPTIONS: '--require=/tmp/evil.js' } }],
      [words, { env: { ...env, LD_PRELOAD: '/tmp/evil.so' } }],
      [words, { env: { ...env, PATH: `${to.folder}:${process.env['PATH'] ?? ''}` } }],
      [words, { env, cwd: other }],
      [[...words, 'more'], { env }],
      [words, { env: { ...env, OTHER: to.reference(`${mount}/web`, { key: 'other' }) } }],
      [['run', '--no-mask', '--', node, '-e', 'process.exit(0);'], { env }],
      [['read', password(to)['PASSWORD'] ?? ''], {}],
    ];
    const ends = await attempts.reduce<Promise<readonly (number | null)[]>>(
      async (before, [line, more]) => [...(await before), (await to.launch(line, more)).code],
      Promise.resolve([]),
    );
    expect(ends).toEqual(attempts.map(() => exit.denied));
    expect(to.app.asked).toHaveLength(1 + attempts.length);
    // A link to the folder is the folder.
    expect((await to.launch(words, { env, cwd: link })).code).toBe(0);
    // A folder that was swapped is another.
    renameSync(to.folder, `${to.folder}-old`);
    mkdirSync(to.folder);
    expect((await to.launch(words, { env })).code).toBe(exit.denied);
    rmSync(`${to.folder}-old`, { recursive: true });
  });
});

describe('values', () => {
  it('go whole or not at all: NUL, a missing key, a missing entry among others start nothing @program-whole', async () => {
    const to = await programApp(dev);
    const odd = (key: string): string => to.reference(`${mount}/odd`, { key });
    to.app.answers.push('once', 'once', 'once', 'once');
    const codes = await [odd('nul'), odd('none'), to.reference(`${mount}/nothing`, { key: 'x' })].reduce<
      Promise<readonly (number | null)[]>
    >(
      async (before, OTHER) => [
        ...(await before),
        (await to.launch(leavesFile, { env: { ...password(to), OTHER } })).code,
      ],
      Promise.resolve([]),
    );
    expect(codes).toEqual([exit.unfit, exit.missing, exit.missing]);
    expect(wasStarted(to)).toBe(false);
    to.app.answers.length = 0;
    to.app.answers.push('once');
    const end = await to.launch(
      ['run', '--no-mask', '--', 'sh', '-c', 'printf %s "$LINES_OF"; env | grep -c evil'],
      {
        env: { LINES_OF: odd('lines') },
      },
    );
    expect(end.out).toBe('one\ntwo\n0\n');
  });

  it('are in the program alone: in no other process, no file, no command line, and not in the page @program-canary', async () => {
    const to = await programApp(dev);
    const files = [to.folder, to.app.dataFolder, dirname(dirname(to.socket))];
    to.app.answers.push('once');
    const ready = join(to.folder, 'ready');
    const { child, ended } = to.begin(
      ['run', '--no-mask', '--', 'sh', '-c', 'touch ready; sleep 300; true'],
      {
        env: password(to),
      },
    );
    await expect.poll(() => existsSync(ready), { timeout: 20_000 }).toBe(true);
    const pid = child.pid ?? 0;
    // The search can see: the program has its value.
    expect(findInMemory([pid], secret)).not.toEqual([]);
    const others = descendants(process.pid).filter((one) => one !== pid);
    // The program's own child inherits its environment, as is said.
    expect(
      findInMemory(
        others.filter((one) => !descendants(pid).includes(one)),
        secret,
      ),
    ).toEqual([]);
    expect(await findInFiles(files[0] ?? '', secret)).toEqual([]);
    expect(await findInFiles(files[1] ?? '', secret)).toEqual([]);
    expect(await findInFiles(files[2] ?? '', secret)).toEqual([]);
    expect(descendants(1).filter((one) => commandLine(one).includes(secret))).toEqual([]);
    expect(to.app.crossed()).not.toContain(secret);
    [...descendants(pid), pid].forEach((one) => signal(one, 'SIGKILL'));
    await ended;
  });

  it('are masked in what a program prints to a pipe @program-masked', async () => {
    const to = await programApp(dev);
    to.app.answers.push('once');
    const script =
      'echo $PASSWORD; printf %s $PASSWORD | base64; printf %s $PASSWORD | rev; echo $PASSWORD >&2';
    const { out, err } = await to.launch(['run', '--', 'sh', '-c', script], { env: password(to) });
    // The padding says no more than the length of the rest by three.
    expect(out.replaceAll('=', '')).toBe(`•••\n•••\n${[...secret].reverse().join('')}`);
    expect(err).toBe('•••\n');
  });
});

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

describe('the socket', () => {
  it('takes so many at once, and answers the others at once that it is busy @program-busy', async () => {
    const to = await programApp(dev);
    const question = await questioned(to, leavesFile);
    const more = Array.from({ length: 20 }, () => to.launch(leavesFile, { env: password(to) }));
    const waiting = more.pop();
    await expect.poll(() => to.app.services.programs.list().waiting).toBe(2);
    question.answer(null);
    const codes = (await Promise.all([...more, waiting])).map((end) => end?.code);
    expect(codes.every((code) => code === exit.busy || code === exit.denied)).toBe(true);
    expect(codes.filter((code) => code === exit.busy).length).toBeGreaterThan(10);
    expect(to.app.openPrompts()).toEqual([]);
    expect(wasStarted(to)).toBe(false);
  });

  it('survives half messages, 100 MB, and those who never say or read anything @program-flood', async () => {
    const to = await programApp(dev, { patienceMs: 500 });
    const messages: readonly Buffer[] = [
      Buffer.from([0, 0]),
      Buffer.from([0, 0, 1, 0, 0x7b]),
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
      Buffer.concat([Buffer.from([6, 64, 0, 0]), Buffer.alloc(100 * 1024 * 1024)]),
      Buffer.from([0, 0, 0, 0]),
      Buffer.alloc(0),
    ];
    await Promise.all(
      [...messages, ...messages].map(
        (message, turn) =>
          new Promise<void>((resolve) => {
            const socket = connect(to.socket, () => void socket.write(message));
            socket.on('error', () => undefined);
            socket.on('close', () => resolve());
            // The second time it reads nothing, and is left behind.
            if (turn < messages.length) socket.resume();
            else socket.once('connect', () => resolve());
          }),
      ),
    );
    await expect.poll(async () => (await to.launch(['status'])).code, { timeout: 20_000 }).toBe(0);
    expect(to.app.asked).toEqual([]);
  });

  it('is asked again and again: one question is open, and after a no none comes for a while @program-thousand', async () => {
    const all = process.env['STRONGROOM_PROGRAMS'] === 'all';
    const [ran, of] = [all ? 1000 : 40, 1000];
    sampled({ tag: 'program-thousand', what: 'requests', ran, of });
    const to = await programApp(dev, {}, { quietMs: 3_600_000 });
    const question = await questioned(to, leavesFile);
    const asking = Array.from({ length: ran }, (_, turn) => turn);
    let [most, done] = [0, 0];
    const codes = new Map<number | null, number>();
    const lane = async (): Promise<void> => {
      while (asking.pop() !== undefined) {
        const { code } = await to.launch(leavesFile, { env: password(to) });
        most = Math.max(most, to.app.openPrompts().length);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        if (++done === ran / 2) question.answer(null);
      }
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect(most).toBeLessThanOrEqual(1);
    expect([...codes.keys()].filter((code) => code !== exit.busy && code !== exit.denied)).toEqual([]);
    expect(to.app.asked).toHaveLength(1);
    expect((await question.ended).code).toBe(exit.denied);
    expect(wasStarted(to)).toBe(false);
  }, 600_000);
});

describe('a mounted file', () => {
  it('is asked about by the process that reads it, each time, and is empty after a no @program-readers', async () => {
    const to = await programApp(dev);
    const { child, ended } = to.begin(['mount', '.env'], {});
    expect((await ended).code).toBe(64);
    writeFileSync(join(to.folder, '.env.strongroom'), `PASSWORD=${password(to)['PASSWORD'] ?? ''}\n`);
    const mounted = to.begin(['mount', '.env'], {});
    const file = join(to.folder, '.env');
    await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
    to.app.answers.push('once', null);
    const read = (): Promise<{ out: string }> => to.launch([file], { launcher: '/bin/cat' });
    expect((await read()).out).toBe(`PASSWORD=${secret}\n`);
    expect(factsOf(to.app.asked[0])).toMatchObject({ 'Reads the file': file });
    expect(factsOf(to.app.asked[0])['Program']).toMatch(/\/(?:cat|coreutils)$/);
    expect((await read()).out).toBe('');
    expect(to.app.asked).toHaveLength(2);
    expect(readFileSync(join(to.folder, '.env.strongroom'), 'utf8')).not.toContain(secret);
    mounted.child.kill('SIGTERM');
    expect((await mounted.ended).signal).toBe('SIGTERM');
    expect(existsSync(file)).toBe(false);
    child.kill();
  });

  it('goes with the app @program-readers', async () => {
    const to = await programApp(dev);
    writeFileSync(join(to.folder, '.env.strongroom'), `PASSWORD=${password(to)['PASSWORD'] ?? ''}\n`);
    const mounted = to.begin(['mount', '.env'], {});
    const file = join(to.folder, '.env');
    await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
    await to.app.services.programs.stop();
    expect((await mounted.ended).code).toBe(exit.noApp);
    expect(existsSync(file)).toBe(false);
  });
});

describe('the page', () => {
  it('can neither answer, nor grant, nor see what was given, nor turn programs on without a prompt @program-page', async () => {
    const to = await programApp(dev);
    const question = await questioned(to, leavesFile);
    const id = 'not-a-grant';
    expect((await to.app.refused('programs.revoke', { id })).kind).toBe('invalid-input');
    const state = await to.app.must('programs.list', {});
    expect(state).toMatchObject({ waiting: 1, grants: [] });
    question.answer('folder');
    expect((await question.ended).out).toBe(`${secret}\n`);
    const after = await to.app.must('programs.list', {});
    expect(after.grants).toHaveLength(1);
    expect(JSON.stringify(after)).not.toContain(secret);
    expect(to.app.crossed()).not.toContain(secret);
    // Settings that loosen ask in the secure prompt: nobody answers, so nothing changes.
    const asked = to.app.asked.length;
    await to.app.call('app.setPreferences', { programsRememberProduction: true });
    expect(to.app.asked.length).toBeGreaterThan(asked);
    expect(to.app.preferences.now.programsRememberProduction).toBe(false);
  });
});
