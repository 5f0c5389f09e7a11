/**
 * Search of one session: scope, terms, findings so far, and outcome. It lives outside React and continues while
 * another tab or session is in front.
 */
import type {
  FoundGroup,
  JobEnd,
  SearchBatch,
  SearchCounts,
  UnreadBySearch,
} from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { namesOnly } from '../../../shared/vault/search.ts';
import type { FoundFacts, SearchTerms } from '../../../shared/vault/search.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { nameAt, nameList, type NameList } from './name-list.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { searchJob } from '../../api/folders.ts';
import { followJob, type FollowedJob } from '../../api/jobs.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';
import type { GridPlace } from '../../ui/row-grid.tsx';
import type { Sort } from '../../ui/table.tsx';

/** A folder to search: a mount's path is empty, a folder's ends with a slash. */
export interface ScopePlace extends EntryPlace {
  /** Absent: the session of the search. */
  readonly sessionId?: string;
}

export type SearchScope = readonly ScopePlace[];

/** A hit; folders end with a slash. */
export interface FoundPlace extends EntryPlace {
  readonly sessionId: string;
  /** A namespace below the session's own: the place opens in a session there. */
  readonly namespace?: string;
  readonly facts: FoundFacts | undefined;
}

export interface SearchSnapshot {
  /** Empty before the first search. */
  readonly scope: SearchScope;
  /** The namespaces below are searched, too. */
  readonly namespacesBelow: boolean;
  readonly terms: SearchTerms;
  /** Terms of the last start; undefined before the first. */
  readonly searchedFor: SearchTerms | undefined;
  /** The last start was of values. */
  readonly ofValues: boolean;
  readonly running: boolean;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly foundCount: number;
  readonly counts: SearchCounts | undefined;
  readonly unread: readonly UnreadBySearch[];
  readonly end: JobEnd | undefined;
  /** Error of starting it. */
  readonly error: AppError | undefined;
  /** Indices of the selected hits. */
  readonly selected: ReadonlySet<string>;
  /** Order chosen for the results; undefined: best matches first. */
  readonly sort: Sort | undefined;
  /** Counts up when the text field should take the focus. */
  readonly focused: number;
}

const closed = {
  scope: [],
  namespacesBelow: false,
  searchedFor: undefined,
  ofValues: false,
  running: false,
  startedMs: 0,
  foundCount: 0,
  counts: undefined,
  unread: [],
  end: undefined,
  error: undefined,
  selected: new Set<string>(),
} as const;

const noTerms: SearchTerms = { ...namesOnly, text: '' };

export class SearchStore {
  readonly #sessionId: string;
  readonly #store = new Store<SearchSnapshot>({ ...closed, terms: noTerms, sort: undefined, focused: 0 });
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;
  #batches: { readonly start: number; readonly names: NameList; readonly of: FoundGroup }[] = [];
  #job: FollowedJob | undefined;
  /** Place in the table of results, for the next time it is shown. */
  readonly place: GridPlace = { row: 0, top: 0 };

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** Sets scope and text without a request; drops earlier results. */
  open(scope: SearchScope, text: string, namespacesBelow = false): void {
    const { terms } = this.snapshot();
    this.close();
    this.#store.change({ scope, namespacesBelow, terms: { ...terms, text } });
  }

  setTerms(change: Partial<SearchTerms>): void {
    const { terms, error } = this.snapshot();
    // Said of the words before.
    const isStale = error?.kind === 'invalid-input' && error.field === 'text';
    this.#store.change({ terms: { ...terms, ...change }, ...(isStale ? { error: undefined } : {}) });
  }

  setSort(sort: Sort): void {
    this.#store.change({ sort });
  }

  select(selected: ReadonlySet<string>): void {
    this.#store.change({ selected });
  }

  /** Asks the screen to focus its text field, even if it is in front already. */
  focus(): void {
    this.#store.change({ focused: this.snapshot().focused + 1 });
  }

