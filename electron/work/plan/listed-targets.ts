/**
 * Destinations that a list shows to be free: one list in place of a read of each. A folder that the folder above does
 * not name has no entries, and is not listed.
 */
import { unpackNames } from '../../../shared/vault/names.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import { listFolder } from '../../vault/api/lists.ts';
import type { Session } from '../../core/session/session.ts';
import type { Caller } from '../../vault/api/caller.ts';
import type { Side, Spot } from './plans.ts';

export interface ListedTargets {
  /** Expects questions about these destinations. Sends nothing yet. */
  readonly expect: (spots: readonly Spot[]) => void;
  /** True if a list shows that there is no such entry; false if only its own read can tell. */
  readonly isFree: (spot: Spot) => Promise<boolean>;
}

type Send = <T>(session: Session, request: (caller: Caller) => Promise<T>) => Promise<T>;
type Names = ReadonlySet<string>;

/** From so many destinations in a folder on it is listed: its list can be long. */
const LISTED_FROM = 4;
/** Folders remembered: destinations come in the order of their folders. */
const MOST_FOLDERS = 200;

const none: Names = new Set();

/** Makes it for one plan, empty. */
export function createListedTargets(send: Send): ListedTargets {
  const lists = new Map<string, Promise<Names | undefined>>();
  let expected = new Set<string>();

  const keyOf = ({ session, mount }: Side, folder: string): string =>
    `${session.sessionId} ${mount.path} ${folder}`;

  async function namesIn(side: Side, folder: string): Promise<Names | undefined> {
    const key = keyOf(side, folder);
    const listed = lists.get(key);
    if (listed !== undefined) return listed;
    if (folder !== '') {
      const above = folderOf(folder.slice(0, -1));
      if ((await namesIn(side, above))?.has(folder.slice(above.length)) === false) return none;
    }
    if (!expected.has(key)) return undefined;
    const asked = lists.get(key) ?? listNow(side, folder);
    lists.set(key, asked);
    for (const oldest of lists.keys()) {
      if (lists.size <= MOST_FOLDERS) break;
      lists.delete(oldest);
    }
    return asked;
  }

  async function listNow({ session, mount }: Side, folder: string): Promise<Names | undefined> {
    try {
      const { packed } = await send(session, (caller) => listFolder(caller, mount, folder));
      return new Set(unpackNames(packed));
    } catch (failure) {
      const error = asAppError(failure);
      if (isTrouble(error) || error.kind === 'locked' || error.kind === 'cancelled') throw failure;
      // The read of each entry says more.
      return undefined;
    }
  }

  return {
    expect: (spots) => {
      expected = new Set();
      const groups = Map.groupBy(spots.filter(tellsAll), (spot) => keyOf(spot, ''));
      for (const [, group] of groups) {
        const [first] = group;
        if (first === undefined || group.length < LISTED_FROM) continue;
        const folders = Map.groupBy(group, ({ path }) => folderOf(path));
        expected.add(keyOf(first, commonFolder([...folders.keys()])));
        for (const [folder, its] of folders)
          if (its.length >= LISTED_FROM) expected.add(keyOf(first, folder));
      }
    },
    isFree: async (spot) => {
      const folder = folderOf(spot.path);
      return (await namesIn(spot, folder))?.has(spot.path.slice(folder.length)) === false;
    },
  };
}

/**
 * OpenBao can leave names out of a list (`list_scan_response_keys_filter_path` of a policy), and an entry left out can
 * be there all the same. The policy root has no such filter.
 */
function tellsAll({ session, mount }: Spot): boolean {
  return mount.engine === 'kv2' && (session.isRoot || session.view().health.kind !== 'openbao');
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The deepest folder that all lie in. */
function commonFolder(folders: readonly string[]): string {
  let [common = ''] = folders;
  for (const folder of folders) while (!folder.startsWith(common)) common = folderOf(common.slice(0, -1));
  return common;
}
