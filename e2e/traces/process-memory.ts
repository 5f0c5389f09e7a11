/**
 * Searches the memory of other processes for a text, through `/proc/PID/mem`. A heap snapshot misses strings beyond
 * 1,024 characters, input values and DOM text; memory has them all. Linux only, and only as the owner.
 */
import { closeSync, openSync, readFileSync, readSync, readdirSync } from 'node:fs';
import { textSearch } from './text-search.ts';

const CHUNK_BYTES = 8 * 1024 * 1024;

/** A place where a text was found. */
export interface Find {
  readonly pid: number;
  readonly process: string;
  readonly encoding: 'utf8' | 'utf16le';
  readonly region: string;
  /** Start of the region. */
  readonly address: number;
  readonly text: string;
}

/** Process ids below `rootPid`, without itself, from /proc; a process that ends meanwhile is skipped. */
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

/** Short name of a process: `renderer`, `gpu-process`, `utility`, `zygote`, or its command. */
export function processName(pid: number): string {
  const line = textOf(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? '';
  return /--type=([\w-]+)/.exec(line)?.[1] ?? line.slice(0, 60);
}

/**
 * Searches the whole readable memory of the processes for texts, in UTF-8 and UTF-16; one find per region is enough.
 * Each process is stopped meanwhile: a garbage collector could otherwise move a text from an unread part to one
 * already read.
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
    // Ended meanwhile, or a zombie: neither has memory. A stopped process can still be killed.
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

/** Stops a process and waits until it has stopped; `false` if it has ended. */
function stop(pid: number): boolean {
  if (!signal(pid, 'SIGSTOP')) return false;
  for (;;) {
    const state = statOf(pid)?.[0] ?? 'X';
    if (state === 'T') return true;
    if (state === 'Z' || state === 'X') return false;
  }
}

/** Sends a signal; `false` if the process does not exist. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Opens the memory of a process; undefined if it has ended. Throws without permission to read it. */
function memoryOf(pid: number): number | undefined {
  try {
    return openSync(`/proc/${pid}/mem`, 'r');
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** True if the kernel reports that the process does not exist (any more). */
export function isGone(error: unknown): boolean {
  return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Regions that a process can have written to; files mapped read-only equal the disk and hold no data of ours. */
function* regions(maps: string): Generator<{ from: number; to: number; name: string }> {
  for (const line of maps.split('\n')) {
    const [, from, to, writable, name = ''] =
      /^([0-9a-f]+)-([0-9a-f]+) r(.)\S+ \S+ \S+ \S+ *(.*)$/.exec(line) ?? [];
    if (from === undefined || name === '[vvar]' || name === '[vsyscall]') continue;
    if (writable !== 'w' && name.startsWith('/')) continue;
    yield { from: Number(`0x${from}`), to: Number(`0x${to}`), name: name === '' ? 'anonymous' : name };
  }
}

/** Bytes of a region, read into `buffer`; pieces overlap by `overlap`, so that no text on a border is missed. */
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
      return; // a guard page: unreadable
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

/** Fields of a process's /proc stat, from its state on. */
function statOf(pid: number): readonly string[] | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  // The command is in parentheses and can hold any character: the fields start after the last one.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
