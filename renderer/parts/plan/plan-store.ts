/**
 * The plan of a session: what is selected, the action while it is filled in, the rows that main found, and their
 * results. Lives outside React and goes on while another tab is in front.
 */
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { PlanJob } from '../../../shared/ipc/contract/plan.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type {
  ImportAction,
  PlanAction,
  PlanActionKind,
  PlanDifference,
  PlanResult,
  PlanRow,
  UnfinishedPlan,
} from '../../../shared/vault/plan.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { tellTouched, type TouchedEntry } from '../../api/entry-actions.ts';
import { followRows } from '../../api/follow-rows.ts';
import type { FollowedJob } from '../../api/jobs.ts';
import { perSession } from '../../api/per-session.ts';
import { findRowsJob, runPlanJob } from '../../api/plans.ts';
import { Store } from '../../api/store.ts';
import { actionOf, emptyDraft, type ActionDraft } from './plan-draft.ts';
import { canRun, noFilter, PlanRows, type RowFilter } from './plan-rows.ts';
import type { Counts } from './revocation.ts';
import { touchedBy } from './touched-by.ts';

export interface PlanSnapshot extends Counts {
  readonly places: readonly SelectedPlace[];
  readonly draft: ActionDraft;
  /** `asking`: it waits for the person's answer in the secure prompt. */
  readonly stage: 'choosing' | 'making' | 'made' | 'asking' | 'running' | 'ran';
  /** Undefined before main has made one. */
  readonly planId: string | undefined;
  readonly action: PlanAction | ImportAction | undefined;
  /** File that it came from, or that so many rows were saved to. */
  readonly file: { readonly name: string; readonly saved?: number } | undefined;
  /** It is the reverse of a plan with that action. */
  readonly isUndo: boolean;
  /** The unfinished plan that it goes on with. */
  readonly resumed: UnfinishedPlan | undefined;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly paused: boolean;
  /** Of making it, then of running it. */
  readonly end: JobEnd | undefined;
  readonly error: AppError | undefined;
  /** Ids of rows that are not to run. */
  readonly leftOut: ReadonlySet<number>;
  readonly filter: RowFilter;
  readonly sort: { readonly column: string; readonly descending: boolean } | undefined;
  /** Id of the row whose difference is shown. */
  readonly openRow: number | undefined;
  /** Of the open row; undefined while it is read. */
  readonly difference: RowDifferenceState | undefined;
  /** Counts up when rows or results arrive. */
  readonly changed: number;
}

/** Difference of a row as it was read, or why it was not. */
export type RowDifferenceState = { readonly read: PlanDifference } | { readonly error: AppError };

type PlanFromFile = Awaited<ReturnType<typeof vault.plan.load>>;

/** A mount as a destination, and the folder below it. */
export interface PlaceToPutAt {
  readonly sessionId: string;
  readonly mount: Mount;
  readonly path: string;
}

const none: Omit<PlanSnapshot, 'places' | 'draft'> = {
  stage: 'choosing',
  planId: undefined,
  action: undefined,
  file: undefined,
  isUndo: false,
  resumed: undefined,
  done: 0,
  total: 0,
  startedMs: 0,
  paused: false,
  end: undefined,
  error: undefined,
  leftOut: new Set(),
  filter: noFilter,
  sort: undefined,
  openRow: undefined,
  difference: undefined,
  changed: 0,
};

