/**
 * The app's processes from the kernel's side: their sandbox, their listening sockets, and the files left by a crash.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findInMemory, isGone, processName } from '../traces/process-memory.ts';
import { newPerson, type Person, type Started } from './person.ts';

let person: Person;
test.beforeEach(async () => void (person = await newPerson()));
test.afterEach(() => person.leave());

async function ready(options: Parameters<Person['start']>[1] = {}): Promise<Started> {
  const started = person.start(['--ready-line'], options);
  await started.ready();
  return started;
}

const ofKind = (started: Started, kind: string): readonly number[] =>
  started.processes().filter((pid) => processName(pid) === kind);
const argumentsOf = (pid: number): string =>
  ofLiving(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.replaceAll('\0', ' ') ?? '';
const statusOf = (pid: number, line: string): string =>
  new RegExp(`^${line}:\\s*(.*)$`, 'm').exec(
    ofLiving(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '',
  )?.[1] ?? '';

/** Result of `read` for a process; undefined if it has ended meanwhile, or has closed the file. */
function ofLiving<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

test('an ordinary user’s pages run in Chromium’s sandbox @sandbox', async () => {
  const started = await ready();
  const renderers = ofKind(started, 'renderer');
  expect(renderers.length).toBeGreaterThan(0);
  for (const pid of renderers) {
    // A process has its name before its sandbox is up.
    await expect.soft.poll(() => statusOf(pid, 'Seccomp'), 'filtered system calls').toBe('2');
    expect.soft(statusOf(pid, 'NoNewPrivs')).toBe('1');
    expect.soft(statusOf(pid, 'CapEff')).toBe('0000000000000000');
    for (const space of ['user', 'pid', 'net'])
      expect
        .soft(readlinkSync(`/proc/${pid}/ns/${space}`), `a ${space} namespace of its own`)
        .not.toBe(readlinkSync(`/proc/${started.pid}/ns/${space}`));
    expect.soft(readlinkSync(`/proc/${pid}/root`), 'the root of a page’s process').not.toBe('/');
  }
  const ordinary = `${statusOf(started.pid, 'Uid')} ${statusOf(started.pid, 'Gid')}`;
  expect(ordinary).not.toMatch(/\b0\b/);
  for (const pid of started.processes()) {
    expect
      .soft(argumentsOf(pid))
      .not.toMatch(/--(?:no-sandbox|disable-(?:setuid|namespace|seccomp-filter)-sandbox)/);
    expect
      .soft(argumentsOf(pid))
      .not.toMatch(/--(?:remote-debugging|inspect|js-flags|single-process|in-process-gpu)/);
  }
  await started.quit();
});

/** Every listening socket of the processes: TCP, UDP, and Unix sockets with or without a path. */
function listening(pids: readonly number[]): readonly string[] {
  const own = new Set(
    pids.flatMap((pid) =>
      (ofLiving(() => readdirSync(`/proc/${pid}/fd`)) ?? []).flatMap(
        (fd) =>
          /^socket:\[(\d+)\]$/.exec(ofLiving(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? '')?.[1] ?? [],
      ),
    ),
  );
  const rows = (table: string): readonly (readonly string[])[] =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(/\s+/));
  const network = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) =>
    rows(table).flatMap(([, local = '', , state, , , , , , inode = '']) =>
      own.has(inode) && (table.startsWith('udp') || state === '0A') ? [`${table} ${local}`] : [],
    ),
  );
  // Flag 00010000: it accepts connections.
  const local = rows('unix').flatMap(([, , , flags, , , inode = '', path = 'without a name']) =>
    own.has(inode) && flags === '00010000' ? [path] : [],
  );
  return [...network, ...local];
}

test('listens nowhere, but for its own second start @no-listener', async () => {
  const started = await ready();
  const places = listening(started.processes());
  expect(places.filter((place) => !/^\/\S+\/SingletonSocket$/.test(place))).toEqual([]);
  expect(places).toHaveLength(1);
  await started.quit();
});

