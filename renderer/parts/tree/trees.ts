import { fail, ok } from '../../../shared/ipc/result.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { perSession } from '../../api/per-session.ts';
import { TreeStore } from './tree-store.ts';

/** Tree of a session, created on first access. */
export const treeOf = perSession(
  (sessionId) =>
    new TreeStore((mount, path) =>
      vault.folder.list({ sessionId, mount, path }).then(ok, (caught: unknown) => fail(appErrorOf(caught))),
    ),
);
