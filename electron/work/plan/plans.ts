/** The plans of this run, in memory: what the page has read row by row is run from here, and cannot be altered. */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { PlanAction, PlanEffect, PlanNote, PlanResult, PlanRow } from '../../../shared/vault/plan.ts';
import type { Session } from '../../core/session/session.ts';

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
  readonly notes?: readonly PlanNote[];
  readonly reason?: string;
}

/** One row as main keeps it: 300 bytes at most, because there can be a hundred thousand. */
export interface StoredRow extends Judged {
  readonly from: Side;
  readonly path: string;
  readonly to?: Side;
  readonly toPath?: string;
}

/** Outcome of a row. */
export interface Ran {
  readonly outcome: PlanResult['outcome'];
  readonly reason?: string;
  readonly sourceStays?: true;
  /** The version of the changed entry afterwards. */
  readonly made?: number;
}

/** A plan of this run. */
export interface Plan {
  readonly planId: string;
  readonly action: PlanAction;
  readonly rows: StoredRow[];
  readonly results: Map<number, Ran>;
  /** Every session that it reads or changes. */
  readonly sessions: Set<Session>;
  /** The session that its jobs belong to. */
  readonly home: Session;
  /** The job under way. */
  jobId?: string;
  paused?: { readonly promise: Promise<void>; readonly goOn: () => void };
}

export interface Plans {
  readonly create: (home: Session, action: PlanAction) => Plan;
  /** Throws `invalid-input` for a plan that is not there. */
  readonly get: (planId: string) => Plan;
  readonly find: (planId: string) => Plan | undefined;
  readonly drop: (planId: string) => void;
  /** Drops the plans of a session that has closed. */
  readonly closeSession: (sessionId: string) => void;
}

/** Plans at a time; the oldest goes first. */
const MOST_PLANS = 20;

/** Makes the store of plans, empty. */
export function createPlans(): Plans {
  const plans = new Map<string, Plan>();
  return {
    create: (home, action) => {
      const idle = [...plans.values()].find(({ jobId }) => jobId === undefined);
      if (plans.size >= MOST_PLANS && idle !== undefined) plans.delete(idle.planId);
      const plan: Plan = {
        planId: randomUUID(),
        action,
        rows: [],
        results: new Map(),
        sessions: new Set([home]),
        home,
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
    drop: (planId) => void plans.delete(planId),
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

/** A row as the page reads it. */
export function shownRow(id: number, row: StoredRow): PlanRow {
  const { effect, versions, notes, reason, to } = row;
  return {
    id,
    from: fullPath(sourceOf(row)),
    ...(to === undefined ? {} : { to: fullPath(targetOf(row)) }),
    effect,
    ...(versions === undefined || versions.length === 1 ? {} : { versions: versions.length }),
    ...(notes === undefined ? {} : { notes }),
    ...(reason === undefined ? {} : { reason }),
  };
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
