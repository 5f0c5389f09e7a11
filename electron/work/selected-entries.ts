/**
 * The entries of a selection: chosen ones as they are, folders and mounts walked. Each entry comes once, even if it
 * was chosen and lies below a chosen folder. Nothing is read but lists. OpenBao lists everything below a folder in one
 * answer, to tokens that may scan.
 */
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { Mount } from '../../shared/vault/mount.ts';
import { packNames, unpackNames } from '../../shared/vault/names.ts';
import { isFolderPath } from '../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../shared/vault/selection.ts';
import { asAppError, isTrouble } from '../core/connection/trouble.ts';
import type { Listable } from '../core/session/in-namespace-below.ts';
import type { Session } from '../core/session/session.ts';
import type { Caller } from '../vault/api/caller.ts';
import { listFolder, scanFolder } from '../vault/api/lists.ts';
import type { JobCounts } from './jobs.ts';
import type { Pace } from './pace.ts';
import { foldersOfPaths } from './scanned.ts';
import { defaultLimits, isOverBudget, restLeft, walkFolders } from './walk.ts';

/** An entry, and the session that reaches it. */
export interface SelectedEntry<S extends Listable = Session> {
  readonly session: S;
  readonly mount: Mount;
  /** Below the mount. */
  readonly path: string;
  /**
   * Folder that the selection begins at: what lies behind it is the entry's place within the selection. Of several
   * places a folder keeps its own name.
   */
  readonly below: string;
  readonly versions?: readonly number[];
}

/** A folder just listed. */
export interface WalkedFolder<S extends Listable = Session> {
  readonly session: S;
  readonly mount: Mount;
  /** Below the mount: empty, or ending in `/`. */
  readonly folder: string;
  readonly names: readonly string[];
}

export interface SelectedWalk<S extends Listable = Session> {
  readonly sessionOf: (sessionId: string) => S;
  /** Bounds the lists of a session. */
  readonly paceOf: (session: S) => Pace;
  /** Called with the entries of one folder, or with one chosen entry; the walk goes on once it has resolved. */
  readonly onEntries: (entries: readonly SelectedEntry<S>[]) => void | Promise<void>;
  /** Called with each folder, before its entries. */
  readonly onFolder?: (folder: WalkedFolder<S>) => void | Promise<void>;
  readonly count: (counts: JobCounts) => void;
  /** `path`: with its mount. */
  readonly unread: (path: string, reason: string) => void;
  /**
   * Called with what a stop, a cancel or the limit of names has left unlisted; a later walk can go on with it. With it the
   * limit of one place does not end the walk of the others.
   */
  readonly left?: (places: readonly SelectedPlace[]) => void;
  readonly signal: AbortSignal;
}

/** Walks a selection place by place; resolves to the error that left something of it out, if any. */
export async function walkSelection<S extends Listable = Session>(
  places: readonly SelectedPlace[],
  walk: SelectedWalk<S>,
): Promise<AppError | undefined> {
  const brought = createBrought(places);
  let before: JobCounts = { foldersRead: 0, foldersWaiting: 0, namesSeen: 0 };
  let at = 0;
  let ended = false;
  const cut: string[] = [];
  try {
    for (const [order, place] of places.entries()) {
      walk.signal.throwIfAborted();
      const session = walk.sessionOf(place.sessionId);
      const mount = await mountOrUnread(session, place, walk);
      if (mount === undefined) {
        at++;
        continue;
      }
      at++;
      if (!isFolderPath(place.path)) {
        if (brought.isNew(order, place.path)) await walk.onEntries([chosenEntry(session, mount, place)]);
        continue;
      }
      let counts = before;
      const stopped = await walkBelow(
        { session, mount, place, below: places.length === 1 ? place.path : folderOf(place.path) },
        {
          ...walk,
          unread: (path, reason) => {
            brought.refuse(order, path.slice(mount.path.length));
            walk.unread(path, reason);
          },
        },
        (path) => brought.isNew(order, path),
        (now) => {
          counts = {
            foldersRead: before.foldersRead + now.foldersRead,
            foldersWaiting: now.foldersWaiting,
            namesSeen: before.namesSeen + now.namesSeen,
          };
          walk.count(counts);
        },
      );
      before = counts;
      if (stopped === undefined) continue;
      if (walk.left === undefined || !isOverBudget(stopped)) return stopped;
      cut.push(mount.path + place.path);
    }
    ended = true;
    return cut.length === 0 ? undefined : restLeft(cut);
  } finally {
    if (!ended) walk.left?.(places.slice(at));
  }
}

interface Brought {
  /** True unless an earlier place has brought the entry: itself, or through a folder above it. */
  readonly isNew: (order: number, path: string) => boolean;
  /** Folder of a place that could not be listed, so that it brings nothing. */
  readonly refuse: (order: number, folder: string) => void;
}

