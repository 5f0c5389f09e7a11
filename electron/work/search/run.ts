/**
 * A search: walks the chosen places session by session, side by side, and hits go to the page while it walks. Names
 * cost lists alone; key names, metadata and values cost a request for each entry that its name does not rule out.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { FoundGroup, SearchCounts } from '../../../shared/ipc/contract/search.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { packNames } from '../../../shared/vault/names.ts';
import type { FoundFacts } from '../../../shared/vault/search.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import type { Session } from '../../core/session/session.ts';
import type { Caller } from '../../vault/api/caller.ts';
import type { FoundReport } from '../jobs.ts';
import type { Pace } from '../pace.ts';
import { walkSelection } from '../selected-entries.ts';
import type { SelectedEntry, WalkedFolder } from '../selected-entries.ts';
import type { Conditions, PathMatch } from './conditions.ts';
import { readForSearch } from './entry-known.ts';
import { valuesFound } from './masked-values.ts';
import type { Matcher } from './matchers.ts';
import { createReadAhead } from './read-ahead.ts';

export interface SearchParts {
  readonly sessionOf: (sessionId: string) => Session;
  readonly paceFor: (session: Session) => Pace;
  /** Hears of every folder that is listed on the way. */
  readonly onFolder: (folder: WalkedFolder) => void;
}

export interface Search {
  readonly places: readonly SelectedPlace[];
  readonly conditions: Conditions;
  /** Looked for in values, which are read for that. */
  readonly needle?: Matcher;
  /** Takes what a stop or a cancel has left over. */
  readonly left: (places: readonly SelectedPlace[]) => void;
}

export type SearchReport = FoundReport<FoundGroup, SearchCounts>;

/** Most entries with reads under way or waiting for their turn: a walk further ahead would only fill memory. */
const READ_AHEAD = 64;
/** Names of one group: the leaving gate looks through a small event in place. */
const MOST_IN_GROUP = 1_000;
/** Longest time between turns of main's loop while names are compared, in milliseconds. */
const TURN_MS = 10;

/** Runs a search; resolves to the first error that stopped a part of it. */
export async function runSearch(
  parts: SearchParts,
  search: Search,
  report: SearchReport,
): Promise<AppError | undefined> {
  const { conditions } = search;
  const places = search.places.filter(({ mount }) => conditions.takesMount(mount));
  const counts = new Map<string, SearchCounts>();
  const sessions = Map.groupBy(places, ({ sessionId }) => sessionId);
  const ends = await Promise.all(
    [...sessions].map(async ([sessionId, its]) => {
      const part = new SearchOfSession(parts, search, report, sessionId, (now) => {
        counts.set(sessionId, now);
        report.count(sumOf([...counts.values()]));
      });
      return part.run(its);
    }),
  );
  if (report.signal.aborted) throw new AppFailure({ kind: 'cancelled', message: 'Cancelled.' });
  return ends.find((end) => end !== undefined);
}

