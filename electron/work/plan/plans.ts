/** The plans of this run, in memory: what the page has read row by row is run from here, and cannot be altered. */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { MetadataSettings, MountConfig } from '../../../shared/vault/editing.ts';
import type { ImportLayout, ImportMapping } from '../../../shared/vault/import.ts';
import type {
  ImportAction,
  PlanAction,
  PlanEffect,
  PlanNote,
  PlanResult,
  PlanRow,
} from '../../../shared/vault/plan.ts';
import type { Session } from '../../core/session/session.ts';
import type { MappedEntry } from '../import/imported-entry.ts';

/** A mount of a session; rows share it. */
export interface Side {
  readonly session: Session;
  readonly mount: Mount;
}

/** An entry of a side. */
export interface Spot extends Side {
  readonly path: string;
}

/** Judgement of a row. */
export interface Judged {
  readonly effect: PlanEffect;
  /** The version that was current; 0: none, or an engine without versions. */
  readonly seen?: number;
  /** The version of the destination that is replaced; 0: there is none. */
  readonly over?: number;
  /** Versions that are copied, deleted, undeleted or destroyed, in order. */
  readonly versions?: readonly number[];
  /** Digest of the values that a removal takes away, for an engine without versions. In main's memory only. */
  readonly stood?: string;
  readonly notes?: readonly PlanNote[];
  readonly reason?: string;
}

/** The way back of a row that ran. */
export type WayBack =
  | { readonly kind: 'none'; readonly reason: string }
  /** Moves the entry back to where it was. */
  | { readonly kind: 'back' }
  /** Undeletes the source, then takes the copy away. */
  | { readonly kind: 'undelete' }
  /** Removes what was created, or writes the version before it again. */
  | { readonly kind: 'take-away' }
  | { readonly kind: 'versions'; readonly to: 'delete' | 'undelete' }
  /** Writes settings and custom metadata back. */
  | { readonly kind: 'settings' };

/** Settings of an entry; without custom metadata from a journal, which has no text that people wrote there. */
export type EarlierSettings = MountConfig & Partial<MetadataSettings>;

/** Facts that undo a row. */
export interface Undo extends Pick<UndoFacts, 'digest'> {
  readonly settings?: EarlierSettings;
  readonly left?: EarlierSettings;
  readonly way: WayBack;
  /** The version that the row left. */
  readonly made: number;
  /** The version that was current before it; 0: there was none. */
  readonly over: number;
  /** The version of the source. */
  readonly seen: number;
}

/** Reverse of a plan that ran. */
export interface UndoAction {
  readonly kind: 'undo';
  readonly of: PlanAction | ImportAction;
}

/**
 * Facts by which the file of an import is found again after the app has ended. A digest is not among them: on disk it
 * would tell the value of a small file to whoever tries them all.
 */
export interface ImportSource {
  readonly sizeBytes: number;
  /** Items that were read of it. */
  readonly items: number;
  readonly layout?: ImportLayout;
  readonly mapping: ImportMapping;
}

/** An import as main has it. */
export interface MainImport extends ImportAction {
  readonly source: ImportSource;
}

/** Actions of plans, with those that main alone makes. */
export type MainAction = PlanAction | MainImport | UndoAction;

/** One row as main keeps it: 300 bytes at most, because there can be a hundred thousand. */
export interface StoredRow extends Judged {
  readonly from: Side;
  readonly path: string;
  readonly to?: Side;
  readonly toPath?: string;
  /** The person chose its versions; absent: they follow from the action and what is there. */
  readonly chosen?: true;
  /** Of a row that undoes another. */
  readonly undo?: Undo;
  /** Of an import: the item that is written to `path`, with its values. */
  readonly imported?: MappedEntry;
}

/** Steps of a row that has begun: what going on with it must know besides what the server shows. */
export interface Progress {
  /** Its writes may have begun. */
  readonly begun?: true;
  /** Versions of the source that are undeleted for the moment, and must be deleted again. */
  readonly undeleted?: readonly number[];
  /** The removal of the source may have been sent. */
  readonly removing?: true;
}

/** The steps of one row. */
export interface Steps {
  /** Steps of earlier attempts. */
  readonly before: Progress;
  /** Notes a step before it is made. Rejects if it cannot be noted: then it must not be made. */
  readonly note: (step: Progress) => Promise<void>;
}

/** Facts of a row that ran, for undoing it. No value is among them. */
export interface UndoFacts {
  /** Settings and custom metadata before; the reverse writes them back. */
  readonly settings?: MetadataSettings;
  /** Settings and custom metadata that the row left; the reverse leaves others as they are. */
  readonly left?: MetadataSettings;
  /** Versions that were deleted or undeleted. */
  readonly changed?: readonly number[];
  /** Digest of the values that were written, for an engine without versions. */
  readonly digest?: string;
}

/** Outcome of a row. */
export interface Ran extends UndoFacts {
  readonly outcome: PlanResult['outcome'];
  readonly reason?: string;
  readonly sourceStays?: true;
  /** The version of the changed entry afterwards. */
  readonly made?: number;
}

/** A plan of this run. */
export interface Plan {
  readonly planId: string;
  readonly action: MainAction;
  readonly rows: StoredRow[];
  readonly results: Map<number, Ran>;
  /** Of rows that have begun and are not done. */
  readonly progress: Map<number, Progress>;
  /** Every session that it reads or changes. */
  readonly sessions: Set<Session>;
  /** The session that its jobs belong to. */
  readonly home: Session;
  /** Its journal on disk, once a run has begun: its own id, or that of the plan it goes on with. */
  readonly journalId: string;
  /** A run of it began, so that its journal belongs to it. */
  hasRun?: true;
  /** The page has dropped it. */
  isDropped?: true;
  /** Its values were typed for an earlier run and are gone. */
  readonly lostValues?: true;
  /** The job under way. */
  jobId?: string;
  paused?: { readonly promise: Promise<void>; readonly goOn: () => void };
}

