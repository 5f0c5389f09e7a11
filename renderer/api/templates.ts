/** Templates of entries, and the entries of a folder that differ from theirs. */
import type { Input, JobEnd } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { DeviatingEntry, DeviationKind } from '../../shared/vault/template.ts';
import { appErrorOf, call, query } from './client.ts';
import { followJob, type FollowedJob } from './jobs.ts';
import { Store } from './store.ts';

/** Differences in words, after the key. */
export const deviationWords: Readonly<Record<DeviationKind, string>> = {
  missing: 'is missing',
  type: 'has another type',
  pattern: 'does not match the pattern',
  format: 'has another format',
  length: 'is too short or too long',
  range: 'is too small or too large',
  choice: 'is not among the choices',
  extra: 'is not in the template',
  unchecked: 'could not be compared',
};

/** The template of an entry; asked once per place in a while. */
export function templateQuery({ sessionId, mount, path }: Input<'template.of'>, enabled: boolean) {
  return query('template.of', { sessionId, mount, path }, { enabled, staleTime: 60_000 });
}

export interface DeviationsState {
  /** `mount` and folder that were compared last; empty: none yet. */
  readonly folder: string;
  readonly rows: readonly DeviatingEntry[];
  readonly done: number;
  readonly total: number;
  readonly startedMs: number;
  readonly running: boolean;
  readonly end: JobEnd | undefined;
  readonly problem: AppError | undefined;
}

const nothing: DeviationsState = {
  folder: '',
  rows: [],
  done: 0,
  total: 0,
  startedMs: 0,
  running: false,
  end: undefined,
  problem: undefined,
};

/** The comparison of a session with its templates; one at a time. */
export class Deviations extends Store<DeviationsState> {
  #job: FollowedJob | undefined;

  /** Starts a comparison. Only the user's own click or key calls this: main wants a gesture. */
  async start(at: Input<'template.deviations'>): Promise<void> {
    this.#job?.drop();
    const folder = at.mount + at.path;
    this.set({ ...nothing, folder, running: true, startedMs: Date.now() });
    const job = followJob(
      {
        event: 'template.deviated',
        sessionId: at.sessionId,
        label: `Comparing ${folder} with its templates`,
        state: { kind: 'list', things: 'entries', done: 0, total: 0 },
        stateAt: ({ done, total }) => ({ kind: 'list', things: 'entries', done, total }),
        start: () => call('template.deviations', at),
      },
      {
        progressed: ({ rows, done, total }) =>
          this.change({ rows: [...this.snapshot().rows, ...rows], done, total }),
        ended: (end) => this.change({ running: false, end, problem: end.error }),
      },
    );
    this.#job = job;
    try {
      await job.started;
    } catch (caught) {
      const problem = appErrorOf(caught);
      this.set({ ...nothing, folder, ...(problem.kind === 'cancelled' ? {} : { problem }) });
    }
  }

  readonly cancel = (): void => void this.#job?.cancel();
}

const ofSessions = new Map<string, Deviations>();

/** The comparison of a session. */
export function deviationsOf(sessionId: string): Deviations {
  const known = ofSessions.get(sessionId) ?? new Deviations(nothing);
  ofSessions.set(sessionId, known);
  return known;
}
