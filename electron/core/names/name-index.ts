/**
 * Names that a session has listed so far: in memory only, one text for each folder, gone with a lock, a new token and
 * the session. It makes the palette's paths and the number of a search's reads known without a request, and says how
 * old it is: nothing in it is fresher than the list it came from, but for what the app itself has written and removed
 * since. Names that a token's policies write out are seeds: a folder that may not be listed is known by them.
 */
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import type { NameChange } from '../../vault/api/caller.ts';
import type { SessionNames } from '../session/session-parts.ts';

/** Most names of one session; further folders are not noted, and `IndexState` says so. */
export const MOST_INDEXED = 500_000;
/** Changes of one mount that wait at most: each takes more room than a name, and folding them in stops main. */
const MOST_CHANGES = 2_000;
/** Most names that policies add. */
const MOST_SEEDS = 10_000;

export interface IndexedName {
  readonly mount: Mount;
  /** Below the mount; a folder ends in `/`. */
  readonly path: string;
}

export interface IndexState {
  readonly names: number;
  /** Time of the oldest list, milliseconds since 1970; absent without any. */
  readonly oldestMs?: number;
  /** It had no room for names of some folders. */
  readonly full?: true;
}

export interface NameIndex {
  /**
   * Takes the names of a session: those of a folder just listed in place of what was known of it, and changes by the
   * app itself, which are folded in when they are asked for.
   */
  readonly of: (sessionId: string) => SessionNames;
  /**
   * Adds names that are known without a list, once a session: `load` finds them. Resolves once they are there; what
   * rejects adds nothing, and is not tried again before the session's token changes, unless `signal` ended it.
   */
  readonly seed: (
    sessionId: string,
    load: () => Promise<readonly IndexedName[]>,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Seeds below a folder. */
  readonly seedsBelow: (sessionId: string, mount: MountPath, folder: string) => readonly string[];
  /** Best matches of a typed text, at most `most`, and how many there are. */
  readonly find: (
    sessionId: string,
    text: string,
    most: number,
  ) => { readonly found: readonly IndexedName[]; readonly total: number };
  /** Entries below a folder; undefined unless all of its folders have been listed. */
  readonly entriesBelow: (sessionId: string, mount: MountPath, folder: string) => number | undefined;
  readonly state: (sessionId: string) => IndexState;
  /** Drops everything of a session whose token is another one than before. */
  readonly forToken: (sessionId: string, accessor: string) => void;
  /** Drops everything of a session. */
  readonly forget: (sessionId: string) => void;
}

interface ListedFolder {
  /** Names joined by NUL. */
  readonly packed: string;
  /** Folding changes nothing in them, so that a search needs no folded copy. */
  readonly isFolded: boolean;
  readonly count: number;
  readonly atMs: number;
}

interface OfMount {
  mount: Mount;
  readonly folders: Map<string, ListedFolder>;
  /** Folders that have not been listed: only names that the app has written are known. */
  readonly partial: Set<string>;
  /** Changes by the app since, by folder and name. */
  changes: FolderChanges;
  changed: number;
}

type FolderChanges = Map<string, Map<string, NameChange>>;

interface OfSession {
  names: number;
  isFull: boolean;
  readonly mounts: Map<MountPath, OfMount>;
  /** Names known without a list. */
  seeds: readonly IndexedName[];
  seededAtMs?: number;
  seeding?: Promise<void>;
}

/** Makes an empty index; `nowMs`: milliseconds since 1970. */
export function createNameIndex(nowMs: () => number = Date.now): NameIndex {
  const sessions = new Map<string, OfSession>();
  const accessors = new Map<string, string>();
  return {
    of: (sessionId) => ({
      listed: (mount, folder, { packed, count }) => {
        const of = sessionIn(sessions, sessionId);
        const at = mountIn(of, mount);
        at.changes.delete(folder);
        at.partial.delete(folder);
        put(of, at, folder, { packed, count, atMs: nowMs() });
      },
      changed: (mount, path, change) => {
        const of = sessionIn(sessions, sessionId);
        const at = mountIn(of, mount);
        noteChange(at.changes, path, change);
        if (++at.changed > MOST_CHANGES) foldIn(of, at, nowMs());
      },
    }),
    seed: (sessionId, load, signal) => {
      const of = sessionIn(sessions, sessionId);
      return (of.seeding ??= load().then(
        (seeds) => {
          of.seeds = seeds.slice(0, MOST_SEEDS);
          of.seededAtMs = nowMs();
        },
        // The palette works without them.
        () => {
          if (signal.aborted) delete of.seeding;
        },
      ));
    },
    seedsBelow: (sessionId, at, folder) =>
      (sessions.get(sessionId)?.seeds ?? [])
        .filter(({ mount, path }) => mount.path === at && path !== folder && path.startsWith(folder))
        .map(({ path }) => path),
    find: (sessionId, text, most) => found(upToDate(sessions.get(sessionId), nowMs()), text, most),
    entriesBelow: (sessionId, mount, folder) => {
      const at = upToDate(sessions.get(sessionId), nowMs())?.mounts.get(mount);
      return at && entriesBelow(at, folder);
    },
    state: (sessionId) => {
      const of = upToDate(sessions.get(sessionId), nowMs());
      let oldestMs = of?.seeds.length === 0 ? Infinity : (of?.seededAtMs ?? Infinity);
      for (const { folders } of of?.mounts.values() ?? [])
        for (const { atMs } of folders.values()) oldestMs = Math.min(oldestMs, atMs);
      return {
        names: (of?.names ?? 0) + (of?.seeds.length ?? 0),
        ...(oldestMs < Infinity && { oldestMs }),
        ...(of?.isFull === true && { full: true as const }),
      };
    },
    forToken: (sessionId, accessor) => {
      if (accessors.has(sessionId) && accessors.get(sessionId) !== accessor) sessions.delete(sessionId);
      accessors.set(sessionId, accessor);
    },
    forget: (sessionId) => {
      sessions.delete(sessionId);
      accessors.delete(sessionId);
    },
  };
}

function sessionIn(sessions: Map<string, OfSession>, sessionId: string): OfSession {
  const of = sessions.get(sessionId) ?? {
    names: 0,
    isFull: false,
    mounts: new Map<MountPath, OfMount>(),
    seeds: [],
  };
  sessions.set(sessionId, of);
  return of;
}

function mountIn({ mounts }: OfSession, mount: Mount): OfMount {
  const of = mounts.get(mount.path) ?? {
    mount,
    folders: new Map<string, ListedFolder>(),
    partial: new Set<string>(),
    changes: new Map<string, Map<string, NameChange>>(),
    changed: 0,
  };
  of.mount = mount;
  mounts.set(mount.path, of);
  return of;
}

/** Sets the names of a folder; without room for them it is not known any more. */
function put(
  of: OfSession,
  { folders }: OfMount,
  folder: string,
  { packed, count, atMs }: Omit<ListedFolder, 'isFolded'>,
): void {
  of.names -= folders.get(folder)?.count ?? 0;
  if (of.names + count > MOST_INDEXED) {
    of.isFull = true;
    folders.delete(folder);
    return;
  }
  of.names += count;
  folders.set(folder, { packed, isFolded: packed.toLowerCase() === packed, count, atMs });
}

function noteChange(changes: FolderChanges, path: string, change: NameChange): void {
  const folder = folderOf(path);
  const names = changes.get(folder) ?? new Map<string, NameChange>();
  names.set(path.slice(folder.length), change);
  changes.set(folder, names);
}

/** The session with all changes folded in. */
function upToDate(of: OfSession | undefined, nowMs: number): OfSession | undefined {
  for (const at of of?.mounts.values() ?? []) if (of !== undefined && at.changed > 0) foldIn(of, at, nowMs);
  return of;
}

/** Folds changes in, the deepest folders first: the folder above names a new one, and not an emptied one. */
function foldIn(of: OfSession, at: OfMount, nowMs: number): void {
  const levels: FolderChanges[] = [];
  for (const [folder, names] of at.changes) levelOf(levels, folder).set(folder, names);
  at.changes = new Map();
  at.changed = 0;
  const named: NamedFolders = new Map();
  for (let depth = levels.length - 1; depth >= 0; depth--)
    for (const [folder, names] of levels[depth] ?? []) {
      const change = foldInto(of, at, folder, names, nowMs, named);
      if (folder !== '' && change !== undefined)
        noteChange(levelOf(levels, folderOf(folder)), folder, change);
    }
}

function levelOf(levels: FolderChanges[], folder: string): FolderChanges {
  return (levels[folder.split('/').length - 1] ??= new Map());
}

/** Folds changes into one folder; returns what they mean for its own name in the folder above. */
function foldInto(
  of: OfSession,
  at: OfMount,
  folder: string,
  changes: ReadonlyMap<string, NameChange>,
  nowMs: number,
  named: NamedFolders,
): NameChange | undefined {
  const { folders, partial } = at;
  const before = folders.get(folder);
  const added = new Set([...changes].flatMap(([name, change]) => (change === 'written' ? [name] : [])));
  if (before === undefined && added.size === 0) return undefined;
  const stay = (before === undefined ? [] : namesOf(before)).filter(
    (name) => changes.get(name) !== 'removed',
  );
  for (const name of stay) added.delete(name);
  const names = [...stay, ...added];
  if (before === undefined && !isNew(at, folder, named)) partial.add(folder);
  put(of, at, folder, { packed: names.join('\0'), count: names.length, atMs: before?.atMs ?? nowMs });
  if (names.length > 0) return (before?.count ?? 0) === 0 ? 'written' : undefined;
  if (!partial.has(folder)) return 'removed';
  // Other names of it were never seen.
  folders.delete(folder);
  partial.delete(folder);
  return undefined;
}

/** Names in folders, cut out once for each time that changes are folded in. */
type NamedFolders = Map<string, ReadonlySet<string>>;

/** True if the lists show that a folder did not exist: all of its names are written by the app. */
function isNew(at: OfMount, folder: string, named: NamedFolders): boolean {
  if (folder === '') return false;
  const above = folderOf(folder);
  const listed = at.folders.get(above);
  if (listed === undefined) return isNew(at, above, named);
  if (at.partial.has(above)) return false;
  const names = named.get(above) ?? new Set(namesOf(listed));
  named.set(above, names);
  return !names.has(folder.slice(above.length));
}

function entriesBelow({ folders, partial }: OfMount, from: string): number | undefined {
  let entries = 0;
  const waiting = [from];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const listed = folders.get(folder);
    if (listed === undefined || partial.has(folder)) return undefined;
    for (const name of namesOf(listed)) {
      if (name.endsWith('/')) waiting.push(folder + name);
      else entries++;
    }
  }
  return entries;
}

