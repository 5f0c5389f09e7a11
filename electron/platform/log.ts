/**
 * The log: one redacted line an event, in `strongroom.log` of the data folder, at most two files of 1 MiB. Lines are
 * gathered and written once a second, so that a call never waits for the disk.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT_BYTES = 1024 * 1024;
const GATHER_MS = 1000;
const LINE_CHARACTERS = 2000;

export interface Log {
  readonly line: (text: string) => void;
  /** Writes what has been gathered, now. */
  readonly flush: () => void;
}

/** Opens the log of a data folder. `redact` sees every line; `echo` repeats it (development). A disk that refuses is ignored. */
export function openLog(
  dataFolder: string,
  redact: (text: string) => string,
  echo?: (line: string) => void,
): Log {
  const path = join(dataFolder, 'strongroom.log');
  let waiting = '';
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
      // Nothing to move yet, or a folder that cannot be written: the next line decides.
    }
    try {
      appendFileSync(path, text, { mode: 0o600 });
    } catch {
      // A full or read-only disk must not end the app, and there is nowhere else to say it.
    }
  }

  return {
    line: (text) => {
      const oneLine = redact(text)
        .replace(/[\r\n]+/g, ' ⏎ ')
        .slice(0, LINE_CHARACTERS);
      const line = `${new Date().toISOString()} ${oneLine}\n`;
      echo?.(line);
      waiting += line;
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    flush,
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
