/** Findings of a job about one policy; it continues while another tab is in front. */
import type { Events, JobEnd } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { PolicyUser, ReachRow } from '../../../shared/vault/policy-effect.ts';
import { appErrorOf } from '../../api/client.ts';
import { followJob, type FollowedJob, type Job } from '../../api/jobs.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';

type FindingsEvent = 'policy.reachFound' | 'policy.usersFound';

export interface Findings<Row> {
  /** Its subject: the policy, and its edited text; undefined: not started yet. */
  readonly of: string | undefined;
  readonly rows: readonly Row[];
  readonly running: boolean;
  readonly done: number;
  /** 0: not known yet. */
  readonly total: number;
  readonly end: JobEnd | undefined;
  /** The error that kept it from starting. */
  readonly error: AppError | undefined;
}

const nothing = { running: false, done: 0, total: 0, end: undefined, error: undefined } as const;

export class FindingsStore<N extends FindingsEvent, Row = Events[N]['rows'][number]> {
  #job: FollowedJob | undefined;
  readonly #store = new Store<Findings<Row>>({ of: undefined, rows: [], ...nothing });
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;

  /** Starts anew and stops a running job. */
  async look(of: string, job: Job<N>): Promise<void> {
    this.#job?.drop();
    this.#store.set({ ...nothing, of, rows: [], running: true });
    const followed = followJob(job, {
      progressed: ({ rows, done, total }) => {
        const found = rows as readonly unknown[] as readonly Row[];
        const before = this.snapshot().rows;
        this.#store.change({ rows: found.length === 0 ? before : [...before, ...found], done, total });
      },
      ended: (end) => this.#store.change({ running: false, end }),
    });
    this.#job = followed;
    try {
      await followed.started;
    } catch (caught) {
      if (this.#job === followed) this.#store.change({ running: false, error: appErrorOf(caught) });
    }
  }

  /** Asks main to stop; the end arrives as an event. */
  async cancel(): Promise<void> {
    await this.#job?.cancel();
  }

  /** Forgets everything and stops a running job. */
  close(): void {
    this.#job?.drop();
    this.#store.set({ ...nothing, of: undefined, rows: [] });
  }
}

/** Paths that policies of a session can access. */
export const reachOf = perSession(
  () => new FindingsStore<'policy.reachFound', ReachRow>(),
  (store) => store.close(),
);

/** Users of a session's policies. */
export const usersOf = perSession(
  () => new FindingsStore<'policy.usersFound', PolicyUser>(),
  (store) => store.close(),
);
