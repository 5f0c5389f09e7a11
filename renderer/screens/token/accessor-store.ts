/**
 * All tokens of a server, as far as they were looked up, and work on them. Lives outside React and continues while
 * another tab is in front.
 */
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { appErrorOf } from '../../api/client.ts';
import type { FollowedJob } from '../../api/jobs.ts';
import { perSession } from '../../api/per-session.ts';
import { accessorsJob, revokeManyJob } from '../../api/tokens.ts';
import { followRows } from '../../api/follow-rows.ts';
import { Revocation } from '../../parts/plan/revocation.ts';
import type { Counts, Selected } from '../../parts/plan/revocation.ts';
import { everything } from './table-view.ts';
import type { Filters } from './table-view.ts';
import { Store } from '../../api/store.ts';
import type { Sort } from '../../ui/table.tsx';

/** One run through all accessors. */
export interface Listing extends Counts {
  readonly running: boolean;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly end: JobEnd | undefined;
  /** The error that kept it from starting. */
  readonly error: AppError | undefined;
}

export interface AccessorState extends Selected {
  /** Undefined: not requested yet. */
  readonly listing: Listing | undefined;
  readonly rows: readonly AccessorRow[];
  readonly filters: Filters;
  readonly sort: Sort;
}

export class AccessorStore extends Revocation<'token.revoked'> {
  readonly #sessionId: string;
  readonly #store: Store<AccessorState>;
  #listingJob: FollowedJob | undefined;
  override readonly snapshot: () => AccessorState;

  constructor(sessionId: string) {
    const store = new Store<AccessorState>({
      listing: undefined,
      rows: [],
      filters: everything,
      sort: { column: 'name', descending: false },
      selected: new Set(),
      revoking: undefined,
    });
    super({
      store,
      jobOf: (accessors) => revokeManyJob(sessionId, accessors),
      rowsOf: ({ rows }) => rows.map(({ accessor, ...row }) => ({ id: accessor, ...row })),
      gone: (gone) =>
        store.change({ rows: store.snapshot().rows.filter(({ accessor }) => !gone.has(accessor)) }),
    });
    this.#sessionId = sessionId;
    this.#store = store;
    this.snapshot = store.snapshot;
  }

  setFilters(filters: Filters): void {
    this.#store.change({ filters });
  }

  setSort(sort: Sort): void {
    this.#store.change({ sort });
  }

  /** Looks up every accessor from the start. Filters and order stay. */
  async look(): Promise<void> {
    this.#listingJob?.drop();
    const listing: Listing = {
      running: true,
      done: 0,
      total: 0,
      startedMs: Date.now(),
      endedMs: undefined,
      end: undefined,
      error: undefined,
    };
    this.#store.change({ listing, rows: [], selected: new Set() });
    const job = followRows(accessorsJob(this.#sessionId), {
      progressed: (batches) => {
        this.#store.change({ rows: [...this.snapshot().rows, ...batches.flatMap(({ rows }) => rows)] });
        this.#changeListing(countsOf(batches));
      },
      ended: (end) => this.#changeListing({ running: false, end, endedMs: Date.now() }),
    });
    this.#listingJob = job;
    try {
      await job.started;
    } catch (caught) {
      if (this.#listingJob !== job) return;
      this.#changeListing({ running: false, error: appErrorOf(caught) });
    }
  }

  /** Asks main to stop the look-ups; the end arrives as an event. */
  async cancelLook(): Promise<void> {
    await this.#listingJob?.cancel();
  }

  override close(): void {
    super.close();
    this.#listingJob?.drop();
    this.#store.change({ listing: undefined, rows: [] });
  }

  #changeListing(by: Partial<Listing>): void {
    const { listing } = this.snapshot();
    if (listing !== undefined) this.#store.change({ listing: { ...listing, ...by } });
  }
}

/** Progress of a job by the last of its batches. */
function countsOf(batches: readonly Counts[]): Partial<Counts> {
  const last = batches.at(-1);
  return last === undefined ? {} : { done: last.done, total: last.total };
}

/** The token table of a session; created on first access. */
export const accessorsOf = perSession(
  (sessionId) => new AccessorStore(sessionId),
  (store) => store.close(),
);
