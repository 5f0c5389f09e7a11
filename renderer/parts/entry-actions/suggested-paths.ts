/** Paths that are like one path but for the name of an environment in them. Names are listed, nothing is read. */
import { useQueries } from '@tanstack/react-query';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import { query } from '../../api/client.ts';

/** Names of environments, as a whole word of a folder or mount. */
const environmentWord =
  /(?:^|[^a-z])(?:dev|development|test|testing|qa|int|integration|uat|stage|staging|pre|preprod|prod|production|live|demo|sandbox|local)(?:$|[^a-z])/i;

/** Folders listed, from the top of the path. */
const MOST_FOLDERS = 3;
const MOST_SUGGESTED = 8;

/** Suggestions for a full path (mount and path), at folders and mounts that are named like environments. */
export function useSuggestedPaths(
  session: SessionView | undefined,
  mounts: readonly Mount[],
  full: string,
): readonly string[] {
  const mount = mountOf(mounts, full);
  const path = mount === undefined ? '' : full.slice(mount.path.length);
  // Without the right to list there is nothing to suggest.
  const folders = session === undefined ? [] : path.split('/').slice(0, -1).slice(0, MOST_FOLDERS);
  const lists = useQueries({
    queries: folders.map((_name, at) => {
      const input = {
        sessionId: session?.sessionId ?? '',
        mount: mount?.path ?? ('' as Mount['path']),
        path: folders
          .slice(0, at)
          .map((name) => `${name}/`)
          .join(''),
      };
      return query('folder.list', input, { staleTime: 60_000 });
    }),
  });
  if (mount === undefined || path === '' || path.endsWith('/')) return [];
  const beside = lists.flatMap(({ data }, at) => {
    const own = `${folders[at] ?? ''}/`;
    const before = folders
      .slice(0, at)
      .map((name) => `${name}/`)
      .join('');
    const after = path.slice(before.length + own.length);
    return (data === undefined ? [] : unpackNames(data.names))
      .filter((name) => name.endsWith('/') && name !== own && areEnvironments(own, name))
      .map((name) => mount.path + before + name + after);
  });
  const others = mounts
    .filter((one) => one.path !== mount.path && areEnvironments(mount.path, one.path))
    .map((one) => one.path + path);
  return [...beside, ...others].slice(0, MOST_SUGGESTED);
}

function areEnvironments(...names: readonly string[]): boolean {
  return names.every((name) => environmentWord.test(name));
}
