/**
 * A search: walks the chosen places session by session, side by side, and hits go to the page while it walks. Names
 * cost lists alone; key names, metadata and values cost a request for each entry that its name does not rule out.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { FoundGroup, SearchCounts } from '../../../shared/ipc/contract/search.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { packNames, unpackNames } from '../../../shared/vault/names.ts';
import type { FoundFacts } from '../../../shared/vault/search.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import { concernsNamespace, inNamespaceBelow } from '../../core/session/in-namespace-below.ts';
import type { Listable } from '../../core/session/in-namespace-below.ts';
import type { Session } from '../../core/session/session.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { listNamespaces } from '../../vault/api/namespaces.ts';
import type { FoundReport } from '../jobs.ts';
import type { Pace } from '../pace.ts';
import { walkSelection } from '../selected-entries.ts';
import type { SelectedEntry, WalkedFolder } from '../selected-entries.ts';
import { isOverBudget } from '../walk.ts';
import type { Conditions, PathMatch } from './conditions.ts';
import { readForSearch } from './entry-known.ts';
import { valuesFound } from './masked-values.ts';
import type { Matcher } from './matchers.ts';
import { createReadAhead } from './read-ahead.ts';

export interface SearchParts {
  readonly sessionOf: (sessionId: string) => Session;
  readonly paceFor: (session: Session) => Pace;
  /** Entries and folders that are known below a folder without a list. */
  readonly seedsBelow: (
    session: Session,
    mount: MountPath,
    folder: string,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
}

/** A place of a search. */
export interface SearchPlace extends SelectedPlace {
  /** The whole path of a namespace below the session's own; absent: its own. */
  readonly namespace?: string;
}

/** A namespace whose namespaces below are searched, too; its own mounts are places unless it is `entered`. */
export interface NamespaceToSearch {
  readonly sessionId: string;
  /** The whole path; the root is empty. */
  readonly namespace: string;
  /** All of its mounts are searched. */
  readonly entered: boolean;
}

/** The work of a search, or what is left of it. */
export interface SearchedPlaces {
  readonly places: readonly SearchPlace[];
  readonly namespaces: readonly NamespaceToSearch[];
}

export interface Search extends SearchedPlaces {
  readonly conditions: Conditions;
  /** Looked for in values, which are read for that. */
  readonly needle?: Matcher;
  /** Takes what a stop or a cancel has left over. */
  readonly left: (rest: SearchedPlaces) => void;
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
  const places = search.places.filter(({ mount }) => search.conditions.takesMount(mount));
  const counts = new Map<string, SearchCounts>();
  const count: CountPart = (part, now) => {
    counts.set(part, now);
    report.count(sumOf([...counts.values()]));
  };
  const ids = new Set([...places, ...search.namespaces].map(({ sessionId }) => sessionId));
  const ends = await Promise.all(
    [...ids].map((sessionId) =>
      searchSession({ parts, search, report, count }, sessionId, {
        places: places.filter((place) => place.sessionId === sessionId),
        namespaces: search.namespaces.filter((one) => one.sessionId === sessionId),
      }),
    ),
  );
  if (report.signal.aborted) throw new AppFailure({ kind: 'cancelled', message: 'Cancelled.' });
  return ends.find((end) => end !== undefined);
}

/** Takes the counts of one part. */
type CountPart = (part: string, counts: SearchCounts) => void;

interface RunningSearch {
  readonly parts: SearchParts;
  readonly search: Search;
  readonly report: SearchReport;
  readonly count: CountPart;
}

