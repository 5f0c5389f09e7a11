/**
 * A file of lines, at most two of 1 MiB: the older one is renamed to `….1`. Lines are gathered and written once a
 * second, so that no caller waits for the disk.
 */
import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const LIMIT_BYTES = 1024 * 1024;
const GATHER_MS = 1000;

export interface GatheredLines {
  /** Takes one line, without its end. */
  readonly line: (text: string) => void;
  /** Writes the gathered lines now. */
  readonly flush: () => void;
}

/** Opens the file; `failed` is called with the error of each failed write, whose lines are lost. */
export function openGatheredLines(path: string, failed: (error: unknown) => void): GatheredLines {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      if (sizeOf(path) + text.length > LIMIT_BYTES) renameSync(path, `${path}.1`);
    } catch {
      // No file to move yet, or an unwritable folder: the next line decides.
    }
    try {
      appendFileSync(path, text, { mode: 0o600 });
      // The mode above is that of a new file; a file copied back from elsewhere can be open to others.
      chmodSync(path, 0o600);
    } catch (error) {
      failed(error);
    }
  }

  return {
    line: (text) => {
      waiting += `${text}\n`;
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    flush,
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
