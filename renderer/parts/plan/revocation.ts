/** One bulk revocation: confirmed once, followed to its end, its outcomes kept until dismissed. */
import type { Events, JobEnd } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import { followRows } from '../../api/follow-rows.ts';
import type { FollowedJob, Job } from '../../api/jobs.ts';

export interface Counts {
  readonly done: number;
  /** 0: not known yet. */
  readonly total: number;
}

/** Outcome of one item. */
export interface Revoked {
  /** Accessor or lease ID. */
  readonly id: string;
  readonly outcome: 'revoked' | 'gone' | 'failed' | 'unknown';
  readonly reason?: string;
}

export interface Revoking extends Counts {
  readonly running: boolean;
  /** Not started: the user has yet to confirm. */
  readonly asking: boolean;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly rows: readonly Revoked[];
  readonly end: JobEnd | undefined;
  /** Error of starting it. */
  readonly error: AppError | undefined;
}

type RevokeEvent = 'token.revoked' | 'lease.revoked';

export interface RevocationParts<N extends RevokeEvent> {
  /** Outcomes of one batch. */
  readonly rowsOf: (batch: Events[N]) => readonly Revoked[];
  /** Receives each new state to render; undefined if there is nothing running or left to read. */
  readonly changed: (revoking: Revoking | undefined) => void;
  /** Receives ids that no longer exist. */
  readonly gone: (ids: ReadonlySet<string>) => void;
}

export class Revocation<N extends RevokeEvent> {
  readonly #parts: RevocationParts<N>;
  #now: Revoking | undefined;
  #job: FollowedJob | undefined;

  constructor(parts: RevocationParts<N>) {
    this.#parts = parts;
  }

  /** Revokes after the user confirms; if declined, the previous state stays. One at a time. */
  async run(job: Job<N>, total: number): Promise<void> {
    const before = this.#now;
    if (before?.running === true) return;
    this.#set({
      running: true,
      asking: true,
      done: 0,
      total,
      rows: [],
      startedMs: Date.now(),
      end: undefined,
      error: undefined,
    });
    const followed = followRows(job, {
      progressed: (batches) => this.#progressed(batches),
      ended: (end) => this.#change({ running: false, end }),
    });
    this.#job = followed;
    try {
      await followed.started;
      this.#change({ asking: false, startedMs: Date.now() });
    } catch (caught) {
      const error = appErrorOf(caught);
      if (error.kind === 'cancelled') this.#set(before);
      else this.#change({ running: false, asking: false, error });
    }
  }

  /** Asks main to stop it; its end arrives as an event. */
  async cancel(): Promise<void> {
    await this.#job?.cancel();
  }

  /** Clears the outcomes once they are read. */
  dismiss(): void {
    if (this.#now?.running === false) this.#set(undefined);
  }

  /** Stops it and drops its outcomes. */
  drop(): void {
    this.#job?.drop();
    this.#set(undefined);
  }

  #progressed(batches: readonly Events[N][]): void {
    const rows = batches.flatMap(this.#parts.rowsOf);
    const gone = rows.filter(({ outcome }) => outcome === 'revoked' || outcome === 'gone');
    if (gone.length > 0) this.#parts.gone(new Set(gone.map(({ id }) => id)));
    const last = batches.at(-1);
    this.#change({
      rows: [...(this.#now?.rows ?? []), ...rows],
      ...(last === undefined ? {} : { done: last.done, total: last.total }),
    });
  }

  #change(by: Partial<Revoking>): void {
    if (this.#now !== undefined) this.#set({ ...this.#now, ...by });
  }

  #set(revoking: Revoking | undefined): void {
    this.#now = revoking;
    this.#parts.changed(revoking);
  }
}
