/**
 * Selected tokens or leases and their revocation: confirmed once, followed to its end, its outcomes kept until
 * dismissed. Lives outside React and continues while another tab is in front.
 */
import type { Events, JobEnd } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import { followRows } from '../../api/follow-rows.ts';
import type { FollowedJob, Job } from '../../api/jobs.ts';
import type { Readable, Store } from '../../api/store.ts';

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

export interface Selected {
  /** Ids. */
  readonly selected: ReadonlySet<string>;
  /** Undefined: nothing running or left to read. */
  readonly revoking: Revoking | undefined;
}

type RevokeEvent = 'token.revoked' | 'lease.revoked';

export interface RevocationParts<N extends RevokeEvent> {
  /** Outcomes of one batch. */
  readonly rowsOf: (batch: Events[N]) => readonly Revoked[];
  readonly store: Pick<Store<Selected>, 'subscribe' | 'snapshot' | 'change'>;
  readonly jobOf: (ids: readonly string[]) => Job<N>;
  /** Receives ids that no longer exist. */
  readonly gone?: (ids: ReadonlySet<string>) => void;
}

export class Revocation<N extends RevokeEvent> implements Readable<Selected> {
  readonly #parts: RevocationParts<N>;
  readonly subscribe: Readable<Selected>['subscribe'];
  readonly snapshot: () => Selected;
  #job: FollowedJob | undefined;

  constructor(parts: RevocationParts<N>) {
    this.#parts = parts;
    this.subscribe = parts.store.subscribe;
    this.snapshot = parts.store.snapshot;
  }

  select(selected: ReadonlySet<string>): void {
    this.#parts.store.change({ selected });
  }

  toggle(id: string): void {
    const next = new Set(this.snapshot().selected);
    if (!next.delete(id)) next.add(id);
    this.select(next);
  }

  /** Revokes after the user confirms; if declined, the previous state stays. One at a time. */
  async revoke(ids: readonly string[]): Promise<void> {
    const before = this.snapshot().revoking;
    if (before?.running === true) return;
    this.#set({
      running: true,
      asking: true,
      done: 0,
      total: ids.length,
      rows: [],
      startedMs: Date.now(),
      end: undefined,
      error: undefined,
    });
    const followed = followRows(this.#parts.jobOf(ids), {
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
  async cancelRevoke(): Promise<void> {
    await this.#job?.cancel();
  }

  /** Clears the outcomes once they are read. */
  dismissResult(): void {
    if (this.snapshot().revoking?.running === false) this.#set(undefined);
  }

  /** Forgets everything and stops what is running. */
  close(): void {
    this.#job?.drop();
    this.#set(undefined);
    this.select(new Set());
  }

  #progressed(batches: readonly Events[N][]): void {
    const rows = batches.flatMap(this.#parts.rowsOf);
    const ended = rows.filter(({ outcome }) => outcome === 'revoked' || outcome === 'gone');
    const gone = new Set(ended.map(({ id }) => id));
    if (gone.size > 0) {
      this.select(new Set([...this.snapshot().selected].filter((id) => !gone.has(id))));
      this.#parts.gone?.(gone);
    }
    const last = batches.at(-1);
    this.#change({
      rows: [...(this.snapshot().revoking?.rows ?? []), ...rows],
      ...(last === undefined ? {} : { done: last.done, total: last.total }),
    });
  }

  #change(by: Partial<Revoking>): void {
    const { revoking } = this.snapshot();
    if (revoking !== undefined) this.#set({ ...revoking, ...by });
  }

  #set(revoking: Revoking | undefined): void {
    this.#parts.store.change({ revoking });
  }
}
