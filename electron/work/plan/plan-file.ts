/**
 * A saved plan: a file of lines in UTF-8. The first is `{"format":"strongroom-plan","version":1,"saved",…}`, then comes
 * a line for each row, both as in `plan-lines.ts`; the last is `{"end":N}` with the number of rows. A file without it
 * was cut off. Nothing of a file is trusted: each line is checked, and its rows are judged anew.
 */
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { writeChosenFile } from '../../disk/chosen-file.ts';
import { readBounded, unreadableBecause } from '../../vault/http/bounded-file.ts';
import { linesHead, linesOf, rowOfLine } from './plan-lines.ts';
import type { LinesRow } from './plan-lines.ts';
import type { Plan } from './plans.ts';

/** Largest file, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ROWS = 100_000;
/** Longest line, in bytes: main stops for the parsing of one. */
const MOST_LINE = 1024 * 1024;
/** Rows written without a pause: a few milliseconds. */
const TOGETHER = 500;
/** Bytes read without a pause: lines can be short or long. */
const BYTES_TOGETHER = 128 * 1024;

const format = 'strongroom-plan';
const header = z.strictObject({
  format: z.literal(format),
  version: z.literal(1),
  saved: z.string().check(z.maxLength(40)),
  ...linesHead,
});
const end = z.strictObject({ end: z.int().check(z.gte(0)) });

/** A file as it was read. */
export interface SavedPlan {
  readonly fileName: string;
  readonly header: z.infer<typeof header>;
  readonly rows: readonly LinesRow[];
}

/** Writes rows of a plan. Rejects with `invalid-request` for a plan that cannot be saved, with `invalid-input` for a path. */
export async function savePlan(path: string, plan: Plan, ids: readonly number[]): Promise<void> {
  refuseUnsavable(plan, ids);
  const { head, rows } = linesOf(plan, new Set(ids));
  let size = 0;
  const bytesOf = (lines: readonly object[]): Uint8Array => {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'utf8');
    size += bytes.length;
    if (size > MOST_BYTES) throw tooLarge('The file would be larger than 64 MiB.');
    return bytes;
  };
  await writeChosenFile(path, {
    fill: async (write) => {
      await write(
        bytesOf([
          { format, version: 1, saved: new Date().toISOString(), ...head } satisfies SavedPlan['header'],
        ]),
      );
      let waiting: object[] = [];
      for (const row of rows) {
        waiting.push(row);
        if (waiting.length < TOGETHER) continue;
        await write(bytesOf(waiting));
        waiting = [];
      }
      await write(bytesOf([...waiting, { end: ids.length }]));
    },
    check: () => Promise.resolve(undefined),
    failure: (reason) =>
      new AppFailure({
        kind: 'invalid-input',
        field: 'file',
        message: `The plan “${basename(path)}” cannot be written: ${reason}.`,
        hint: 'Choose another folder. No part of it was left behind.',
      }),
  });
}

/** Throws `invalid-request` for a plan that a file cannot hold. */
export function refuseUnsavable({ action, planId, journalId }: Plan, ids: readonly number[]): void {
  const refused = (message: string, hint: string): AppFailure =>
    new AppFailure({ kind: 'invalid-request', message, hint });
  if (action.kind === 'import')
    throw refused('The plan of an import cannot be saved: a file has no values.', 'Import the file again.');
  if (action.kind === 'undo')
    throw refused('The reverse of a plan cannot be saved.', 'Run it, or make it again from its plan.');
  if (planId !== journalId)
    throw refused('An unfinished plan cannot be saved.', 'Its journal has it: Home offers to go on with it.');
  if (ids.length === 0) throw refused('No row of this plan is left to save.', 'Tick the rows to save.');
  if (ids.length > MOST_ROWS) throw tooLarge('A file takes 100,000 rows.');
}

function tooLarge(message: string): AppFailure {
  return new AppFailure({ kind: 'invalid-request', message, hint: 'Leave rows out, and save them apart.' });
}

/** Reads a file whole. Rejects with `invalid-input` if it is not a plan, or was cut off or altered out of shape. */
export async function readPlan(path: string): Promise<SavedPlan> {
  const fileName = basename(path);
  const read = await readBounded(path, MOST_BYTES);
  if (!('bytes' in read)) throw notAPlan(`The file “${fileName}” ${unreadableBecause(read, '64 MiB')}.`);
  const rows: LinesRow[] = [];
  let head: SavedPlan['header'] | undefined;
  let ended: number | undefined;
  let number = 0;
  let sincePause = 0;
  for (const line of linesIn(read.bytes)) {
    number++;
    sincePause += line.length;
    if (sincePause > BYTES_TOGETHER) {
      await setImmediate();
      sincePause = line.length;
    }
    const parsed = parsedLine(line);
    if (head === undefined) {
      head = headerOf(fileName, parsed);
      continue;
    }
    const row = ended === undefined ? rowOfLine(parsed) : undefined;
    if (row !== undefined && row.undo === undefined && row.id < 1_000_000 && rows.length < MOST_ROWS)
      rows.push(row);
    else if (ended === undefined && end.safeParse(parsed).success) ended = end.parse(parsed).end;
    else throw notAPlan(`Line ${String(number)} of “${fileName}” is not one of a saved plan.`);
  }
  if (head === undefined) throw notAPlan(`“${fileName}” is not a saved plan.`);
  if (ended !== rows.length || head.rows !== rows.length)
    throw notAPlan(`“${fileName}” was cut off or altered: rows are missing.`);
  return { fileName, header: head, rows };
}

function headerOf(fileName: string, parsed: unknown): SavedPlan['header'] {
  const found = header.safeParse(parsed);
  if (found.success) return found.data;
  const other = z.safeParse(z.looseObject({ format: z.literal(format), version: z.number() }), parsed);
  throw notAPlan(
    other.success && other.data.version !== 1
      ? `“${fileName}” has version ${String(other.data.version)} of the format, which this Strongroom cannot read.`
      : `“${fileName}” is not a saved plan.`,
  );
}

function* linesIn(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(10, start);
    const stop = found < 0 ? bytes.length : found;
    yield bytes.subarray(start, stop);
    start = stop + 1;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Texts that can name this member, also escaped; only they need a slower look at each member. */
const canNameProto = /__proto__|\\u/;

/** The schemas would pass over this one member. */
function plain(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('A member has the name of the prototype.');
  return value;
}

/** Undefined for a line that is not JSON in UTF-8, or too long. */
function parsedLine(line: Buffer): unknown {
  if (line.length > MOST_LINE) return undefined;
  try {
    const text = utf8.decode(line);
    return JSON.parse(text, canNameProto.test(text) ? plain : undefined);
  } catch {
    // Its caller says which line it was.
    return undefined;
  }
}

function notAPlan(message: string): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'file',
    message,
    hint: 'Choose another file. No plan was made.',
  });
}
