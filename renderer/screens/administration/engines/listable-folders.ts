import type { ApiPath } from '../../../../shared/vault/console.ts';

/** Lists of issued credentials: listing is harmless, but the form behind a name can issue another one. */
const minting = /^(?:creds|sts|issue|sign)\//;

/** The folders of a mount that can be listed, by the server's description, e.g. `users/`; each ends in a slash. */
export function listableFolders(paths: readonly ApiPath[], apiPath: string): readonly string[] {
  const folders = paths
    .filter(({ path, methods }) => path.startsWith(apiPath) && methods.includes('LIST'))
    .map(({ path }) => path.slice(apiPath.length).replace(/\/?$/, '/'))
    .filter((folder) => folder !== '/' && !folder.includes('{') && !minting.test(folder));
  return [...new Set(folders)].sort();
}
