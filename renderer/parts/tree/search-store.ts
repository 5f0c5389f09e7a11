/**
 * Search of one session: scope, text, findings so far, and outcome. It lives outside React and continues while
 * another tab or session is in front.
 */
import type { JobEnd, JobProgress } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { nameAt, nameList, type NameList } from './name-list.ts';
import { appErrorOf } from '../../api/client.ts';
import { searchJob } from '../../api/folders.ts';
import { followJob, type FollowedJob } from '../../api/jobs.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';
import type { GridPlace } from '../../ui/row-grid.tsx';
import type { Sort } from '../../ui/table.tsx';

/** Folders to search, one after the other: a mount's path is empty, a folder's ends with a slash. */
export type SearchScope = readonly EntryPlace[];

export interface SearchSnapshot {
  /** Empty before the first search. */
  readonly scope: SearchScope;
  readonly text: string;
  /** Text of the last start; undefined before the first. */
  readonly searchedFor: string | undefined;
  readonly running: boolean;
  readonly foundCount: number;
  readonly progress: JobProgress | undefined;
  readonly end: JobEnd | undefined;
  /** Error of starting it. */
  readonly error: AppError | undefined;
  /** Order chosen for the results; undefined: best matches first. */
  readonly sort: Sort | undefined;
  /** Counts up when the text field should take the focus. */
  readonly focused: number;
}

const closed: Omit<SearchSnapshot, 'sort' | 'focused'> = {
  scope: [],
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
  readonly #store = new Store<SearchSnapshot>({ ...closed, sort: undefined, focused: 0 });
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;
  #batches: { readonly start: number; readonly names: NameList; readonly mount: Mount }[] = [];
  #job: FollowedJob | undefined;
  /** Place in the table of results, for the next time it is shown. */
  readonly place: GridPlace = { row: 0, top: 0 };

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** Sets scope and text without a request; drops earlier results. */
  open(scope: SearchScope, text: string): void {
    this.close();
    this.#store.change({ ...closed, scope, text });
  }

  setText(text: string): void {
    this.#store.change({ text });
  }

  setSort(sort: Sort): void {
    this.#store.change({ sort });
  }

  /** Asks the screen to focus its text field, even if it is in front already. */
  focus(): void {
    this.#store.change({ focused: this.snapshot().focused + 1 });
  }

  /** Walks the folders of a scope from the beginning, one by one. */
  async start(scope: SearchScope = this.snapshot().scope, text = this.snapshot().text): Promise<void> {
    this.open(scope, text);
    this.#store.change({ searchedFor: text, running: scope.length > 0 });
    await this.#walk(scope, text, undefined);
  }

  async #walk([place, ...rest]: SearchScope, text: string, before: JobEnd | undefined): Promise<void> {
    if (place === undefined) return;
    const several = this.snapshot().scope.length > 1;
    const where = { sessionId: this.#sessionId, mount: place.mount.path, path: place.path };
    const job = followJob(searchJob({ ...where, text }), {
      progressed: (progress) => this.#progressed(progress, place.mount, before),
      ended: (end) => {
        const sum = several ? added(before, end, place.mount) : end;
        if (end.outcome === 'done' && rest.length > 0) void this.#walk(rest, text, sum);
        else this.#store.change({ running: false, end: sum });
      },
    });
    this.#job = job;
    try {
      await job.started;
    } catch (caught) {
      if (this.#job === job) this.#store.change({ running: false, error: appErrorOf(caught) });
    }
  }

  /** Asks main to stop; its end arrives as an event. */
  async cancel(): Promise<void> {
    await this.#job?.cancel();
  }

  /** Closes the search and stops a running one. */
  close(): void {
    this.#job?.drop();
    this.#job = undefined;
    this.#batches = [];
    Object.assign(this.place, { row: 0, top: 0 });
    this.#store.change(closed);
  }

  /** Finding at an index, folders with a slash at the end; undefined outside the list. */
  foundAt(index: number): EntryPlace | undefined {
    let low = 0;
    let high = this.#batches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#batches[middle]?.start ?? Infinity) <= index) low = middle;
      else high = middle - 1;
    }
    const batch = this.#batches[low];
    return batch && { mount: batch.mount, path: nameAt(batch.names, index - batch.start) };
  }

  #progressed(now: JobProgress, mount: Mount, before: JobEnd | undefined): void {
    const names = nameList(now.found);
    if (names.count > 0) this.#batches.push({ start: this.snapshot().foundCount, names, mount });
    const { foldersRead, namesSeen } = before ?? { foldersRead: 0, namesSeen: 0 };
    const progress = {
      ...now,
      foldersRead: foldersRead + now.foldersRead,
      namesSeen: namesSeen + now.namesSeen,
    };
    this.#store.change({ progress, foundCount: this.snapshot().foundCount + names.count });
  }
}

/** Maximum number of unreadable folders listed by name. */
const unreadNamed = 100;

/** Adds the end of one mount's search to the previous ones; prefixes its folders with the mount. */
function added(before: JobEnd | undefined, end: JobEnd, { path: at }: Mount): JobEnd {
  const unread = end.unread.map(({ path, reason }) => ({ path: at + path, reason }));
  if (before === undefined) return { ...end, unread };
  return {
    ...end,
    foldersRead: before.foldersRead + end.foldersRead,
    namesSeen: before.namesSeen + end.namesSeen,
    unread: [...before.unread, ...unread].slice(0, unreadNamed),
    unreadCount: before.unreadCount + end.unreadCount,
  };
}

/** Search of a session, created on first access. */
export const searchOf = perSession(
  (sessionId) => new SearchStore(sessionId),
  (search) => search.close(),
);
