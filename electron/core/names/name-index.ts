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
  /** Folding changes nothing in them, so that a search needs no folded copy. */
  readonly isFolded: boolean;
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
      const packed = names.join('\0');
      const isFolded = packed.toLowerCase() === packed;
      folders.set(folder, { packed, isFolded, count: names.length, atMs: nowMs() });
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
  return of?.mounts.get(mount.path)?.folders.has(folder) === true;
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
