/**
 * The search of one session: where, for what, what was found so far, and how it ended. It lives outside React and goes
 * on while another section or session is in front.
 */
import type { JobEnd, JobProgress } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { nameAt, nameList, type NameList } from './name-list.ts';

/** The folder that is searched: `path` below the mount, empty or with a trailing slash. */
export interface SearchScope {
  readonly mount: Mount;
  readonly path: string;
}

export interface SearchSnapshot {
  /** Undefined: the search is closed. */
  readonly scope: SearchScope | undefined;
  readonly text: string;
  /** The text that was searched for; undefined before the first start. */
  readonly searchedFor: string | undefined;
  readonly running: boolean;
  readonly foundCount: number;
  readonly progress: JobProgress | undefined;
  readonly end: JobEnd | undefined;
  /** Why it could not be started. */
  readonly error: AppError | undefined;
}

/** How a search reaches main; `start` answers the job's id. */
export interface SearchRunner {
  readonly start: (scope: SearchScope, text: string) => Promise<string>;
  readonly cancel: (jobId: string) => Promise<void>;
  readonly listen: (listener: {
    readonly progressed: (progress: JobProgress) => void;
    readonly ended: (end: JobEnd) => void;
  }) => () => void;
  readonly errorOf: (caught: unknown) => AppError;
}

const closed: SearchSnapshot = {
  scope: undefined,
  text: '',
  searchedFor: undefined,
  running: false,
  foundCount: 0,
  progress: undefined,
  end: undefined,
  error: undefined,
};

export class SearchStore {
  readonly #runner: SearchRunner;
  readonly #listeners = new Set<() => void>();
  #snapshot = closed;
  #batches: { readonly start: number; readonly names: NameList }[] = [];
  #jobId = '';
  #stopListening: (() => void) | undefined;

  constructor(runner: SearchRunner) {
    this.#runner = runner;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): SearchSnapshot => this.#snapshot;

  /** Opens the search for a folder; nothing is asked of the server yet. */
  openScope(scope: SearchScope, text: string): void {
    this.close();
    this.#change({ ...closed, scope, text });
  }

  setText(text: string): void {
    this.#change({ text });
  }

  /** Walks the folder from the beginning. */
  async start(): Promise<void> {
    const { scope, text } = this.#snapshot;
    if (scope === undefined) return;
    this.#stop();
    this.#batches = [];
    this.#change({ ...closed, scope, text, searchedFor: text, running: true });
    // Listening starts first: a short job may have ended before its id is known here.
    const early: (() => void)[] = [];
    let jobId: string | undefined;
    const forUs = (id: string, take: () => void): void => {
      if (jobId === undefined)
        early.push(() => {
          if (id === jobId) take();
        });
      else if (id === jobId) take();
    };
    const stop = this.#runner.listen({
      progressed: (progress) => {
        forUs(progress.jobId, () => {
          this.#progressed(progress);
        });
      },
      ended: (end) => {
        forUs(end.jobId, () => {
          stop();
          this.#jobId = '';
          this.#change({ running: false, end });
        });
      },
    });
    this.#stopListening = stop;
    try {
      jobId = await this.#runner.start(scope, text);
    } catch (caught) {
      stop();
      if (this.#stopListening === stop) this.#change({ running: false, error: this.#runner.errorOf(caught) });
      return;
    }
    if (this.#stopListening !== stop) {
      void this.#runner.cancel(jobId);
      return;
    }
    this.#jobId = jobId;
    for (const replay of early) replay();
  }

  /** Asks main to stop; the end arrives as an event. */
  async cancel(): Promise<void> {
    if (this.#jobId !== '') await this.#runner.cancel(this.#jobId);
  }

  /** Closes the search; a running one is stopped. */
  close(): void {
    this.#stop();
    this.#batches = [];
    this.#change(closed);
  }

  /** The path below the mount of a finding; folders end in a slash. */
  foundAt(index: number): string {
    let low = 0;
    let high = this.#batches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#batches[middle]?.start ?? Infinity) <= index) low = middle;
      else high = middle - 1;
    }
    const batch = this.#batches[low];
    return batch === undefined ? '' : nameAt(batch.names, index - batch.start);
  }

  #progressed(progress: JobProgress): void {
    const names = nameList(progress.found);
    if (names.count > 0) this.#batches.push({ start: this.#snapshot.foundCount, names });
    this.#change({ progress, foundCount: this.#snapshot.foundCount + names.count });
  }

  #stop(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    if (this.#jobId !== '') void this.#runner.cancel(this.#jobId);
    this.#jobId = '';
  }

  #change(change: Partial<SearchSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}
