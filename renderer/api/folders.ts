/** Folders, and resolving of typed paths. The tree keeps its own packed lists, too long for a cache of copies. */
import type { Job } from './jobs.ts';

/** A search of a session for a text, started by `start`. */
export function searchJob(
  sessionId: string,
  text: string,
  start: () => Promise<{ readonly jobId: string }>,
): Job<'search.found'> {
  return {
    event: 'search.found',
    sessionId,
    label: text === '' ? 'Searching' : `Searching “${text}”`,
    state: { kind: 'folders', foldersRead: 0, foldersWaiting: 1, namesSeen: 0 },
    stateAt: ({ foldersRead, foldersWaiting, namesSeen, entriesRead, entriesWaiting }) =>
      entriesRead + entriesWaiting > 0 && foldersWaiting === 0
        ? { kind: 'list', things: 'entries', done: entriesRead, total: entriesRead + entriesWaiting }
        : { kind: 'folders', foldersRead, foldersWaiting, namesSeen },
    start,
  };
}
