/**
 * The journal of a run: what it is about, then a line before each step that a crash could leave half done. It has
 * paths and versions, never a value, nor a digest of one: as long as a copy is not known to be equal, its source
 * stands, so that going on compares the two on the server.
 */
import * as z from 'zod/mini';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { runEffects } from '../../../shared/vault/plan.ts';
import type { PlanEffect } from '../../../shared/vault/plan.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Session } from '../../core/session/session.ts';
import { NotWritten } from '../../disk/json-file.ts';
import type { Journal, JournalFiles } from '../../disk/journal-files.ts';
import type { MainAction, Plan, Progress, Side, StoredRow, Undo } from './plans.ts';

/** Notes of a run under way. */
export interface RunJournal {
  /** Notes a step; `first`: it must be on disk before it is made. Rejects with `not-kept`. */
  readonly note: (id: number, step: Progress, first: boolean) => Promise<void>;
  /** Notes that a row is done; a row of which that cannot be noted is checked again. */
  readonly done: (id: number) => void;
  /** Ends it; one of a run that came to its end whole is removed. */
  readonly end: (isWhole: boolean) => Promise<void>;
}

/** A connection as a journal names it: ids of sessions do not outlive the app. */
const place = z.strictObject({
  address: z.string(),
  namespace: z.string(),
  profileId: z.optional(z.string()),
  name: z.string(),
});
export type JournalPlace = z.infer<typeof place>;

const count = z.int().check(z.gte(0));
const header = z.strictObject({
  version: z.literal(1),
  begun: z.string(),
  action: z.looseObject({ kind: z.string() }),
  places: z.array(place),
  sides: z.array(z.strictObject({ place: count, mount: z.string() })),
  rows: count,
});
/** Subject of a journal. */
export type JournalHeader = z.infer<typeof header>;

const undo = z.strictObject({
  way: z.looseObject({ kind: z.string() }),
  made: count,
  over: count,
  seen: count,
});
const row = z.strictObject({
  row: count,
  from: count,
  path: z.string(),
  to: z.optional(count),
  toPath: z.optional(z.string()),
  effect: z.string(),
  seen: z.optional(count),
  over: z.optional(count),
  versions: z.optional(z.array(count)),
  undo: z.optional(undo),
});
const step = z.strictObject({
  at: count,
  begun: z.optional(z.literal(true)),
  undeleted: z.optional(z.array(count)),
  removing: z.optional(z.literal(true)),
  done: z.optional(z.literal(true)),
});

/** A row of a journal, before its places are found again. */
export interface JournalRow extends Omit<StoredRow, 'from' | 'to' | 'undo'> {
  readonly fromSide: number;
  readonly toSide?: number;
  readonly undo?: Undo;
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
  const places: JournalPlace[] = [];
  const placeIds = new Map<Session, number>();
  const placeOf = (session: Session): number => {
    const known = placeIds.get(session);
    if (known !== undefined) return known;
    const { address, namespace, profileId, name } = session.view();
    places.push({ address, namespace, name, ...(profileId === undefined ? {} : { profileId }) });
    placeIds.set(session, places.length - 1);
    return places.length - 1;
  };
  const sides: { readonly place: number; readonly mount: string }[] = [];
  const sideIds = new Map<Side['mount'], Map<Session, number>>();
  const sideOf = ({ session, mount }: Side): number => {
    const of = sideIds.get(mount) ?? new Map<Session, number>();
    sideIds.set(mount, of);
    const at = of.get(session) ?? sides.push({ place: placeOf(session), mount: mount.path }) - 1;
    of.set(session, at);
    return at;
  };
  // The rest of an earlier run of this plan stands in the same journal.
  const rows = new Set([...ids, ...plan.progress.keys()]);
  for (const id of rows) {
    const { from, to } = plan.rows[id] as StoredRow;
    sideOf(from);
    if (to !== undefined) sideOf(to);
  }
  yield {
    version: 1,
    begun: new Date().toISOString(),
    action: withoutValues(plan.action),
    places,
    sides,
    rows: rows.size,
  } satisfies JournalHeader;
  for (const id of rows) {
    const { from, path, to, toPath, effect, seen, over, versions, undo: back } = plan.rows[id] as StoredRow;
    yield {
      row: id,
      from: sideOf(from),
      path,
      ...(to === undefined ? {} : { to: sideOf(to), toPath }),
      effect,
      seen,
      over,
      versions,
      ...(back === undefined
        ? {}
        : { undo: { way: back.way, made: back.made, over: back.over, seen: back.seen } }),
    };
  }
  for (const [id, steps] of plan.progress) yield { at: id, ...steps };
}

/** An action as a journal has it: no value, nor a session. */
function withoutValues(action: MainAction): JournalHeader['action'] {
  switch (action.kind) {
    case 'undo':
      return { kind: 'undo', of: withoutValues(action.of) };
    case 'set-key':
      return { kind: action.kind, key: action.key };
    case 'replace-value':
      return { kind: action.kind, ...(action.key === undefined ? {} : { key: action.key }) };
    case 'rotate':
      return { kind: action.kind, key: action.key };
    case 'import':
      return { kind: action.kind };
    case 'copy':
    case 'move': {
      const { mount, path } = action.to;
      return { ...action, to: { mount, path } };
    }
    case 'copy-key': {
      const { mount, path } = action.from;
      return { ...action, from: { mount, path } };
    }
    // They carry no value; a new kind has to be placed here.
    case 'rename':
    case 'delete':
    case 'undelete':
    case 'destroy':
    case 'remove':
    case 'set-settings':
    case 'set-metadata':
    case 'rename-key':
    case 'remove-key':
      return { ...action };
  }
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
    const found = z.safeParse(row, line);
    if (found.success) {
      rows.set(found.data.row, rowOf(found.data));
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

function rowOf({ from, path, to, toPath, effect, seen, over, versions, undo: back }: z.infer<typeof row>) {
  return {
    fromSide: from,
    path,
    ...(to === undefined ? {} : { toSide: to, toPath: toPath ?? path }),
    effect: isEffect(effect) ? effect : 'unknown',
    ...(seen === undefined ? {} : { seen }),
    ...(over === undefined ? {} : { over }),
    ...(versions === undefined ? {} : { versions }),
    ...(back === undefined ? {} : { undo: back as Undo }),
    progress: {},
    isDone: false,
  } satisfies JournalRow;
}

function isEffect(text: string): text is PlanEffect {
  return runEffects.has(text as PlanEffect) || text === 'would-lose';
}

/** The mount paths that a journal's rows are at, by side. */
export function mountOfSide({ sides }: JournalHeader, side: number): MountPath | undefined {
  return sides[side]?.mount as MountPath | undefined;
}

/** True for kinds whose values are not in the journal. */
export function hasLostValues(kind: string): boolean {
  const kinds: readonly string[] = [
    'set-key',
    'replace-value',
    'rotate',
    'import',
  ] satisfies MainAction['kind'][];
  return kinds.includes(kind);
}
