/**
 * The log: one redacted line per event, in `strongroom.log` of the data folder, at most two files of 1 MiB. No line names a server, a person, a
 * file or an entry, so that the user can send it on: errors are written by `faultOf`, without their message.
 */
import { join } from 'node:path';
import { openGatheredLines } from '../disk/gathered-lines.ts';

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
  // A full or read-only disk must not end the app, and cannot be reported elsewhere.
  const file = openGatheredLines(join(dataFolder, 'strongroom.log'), () => undefined);
  const recent: string[] = [];

  return {
    line: (text) => {
      const oneLine = redact(text)
        .replace(/[\r\n]+/g, ' ⏎ ')
        .slice(0, LINE_CHARACTERS);
      const stamped = `${new Date().toISOString()} ${oneLine}`;
      recent.push(stamped);
      recent.splice(0, recent.length - RECENT_LINES);
      echo?.(`${stamped}\n`);
      file.line(stamped);
    },
    flush: file.flush,
    recent: () => [...recent],
  };
}
