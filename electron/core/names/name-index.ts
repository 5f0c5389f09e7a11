/**
 * Names that a session has listed so far: in memory only, one text for each folder, gone with a lock, a new token and
 * the session. It makes the palette's paths and the number of a search's reads known without a request, and says how
 * old it is: nothing in it is fresher than the list it came from. Names that a token's policies write out are seeds:
 * a folder that may not be listed is known by them.
 */
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';

/** Most names of one session; further folders are not noted. */
export const MOST_INDEXED = 500_000;
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
}

export interface NameIndex {
  /** Notes the names of a folder just listed, in place of what was known of it. */
  readonly note: (sessionId: string, mount: Mount, folder: string, names: readonly string[]) => void;
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
  readonly count: number;
  readonly atMs: number;
}

interface OfMount {
  mount: Mount;
  readonly folders: Map<string, ListedFolder>;
}

interface OfSession {
  names: number;
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
    note: (sessionId, mount, folder, names) => {
      const of = sessionIn(sessions, sessionId);
      const { folders } = mountIn(of, mount);
      const before = folders.get(folder)?.count ?? 0;
      if (of.names - before + names.length > MOST_INDEXED) return;
      of.names += names.length - before;
      folders.set(folder, { packed: names.join('\0'), count: names.length, atMs: nowMs() });
    },
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
    find: (sessionId, text, most) => found(sessions.get(sessionId), text, most),
    entriesBelow: (sessionId, mount, folder) => {
      const folders = sessions.get(sessionId)?.mounts.get(mount)?.folders;
      return folders && entriesBelow(folders, folder);
    },
    state: (sessionId) => {
      const of = sessions.get(sessionId);
      let oldestMs = of?.seeds.length === 0 ? Infinity : (of?.seededAtMs ?? Infinity);
      for (const { folders } of of?.mounts.values() ?? [])
        for (const { atMs } of folders.values()) oldestMs = Math.min(oldestMs, atMs);
      return { names: (of?.names ?? 0) + (of?.seeds.length ?? 0), ...(oldestMs < Infinity && { oldestMs }) };
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
  const of = sessions.get(sessionId) ?? { names: 0, mounts: new Map<MountPath, OfMount>(), seeds: [] };
  sessions.set(sessionId, of);
  return of;
}

function mountIn({ mounts }: OfSession, mount: Mount): OfMount {
  const of = mounts.get(mount.path) ?? { mount, folders: new Map<string, ListedFolder>() };
  of.mount = mount;
  mounts.set(mount.path, of);
  return of;
}

function entriesBelow(folders: ReadonlyMap<string, ListedFolder>, from: string): number | undefined {
  let entries = 0;
  const waiting = [from];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const listed = folders.get(folder);
    if (listed === undefined) return undefined;
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
      const folded = listed.packed.toLowerCase();
      if (listed.count === 0 || !folded.includes(tail)) continue;
      const names = namesOf(listed);
      for (const [at, name] of folded.split('\0').entries()) {
        const rank = rankOf(name, tail, head !== '');
        if (rank === undefined) continue;
        total++;
        const same = ranked[rank];
        if (same !== undefined && same.length < most) same.push({ mount, path: folder + (names[at] ?? '') });
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
  return of?.mounts.get(mount.path)?.folders.has(folder) === true;
}

function folderOf(path: string): string {
  return path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);
}

function rankOf(name: string, tail: string, onlyBeginning: boolean): number | undefined {
  const at = name.indexOf(tail);
  if (at < 0 || (onlyBeginning && at > 0)) return undefined;
  if (at === 0) return name.length === tail.length || name === `${tail}/` ? 0 : 1;
  return /[-_. /]/.test(name[at - 1] ?? '') ? 2 : 3;
}
