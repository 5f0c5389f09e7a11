/** Search: the paths below a folder whose last name contains a text. Names only; no entry is read. */
import { AppFailure } from '../../shared/ipc/result.ts';
import { isTrouble } from '../core/connection/trouble.ts';
import { listFolder } from '../vault/api/lists.ts';
import type { Mount } from '../../shared/vault/mount.ts';
import type { Session } from '../core/session/session.ts';
import type { Work } from './jobs.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import { walkFolders } from './walk.ts';

/** Work of a search from a folder of a mount; `text` is compared without regard to case, empty matches all. */
export function searchBelow(session: Session, mount: Mount, folder: string, text: string): Work {
  const from = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
  const wanted = text.toLocaleLowerCase();
  // One run for all folders, with one bookkeeping for all.
  return (report) =>
    session.run(async (caller) => {
      const stopped = await walkFolders(from, {
        list: async (below, signal) =>
          unpackNames((await listFolder({ ...caller, signal }, mount, below)).packed),
        onFolder: (below, names) => {
          const matches = names.filter((name) => lastName(name).toLocaleLowerCase().includes(wanted));
          report.found(matches.map((name) => below + name));
        },
        count: report.count,
        unread: report.unread,
        signal: caller.signal ?? report.signal,
      });
      // The session learns of connection-wide errors.
      if (stopped !== undefined && isTrouble(stopped)) throw new AppFailure(stopped);
      return stopped;
    }, report.signal);
}

function lastName(name: string): string {
  return name.endsWith('/') ? name.slice(0, -1) : name;
}