  /**
   * Walks the folders of a scope from the beginning; `ofValues`: after the secure prompt, also into values;
   * `namespacesBelow`: those of the namespaces below, too.
   */
  async start(
    scope: SearchScope = this.snapshot().scope,
    text = this.snapshot().terms.text,
    { ofValues = false, namespacesBelow = false } = {},
  ): Promise<void> {
    const before = { ...this.snapshot() };
    const batches = this.#batches;
    this.open(scope, text, namespacesBelow);
    const { terms } = this.snapshot();
    const sessionId = this.#sessionId;
    const places = scope.map(({ sessionId: of = sessionId, mount, path }) => ({
      sessionId: of,
      mount: mount.path,
      path,
    }));
    this.#store.change({ searchedFor: terms, ofValues, running: true, startedMs: Date.now() });
    const input = { sessionId, places, ...terms, ...(namespacesBelow && { namespacesBelow }) };
    const cancelled = await this.#follow(text, () =>
      ofValues ? vault.search.startValues(input) : vault.search.start(input),
    );
    // The results before stay, as no entry was read.
    if (cancelled && ofValues) {
      this.#batches = batches;
      this.#store.change({ ...before, terms, error: undefined });
    }
  }

  /** Goes on after a cancel or a stop; what was found stays. */
  async goOn(): Promise<void> {
    const { end, searchedFor } = this.snapshot();
    if (end === undefined) return;
    const { jobId } = end;
    this.#store.change({ running: true, end: undefined, error: undefined, startedMs: Date.now() });
    const start = () => vault.search.goOn({ sessionId: this.#sessionId, jobId });
    if (await this.#follow(searchedFor?.text ?? '', start)) this.#store.change({ end });
  }

  /** Follows a job that counts on from what is here; true if the person has not let it start. */
  async #follow(text: string, start: () => Promise<{ readonly jobId: string }>): Promise<boolean> {
    const before = this.snapshot().counts;
    const job = followJob(searchJob(this.#sessionId, text, start), {
      progressed: (batch) => this.#progressed(batch, before),
      ended: (end) => this.#store.change({ running: false, end }),
    });
    this.#job = job;
    try {
      await job.started;
    } catch (caught) {
      if (this.#job !== job) return false;
      const error = appErrorOf(caught);
      const cancelled = error.kind === 'cancelled';
      this.#store.change({ running: false, error: cancelled ? undefined : error });
      return cancelled;
    }
    return false;
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

  /** Finding at an index; undefined outside the list. */
  foundAt(index: number): FoundPlace | undefined {
    let low = 0;
    let high = this.#batches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#batches[middle]?.start ?? Infinity) <= index) low = middle;
      else high = middle - 1;
    }
    const batch = this.#batches[low];
    if (batch === undefined) return undefined;
    const at = index - batch.start;
    const { sessionId, namespace, mount, facts } = batch.of;
    return {
      sessionId,
      ...(namespace !== undefined && { namespace }),
      mount,
      path: nameAt(batch.names, at),
      facts: facts?.[at],
    };
  }

  #progressed({ found, unread, ...now }: SearchBatch, before: SearchCounts | undefined): void {
    let { foundCount } = this.snapshot();
    for (const of of found) {
      const names = nameList(of.names);
      if (names.count > 0) this.#batches.push({ start: foundCount, names, of });
      foundCount += names.count;
    }
    const all = this.snapshot().unread;
    this.#store.change({
      foundCount,
      counts: {
        ...now,
        foldersRead: now.foldersRead + (before?.foldersRead ?? 0),
        namesSeen: now.namesSeen + (before?.namesSeen ?? 0),
        entriesRead: now.entriesRead + (before?.entriesRead ?? 0),
      },
      unread: unread.length === 0 ? all : [...all, ...unread],
    });
  }
}

/** Search of a session, created on first access. */
export const searchOf = perSession(
  (sessionId) => new SearchStore(sessionId),
  (search) => search.close(),
);
