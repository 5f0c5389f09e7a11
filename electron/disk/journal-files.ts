/**
 * Journals: files of lines that are only added to, each about one piece of work under way and removed at its end. A
 * journal appears whole with its first lines. Writing never stops main: lines that wait are written together, and
 * flushed together if one of them must be on disk before the work goes on.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { NotWritten, reasonOf } from './json-file.ts';

/** A journal being written. */
export interface Journal {
  /** Adds a line; `flushed`: resolves once it is on disk. Rejects with `NotWritten`, and so do all later lines. */
  readonly add: (line: object, flushed?: boolean) => Promise<void>;
  /** Ends writing once all lines are written; the file stays. */
  readonly close: () => Promise<void>;
}

export interface JournalFiles {
  /** Begins a journal with its first lines, in place of one with the same id. Rejects with `NotWritten`. */
  readonly begin: (id: string, first: Iterable<object>) => Promise<Journal>;
  /** Ids of the journals on disk. */
  readonly ids: () => Promise<readonly string[]>;
  /**
   * Gives each whole line that can be read; a torn one at the end is left out. `wanted`: leaves lines out by their
   * text, which costs a small part of parsing them.
   */
  readonly read: (
    id: string,
    line: (parsed: unknown) => void,
    wanted?: (text: string) => boolean,
  ) => Promise<void>;
  /** Removes a journal; nothing happens without one. */
  readonly remove: (id: string) => Promise<void>;
}

/** Text written at a time, in UTF-16 code units. */
const PIECE = 64 * 1024;
const NAME = /^([0-9a-f-]{36})\.jsonl$/;

/** Journals of a folder, which is made when the first one begins. `holds`: their content, as a sentence's subject. */
export function openJournalFiles(folder: string, holds: string): JournalFiles {
  const pathOf = (id: string): string => {
    if (!NAME.test(`${id}.jsonl`)) throw new RangeError('This id cannot be the name of a journal.');
    return join(folder, `${id}.jsonl`);
  };
  return {
    begin: async (id, first) => {
      const path = pathOf(id);
      const beside = join(folder, `.${id}.${randomBytes(6).toString('hex')}.tmp`);
      let file: FileHandle | undefined;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        file = await open(beside, 'wx', 0o600);
        for (const piece of piecesOf(first)) await file.writeFile(piece);
        await file.sync();
        await rename(beside, path);
        return writing(file, holds);
      } catch (error) {
        await file?.close();
        await rm(beside, { force: true });
        throw notWritten(holds, error);
      }
    },
    ids: async () => {
      try {
        return (await readdir(folder)).flatMap((name) => NAME.exec(name)?.[1] ?? []);
      } catch (error) {
        // No journal was ever begun.
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
        throw error;
      }
    },
    read: async (id, line, wanted = () => true) => {
      const file = await open(pathOf(id), 'r');
      try {
        // Pieces are read off the main thread; each is some hundred lines.
        for await (const text of file.readLines({ encoding: 'utf8' })) {
          const parsed = wanted(text) ? parsedLine(text) : undefined;
          if (parsed !== undefined) line(parsed);
        }
      } finally {
        // Closed by reading to the end.
        await file.close().catch(() => undefined);
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  };
}

function* piecesOf(lines: Iterable<object>): Generator<string> {
  let text = '';
  for (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield text;
}

function parsedLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Torn by a crash or a full disk: it was not yet counted on.
    return undefined;
  }
}

function notWritten(holds: string, error: unknown): NotWritten {
  return error instanceof NotWritten ? error : new NotWritten(holds, reasonOf(error));
}

interface Waiting {
  readonly text: string;
  readonly flushed: boolean;
  readonly done: () => void;
  readonly failed: (error: NotWritten) => void;
}

function writing(file: FileHandle, holds: string): Journal {
  let waiting: Waiting[] = [];
  let underWay: Promise<void> | undefined;
  let failure: NotWritten | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      try {
        if (failure !== undefined) throw failure;
        await file.writeFile(lines.map(({ text }) => text).join(''));
        if (lines.some(({ flushed }) => flushed)) await file.datasync();
        for (const { done } of lines) done();
      } catch (error) {
        failure = notWritten(holds, error);
        for (const { failed } of lines) failed(failure);
      }
    }
    underWay = undefined;
  }

  return {
    add: (line, flushed = false) =>
      new Promise((resolve, reject) => {
        waiting.push({ text: `${JSON.stringify(line)}\n`, flushed, done: resolve, failed: reject });
        underWay ??= writeAll();
      }),
    close: async () => {
      await underWay;
      await file.close();
    },
  };
}
