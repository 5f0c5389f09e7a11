/**
 * The search of one session: where, for what, what was found so far, and how it ended. It lives outside React and goes
 * on while another section or session is in front.
 */
import type { JobEnd, JobProgress } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { nameAt, nameList, type NameList } from './name-list.ts';
import { appErrorOf } from '../../api/client.ts';
import { searchJob } from '../../api/folders.ts';
import { followJob, type FollowedJob } from '../../api/jobs.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';

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
  readonly #sessionId: string;
  readonly #store = new Store<SearchSnapshot>(closed);
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;
  #batches: { readonly start: number; readonly names: NameList }[] = [];
  #job: FollowedJob | undefined;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** Opens the search for a folder; nothing is asked of the server yet. */
  openScope(scope: SearchScope, text: string): void {
    this.close();
    this.#store.change({ ...closed, scope, text });
  }

  setText(text: string): void {
    this.#store.change({ text });
  }

  /** Walks the folder from the beginning. */
  async start(): Promise<void> {
    const { scope, text } = this.snapshot();
    if (scope === undefined) return;
    this.#job?.drop();
    this.#batches = [];
    this.#store.change({ ...closed, scope, text, searchedFor: text, running: true });
    const where = { sessionId: this.#sessionId, mount: scope.mount.path, path: scope.path };
    const job = followJob(searchJob({ ...where, text }), {
      progressed: (progress) => {
        this.#progressed(progress);
      },
      ended: (end) => {
        this.#store.change({ running: false, end });
      },
    });
    this.#job = job;
    try {
      await job.started;
    } catch (caught) {
      if (this.#job === job) this.#store.change({ running: false, error: appErrorOf(caught) });
    }
  }

  /** Asks main to stop; the end arrives as an event. */
  async cancel(): Promise<void> {
    await this.#job?.cancel();
  }

  /** Closes the search; a running one is stopped. */
  close(): void {
    this.#job?.drop();
    this.#job = undefined;
    this.#batches = [];
    this.#store.change(closed);
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
    if (names.count > 0) this.#batches.push({ start: this.snapshot().foundCount, names });
    this.#store.change({ progress, foundCount: this.snapshot().foundCount + names.count });
  }
}

/** The search of a session; made on the first asking. */
export const searchOf = perSession(
  (sessionId) => new SearchStore(sessionId),
  (search) => {
    search.close();
  },
);
