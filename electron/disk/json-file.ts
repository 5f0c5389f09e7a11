/**
 * A small JSON file that is never half-written and never silently lost: written beside its place, flushed, renamed. A
 * file that cannot be read as ours is set aside under another name, not overwritten. One of a newer version stays in
 * place for the newer app; this run works in memory. If the folder is not writable, the app works in memory; every
 * later save tries again, as a full disk can have been emptied. The result of each write is reported, and
 * `own-files.ts` makes a state of it that the user sees.
 *
 * Flushing takes some 20 ms, in which main would stand still. What changes often (`saveLater`) is written and flushed
 * off the main thread; only the rename happens on it, and only if nothing newer was saved meanwhile.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

export interface JsonFileOptions<T> {
  readonly path: string;
  /** Version of `data`'s shape; a file with a higher one is left untouched. */
  readonly version: number;
  /** Checks the file's data and takes it over; undefined if it is not ours. */
  readonly parse: (data: unknown) => T | undefined;
  readonly initial: T;
  /** Its content, as the subject of a sentence: “The saved connections”. */
  readonly holds: string;
  /** Called once per problem of reading, with a sentence for the user. */
  readonly report: (problem: string) => void;
  /**
   * Called after each write of the current value with the reason of a failure, as a sentence's end; undefined: none.
   */
  readonly written: (why: string | undefined) => void;
}

export interface JsonFile<T> {
  readonly value: () => T;
  /** Takes the value over, and writes it if possible; never throws. */
  readonly save: (value: T) => void;
  /** Takes the value over, and writes it off the main thread; a later save goes before it. Resolves at its end. */
  readonly saveLater: (value: T) => Promise<void>;
  /** Writes the value, then takes it over. Throws `NotWritten` if it cannot be written; the old value stays then. */
  readonly keep: (value: T) => void;
}

/** A change that the user relies on was not written, and not made. */
export class NotWritten extends Error {
  /** Advice for the user. */
  readonly hint: string;

  constructor(holds: string, why: string, hint = 'Try again once the disk can be written to.') {
    super(`${holds} could not be written: ${why}. Nothing was changed.`);
    this.name = 'NotWritten';
    this.hint = hint;
  }
}

/** Opens (and reads at once) the JSON file of the options; a missing file has the initial value. */
export function openJsonFile<T>(options: JsonFileOptions<T>): JsonFile<T> {
  const { path, version, report } = options;
  const name = basename(path);
  let value = options.initial;
  /** Reason to leave it untouched. */
  let untouchable: string | undefined;
  let hint: string | undefined;
  /** Counts the saved values; a write off the main thread makes way for a newer one. */
  let saves = 0;
  /** The write off the main thread under way; it never rejects. */
  let underWay: Promise<void> = Promise.resolve();

  removeLeftovers(path);
  const text = readIfThere();
  if (text !== undefined) {
    const read = readVersioned(text, version);
    const parsed = read.outcome === 'ok' ? options.parse(read.data) : undefined;
    if (parsed !== undefined) value = parsed;
    else if (read.outcome === 'newer') leaveToNewer();
    else setAside();
  }

  function readIfThere(): string | undefined {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') {
        untouchable = `the file cannot be read (${reasonOf(error)})`;
        report(`${name} cannot be read: ${reasonOf(error)}. This run works without it and changes nothing.`);
      }
      return undefined;
    }
  }

  function leaveToNewer(): void {
    untouchable = 'a newer version of Strongroom wrote the file';
    hint = 'Use the newer version of Strongroom, or move the file away and start again.';
    report(
      `${name} was written by a newer version of Strongroom. It stays as it is, and changes last until you quit.`,
    );
  }

  function setAside(): void {
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const aside = `${path}.set-aside-${stamp}`;
    try {
      renameSync(path, aside);
      report(`${name} cannot be read. It was kept as ${basename(aside)}, and a new one begins.`);
    } catch (error) {
      untouchable = 'the file cannot be read and cannot be set aside';
      report(
        `${name} cannot be read and cannot be set aside: ${reasonOf(error)}. It stays as it is, and changes last until you quit.`,
      );
    }
  }

  /** Reason of a failure, if any. */
  function tryToWrite(data: T): string | undefined {
    if (untouchable !== undefined) return untouchable;
    try {
      writeAtomically(path, textOf(data));
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  const textOf = (data: T): string => `${JSON.stringify({ version, data }, null, 2)}\n`;

  async function writeLater(save: number): Promise<void> {
    if (save !== saves) return;
    let why = untouchable;
    try {
      if (why === undefined) await writeInBackground(path, textOf(value), () => save === saves);
    } catch (error) {
      why = reasonOf(error);
    }
    if (save === saves) options.written(why);
  }

  return {
    value: () => value,
    save: (next) => {
      saves++;
      value = next;
      options.written(tryToWrite(next));
    },
    saveLater: (next) => {
      value = next;
      const save = ++saves;
      underWay = underWay.then(() => writeLater(save));
      return underWay;
    },
    keep: (next) => {
      const why = tryToWrite(next);
      if (why !== undefined) throw new NotWritten(options.holds, why, hint);
      saves++;
      value = next;
      options.written(undefined);
    },
  };
}

/**
 * Reads a file's value without opening it: nothing is set aside, reported or written. Undefined if opening it would
 * do any of these.
 */
export function peekJsonFile<T>({
  path,
  version,
  parse,
  initial,
}: Pick<JsonFileOptions<T>, 'path' | 'version' | 'parse' | 'initial'>): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? initial : undefined;
  }
  const read = readVersioned(text, version);
  return read.outcome === 'ok' ? parse(read.data) : undefined;
}

