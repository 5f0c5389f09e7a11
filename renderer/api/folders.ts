/** Folders, and resolving of typed paths. The tree keeps its own packed lists, too long for a cache of copies. */
import type { Input } from '../../shared/ipc/contract.ts';
import { call } from './client.ts';
import type { Job } from './jobs.ts';

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
