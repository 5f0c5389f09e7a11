/**
 * The entries of a selection: chosen ones as they are, folders and mounts walked. Each entry comes once, even if it
 * was chosen and lies below a chosen folder. Nothing is read but lists.
 */
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { Mount } from '../../shared/vault/mount.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import { isFolderPath } from '../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../shared/vault/selection.ts';
import { isTrouble } from '../core/connection/trouble.ts';
import type { Session } from '../core/session/session.ts';
import { listFolder } from '../vault/api/lists.ts';
import type { JobCounts } from './jobs.ts';
import type { Pace } from './pace.ts';
import { defaultLimits, walkFolders } from './walk.ts';

/** An entry, and the session that reaches it. */
export interface SelectedEntry {
  readonly session: Session;
  readonly mount: Mount;
  /** Below the mount. */
  readonly path: string;
  /** The chosen place that it belongs to: what lies behind its path is the entry's place within the selection. */
  readonly below: string;
  readonly versions?: readonly number[];
}

export interface SelectedWalk {
  readonly sessionOf: (sessionId: string) => Session;
  /** Bounds the lists of a session. */
  readonly paceOf: (session: Session) => Pace;
  /** Called with the entries of one folder, or with one chosen entry; the walk goes on once it has resolved. */
  readonly onEntries: (entries: readonly SelectedEntry[]) => void | Promise<void>;
  readonly count: (counts: JobCounts) => void;
  /** `path`: with its mount. */
  readonly unread: (path: string, reason: string) => void;
  readonly signal: AbortSignal;
}

/** Walks a selection place by place; resolves to the error that stopped it early, if any. */
export async function walkSelection(
  places: readonly SelectedPlace[],
  walk: SelectedWalk,
): Promise<AppError | undefined> {
  const seen = new Set<string>();
  let before: JobCounts = { foldersRead: 0, foldersWaiting: 0, namesSeen: 0 };
  for (const place of places) {
    walk.signal.throwIfAborted();
    const session = walk.sessionOf(place.sessionId);
    const mount = await session.mounts.at(place.mount, walk.signal);
    const isNew = (path: string): boolean => {
      const key = `${place.sessionId}\0${mount.path}${path}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    };
    if (!isFolderPath(place.path)) {
      const { versions } = place;
      const below = place.path.slice(0, place.path.lastIndexOf('/') + 1);
      const entry = {
        session,
        mount,
        path: place.path,
        below,
        ...(versions === undefined ? {} : { versions }),
      };
      if (isNew(place.path)) await walk.onEntries([entry]);
      continue;
    }
    let counts = before;
    const stopped = await walkBelow({ session, mount, place }, walk, isNew, (now) => {
      counts = {
        foldersRead: before.foldersRead + now.foldersRead,
        foldersWaiting: now.foldersWaiting,
        namesSeen: before.namesSeen + now.namesSeen,
      };
      walk.count(counts);
    });
    before = counts;
    if (stopped !== undefined) return stopped;
  }
  return undefined;
}

async function walkBelow(
  {
    session,
    mount,
    place,
  }: { readonly session: Session; readonly mount: Mount; readonly place: SelectedPlace },
  { paceOf, onEntries, unread, signal }: SelectedWalk,
  isNew: (path: string) => boolean,
  count: (counts: JobCounts) => void,
): Promise<AppError | undefined> {
  const pace = paceOf(session);
  // Entries are handed on in the order of their folders, and their work slows the walk.
  let handed: Promise<void> = Promise.resolve();
  const stopped = await session.run(async (caller) => {
    const ended = await walkFolders(
      place.path,
      {
        list: async (folder, within) => {
          const { packed } = await pace.run(() => listFolder({ ...caller, signal: within }, mount, folder));
          await handed;
          return unpackNames(packed);
        },
        onFolder: (folder, names) => {
          const entries = names
            .filter((name) => !name.endsWith('/') && isNew(folder + name))
            .map((name) => ({ session, mount, path: folder + name, below: place.path }));
          if (entries.length > 0) handed = handed.then(() => onEntries(entries));
        },
        count,
        unread: (folder, reason) => {
          unread(mount.path + folder, reason);
        },
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