/** Tells which entries earlier places have brought. It grows with the places, not with the entries below them. */
function createBrought(places: readonly SelectedPlace[]): Brought {
  const first = new Map<string, number>();
  const refused = new Set<string>();
  const keyOf = (order: number, path: string): string => {
    const { sessionId = '', mount = '' } = places[order] ?? {};
    return `${sessionId}\0${mount}\0${path}`;
  };
  for (const [order, { path }] of places.entries()) {
    const key = keyOf(order, path);
    if (!first.has(key)) first.set(key, order);
  }
  return {
    isNew: (order, path) => {
      if (order === 0) return true;
      const isEarlier = (above: string): boolean => (first.get(keyOf(order, above)) ?? order) < order;
      if (isEarlier(path)) return false;
      for (let above = folderOf(path); ; above = folderOf(above)) {
        if (refused.has(keyOf(order, above))) return true;
        if (isEarlier(above)) return false;
        if (above === '') return true;
      }
    },
    refuse: (order, folder) => refused.add(keyOf(order, folder)),
  };
}

/** The mount of a place; undefined, and said, if it is gone or refused. */
async function mountOrUnread(
  session: Listable,
  { mount, path }: SelectedPlace,
  { unread, signal }: Pick<SelectedWalk, 'unread' | 'signal'>,
): Promise<Mount | undefined> {
  try {
    return await session.mounts.at(mount, signal);
  } catch (failure) {
    const error = asAppError(failure);
    if (signal.aborted || isTrouble(error) || error.kind === 'internal') throw failure;
    unread(mount + path, error.message);
    return undefined;
  }
}

function chosenEntry<S extends Listable>(
  session: S,
  mount: Mount,
  { path, versions }: SelectedPlace,
): SelectedEntry<S> {
  return { session, mount, path, below: folderOf(path), ...(versions === undefined ? {} : { versions }) };
}

async function walkBelow<S extends Listable>(
  {
    session,
    mount,
    place,
    below,
  }: {
    readonly session: S;
    readonly mount: Mount;
    readonly place: SelectedPlace;
    readonly below: string;
  },
  { paceOf, onEntries, onFolder, unread, left, signal }: SelectedWalk<S>,
  isNew: (path: string) => boolean,
  count: (counts: JobCounts) => void,
): Promise<AppError | undefined> {
  const pace = paceOf(session);
  // Entries are handed on in the order of their folders, and their work slows the walk.
  let handed: Promise<void> = Promise.resolve();
  const hand = (folder: string, names: readonly string[]): void => {
    const entries = names
      .filter((name) => !name.endsWith('/') && isNew(folder + name))
      .map((name) => ({ session, mount, path: folder + name, below }));
    handed = handed.then(async () => {
      await onFolder?.({ session, mount, folder, names });
      if (entries.length > 0) await onEntries(entries);
    });
    // Awaited below; until then a rejection is nobody's.
    handed.catch(() => undefined);
  };
  const leave = (paths: readonly string[]): void =>
    left?.(paths.map((path) => ({ sessionId: place.sessionId, mount: mount.path, path })));
  const stopped = await session.run(async (caller) => {
    const all = await scanned({ session, mount, place, pace }, caller, leave, signal);
    // Of more than that, a walk can tell which folders are left.
    if (all !== undefined && all.length <= defaultLimits.names) {
      let foldersRead = 0;
      let namesSeen = 0;
      for await (const [folder, names] of foldersOfPaths(all, place.path)) {
        if (signal.aborted) {
          leave(names.filter((name) => !name.endsWith('/')).map((name) => folder + name));
          continue;
        }
        caller.names?.listed(mount, folder, { packed: packNames(names), count: names.length });
        hand(folder, names);
        await handed;
        // Folders are names, too, as in a list.
        namesSeen += names.length;
        count({ foldersRead: ++foldersRead, foldersWaiting: 0, namesSeen });
      }
      signal.throwIfAborted();
      return undefined;
    }
    const ended = await walkFolders(
      place.path,
      {
        list: async (folder, within) => {
          const { packed } = await pace.run(() => listFolder({ ...caller, signal: within }, mount, folder));
          await handed;
          return unpackNames(packed);
        },
        onFolder: hand,
        count,
        unread: (folder, reason) => {
          unread(mount.path + folder, reason);
        },
        ...(left === undefined ? {} : { left: leave }),
        signal: caller.signal ?? signal,
      },
      { ...defaultLimits, concurrency: pace.allowed() },
    );
    // The session learns of connection-wide errors.
    if (ended !== undefined && isTrouble(ended)) throw new AppFailure(ended);
    return ended;
  }, signal);
  await handed;
  return stopped;
}

interface Scan {
  readonly session: Listable;
  readonly mount: Mount;
  readonly place: SelectedPlace;
  readonly pace: Pace;
}

/** All paths below a place in one answer; undefined where the server or the token cannot. A failed one is left over. */
async function scanned(
  { session, mount, place, pace }: Scan,
  caller: Caller,
  leave: (paths: readonly string[]) => void,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  if (session.view().health.kind !== 'openbao') return undefined;
  try {
    return await pace.run(() => scanFolder({ ...caller, signal }, mount, place.path));
  } catch (failure) {
    leave([place.path]);
    throw failure;
  }
}

/** The folder that an entry or a folder lies in. */
function folderOf(path: string): string {
  return path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);
}