/** The part of a search that one session makes. */
class SearchOfSession {
  readonly #parts: SearchParts;
  readonly #search: Search;
  readonly #report: SearchReport;
  readonly #sessionId: string;
  readonly #count: (counts: SearchCounts) => void;
  readonly #session: Session;
  readonly #pace: Pace;
  readonly #stop = new AbortController();
  readonly #readAhead = createReadAhead(READ_AHEAD);
  /** Entries handed on and not read yet. */
  readonly #unread = new Map<string, SelectedPlace>();
  /** Mounts that keep nothing of what the filters are about. */
  readonly #without = new Set<string>();
  #counts: SearchCounts = {
    foldersRead: 0,
    foldersWaiting: 0,
    namesSeen: 0,
    entriesRead: 0,
    entriesWaiting: 0,
  };
  #error: AppError | undefined;
  #turnedAt = performance.now();

  constructor(
    parts: SearchParts,
    search: Search,
    report: SearchReport,
    sessionId: string,
    count: (counts: SearchCounts) => void,
  ) {
    this.#parts = parts;
    this.#search = search;
    this.#report = report;
    this.#sessionId = sessionId;
    this.#count = count;
    this.#session = parts.sessionOf(sessionId);
    this.#pace = parts.paceFor(this.#session);
  }

  async run(places: readonly SelectedPlace[]): Promise<AppError | undefined> {
    const cancel = (): void => this.#stop.abort();
    this.#report.signal.addEventListener('abort', cancel, { once: true });
    if (this.#report.signal.aborted) cancel();
    try {
      const stopped = await this.#session.run((caller) => this.#walk(caller, places), this.#stop.signal);
      return this.#error ?? stopped;
    } catch (failure) {
      return this.#error ?? asAppError(failure);
    } finally {
      this.#report.signal.removeEventListener('abort', cancel);
      if (this.#unread.size > 0) this.#search.left([...this.#unread.values()]);
    }
  }

  async #walk(caller: Caller, places: readonly SelectedPlace[]): Promise<AppError | undefined> {
    const { signal } = this.#stop;
    try {
      const stopped = await walkSelection(places, {
        sessionOf: this.#parts.sessionOf,
        paceOf: this.#parts.paceFor,
        onFolder: (folder) => this.#folder(folder),
        onEntries: (entries) => this.#entries(caller, entries),
        count: ({ foldersRead, foldersWaiting, namesSeen }) =>
          this.#counted({ foldersRead, foldersWaiting, namesSeen }),
        unread: (path, reason) => this.#cannotRead(path, reason),
        left: this.#search.left,
        signal,
      });
      await this.#readAhead.done();
      return stopped;
    } finally {
      // Rows of this search must not come after its end.
      await this.#readAhead.done();
    }
  }

  async #folder(walked: WalkedFolder): Promise<void> {
    this.#parts.onFolder(walked);
    const { mount, folder, names } = walked;
    const folders = names.filter((name) => name.endsWith('/'));
    const hits: string[] = [];
    for (const name of folders) {
      const match = await this.#match(mount, folder + name);
      if (this.#search.needle === undefined && this.#search.conditions.byPath(match))
        hits.push(folder + name);
    }
    this.#found(mount, hits);
  }

  async #entries(caller: Caller, entries: readonly SelectedEntry[]): Promise<void> {
    const hits: string[] = [];
    const [first] = entries;
    if (first === undefined) return;
    const { conditions, needle } = this.#search;
    for (const { mount, path } of entries) {
      const match = await this.#match(mount, path);
      if (needle === undefined && conditions.byPath(match)) hits.push(path);
      else if (this.#isRead(mount, match)) {
        this.#found(mount, hits.splice(0));
        await this.#readAhead.add(
          () => this.#read(caller, mount, path, match),
          () => this.#waits(mount, path),
        );
      }
    }
    this.#found(first.mount, hits);
  }

  #isRead(mount: Mount, match: PathMatch): boolean {
    const { conditions, needle } = this.#search;
    if (mount.engine === 'other') return false;
    if (!conditions.mayMatch(match, needle !== undefined)) return false;
    if (mount.engine === 'kv2' || !conditions.filtersMetadata)
      return needle !== undefined || mount.engine === 'kv2' || conditions.reads.keys;
    if (!this.#without.has(mount.path)) {
      this.#without.add(mount.path);
      this.#cannotRead(mount.path, 'This engine keeps no metadata and no versions.');
    }
    return false;
  }

  #waits(mount: Mount, path: string): void {
    this.#unread.set(mount.path + path, { sessionId: this.#sessionId, mount: mount.path, path });
    this.#counted({ entriesWaiting: this.#unread.size });
  }

  async #read(caller: Caller, mount: Mount, path: string, match: PathMatch): Promise<void> {
    if (this.#isStopped()) return;
    const { conditions, needle } = this.#search;
    try {
      const { known, members = [] } = await this.#pace.run(() =>
        readForSearch(
          { ...caller, signal: this.#stop.signal },
          mount,
          path,
          conditions,
          needle !== undefined,
        ),
      );
      const facts = conditions.entry(match, known, Date.now());
      if (facts !== undefined) this.#hit(mount, path, facts, needle && valuesFound(members, needle));
    } catch (failure) {
      const error = asAppError(failure);
      if (this.#isStopped()) return;
      if (isTrouble(error) || error.kind === 'internal') {
        this.#error ??= error;
        this.#stop.abort();
        return;
      }
      this.#cannotRead(mount.path + path, error.message);
    }
    this.#unread.delete(mount.path + path);
    this.#counted({ entriesRead: this.#counts.entriesRead + 1, entriesWaiting: this.#unread.size });
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  #hit(mount: Mount, path: string, facts: FoundFacts, found?: ReturnType<typeof valuesFound>): void {
    if (found === undefined) this.#found(mount, [path], [facts]);
    else {
      if (found.values.length > 0) this.#found(mount, [path], [{ ...facts, values: found.values }]);
      if (found.skipped > 0)
        this.#cannotRead(mount.path + path, 'A value is too long for this pattern. Look for plain text.');
    }
  }

  #found(mount: Mount, paths: readonly string[], facts?: readonly FoundFacts[]): void {
    const sessionId = this.#sessionId;
    for (let from = 0; from < paths.length; from += MOST_IN_GROUP) {
      const some = paths.slice(from, from + MOST_IN_GROUP);
      const group = { sessionId, mount, names: packNames(some), ...(facts !== undefined && { facts }) };
      this.#report.found(group, some.length);
    }
  }

  #cannotRead(path: string, reason: string): void {
    this.#report.unread(path, reason, this.#sessionId);
  }

  #counted(change: Partial<SearchCounts>): void {
    this.#counts = { ...this.#counts, ...change };
    this.#count(this.#counts);
  }

  async #match(mount: Mount, path: string): Promise<PathMatch> {
    if (performance.now() - this.#turnedAt > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#turnedAt = performance.now();
      this.#stop.signal.throwIfAborted();
    }
    return this.#search.conditions.path(mount.path, path);
  }
}

function sumOf(all: readonly SearchCounts[]): SearchCounts {
  const sum = (of: keyof SearchCounts): number => all.reduce((total, counts) => total + counts[of], 0);
  return {
    foldersRead: sum('foldersRead'),
    foldersWaiting: sum('foldersWaiting'),
    namesSeen: sum('namesSeen'),
    entriesRead: sum('entriesRead'),
    entriesWaiting: sum('entriesWaiting'),
  };
}
