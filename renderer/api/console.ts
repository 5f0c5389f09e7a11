/** The request console: catalogue, history and requests. */
import { queryOptions } from '@tanstack/react-query';
import type { ConsoleRequest, CopyForm } from '../../shared/vault/console.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import { cacheKey, call, vault } from './client.ts';

/** Names in a folder of an engine; `folder` ends with a slash. */
export function engineNamesQuery(sessionId: string, mount: MountPath, folder: string) {
  return queryOptions({
    queryKey: [...cacheKey({ sessionId }, 'folder.list'), mount, folder],
    queryFn: async () => unpackNames((await vault.folder.list({ sessionId, mount, path: folder })).names),
    // Each press of the button fetches anew.
    gcTime: 0,
  });
}

/** Formats the request for another tool. */
export async function requestAs(sessionId: string, request: ConsoleRequest, form: CopyForm): Promise<string> {
  const { text } = await call('console.copyAs', { sessionId, request, form });
  return text;
}