test('a signal does not open Node’s debugger', async () => {
  const started = await ready();
  process.kill(started.pid, 'SIGUSR1');
  // Any effect of the signal is complete once a later signal has ended the process.
  await expect.poll(() => started.hasEnded() || listening(started.processes()).length === 1).toBe(true);
  if (!started.hasEnded()) await started.quit();
  expect(started.output()).not.toMatch(/listening on/i);
});

/** A text in the memory of main and all its children, which a core dump would contain. */
const CANARY = 'canary-of-the-core-dump-5d1f';

/**
 * Makes a process crash through its own stack: a page's process is the first of its namespace, and the kernel does
 * not deliver fatal signals to it.
 */
function crash(pid: number): void {
  const stack = /^([0-9a-f]+)-([0-9a-f]+) .*\[stack\]$/m.exec(readFileSync(`/proc/${pid}/maps`, 'utf8'));
  const [from = 0, to = 0] = (stack?.slice(1) ?? []).map((address) => Number(`0x${address}`));
  expect(to).toBeGreaterThan(from);
  const memory = openSync(`/proc/${pid}/mem`, 'r+');
  writeSync(memory, Buffer.alloc(to - from, 0x41), 0, to - from, from);
  closeSync(memory);
  // It can be asleep in the kernel until it is woken.
  process.kill(pid, 'SIGSTOP');
  process.kill(pid, 'SIGCONT');
}

/** Number of times that a page has sent its menu to main, which happens once it is drawn. */
function pagesDrawn(): number {
  const path = join(person.home, '.config', 'strongroom', 'strongroom.log');
  // Log lines are buffered for a second before the first write.
  const log = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return log.split('call menu.offer').length - 1;
}

/** Files that a crash can leave, below the home and the temporary folder and beside the program. */
function dumps(): readonly string[] {
  return person
    .files()
    .filter((path) => /core|dmp|crash|minidump|pending|completed|attachments|client_id/i.test(path));
}

for (const kind of ['renderer', 'gpu-process', 'utility', 'main'] as const) {
  test(`a crash of its process “${kind}” leaves no memory on disk @no-core-dump`, async () => {
    const started = await ready({
      env: { STRONGROOM_CANARY: CANARY },
      within: ['prlimit', '--core=unlimited'],
    });
    const [pid = 0] = kind === 'main' ? [started.pid] : ofKind(started, kind);
    expect(pid).toBeGreaterThan(0);
    expect(findInMemory([started.pid], CANARY).length, 'the canary is in memory').toBeGreaterThan(0);
    expect(started.processes().map(processName)).not.toContain('chrome_crashpad_handler');
    if (kind === 'renderer') await expect.poll(pagesDrawn, 'the page is drawn').toBe(1);
    crash(pid);
    await expect.poll(() => statusOf(pid, 'State')).toMatch(/^(?:Z|$)/);
    if (kind === 'main') await started.ended();
    else {
      if (kind === 'renderer') await expect.poll(pagesDrawn, 'the page is drawn again').toBe(2);
      await started.quit();
    }
    const left = dumps();
    expect(left.filter((path) => !/\/core(?:\.\d+)?$/.test(path))).toEqual([]);
    // On systems with core dumps, they contain none of it.
    for (const path of left) {
      const core = readFileSync(join(dirname(person.home), path));
      expect.soft(core.length, `${path} in bytes`).toBeLessThan(2_000_000);
      expect.soft(core.includes(CANARY), path).toBe(false);
    }
  });
}

test('the system is told to write no memory of any process into a core dump', async () => {
  const started = await ready();
  for (const pid of started.processes()) {
    const filter = ofLiving(() => readFileSync(`/proc/${pid}/coredump_filter`, 'utf8'));
    if (filter !== undefined) expect.soft(filter.trim(), `of ${processName(pid)}`).toBe('00000000');
  }
  await started.quit();
});