export class PlanStore {
  readonly #sessionId: string;
  readonly #store: Store<PlanSnapshot>;
  readonly subscribe;
  readonly snapshot;
  #job: FollowedJob | undefined;
  /** Rows of the plan that is shown; another plan has others. */
  rows = new PlanRows();

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
    this.#store = new Store<PlanSnapshot>({
      ...none,
      places: [],
      draft: { ...emptyDraft, toSession: sessionId, fromSession: sessionId },
    });
    this.subscribe = this.#store.subscribe;
    this.snapshot = this.#store.snapshot;
  }

  /** True while another selection would lose work under way. */
  get isBusy(): boolean {
    return ['asking', 'running'].includes(this.snapshot().stage);
  }

  /** Replaces the selection; a kind chooses the action, a place its destination; `filled` fills in its form. */
  select(
    places: readonly SelectedPlace[],
    kind?: PlanActionKind,
    to?: PlaceToPutAt,
    filled: Partial<ActionDraft> = {},
  ): void {
    if (this.isBusy) return;
    this.#forget();
    const at =
      to === undefined
        ? { toSession: this.#sessionId }
        : { toSession: to.sessionId, toMount: to.mount, toPath: to.path };
    this.#store.set({
      ...none,
      places,
      draft: { ...emptyDraft, fromSession: this.#sessionId, ...at, ...filled },
    });
    this.setKind(kind ?? 'copy');
  }

  /** Chooses the action; a pattern typed for one renames nothing in another. */
  setKind(kind: PlanActionKind): void {
    this.setDraft({ kind, pattern: kind === 'rename' ? 'prefix' : 'none' });
  }

  /** Takes a place out of the selection. */
  remove(place: SelectedPlace): void {
    this.#store.change({ places: this.snapshot().places.filter((one) => one !== place) });
  }

  setDraft(change: Partial<ActionDraft>): void {
    this.#store.change({ draft: { ...this.snapshot().draft, ...change } });
  }

  /** Asks main what the action would do. */
  async make(): Promise<void> {
    const { places, draft } = this.snapshot();
    const action = actionOf(draft);
    if (action === undefined || places.length === 0 || this.isBusy) return;
    await this.#find({ action }, () => vault.plan.make({ sessionId: this.#sessionId, places, action }));
  }

  /** Asks main for the reverse of the plan that ran, as a plan to read and run. */
  async undo(): Promise<void> {
    const { planId, action, resumed } = this.snapshot();
    if (planId === undefined || this.isBusy) return;
    await this.#find({ action, resumed, isUndo: true }, () => vault.plan.undo({ planId }));
  }

  /** Asks main where each row of an unfinished plan stands, as a plan of the rest. */
  async resume(resumed: UnfinishedPlan): Promise<void> {
    if (this.isBusy) return;
    const { unfinishedId } = resumed;
    await this.#find({ resumed }, () => vault.plan.resume({ sessionId: this.#sessionId, unfinishedId }));
  }

  /** Takes a plan that main makes of something else than a selection: of a file, of a comparison. */
  async makeOf(
    action: ImportAction | PlanAction,
    toMount: Mount,
    start: () => Promise<PlanJob>,
  ): Promise<void> {
    if (this.isBusy) return;
    this.#store.change({ places: [], draft: { ...this.snapshot().draft, toMount }, error: undefined });
    await this.#find({ action }, start);
  }

  /** Makes a plan from a file that the user chooses. */
  async load(): Promise<void> {
    if (this.isBusy) return;
    let loaded: PlanFromFile | undefined;
    await this.#find({}, async () => {
      loaded = await vault.plan.load({ sessionId: this.#sessionId });
      return loaded;
    });
    if (loaded === undefined || this.snapshot().planId !== loaded.planId) return;
    // The file has its own selection.
    this.#store.change({ places: [], action: loaded.action, file: { name: loaded.fileName } });
  }

  /** Saves the rows that are not left out to a file, without values. */
  async save(): Promise<void> {
    const { planId } = this.snapshot();
    if (planId === undefined || this.isBusy) return;
    this.#store.change({ error: undefined });
    try {
      const { fileName, rows } = await vault.plan.save({ planId, ...this.#chosen() });
      this.#store.change({ file: { name: fileName, saved: rows } });
    } catch (caught) {
      const error = appErrorOf(caught);
      if (error.kind !== 'cancelled') this.#store.change({ error });
    }
  }

  async #find(
    of: Partial<Pick<PlanSnapshot, 'action' | 'isUndo' | 'resumed'>>,
    start: () => Promise<PlanJob>,
  ): Promise<void> {
    const before = { snapshot: this.snapshot(), rows: this.rows };
    let planId: string | undefined;
    const rows = new PlanRows();
    this.rows = rows;
    this.#store.change({ ...none, ...of, stage: 'making', startedMs: Date.now() });
    const job = followRows(
      findRowsJob(this.#sessionId, async () => {
        const started = await start();
        ({ planId } = started);
        return started;
      }),
      {
        progressed: (batches) => {
          const found = batches.flatMap((batch) => batch.rows);
          rows.add(found);
          this.#leaveOut(found);
          const { done = 0, total = 0 } = batches.at(-1) ?? {};
          this.#store.change({ done, total, changed: this.snapshot().changed + 1 });
        },
        ended: (end) => this.#store.change({ stage: 'made', end }),
      },
    );
    this.#job = job;
    try {
      await job.started;
      const old = before.snapshot.planId;
      // The plan that it replaces is of no more use.
      if (old !== undefined) void vault.plan.drop({ planId: old }).catch(() => undefined);
      this.#store.change({ planId });
    } catch (caught) {
      if (this.rows !== rows) return;
      this.rows = before.rows;
      const error = appErrorOf(caught);
      this.#store.set({ ...before.snapshot, error: error.kind === 'cancelled' ? undefined : error });
    }
  }

  /** Rows that would lose versions, or have changed since they were saved, run only if they are chosen. */
  #leaveOut(found: readonly PlanRow[]): void {
    const losing = found.filter(
      ({ effect, notes = [] }) => effect === 'would-lose' || notes.includes('changed-since-saved'),
    );
    if (losing.length === 0) return;
    this.#store.change({ leftOut: new Set([...this.snapshot().leftOut, ...losing.map(({ id }) => id)]) });
  }

  /** Runs the rows that are not left out, once the person has agreed in the secure prompt. */
  async run(): Promise<void> {
    const { planId } = this.snapshot();
    if (planId !== undefined) await this.#carryOut(() => vault.plan.run({ planId, ...this.#chosen() }));
  }

  /** Rows to run, as main takes them. */
  #chosen() {
    const { leftOut } = this.snapshot();
    const include = this.rows.all.flatMap(({ id, effect }) =>
      effect === 'would-lose' && !leftOut.has(id) ? [id] : [],
    );
    return { leftOut: [...leftOut], include };
  }

  /** Tries the failed rows again. */
  async retry(): Promise<void> {
    const { planId } = this.snapshot();
    if (planId !== undefined) await this.#carryOut(() => vault.plan.retry({ planId }));
  }

  async #carryOut(start: () => Promise<{ readonly jobId: string }>): Promise<void> {
    const before = this.snapshot();
    if (this.isBusy) return;
    const { rows } = this;
    const touched: TouchedEntry[] = [];
    this.#store.change({
      stage: 'asking',
      done: 0,
      total: 0,
      paused: false,
      error: undefined,
      end: undefined,
    });
    const job = followRows(runPlanJob(this.#sessionId, start), {
      progressed: (batches) => {
        for (const { results } of batches) rows.addResults(results);
        const now = batches.flatMap(({ results }) => this.#touchedBy(results));
        touched.push(...now);
        tellTouched(now, 'running');
        const { done = 0, total = 0 } = batches.at(-1) ?? {};
        this.#store.change({ done, total, changed: this.snapshot().changed + 1 });
      },
      ended: (end) => {
        this.#store.change({ stage: 'ran', paused: false, end, changed: this.snapshot().changed + 1 });
        tellTouched(touched, 'ended');
      },
    });
    this.#job = job;
    try {
      await job.started;
      if (this.snapshot().stage === 'asking') this.#store.change({ stage: 'running', startedMs: Date.now() });
    } catch (caught) {
      const error = appErrorOf(caught);
      this.#store.set({ ...before, error: error.kind === 'cancelled' ? undefined : error });
    }
  }

  /** Entries that rows have written or taken away. */
  #touchedBy(results: readonly PlanResult[]): readonly TouchedEntry[] {
    const { action, isUndo, resumed } = this.snapshot();
    const kind = isUndo ? 'undo' : (action?.kind ?? resumed?.action ?? 'undo');
    return results.flatMap((result) => {
      const row = this.rows.all[result.id];
      return row === undefined ? [] : touchedBy(row, result, { kind, home: this.#sessionId });
    });
  }

  /** Stops between rows, or goes on. */
  async pause(paused: boolean): Promise<void> {
    const { planId } = this.snapshot();
    if (planId === undefined) return;
    await vault.plan.pause({ planId, paused });
    this.#store.change({ paused });
  }

  /** Asks main to stop; its end arrives as an event. */
  async cancel(): Promise<void> {
    await this.#job?.cancel();
  }

  /** Back to the selection and the form, with what was typed. */
  change(): void {
    if (this.isBusy) return;
    this.#forget();
    const { places, draft } = this.snapshot();
    this.#store.set({ ...none, places, draft });
  }

  /** Leaves a row out, or takes it in again. */
  toggle(row: PlanRow): void {
    const leftOut = new Set(this.snapshot().leftOut);
    if (!leftOut.delete(row.id)) leftOut.add(row.id);
    this.#store.change({ leftOut });
  }

  /** Takes all of some rows in, or leaves all out. */
  takeAll(rows: readonly PlanRow[], taken: boolean): void {
    const leftOut = new Set(this.snapshot().leftOut);
    for (const row of rows)
      if (canRun(row)) {
        if (taken) leftOut.delete(row.id);
        else leftOut.add(row.id);
      }
    this.#store.change({ leftOut });
  }

  setFilter(change: Partial<RowFilter>): void {
    this.#store.change({ filter: { ...this.snapshot().filter, ...change } });
  }

  setSort(sort: PlanSnapshot['sort']): void {
    this.#store.change({ sort });
  }

  /** Shows the difference of a row; undefined: closes it. Only a click or a key calls this: main wants a gesture. */
  async open(openRow: number | undefined): Promise<void> {
    const { planId } = this.snapshot();
    this.#store.change({ openRow, difference: undefined });
    if (openRow === undefined || planId === undefined) return;
    const difference = await vault.plan.difference({ planId, row: openRow }).then(
      (read): RowDifferenceState => ({ read }),
      (caught: unknown): RowDifferenceState => ({ error: appErrorOf(caught) }),
    );
    const now = this.snapshot();
    if (now.planId === planId && now.openRow === openRow) this.#store.change({ difference });
  }

  /** Stops what is under way, and forgets everything. */
  close(): void {
    this.#forget();
  }

  #forget(): void {
    const { planId } = this.snapshot();
    this.#job?.drop();
    this.#job = undefined;
    this.rows = new PlanRows();
    // Main forgets it with the session anyway.
    if (planId !== undefined) void vault.plan.drop({ planId }).catch(() => undefined);
  }
}

/** Plan of a session, made on first access. */
export const planOf = perSession(
  (sessionId) => new PlanStore(sessionId),
  (plan) => plan.close(),
);
