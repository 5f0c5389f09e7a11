/**
 * Looks for a text in the memory of other processes, through `/proc/PID/mem`. A heap snapshot misses strings beyond
 * 1,024 characters, input values and DOM text; memory holds whatever is there. Linux only, and only as the owner.
 */
import { closeSync, openSync, readFileSync, readSync, readdirSync } from 'node:fs';
import { textSearch } from './text-search.ts';

const CHUNK_BYTES = 8 * 1024 * 1024;

/** One place where a text was found. */
export interface Find {
  readonly pid: number;
  readonly process: string;
  readonly encoding: 'utf8' | 'utf16le';
  readonly region: string;
  /** Where the region begins. */
  readonly address: number;
  readonly text: string;
}

/** The process ids below `rootPid` (the root itself left out), from /proc; a process that ends meanwhile is skipped. */
export function descendants(rootPid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  const waiting = [...(children.get(rootPid) ?? [])];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    found.push(pid);
    waiting.push(...(children.get(pid) ?? []));
  }
  return found;
}

/** What a process calls itself, shortened: `renderer`, `gpu-process`, `utility`, `zygote`, or its command. */
export function processName(pid: number): string {
  const line = textOf(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? '';
  return /--type=([\w-]+)/.exec(line)?.[1] ?? line.slice(0, 60);
}

/**
 * Searches the whole readable memory of the processes for texts, in UTF-8 and UTF-16; one find per region is enough. Each
 * process stands still meanwhile: a garbage collector that moves a text from what is not read yet to what was read
 * would hide it.
 */
export function findInMemory(pids: readonly number[], ...texts: readonly string[]): Find[] {
  const needles = texts.flatMap((text) =>
    (['utf8', 'utf16le'] as const).map((encoding) => ({
      text,
      encoding,
      bytes: Buffer.from(text, encoding),
    })),
  );
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length));
  const search = textSearch(needles.map(({ bytes }) => bytes));
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const finds: Find[] = [];
  for (const pid of pids) {
    // Ended meanwhile, or a zombie that nobody has waited for: neither has memory. One that stands still may be killed yet.
    if (!stop(pid)) continue;
    const memory = memoryOf(pid);
    if (memory === undefined) continue;
    try {
      const maps = textOf(`/proc/${pid}/maps`) ?? '';
      for (const { from, to, name } of regions(maps)) {
        const found = new Set<number>();
        for (const chunk of chunks(memory, from, to, longest, buffer)) {
          for (const number of search.in(chunk)) found.add(number);
        }
        for (const [number, { text, encoding }] of needles.entries()) {
          if (found.has(number))
            finds.push({ pid, process: processName(pid), encoding, region: name, address: from, text });
        }
      }
    } finally {
      closeSync(memory);
      signal(pid, 'SIGCONT');
    }
  }
  return finds;
}

/** Stops a process, and answers when it stands still; `false` where there is none that could. */
function stop(pid: number): boolean {
  if (!signal(pid, 'SIGSTOP')) return false;
  for (;;) {
    const state = statOf(pid)?.[0] ?? 'X';
    if (state === 'T') return true;
    if (state === 'Z' || state === 'X') return false;
  }
}

/** Sends a signal; answers whether there is a process that got it. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** The memory of a process, opened; undefined where it has ended. One that may not be read throws. */
function memoryOf(pid: number): number | undefined {
  try {
    return openSync(`/proc/${pid}/mem`, 'r');
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Whether the kernel says that there is no such process (any more). */
export function isGone(error: unknown): boolean {
  return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The regions a process can have written to; files mapped read-only are the same on disk and hold no data of ours. */
function* regions(maps: string): Generator<{ from: number; to: number; name: string }> {
  for (const line of maps.split('\n')) {
    const [, from, to, writable, name = ''] =
      /^([0-9a-f]+)-([0-9a-f]+) r(.)\S+ \S+ \S+ \S+ *(.*)$/.exec(line) ?? [];
    if (from === undefined || name === '[vvar]' || name === '[vsyscall]') continue;
    if (writable !== 'w' && name.startsWith('/')) continue;
    yield { from: Number(`0x${from}`), to: Number(`0x${to}`), name: name === '' ? 'anonymous' : name };
  }
}

/** The bytes of a region, read into `buffer`; pieces overlap by `overlap`, so that a text on a border is not missed. */
function* chunks(
  memory: number,
  from: number,
  to: number,
  overlap: number,
  buffer: Buffer,
): Generator<Buffer> {
  for (let at = from; at < to;) {
    let read: number;
    try {
      read = readSync(memory, buffer, 0, Math.min(buffer.length, to - at), at);
    } catch {
      return; // a guard page: nothing can be read from it by anybody
    }
    yield buffer.subarray(0, read);
    if (read <= overlap) return;
    at += at + read < to ? read - overlap : read;
  }
}

function parentOf(pid: number): number | undefined {
  const parent = statOf(pid)?.[1];
  return parent === undefined ? undefined : Number(parent);
}

/** What the kernel says of a process, from its state on. */
function statOf(pid: number): readonly string[] | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  // The command is in parentheses and may hold anything: the fields start behind the last one.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
