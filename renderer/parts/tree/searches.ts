import { appErrorOf } from '../../api/client.ts';
import { cancelJob, onJob, startSearch } from '../../api/jobs.ts';
import { perSession } from '../../api/per-session.ts';
import { SearchStore } from './search-store.ts';

/** The search of a session; made on the first asking. */
export const searchOf = perSession(
  (sessionId) =>
    new SearchStore({
      start: ({ mount, path }, text) =>
        startSearch({ sessionId, mount: mount.path, path, text }, `Searching “${text}”`),
      cancel: cancelJob,
      listen: onJob,
      errorOf: appErrorOf,
    }),
  (search) => {
    search.close();
  },
);