type Read = { readonly outcome: 'ok'; readonly data: unknown } | { readonly outcome: 'torn' | 'newer' };

function readVersioned(text: string, version: number): Read {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    // The caller sets the file aside and reports it.
    return { outcome: 'torn' };
  }
  if (typeof file !== 'object' || file === null || !('version' in file) || !('data' in file))
    return { outcome: 'torn' };
  if (typeof file.version !== 'number') return { outcome: 'torn' };
  return file.version > version ? { outcome: 'newer' } : { outcome: 'ok', data: file.data };
}

/**
 * Writes a file so that its place holds the old text or the new one, never a part; mode 0600. Throws the system's
 * errors. The user can choose a folder that others write to as well: the temporary file beside it has an
 * unpredictable name and is created exclusively, so that no link planted there is followed.
 */
export function writeAtomically(path: string, text: string): void {
  const beside = makePlaceBeside(path);
  const file = openSync(beside, 'wx', 0o600);
  try {
    try {
      // Writes until all of it is written: a disk that fills up can take a part without an error.
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  flushFolder(dirname(path));
}

/** Works as `writeAtomically` off the main thread; the file takes its place if it is still `wanted` once flushed. */
async function writeInBackground(path: string, text: string, wanted: () => boolean): Promise<void> {
  const beside = makePlaceBeside(path);
  try {
    await using(await open(beside, 'wx', 0o600), async (file) => {
      await file.writeFile(text);
      await file.sync();
    });
    if (!wanted()) {
      await rm(beside, { force: true });
      return;
    }
    // At once after the question: a newer text must not be replaced by this one.
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  try {
    await using(await open(dirname(path), 'r'), (folder) => folder.sync());
  } catch {
    // As in `flushFolder`.
  }
}

async function using(file: FileHandle, use: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await use(file);
  } finally {
    await file.close();
  }
}

/** Makes the folder, and a name in it for a file that is to replace `path`. */
function makePlaceBeside(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const name = `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`;
  return join(dirname(path), name);
}

/**
 * Flushes the new name to the disk, too. Windows and some network disks cannot flush a folder; the file is whole
 * there.
 */
function flushFolder(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // The file is in its place; only a loss of power right now could bring the old one back.
  }
}

/** Removes temporary files of writes that a killed app left behind. */
function removeLeftovers(path: string): void {
  const start = `.${basename(path).slice(0, 100)}.`;
  try {
    for (const name of readdirSync(dirname(path)))
      if (name.startsWith(start) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(start.length)))
        rmSync(join(dirname(path), name), { force: true });
  } catch {
    // No folder yet, or an unwritable one: the next write reports it.
  }
}

/** Reason of an I/O error, as the end of a sentence: “the disk is full”. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? `the system says ${code}`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'you have no permission there',
  EPERM: 'you have no permission there',
  ENOENT: 'it does not exist',
  EISDIR: 'it is a directory',
  ENOTDIR: 'there is a file where a directory belongs',
  EEXIST: 'there is a file where a directory belongs',
  EIO: 'the disk has a fault',
  EFBIG: 'it would be larger than the disk allows',
  EMFILE: 'too many files are open',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
