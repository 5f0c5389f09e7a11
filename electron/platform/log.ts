/**
 * The log: one redacted line per event, in `strongroom.log` of the data folder, at most two files of 1 MiB. Lines are
 * gathered and written once a second, so that a call never waits for the disk. No line names a server, a person, a
 * file or an entry, so that the user can send it on: errors are written by `faultOf`, without their message.
 */
import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT_BYTES = 1024 * 1024;
const GATHER_MS = 1000;
const LINE_CHARACTERS = 2000;
const RECENT_LINES = 200;

export interface Log {
  readonly line: (text: string) => void;
  /** Writes the gathered lines now. */
  readonly flush: () => void;
  /** The latest lines of this run, the newest last. */
  readonly recent: () => readonly string[];
}

/**
 * Opens the log of a data folder. `redact` is applied to every line; `echo` repeats it (development). Disk errors are
 * ignored.
 */
export function openLog(
  dataFolder: string,
  redact: (text: string) => string,
  echo?: (line: string) => void,
): Log {
  const path = join(dataFolder, 'strongroom.log');
  let waiting = '';
  const recent: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    try {
      mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
      if (sizeOf(path) + text.length > LIMIT_BYTES) renameSync(path, `${path}.1`);
    } catch {
      // No file to move yet, or an unwritable folder: the next line decides.
    }
    try {
      appendFileSync(path, text, { mode: 0o600 });
      // The mode above is that of a new file; a file copied back from elsewhere can be open to others.
      chmodSync(path, 0o600);
    } catch {
      // A full or read-only disk must not end the app, and cannot be reported elsewhere.
    }
  }

  return {
    line: (text) => {
      const oneLine = redact(text)
        .replace(/[\r\n]+/g, ' ⏎ ')
        .slice(0, LINE_CHARACTERS);
      const stamped = `${new Date().toISOString()} ${oneLine}`;
      const line = `${stamped}\n`;
      recent.push(stamped);
      recent.splice(0, recent.length - RECENT_LINES);
      echo?.(line);
      waiting += line;
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    flush,
    recent: () => [...recent],
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