export interface Plans {
  readonly create: (
    home: Session,
    action: MainAction,
    more?: Pick<Plan, 'lostValues'> & Partial<Pick<Plan, 'journalId'>>,
  ) => Plan;
  /** Throws `invalid-input` for a plan that is not there. */
  readonly get: (planId: string) => Plan;
  readonly find: (planId: string) => Plan | undefined;
  readonly drop: (planId: string) => void;
  /** Drops the plans whose run a journal is about: a lock can have taken them from the page. */
  readonly dropWithJournal: (journalId: string) => void;
  /** True if a journal belongs to a run under way. */
  readonly hasJournal: (journalId: string) => boolean;
  /** Drops the plans of a session that has closed. */
  readonly closeSession: (sessionId: string) => void;
  /** Drops the plans of a locked session that have values: those of an import. */
  readonly lockSession: (sessionId: string) => void;
}

/** Plans at a time; the oldest goes first. */
const MOST_PLANS = 20;

/** Makes the store of plans, empty. */
export function createPlans(): Plans {
  const plans = new Map<string, Plan>();
  return {
    create: (home, action, more) => {
      const idle = [...plans.values()].find(({ jobId }) => jobId === undefined);
      if (plans.size >= MOST_PLANS && idle !== undefined) plans.delete(idle.planId);
      const planId = randomUUID();
      const plan: Plan = {
        planId,
        journalId: planId,
        action,
        rows: [],
        results: new Map(),
        progress: new Map(),
        sessions: new Set([home]),
        home,
        ...more,
      };
      plans.set(plan.planId, plan);
      return plan;
    },
    get: (planId) => {
      const plan = plans.get(planId);
      if (plan !== undefined) return plan;
      throw new AppFailure({
        kind: 'invalid-input',
        field: 'planId',
        message: 'This plan is not open any more. Nothing was done.',
        hint: 'Make it again.',
      });
    },
    find: (planId) => plans.get(planId),
    hasJournal: (journalId) =>
      [...plans.values()].some((plan) => plan.jobId !== undefined && plan.journalId === journalId),
    dropWithJournal: (journalId) => {
      for (const { planId, journalId: own } of plans.values()) if (own === journalId) plans.delete(planId);
    },
    drop: (planId) => void plans.delete(planId),
    lockSession: (sessionId) => {
      for (const { planId, action, sessions } of plans.values())
        if (action.kind === 'import' && [...sessions].some((one) => one.sessionId === sessionId))
          plans.delete(planId);
    },
    closeSession: (sessionId) => {
      for (const { planId, sessions } of plans.values())
        if ([...sessions].some((one) => one.sessionId === sessionId)) plans.delete(planId);
    },
  };
}

/** The place that the values of a row are read from. */
export function sourceOf({ from, path }: StoredRow): Spot {
  return { ...from, path };
}

/** The place that a row changes: its destination, or its entry. */
export function targetOf({ from, path, to, toPath }: StoredRow): Spot {
  return { ...(to ?? from), path: toPath ?? path };
}

/** Mount and path. */
export function fullPath({ mount, path }: Pick<Spot, 'mount' | 'path'>): string {
  return mount.path + path;
}

/** A row as the page reads it. Only other sessions than the plan's own are named: rows of one need no room for it. */
export function shownRow(id: number, row: StoredRow, home: Session): PlanRow {
  const [source, target] = [row.from.session, (row.to ?? row.from).session];
  const { effect, versions, notes, reason, to, imported } = row;
  const isPlaced = to !== undefined || imported !== undefined;
  return {
    id,
    from: imported?.from ?? fullPath(sourceOf(row)),
    ...(source === home ? {} : { fromSession: source.sessionId }),
    ...(isPlaced ? { to: fullPath(targetOf(row)) } : {}),
    ...(!isPlaced || target === home ? {} : { toSession: target.sessionId }),
    effect,
    ...(versions === undefined || versions.length === 1 ? {} : { versions: versions.length }),
    ...(versions === undefined || !ofVersions.has(effect) ? {} : { which: rangesOf(versions) }),
    ...(notes === undefined ? {} : { notes }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Effects on versions that are there already. */
const ofVersions: ReadonlySet<PlanEffect> = new Set<PlanEffect>(['delete', 'undelete', 'destroy']);

/** Ranges in one text; the row's difference and the prompt have every number. */
const MOST_RANGES = 8;

/** Version numbers in ascending order, as `1–3, 7`. */
function rangesOf(versions: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < versions.length; at++) {
    if (ranges.length === MOST_RANGES) return `${ranges.join(', ')}, …`;
    const first = at;
    while ((versions[at + 1] ?? NaN) === (versions[at] ?? NaN) + 1) at++;
    ranges.push(at === first ? String(versions[at]) : `${String(versions[first])}–${String(versions[at])}`);
  }
  return ranges.join(', ');
}

const known = new Map<string, readonly PlanNote[]>();

/** Notes as one list that all rows with the same ones share; absent if there are none. */
export function notesOf(notes: readonly (PlanNote | false)[]): { readonly notes?: readonly PlanNote[] } {
  const said = notes.filter((note) => note !== false);
  if (said.length === 0) return {};
  const key = said.join();
  const shared = known.get(key) ?? said;
  known.set(key, shared);
  return { notes: shared };
}
