/** Views of clusters: watched while the user looks, checked in the background, and told by notices. */
import { createBackgroundHealth } from '../core/cluster/background-health.ts';
import type { BackgroundHealth } from '../core/cluster/background-health.ts';
import { createHealthLooks } from '../core/cluster/health-looks.ts';
import type { HealthLooks } from '../core/cluster/health-looks.ts';
import { createHomeNodes } from '../core/cluster/home-nodes.ts';
import { createNotices } from '../core/cluster/notices.ts';
import { createClusters } from '../core/cluster/watch.ts';
import type { Clusters } from '../core/cluster/watch.ts';
import type { GuardedPreferences } from '../core/gates/loosening.ts';
import type { MeetParts } from '../core/login/meeting.ts';
import type { Emit } from '../core/platform.ts';
import type { Sessions } from '../core/sessions/sessions-parts.ts';
import type { UnauthenticatedConnections } from '../core/sessions/unauthenticated.ts';
import type { GuardedPlatform } from './guarded-platform.ts';

/** Time that a server has to name the nodes of its cluster, in milliseconds. */
const LEARN_MS = 15_000;

export interface ClusterWatchingParts {
  readonly connectParts: MeetParts;
  readonly sessions: Sessions;
  readonly unauthenticated: UnauthenticatedConnections;
  readonly preferences: Pick<GuardedPreferences, 'get'>;
  readonly platform: Pick<GuardedPlatform, 'seen' | 'notify' | 'showWindow' | 'healthEveryMs'>;
  readonly isLocked: () => boolean;
  readonly emit: Emit;
}

export interface ClusterWatching {
  readonly clusters: Clusters;
  readonly healthLooks: HealthLooks;
  /** Call it when a session was opened, closed, or switched its notices. */
  readonly reconsider: () => void;
  /** Takes the number of overdue entries of a folder just read; told if the session wants notices. */
  readonly noteDue: (sessionId: string, entries: number) => void;
  /** A session has lost its token, but stays. */
  readonly lockSession: (sessionId: string) => void;
  readonly closeSession: (sessionId: string) => void;
  /** Ends the check in the background. */
  readonly stop: () => void;
}

/** Makes the views; none is open, and nothing is checked yet. */
export function makeClusterWatching(parts: ClusterWatchingParts): ClusterWatching {
  const { connectParts, sessions, unauthenticated, preferences, platform, isLocked, emit } = parts;
  const { contact, guard } = connectParts;
  const { seen } = platform;
  const healthLooks = createHealthLooks({
    ...connectParts,
    find: (sessionId) => sessions.find(sessionId),
    mayLookWhileLocked: () => preferences.get().boardOnLock,
  });
  const homeNodes = createHomeNodes((sessionId) => {
    // The result, or the error, stands in the session's view.
    void sessions
      .find(sessionId)
      .session.refresh()
      .catch(() => undefined);
  });
  const clusters = createClusters({
    contact,
    guard,
    at: unauthenticated.at,
    seen,
    optionsOf: (where) =>
      'sessionId' in where
        ? Promise.resolve(where).then(({ sessionId }) => sessions.get(sessionId).client.options)
        : unauthenticated.at(where, ({ caller }) => Promise.resolve(caller.client.options), {
            unasked: true,
          }),
    judged: (where, status, members) => {
      if (!('sessionId' in where)) return;
      const { sessionId } = where;
      background.heard(sessionId, status);
      healthLooks.learn(sessionId, members);
      homeNodes.judged(sessionId, sessions.targetOf(sessionId)?.address ?? '', status);
    },
  });
  const notices = createNotices({
    nowMs: Date.now,
    show: ({ sessionId, title, body }) =>
      platform.notify({
        title,
        body,
        chosen: () => {
          platform.showWindow();
          if (!isLocked()) emit('board.noticeChosen', { sessionId });
        },
      }),
  });
  const background: BackgroundHealth = createBackgroundHealth({
    sessions: sessions.list,
    looks: healthLooks,
    notices,
    isWatched: clusters.isWatched,
    learn: async (sessionId) => {
      // A watch rests while the window is out of sight.
      if (!seen.isSeen()) return false;
      const signal = AbortSignal.timeout(LEARN_MS);
      await clusters.watch({ sessionId }, { everyMs: 0, onNews: () => undefined, signal });
      return true;
    },
    ...(platform.healthEveryMs === undefined ? {} : { everyMs: platform.healthEveryMs }),
  });
  return {
    clusters,
    healthLooks,
    reconsider: background.reconsider,
    noteDue: (sessionId, entries) => {
      const session = sessions.list().find((one) => one.sessionId === sessionId);
      if (session?.notices === true) notices.due(session, entries);
    },
    lockSession: (sessionId) => {
      clusters.endSession(sessionId, false);
      healthLooks.end(sessionId, false);
    },
    closeSession: (sessionId) => {
      clusters.endSession(sessionId, true);
      healthLooks.end(sessionId, true);
      notices.forget(sessionId);
      homeNodes.forget(sessionId);
    },
    stop: background.stop,
  };
}
