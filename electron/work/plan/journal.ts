/**
 * The journal of a run: what it is about, then a line before each step that a crash could leave half done. It has
 * paths and versions, of an import also the facts of its file, of an undo the settings to write back, never a value, nor
 * a digest of one: as long as a copy is not known to be equal, its source stands, so that going on compares the two on
 * the server.
 */
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { NotWritten } from '../../disk/json-file.ts';
import type { Journal, JournalFiles } from '../../disk/journal-files.ts';
import { linesHead, linesOf, rowOfLine } from './plan-lines.ts';
import type { LinesRow } from './plan-lines.ts';
import type { Plan, Progress } from './plans.ts';

/** Notes of a run under way. */
export interface RunJournal {
  /** Notes a step; `first`: it must be on disk before it is made. Rejects with `not-kept`. */
  readonly note: (id: number, step: Progress, first: boolean) => Promise<void>;
  /** Notes that a row is done; a row of which that cannot be noted is checked again. */
  readonly done: (id: number) => void;
  /** Ends it; one of a run that came to its end whole is removed. */
  readonly end: (isWhole: boolean) => Promise<void>;
}

const header = z.strictObject({ version: z.literal(1), begun: z.string(), ...linesHead });
/** Subject of a journal. */
export type JournalHeader = z.infer<typeof header>;

const count = z.int().check(z.gte(0));
const step = z.strictObject({
  at: count,
  begun: z.optional(z.literal(true)),
  undeleted: z.optional(z.array(count)),
  removing: z.optional(z.literal(true)),
  done: z.optional(z.literal(true)),
});

/** A row of a journal, and how far it has come. */
export interface JournalRow extends LinesRow {
  readonly progress: Progress;
  readonly isDone: boolean;
}

/** A journal as it was read. */
export interface ReadJournal {
  readonly header: JournalHeader;
  /** By id; rows of earlier runs of the plan can be missing. */
  readonly rows: ReadonlyMap<number, JournalRow>;
}

/** Begins the journal of a run of some rows. Rejects with `NotWritten`: then nothing must be run. */
export async function beginJournal(
  files: JournalFiles,
  plan: Plan,
  ids: readonly number[],
): Promise<RunJournal> {
  const journal = await files.begin(plan.journalId, firstLines(plan, ids));
  return runJournal(files, plan.journalId, journal);
}

function runJournal(files: JournalFiles, journalId: string, journal: Journal): RunJournal {
  return {
    note: async (id, steps, first) => {
      try {
        await journal.add({ at: id, ...steps }, first);
      } catch (failure) {
        if (!(failure instanceof NotWritten)) throw failure;
        const { message } = failure;
        throw new AppFailure({
          kind: 'not-kept',
          message: `${message.replace(/ Nothing was changed\.$/, '')} The run stopped before its next step.`,
          hint: 'Make room on the disk, then run the rest.',
        });
      }
    },
    done: (id) => {
      // The next step reports a disk that takes nothing.
      journal.add({ at: id, done: true }).catch(() => undefined);
    },
    end: async (isWhole) => {
      await journal.close();
      if (isWhole) await files.remove(journalId);
    },
  };
}

function* firstLines(plan: Plan, ids: readonly number[]): Generator<object> {
  // The rest of an earlier run of this plan stands in the same journal.
  const { head, rows } = linesOf(plan, new Set([...ids, ...plan.progress.keys()]));
  yield { version: 1, begun: new Date().toISOString(), ...head } satisfies JournalHeader;
  yield* rows;
  for (const [id, steps] of plan.progress) yield { at: id, ...steps };
}

/** Reads a journal's header and rows. Undefined if it cannot be read as one. */
export async function readJournal(files: JournalFiles, journalId: string): Promise<ReadJournal | undefined> {
  let head: JournalHeader | undefined;
  const rows = new Map<number, JournalRow>();
  await files.read(journalId, (line) => {
    if (head === undefined) {
      head = z.safeParse(header, line).data;
      return;
    }
    const found = rowOfLine(line);
    if (found !== undefined) {
      rows.set(found.id, { ...found, progress: {}, isDone: false });
      return;
    }
    const made = z.safeParse(step, line);
    const of = made.success ? rows.get(made.data.at) : undefined;
    if (!made.success || of === undefined) return;
    const { at, done, begun, undeleted, removing } = made.data;
    rows.set(at, {
      ...of,
      isDone: of.isDone || done === true,
      progress: {
        ...of.progress,
        ...(begun === undefined ? {} : { begun }),
        ...(undeleted === undefined ? {} : { undeleted }),
        ...(removing === undefined ? {} : { removing }),
      },
    });
  });
  return head === undefined ? undefined : { header: head, rows };
}

/** Standing of a run, as a list shows it. */
export interface JournalSummary {
  readonly header: JournalHeader;
  readonly first: Pick<LinesRow, 'fromSide' | 'path'> | undefined;
  /** Rows that are done. */
  readonly done: number;
  /** Rows that are not, and have left versions of their source undeleted. */
  readonly undeleted: number;
}

/** Beginning of the lines of rows, of which a summary needs one. */
const ROW_LINE = '{"row":';

/** Reads the standing of a run from its journal: its steps, but not its rows. Undefined if it cannot be read as one. */
export async function readSummary(
  files: JournalFiles,
  journalId: string,
): Promise<JournalSummary | undefined> {
  let head: JournalHeader | undefined;
  let first: JournalSummary['first'];
  const done = new Set<number>();
  const undeleted = new Set<number>();
  await files.read(
    journalId,
    (line) => {
      if (head === undefined) {
        head = z.safeParse(header, line).data;
        return;
      }
      first ??= rowOfLine(line);
      const made = z.safeParse(step, line).data;
      if (made?.done === true) done.add(made.at);
      if (made?.undeleted === undefined) return;
      if (made.undeleted.length > 0) undeleted.add(made.at);
      else undeleted.delete(made.at);
    },
    (text) => first === undefined || !text.startsWith(ROW_LINE),
  );
  if (head === undefined) return undefined;
  return {
    header: head,
    first,
    done: done.size,
    undeleted: [...undeleted].filter((id) => !done.has(id)).length,
  };
}
