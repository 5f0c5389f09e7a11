/**
 * The log of programs' requests, written only if the user wants it: one JSON line per request in `programs.log` of the
 * data folder. It names programs, references and outcomes for its owner, and holds no value.
 */
import { join } from 'node:path';
import type { PastRequest } from '../../shared/vault/programs.ts';
import { redact } from '../../shared/vault/redact.ts';
import { openGatheredLines, type GatheredLines } from '../disk/gathered-lines.ts';

/** Most references of a line, and most characters of a text. */
const mostKeys = 100;
const longestText = 500;

export interface ProgramsLog extends Pick<GatheredLines, 'flush'> {
  readonly note: (request: PastRequest) => void;
}

/** Opens it for a data folder; `report` gets a problem of writing once, in a sentence. */
export function openProgramsLog(
  dataFolder: string,
  isWanted: () => boolean,
  report: (problem: string) => void,
): ProgramsLog {
  const path = join(dataFolder, 'programs.log');
  const file = openGatheredLines(path, () => report('The log of programs could not be written.'));
  return {
    note: (request) => {
      if (isWanted()) file.line(lineOf(request));
    },
    flush: file.flush,
  };
}

/** A request as one line that a terminal shows as it is written. */
function lineOf({ at, who, agent, command, connection, keys, outcome }: PastRequest): string {
  const more = Math.max(0, keys.length - mostKeys);
  const line = {
    at,
    // A command line can carry a token.
    who: cut(redact(who)),
    agent,
    command,
    connection: cut(connection),
    keys: keys.slice(0, mostKeys).map(cut),
    ...(more === 0 ? {} : { more }),
    outcome,
  };
  return JSON.stringify(line).replace(
    /[^\P{C}\n]|[\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
