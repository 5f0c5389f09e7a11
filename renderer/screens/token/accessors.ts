import { appErrorOf } from '../../api/client.ts';
import { cancelJob } from '../../api/jobs.ts';
import { perSession } from '../../api/per-session.ts';
import { onAccessors, onRevoked, startAccessors, startRevokeMany } from '../../api/tokens.ts';
import { AccessorStore } from './accessor-store.ts';

/** The table of all tokens of a session; made on the first asking. */
export const accessorsOf = perSession(
  (sessionId) =>
    new AccessorStore({
      list: () => startAccessors(sessionId),
      onRows: onAccessors,
      revoke: (accessors) => startRevokeMany(sessionId, accessors),
      onRevoked,
      cancel: cancelJob,
      errorOf: appErrorOf,
      nowMs: Date.now,
    }),
  (store) => {
    store.close();
  },
);