/** Searches the places of one session, then the namespaces below, one after the other. */
async function searchSession(
  running: RunningSearch,
  sessionId: string,
  { places, namespaces }: SearchedPlaces,
): Promise<AppError | undefined> {
  const { parts, search, report } = running;
  const { signal } = report;
  const session = parts.sessionOf(sessionId);
  const pace = parts.paceFor(session);
  const waiting = [...namespaces];
  const groups = [...Map.groupBy(places, ({ namespace }) => namespace)];
  let cut: AppError | undefined;
  const isOver = (end: AppError | undefined, namespace: string | undefined): boolean => {
    if (end === undefined || signal.aborted) return signal.aborted;
    // Names beyond the limit of one place are left over; the next place has a limit of its own.
    if (isOverBudget(end)) {
      cut ??= end;
      return false;
    }
    if (namespace === undefined || !concernsNamespace(end)) return true;
    report.unread(`${namespace}/`, end.message, sessionId, true);
    return false;
  };
  const searchIn = (
    its: readonly SearchPlace[],
    namespace?: string,
    there: Listable = namespace === undefined ? session : inNamespaceBelow(session, namespace),
  ): Promise<AppError | undefined> => new SearchOfSession(running, { there, pace, namespace }).run(its);
  const leave = (): void => search.left({ places: groups.flatMap(([, its]) => its), namespaces: waiting });

  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    const end = await searchIn(group[1], group[0]);
    if (!isOver(end, group[0])) continue;
    leave();
    return end;
  }
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    let its: readonly SearchPlace[] = [];
    const there = inNamespaceBelow(session, next.namespace);
    try {
      const entered = await enter(running, { there, pace }, next);
      its = entered.places;
      waiting.push(...entered.namespaces);
    } catch (failure) {
      const error = asAppError(failure);
      if (!isOver(error, next.namespace)) continue;
      waiting.unshift(next);
      leave();
      return error;
    }
    const end = its.length === 0 ? undefined : await searchIn(its, next.namespace, there);
    if (!isOver(end, next.namespace)) continue;
    leave();
    return end;
  }
  return cut;
}

/** The mounts of a namespace that are searched, and the namespaces directly below it. */
async function enter(
  { search, report }: RunningSearch,
  { there, pace }: { readonly there: Listable; readonly pace: Pace },
  { sessionId, namespace, entered }: NamespaceToSearch,
): Promise<SearchedPlaces> {
  const within = namespace === '' ? '' : `${namespace}/`;
  const mounts = entered ? await pace.run(() => there.mounts.list(report.signal)) : [];
  // A server that refuses the token in a namespace can answer with an empty list.
  if (entered && mounts.length === 0)
    report.unread(within, 'The server shows no mounts there.', sessionId, true);
  const names = await pace
    .run(() => there.run(listNamespaces, report.signal))
    .catch((failure: unknown) => {
      const error = asAppError(failure);
      if (!concernsNamespace(error)) throw failure;
      report.unread(`${within}sys/namespaces`, error.message, sessionId, true);
      return packNames([]);
    });
  return {
    places: mounts
      .filter(({ path, engine }) => engine !== 'other' && search.conditions.takesMount(path))
      .map(({ path }) => ({ sessionId, namespace, mount: path, path: '' })),
    namespaces: unpackNames(names).map((name) => ({
      sessionId,
      namespace: within + name.replace(/\/$/, ''),
      entered: true,
    })),
  };
}