function namesOf({ packed, count }: ListedFolder): readonly string[] {
  return count === 0 ? [] : packed.split('\0');
}

/** Matches by rank: the name itself, its beginning, the beginning of a word in it, any part. */
const RANKS = 4;

function found(
  of: OfSession | undefined,
  text: string,
  most: number,
): { readonly found: readonly IndexedName[]; readonly total: number } {
  const needle = text.toLowerCase();
  const slash = needle.lastIndexOf('/') + 1;
  const [head, tail] = [needle.slice(0, slash), needle.slice(slash)];
  const ranked: IndexedName[][] = Array.from({ length: RANKS }, () => []);
  let total = 0;
  for (const { mount, folders } of of?.mounts.values() ?? []) {
    for (const [folder, listed] of folders) {
      if (head !== '' && !(mount.path + folder).toLowerCase().endsWith(head)) continue;
      if (listed.count === 0) continue;
      const folded = foldedOf(listed);
      // Only names that match are cut out of the text.
      for (let hit = folded.indexOf(tail), end = 0; hit !== -1; hit = folded.indexOf(tail, end + 1)) {
        const at = hit === 0 ? 0 : folded.lastIndexOf('\0', hit - 1) + 1;
        const next = folded.indexOf('\0', hit);
        end = next === -1 ? folded.length : next;
        if (head === '' || hit === at) {
          total++;
          const same = ranked[rankAt(folded, at, end, hit, tail.length)];
          if (same !== undefined && same.length < most)
            same.push({ mount, path: folder + nameAt(listed, at, end) });
        }
        if (end === folded.length) break;
      }
    }
  }
  for (const seed of of?.seeds ?? []) {
    const folder = folderOf(seed.path);
    if (head !== '' && !(seed.mount.path + folder).toLowerCase().endsWith(head)) continue;
    const rank = rankOf(seed.path.slice(folder.length).toLowerCase(), tail, head !== '');
    if (rank === undefined || isListed(of, seed, folder)) continue;
    total++;
    ranked[rank]?.push(seed);
  }
  return { found: ranked.flat().slice(0, most), total };
}

