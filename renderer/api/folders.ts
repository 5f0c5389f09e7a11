/** Folders, and resolving of typed paths. The tree keeps its own packed lists, too long for a cache of copies. */
import type { Destination, FolderListing, Input } from '../../shared/ipc/contract.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { call } from './client.ts';
import type { Job } from './jobs.ts';

/** Names in one folder; `path` is empty or ends with a slash. */
export function listFolder(sessionId: string, mount: MountPath, path: string): Promise<FolderListing> {
  return call('folder.list', { sessionId, mount, path });
}

/** Resolves a path in any form (browse, API, CLI, URL) to its destination. */
export function resolvePath(sessionId: string, text: string, signal?: AbortSignal): Promise<Destination> {
  return call('path.resolve', { sessionId, text }, signal);
}

/** Searches names below a folder for a text. */
export function searchJob(input: Input<'search.start'>): Job<'job.progressed'> {
  return {
    event: 'job.progressed',
    sessionId: input.sessionId,
    label: `Searching “${input.text}”`,
    state: { kind: 'folders', foldersRead: 0, foldersWaiting: 1, namesSeen: 0 },
    stateAt: ({ foldersRead, foldersWaiting, namesSeen }) => ({
      kind: 'folders',
      foldersRead,
      foldersWaiting,
      namesSeen,
    }),
    start: () => call('search.start', input),
  };
}
