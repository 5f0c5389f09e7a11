/** Two folders compared in a session, or a folder and a file: the sides while they are chosen, then main's rows. */
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type {
  ComparedPlace,
  ComparisonRow,
  ComparisonSide,
  EntryComparison,
} from '../../../shared/vault/comparison.ts';
import type { ImportFile, ImportMapping } from '../../../shared/vault/import.ts';
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

/** A file that main has read, as a side. */
export interface ChosenFile {
  readonly file: ImportFile;
  readonly folders: ImportMapping['folders'];
}

export type ChosenSide = ChosenFolder | ChosenFile;
export type ComparedSide = ComparedFolder | ChosenFile;

/** True for a side that is a file. */
export function isFileSide(side: ChosenSide): side is ChosenFile {
  return 'file' in side;
}

/** Difference of a row as it was read, or why it was not. */
export type DifferenceState = { readonly read: readonly KeyDifference[] } | { readonly error: AppError };

export interface ComparisonSnapshot {
  readonly left: ChosenSide;
  readonly right: ChosenSide;
  /** The side whose file main asks for now, and reads. */
  readonly reading: ComparisonSide | undefined;
  readonly stage: 'choosing' | 'comparing' | 'compared';
  /** The sides of the rows; undefined before anything was compared. */
  readonly compared: Readonly<Record<ComparisonSide, ComparedSide>> | undefined;
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
  reading: undefined,
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

/** The side as it is chosen; undefined for a folder without a mount. */
export function sideOf(side: ChosenSide): ComparedSide | undefined {
  return isFileSide(side) ? side : folderOf(side);
}

/** The folder as it is typed; undefined without a mount. */
function folderOf({ sessionId, mount, path }: ChosenFolder): ComparedFolder | undefined {
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

  /** Chooses sides, back at the form; main forgets a file that is a side no more. */
  choose(sides: Partial<Pick<ComparisonSnapshot, 'left' | 'right'>>): void {
    if (this.snapshot().stage !== 'choosing') this.change();
    const before = this.#files();
    this.#store.change(sides);
    const now = this.#files();
    this.#dropFiles(before.filter((importId) => !now.includes(importId)));
  }

  /** Asks for a file as a side, in a dialog of main. Only a click or a key calls this: main wants a gesture. */
  async chooseFile(side: ComparisonSide): Promise<void> {
    if (this.snapshot().reading !== undefined) return;
    this.#store.change({ reading: side, error: undefined });
    try {
      const file = await vault.import.choose({ sessionId: this.#sessionId, purpose: 'comparison' });
      this.choose({ [side]: { file, folders: file.mapping.folders } });
    } catch (caught) {
      const error = appErrorOf(caught);
      this.#store.change({ error: error.kind === 'cancelled' ? undefined : error });
    } finally {
      this.#store.change({ reading: undefined });
    }
  }

  /** Makes a side a folder again. */
  withoutFile(side: ComparisonSide): void {
    this.choose({ [side]: { sessionId: this.#sessionId, mount: undefined, path: '' } });
  }

  /** Has main compare the chosen sides. Only a click or a key calls this: main wants a gesture. */
  async compare(): Promise<void> {
    const [left, right] = [sideOf(this.snapshot().left), sideOf(this.snapshot().right)];
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
    this.#dropFiles(this.#files());
  }

  #files(): readonly string[] {
    const { left, right } = this.snapshot();
    return [left, right].flatMap((side) => (isFileSide(side) ? side.file.importId : []));
  }

  #dropFiles(importIds: readonly string[]): void {
    for (const importId of importIds)
      // Main forgets it with the session anyway.
      void vault.import.drop({ importId }).catch(() => undefined);
  }

  #forget(): void {
    const { comparisonId } = this.snapshot();
    this.#job?.drop();
    this.#job = undefined;
    // Main forgets it with the session anyway.
    if (comparisonId !== undefined) void vault.comparison.drop({ comparisonId }).catch(() => undefined);
  }
}

/** A side as main takes it. */
function placeOf(side: ComparedSide): ComparedPlace {
  return isFileSide(side)
    ? { importId: side.file.importId, folders: side.folders }
    : { sessionId: side.sessionId, mount: side.mount.path, path: side.path };
}

/** Comparison of a session, made on first access. */
export const comparisonOf = perSession(
  (sessionId) => new ComparisonStore(sessionId),
  (comparison) => comparison.close(),
);
