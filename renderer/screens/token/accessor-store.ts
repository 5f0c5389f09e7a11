/**
 * All tokens of a server, as far as they were looked up, and what is being done to them. It lives outside React and goes
 * on while another tab is in front.
 */
import type { AccessorBatch, JobEnd, RevokedBatch } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AccessorRow, RevokedRow } from '../../../shared/vault/token-work.ts';
import type { RowListener } from '../../api/tokens.ts';
import { followJob } from './follow-job.ts';
import type { FollowedJob } from './follow-job.ts';
import { everything } from './table-view.ts';
import type { Filters, Sort } from './table-view.ts';

export interface Counts {
  readonly done: number;
  /** 0: not known yet. */
  readonly total: number;
}

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

/** One revocation of many. */
export interface Revoking extends Counts {
  readonly running: boolean;
  /** Not begun: the person has still to confirm it. */
  readonly asking: boolean;
  readonly startedMs: number;
  readonly rows: readonly RevokedRow[];
  readonly end: JobEnd | undefined;
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

/** How the store reaches main; `list` and `revoke` answer the job's id. */
export interface AccessorRunner {
  readonly list: () => Promise<string>;
  readonly onRows: (listener: RowListener<AccessorBatch>) => () => void;
  readonly revoke: (accessors: readonly string[]) => Promise<string>;
  readonly onRevoked: (listener: RowListener<RevokedBatch>) => () => void;
  readonly cancel: (jobId: string) => Promise<void>;
  readonly errorOf: (caught: unknown) => AppError;
  readonly nowMs: () => number;
}

export class AccessorStore {
  readonly #runner: AccessorRunner;
  readonly #listeners = new Set<() => void>();
  #listingJob: FollowedJob | undefined;
  #revokingJob: FollowedJob | undefined;
  #state: AccessorState = {
    listing: undefined,
    rows: [],
    filters: everything,
    sort: { column: 'name', descending: false },
    selected: new Set(),
    revoking: undefined,
  };

  constructor(runner: AccessorRunner) {
    this.#runner = runner;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): AccessorState => this.#state;

  setFilters(filters: Filters): void {
    this.#change({ filters });
  }

  setSort(sort: Sort): void {
    this.#change({ sort });
  }

  select(selected: ReadonlySet<string>): void {
    this.#change({ selected });
  }

  /** Looks every accessor up from the beginning. Filters and order stay. */
  async look(): Promise<void> {
    this.#listingJob?.drop();
    const listing: Listing = {
      ...{ running: true, done: 0, total: 0, startedMs: this.#runner.nowMs() },
      ...{ endedMs: undefined, end: undefined, error: undefined },
    };
    this.#change({ listing, rows: [], selected: new Set() });
    const job = followJob<AccessorRow>(this.#runner, this.#runner.onRows, {
      progressed: ({ rows, done, total }) => {
        this.#change({ rows: [...this.#state.rows, ...rows] });
        this.#changeListing({ done, total });
      },
      ended: (end) => {
        this.#changeListing({ running: false, end, endedMs: this.#runner.nowMs() });
      },
    });
    this.#listingJob = job;
    try {
      await job.start(this.#runner.list);
    } catch (caught) {
      if (this.#listingJob !== job) return;
      this.#changeListing({ running: false, error: this.#runner.errorOf(caught) });
    }
  }

  /** Asks main to stop looking; the end arrives as an event. */
  async cancelLook(): Promise<void> {
    await this.#listingJob?.cancel();
  }

  /** Revokes, once a person has confirmed it; a declined one leaves everything as it was. */
  async revoke(accessors: readonly string[]): Promise<void> {
    if (this.#state.revoking?.running === true) return;
    const before = this.#state.revoking;
    this.#change({
      revoking: {
        ...{ running: true, asking: true, done: 0, total: accessors.length, rows: [] },
        ...{ startedMs: this.#runner.nowMs(), end: undefined, error: undefined },
      },
    });
    const job = followJob<RevokedRow>(this.#runner, this.#runner.onRevoked, {
      progressed: ({ rows, done, total }) => {
        this.#takeOut(rows);
        const known = this.#state.revoking?.rows ?? [];
        this.#changeRevoking({ rows: [...known, ...rows], done, total });
      },
      ended: (end) => {
        this.#changeRevoking({ running: false, end });
      },
    });
    this.#revokingJob = job;
    try {
      await job.start(async () => {
        const jobId = await this.#runner.revoke(accessors);
        this.#changeRevoking({ asking: false, startedMs: this.#runner.nowMs() });
        return jobId;
      });
    } catch (caught) {
      const error = this.#runner.errorOf(caught);
      if (error.kind === 'cancelled') this.#change({ revoking: before });
      else this.#changeRevoking({ running: false, asking: false, error });
    }
  }

  async cancelRevoke(): Promise<void> {
    await this.#revokingJob?.cancel();
  }

  dismissResult(): void {
    if (this.#state.revoking?.running === false) this.#change({ revoking: undefined });
  }

  /** Forgets everything; what is running is stopped. */
  close(): void {
    this.#listingJob?.drop();
    this.#revokingJob?.drop();
    this.#change({ listing: undefined, rows: [], selected: new Set(), revoking: undefined });
  }

  /** What is gone is in no table any more; what could not be revoked stays, and stays selected. */
  #takeOut(rows: readonly RevokedRow[]): void {
    const gone = new Set(
      rows
        .filter(({ outcome }) => outcome === 'revoked' || outcome === 'gone')
        .map(({ accessor }) => accessor),
    );
    if (gone.size === 0) return;
    this.#change({
      rows: this.#state.rows.filter(({ accessor }) => !gone.has(accessor)),
      selected: new Set([...this.#state.selected].filter((accessor) => !gone.has(accessor))),
    });
  }

  #changeListing(by: Partial<Listing>): void {
    const { listing } = this.#state;
    if (listing !== undefined) this.#change({ listing: { ...listing, ...by } });
  }

  #changeRevoking(by: Partial<Revoking>): void {
    const { revoking } = this.#state;
    if (revoking !== undefined) this.#change({ revoking: { ...revoking, ...by } });
  }

  #change(by: Partial<AccessorState>): void {
    this.#state = { ...this.#state, ...by };
    for (const listener of this.#listeners) listener();
  }
}
