/** Two folders compared in a session: the sides while they are chosen, then the rows that main found. */
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ComparisonRow, ComparisonSide, EntryComparison } from '../../../shared/vault/comparison.ts';
import type { KeyDifference } from '../../../shared/vault/editing.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { comparisonJob } from '../../api/comparisons.ts';
import { followRows } from '../../api/follow-rows.ts';
import type { FollowedJob } from '../../api/jobs.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';

/** A folder while it is chosen; `path` is below the mount. */
export interface ChosenFolder {
  readonly sessionId: string;
  readonly mount: Mount | undefined;
  readonly path: string;
}

/** A folder that was compared; its path ends in `/` or is empty. */
export interface ComparedFolder extends ChosenFolder {
  readonly mount: Mount;
}

/** Difference of a row as it was read, or why it was not. */
export type DifferenceState = { readonly read: readonly KeyDifference[] } | { readonly error: AppError };

export interface ComparisonSnapshot {
  readonly left: ChosenFolder;
  readonly right: ChosenFolder;
  readonly stage: 'choosing' | 'comparing' | 'compared';
  /** The sides of the rows; undefined before anything was compared. */
  readonly compared: Readonly<Record<ComparisonSide, ComparedFolder>> | undefined;
  readonly comparisonId: string | undefined;
  /** In the order of their paths; a row that main has not judged yet is absent. */
  readonly rows: readonly ComparisonRow[];
  readonly done: number;
  readonly total: number;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly end: JobEnd | undefined;
  readonly error: AppError | undefined;
  /** `differences`: all but equal ones. */
  readonly filter: EntryComparison | 'differences' | 'all';
  readonly text: string;
  readonly selected: ReadonlySet<string>;
  readonly openRow: number | undefined;
  /** Of the open row; undefined while it is read. */
  readonly difference: DifferenceState | undefined;
}

const none = {
  comparisonId: undefined,
  rows: [],
  done: 0,
  total: 0,
  startedMs: 0,
  end: undefined,
  error: undefined,
  filter: 'differences',
  text: '',
  selected: new Set<string>(),
  openRow: undefined,
  difference: undefined,
} as const satisfies Partial<ComparisonSnapshot>;

/** The folder as it is typed; undefined without a mount. */
export function folderOf({ sessionId, mount, path }: ChosenFolder): ComparedFolder | undefined {
  if (mount === undefined) return undefined;
  return { sessionId, mount, path: path === '' || path.endsWith('/') ? path : `${path}/` };
}

export class ComparisonStore {
  readonly #sessionId: string;
  readonly #store: Store<ComparisonSnapshot>;
  readonly subscribe;
  readonly snapshot;
  #job: FollowedJob | undefined;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
    const nowhere = { sessionId, mount: undefined, path: '' };
    this.#store = new Store<ComparisonSnapshot>({
      ...none,
      left: nowhere,
      right: nowhere,
      compared: undefined,
      stage: 'choosing',
    });
    this.subscribe = this.#store.subscribe;
    this.snapshot = this.#store.snapshot;
  }

  /** Chooses sides, back at the form. */
  choose(sides: Partial<Pick<ComparisonSnapshot, 'left' | 'right'>>): void {
    if (this.snapshot().stage !== 'choosing') this.change();
    this.#store.change(sides);
  }

  /** Has main compare the chosen sides. Only a click or a key calls this: main wants a gesture. */
  async compare(): Promise<void> {
    const [left, right] = [folderOf(this.snapshot().left), folderOf(this.snapshot().right)];
    if (left === undefined || right === undefined || this.snapshot().stage === 'comparing') return;
    this.#forget();
    const found: ComparisonRow[] = [];
    let comparisonId: string | undefined;
    this.#store.change({ ...none, stage: 'comparing', compared: { left, right }, startedMs: Date.now() });
    const job = followRows(
      comparisonJob(this.#sessionId, async () => {
        const started = await vault.comparison.start({
          sessionId: this.#sessionId,
          left: placeOf(left),
          right: placeOf(right),
        });
        ({ comparisonId } = started);
        return started;
      }),
      {
        progressed: (batches) => {
          for (const row of batches.flatMap(({ rows }) => rows)) found[row.id] = row;
          const { done = 0, total = 0 } = batches.at(-1) ?? {};
          this.#store.change({ done, total, rows: found.flatMap((row) => [row]) });
        },
        ended: (end) => this.#store.change({ stage: 'compared', end }),
      },
    );
    this.#job = job;
    try {
      await job.started;
      this.#store.change({ comparisonId });
    } catch (caught) {
      if (this.#job !== job) return;
      const error = appErrorOf(caught);
      this.#store.change({ stage: 'choosing', error: error.kind === 'cancelled' ? undefined : error });
    }
  }

  /** Asks main to stop; its end arrives as an event. */
  async cancel(): Promise<void> {
    await this.#job?.cancel();
  }

  /** Back to the form, with the sides as they are. */
  change(): void {
    this.#forget();
    this.#store.change({ ...none, stage: 'choosing' });
  }

  show(by: Partial<Pick<ComparisonSnapshot, 'filter' | 'text' | 'selected'>>): void {
    this.#store.change(by);
  }

  /** Shows the difference of a row; undefined: closes it. Only a click or a key calls this: main wants a gesture. */
  async open(openRow: number | undefined): Promise<void> {
    const { comparisonId } = this.snapshot();
    this.#store.change({ openRow, difference: undefined });
    if (openRow === undefined || comparisonId === undefined) return;
    const difference = await vault.comparison.difference({ comparisonId, row: openRow }).then(
      (read): DifferenceState => ({ read }),
      (caught: unknown): DifferenceState => ({ error: appErrorOf(caught) }),
    );
    const now = this.snapshot();
    if (now.comparisonId === comparisonId && now.openRow === openRow) this.#store.change({ difference });
  }

  /** Stops what is under way, and forgets everything. */
  close(): void {
    this.#forget();
  }

  #forget(): void {
    const { comparisonId } = this.snapshot();
    this.#job?.drop();
    this.#job = undefined;
    // Main forgets it with the session anyway.
    if (comparisonId !== undefined) void vault.comparison.drop({ comparisonId }).catch(() => undefined);
  }
}

/** A folder as main takes it. */
export function placeOf({ sessionId, mount, path }: ComparedFolder) {
  return { sessionId, mount: mount.path, path };
}

/** Comparison of a session, made on first access. */
export const comparisonOf = perSession(
  (sessionId) => new ComparisonStore(sessionId),
  (comparison) => comparison.close(),
);
