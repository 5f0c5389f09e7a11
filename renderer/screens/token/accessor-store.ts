/**
 * All tokens of a server, as far as they were looked up, and what is being done to them. It lives outside React and goes
 * on while another tab is in front.
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
import type { Counts, Revoking } from '../../parts/plan/revocation.ts';
import { everything } from './table-view.ts';
import type { Filters, Sort } from './table-view.ts';
import { Store } from '../../api/store.ts';

/** One look at all accessors. */
export interface Listing extends Counts {
  readonly running: boolean;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly end: JobEnd | undefined;
  /** Why it could not be started. */
  readonly error: AppError | undefined;
}

export interface AccessorState {
  /** Undefined: nobody has asked yet. */
  readonly listing: Listing | undefined;
  readonly rows: readonly AccessorRow[];
  readonly filters: Filters;
  readonly sort: Sort;
  /** Accessors. */
  readonly selected: ReadonlySet<string>;
  readonly revoking: Revoking | undefined;
}

export class AccessorStore {
  readonly #sessionId: string;
  #listingJob: FollowedJob | undefined;
  readonly #revocation = new Revocation<'token.revoked'>({
    rowsOf: ({ rows }) => rows.map(({ accessor, ...row }) => ({ id: accessor, ...row })),
    changed: (revoking) => this.#store.change({ revoking }),
    gone: (accessors) => this.#takeOut(accessors),
  });
  readonly #store = new Store<AccessorState>({
    listing: undefined,
    rows: [],
    filters: everything,
    sort: { column: 'name', descending: false },
    selected: new Set(),
    revoking: undefined,
  });
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  setFilters(filters: Filters): void {
    this.#store.change({ filters });
  }

  setSort(sort: Sort): void {
    this.#store.change({ sort });
  }

  select(selected: ReadonlySet<string>): void {
    this.#store.change({ selected });
  }

  /** Looks every accessor up from the beginning. Filters and order stay. */
  async look(): Promise<void> {
    this.#listingJob?.drop();
    const listing: Listing = {
      ...{ running: true, done: 0, total: 0, startedMs: Date.now() },
      ...{ endedMs: undefined, end: undefined, error: undefined },
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

  /** Asks main to stop looking; the end arrives as an event. */
  async cancelLook(): Promise<void> {
    await this.#listingJob?.cancel();
  }

  /** Revokes, once a person has confirmed it; a declined one leaves everything as it was. */
  revoke(accessors: readonly string[]): Promise<void> {
    return this.#revocation.run(revokeManyJob(this.#sessionId, accessors), accessors.length);
  }

  cancelRevoke(): Promise<void> {
    return this.#revocation.cancel();
  }

  dismissResult(): void {
    this.#revocation.dismiss();
  }

  /** Forgets everything; what is running is stopped. */
  close(): void {
    this.#listingJob?.drop();
    this.#revocation.drop();
    this.#store.change({ listing: undefined, rows: [], selected: new Set() });
  }

  /** What is gone is in no table any more; what could not be revoked stays, and stays selected. */
  #takeOut(gone: ReadonlySet<string>): void {
    this.#store.change({
      rows: this.snapshot().rows.filter(({ accessor }) => !gone.has(accessor)),
      selected: new Set([...this.snapshot().selected].filter((accessor) => !gone.has(accessor))),
    });
  }

  #changeListing(by: Partial<Listing>): void {
    const { listing } = this.snapshot();
    if (listing !== undefined) this.#store.change({ listing: { ...listing, ...by } });
  }
}

/** Where a job stands with the last of its batches. */
function countsOf(batches: readonly Counts[]): Partial<Counts> {
  const last = batches.at(-1);
  return last === undefined ? {} : { done: last.done, total: last.total };
}

/** The table of all tokens of a session; made on the first asking. */
export const accessorsOf = perSession(
  (sessionId) => new AccessorStore(sessionId),
  (store) => store.close(),
);