/** The part of a search that one session makes in one namespace. */
class SearchOfSession {
  readonly #parts: SearchParts;
  readonly #search: Search;
  readonly #report: SearchReport;
  readonly #sessionId: string;
  readonly #namespace: string | undefined;
  readonly #count: (counts: SearchCounts) => void;
  readonly #session: Listable;
  /** Only in the session's own namespace. */
  readonly #ofItself: Session | undefined;
  readonly #pace: Pace;
  readonly #stop = new AbortController();
  readonly #readAhead = createReadAhead(READ_AHEAD);
  /** Entries handed on and not read yet. */
  readonly #unread = new Map<string, SelectedPlace>();
  /** Mounts that keep nothing of what the filters are about. */
  readonly #without = new Set<string>();
  /** Places known without a list. */
  readonly #notListed = new Set<string>();
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
    { parts, search, report, count }: RunningSearch,
    {
      there,
      pace,
      namespace,
    }: { readonly there: Listable; readonly pace: Pace; readonly namespace: string | undefined },
  ) {
    this.#parts = parts;
    this.#search = search;
    this.#report = report;
    this.#sessionId = there.sessionId;
    this.#namespace = namespace;
    this.#session = there;
    this.#ofItself = namespace === undefined ? parts.sessionOf(there.sessionId) : undefined;
    this.#pace = pace;
    const part = `${there.sessionId}\0${namespace ?? ''}`;
    this.#count = (now) => count(part, now);
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
      if (this.#unread.size > 0) this.#left([...this.#unread.values()]);
    }
  }

  async #walk(caller: Caller, places: readonly SelectedPlace[]): Promise<AppError | undefined> {
    const { signal } = this.#stop;
    const refused: string[] = [];
    const walk = (of: readonly SelectedPlace[]): Promise<AppError | undefined> =>
      walkSelection(of, {
        sessionOf: () => this.#session,
        paceOf: () => this.#pace,
        onFolder: (folder) => this.#folder(folder),
        onEntries: (entries) => this.#entries(caller, entries),
        count: ({ foldersRead, foldersWaiting, namesSeen }) =>
          this.#counted({ foldersRead, foldersWaiting, namesSeen }),
        unread: (path, reason) => {
          refused.push(path);
          this.#cannotRead(path, reason);
        },
        left: (rest) => this.#left(rest),
        signal,
      });
    try {
      let stopped = await walk(places);
      const isWalked = stopped === undefined || isOverBudget(stopped);
      const seeds = isWalked ? await this.#seeds(places, refused) : [];
      if (seeds.length > 0) stopped = (await walk(seeds)) ?? stopped;
      await this.#readAhead.done();
      return stopped;
    } finally {
      // Rows of this search must not come after its end.
      await this.#readAhead.done();
    }
  }

  /** Places below the refused folders that are known without a list. */
  async #seeds(
    places: readonly SelectedPlace[],
    refused: readonly string[],
  ): Promise<readonly SelectedPlace[]> {
    const session = this.#ofItself;
    if (session === undefined) return [];
    const mounts = new Set(places.map(({ mount }) => mount));
    const seeds: SelectedPlace[] = [];
    for (const folder of refused)
      for (const mount of mounts)
        if (folder.startsWith(mount))
          for (const path of await this.#parts.seedsBelow(
            session,
            mount,
            folder.slice(mount.length),
            this.#stop.signal,
          ))
            seeds.push({ sessionId: this.#sessionId, mount, path });
    for (const { mount, path } of seeds) this.#notListed.add(mount + path);
    return seeds;
  }

  #left(places: readonly SelectedPlace[]): void {
    const namespace = this.#namespace;
    this.#search.left({
      places: namespace === undefined ? places : places.map((place) => ({ ...place, namespace })),
      namespaces: [],
    });
  }

  async #folder(walked: WalkedFolder<Listable>): Promise<void> {
    const { mount, folder, names } = walked;
    const folders = names.filter((name) => name.endsWith('/'));
    const hits: string[] = [];
    for (const name of folders) {
      if (this.#isTurnDue()) await this.#turn();
      const match = this.#match(mount, folder + name);
      if (this.#search.needle === undefined && this.#search.conditions.byPath(match))
        hits.push(folder + name);
    }
    this.#found(mount, hits);
  }

  async #entries(caller: Caller, entries: readonly SelectedEntry<Listable>[]): Promise<void> {
    const hits: string[] = [];
    const [first] = entries;
    if (first === undefined) return;
    const { conditions, needle } = this.#search;
    for (const { mount, path } of entries) {
      if (this.#isTurnDue()) await this.#turn();
      const match = this.#match(mount, path);
      const notListed = this.#notListed.has(mount.path + path);
      if (needle === undefined && conditions.byPath(match)) {
        if (notListed) this.#found(mount, [path], [{ notListed }]);
        else hits.push(path);
      } else if (this.#isRead(mount, match)) {
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
    const namespace = this.#namespace;
    for (let from = 0; from < paths.length; from += MOST_IN_GROUP) {
      const some = paths.slice(from, from + MOST_IN_GROUP);
      const group = {
        sessionId,
        ...(namespace !== undefined && { namespace }),
        mount,
        names: packNames(some),
        ...(facts !== undefined && { facts }),
      };
      this.#report.found(group, some.length);
    }
  }

  #cannotRead(path: string, reason: string): void {
    const within = this.#namespace === undefined ? '' : `${this.#namespace}/`;
    this.#report.unread(within + path, reason, this.#sessionId);
  }

  #counted(change: Partial<SearchCounts>): void {
    this.#counts = { ...this.#counts, ...change };
    this.#count(this.#counts);
  }

  #match(mount: Mount, path: string): PathMatch {
    return this.#search.conditions.path(mount.path, path);
  }

  /** Comparing names is to stop main for no longer than this. */
  #isTurnDue(): boolean {
    return performance.now() - this.#turnedAt > TURN_MS;
  }

  async #turn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#turnedAt = performance.now();
    this.#stop.signal.throwIfAborted();
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
