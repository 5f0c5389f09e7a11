/** Validation of a typed entry place: errors and doubts. Sends no requests. */
import type { Mount } from '../../../shared/vault/mount.ts';
import { checkApiPath } from '../../../shared/vault/path.ts';

/** Mounts that can hold entries. */
export function entryMounts(mounts: readonly Mount[]): readonly Mount[] {
  return mounts.filter((mount) => mount.engine !== 'other');
}

/** Reason a path cannot name an entry below its mount; undefined if it can. */
export function placeProblem(path: string): string | undefined {
  if (path === '') return 'Type the path of the entry, for example payments/api-gateway.';
  if (path.endsWith('/'))
    return 'A path that ends with a slash is a folder: type the name of the entry behind it.';
  const problem = checkApiPath(path);
  return problem === undefined ? undefined : `${problem.message} ${problem.hint ?? ''}`.trim();
}

/** Likely mistake in a path that is possible. */
export function placeDoubt(mount: Mount, path: string): string | undefined {
  if (path.startsWith(mount.path))
    return `The path is below the mount, so this is ${mount.path}${path}, with “${mount.path}” twice.`;
  const family = /^(data|metadata)\//.exec(path)?.[1];
  if (mount.engine === 'kv2' && family !== undefined)
    return `“${family}/” belongs to API paths. Here it becomes a folder of that name.`;
  return undefined;
}

/** Mount of the same path, else one of the same kind, else the first. */
export function likeliestMount(mounts: readonly Mount[], wanted: Mount | undefined): Mount | undefined {
  return (
    mounts.find((one) => one.path === wanted?.path && one.engine === wanted.engine) ??
    mounts.find((one) => one.engine === wanted?.engine) ??
    mounts[0]
  );
}