/** True if the folder of a seed has been listed: the list is the truth about it. */
function isListed(of: OfSession | undefined, { mount }: IndexedName, folder: string): boolean {
  const at = of?.mounts.get(mount.path);
  return at?.folders.has(folder) === true && !at.partial.has(folder);
}

function folderOf(path: string): string {
  return path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);
}

function foldedOf({ packed, isFolded }: ListedFolder): string {
  return isFolded ? packed : packed.toLowerCase();
}

/** The name at a place of the folded names, as it was listed; folding can change lengths. */
function nameAt(listed: ListedFolder, at: number, end: number): string {
  if (listed.isFolded) return listed.packed.slice(at, end);
  let index = 0;
  const folded = foldedOf(listed);
  for (let cut = folded.indexOf('\0'); cut !== -1 && cut < at; cut = folded.indexOf('\0', cut + 1)) index++;
  return namesOf(listed)[index] ?? '';
}

/** Rank of the name between two places of a text, whose first match begins at a third one. */
function rankAt(text: string, at: number, end: number, hit: number, matched: number): number {
  if (hit > at) return wordEnds.has(text.charCodeAt(hit - 1)) ? 2 : 3;
  const left = end - hit - matched;
  return left === 0 || (left === 1 && text.endsWith('/', end)) ? 0 : 1;
}

/** Codes of the characters behind which a word of a name begins. */
const wordEnds: ReadonlySet<number> = new Set(Array.from('-_. /', (one) => one.charCodeAt(0)));

function rankOf(name: string, tail: string, onlyBeginning: boolean): number | undefined {
  const hit = name.indexOf(tail);
  if (hit < 0 || (onlyBeginning && hit > 0)) return undefined;
  return rankAt(name, 0, name.length, hit, tail.length);
}
