/**
 * Background health check, for connections whose user wants to be notified: slow, without a token, and only while the
 * cluster is not watched, because a watch reports the same sooner. Before the first check the nodes of the cluster
 * are read once, with the token. Without such a connection no timer runs.
 */
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { ClusterStatus } from '../../../shared/vault/cluster.ts';
import type { HealthLooks } from './health-looks.ts';
import type { Notices } from './notices.ts';

const HEALTH_EVERY_MS = 30_000;

export interface BackgroundHealthParts {
  readonly sessions: () => readonly SessionView[];
  readonly looks: Pick<HealthLooks, 'look'>;
  readonly notices: Pick<Notices, 'seen' | 'token'>;
  readonly isWatched: (sessionId: string) => boolean;
  /** Reads the nodes of the cluster from the server, with the session's token; false if not possible now. */
  readonly learn: (sessionId: string) => Promise<boolean>;
  readonly everyMs?: number;
}

export interface BackgroundHealth {
  /** Takes the status that a watch has seen. */
  readonly heard: (sessionId: string, status: ClusterStatus) => void;
  /** Call it when a session was opened, closed, or switched its notices. */
  readonly reconsider: () => void;
  readonly stop: () => void;
}

/** Makes the check; from `reconsider` on it runs while a session wants it. */
export function createBackgroundHealth(parts: BackgroundHealthParts): BackgroundHealth {
  const wanting = (): readonly SessionView[] => parts.sessions().filter(({ notices }) => notices === true);

  const learned = new Set<string>();
  const learning = new Set<string>();
  /** Runs once, and not with a token of limited uses. */
  const learn = async ({ sessionId, token }: SessionView, isLocked: boolean): Promise<void> => {
    if (isLocked || token.numUses !== 0 || learned.has(sessionId)) return;
    if (learning.has(sessionId)) return;
    learning.add(sessionId);
    // The look below reports a server that does not answer.
    if (await parts.learn(sessionId).catch(() => false)) learned.add(sessionId);
    learning.delete(sessionId);
  };

  const lookAt = async (session: SessionView): Promise<void> => {
    const isLocked = session.trouble?.kind === 'locked';
    if (!isLocked) parts.notices.token(session, session.token, (session.renewal?.nextAt ?? '') !== '');
    if (parts.isWatched(session.sessionId)) return;
    await learn(session, isLocked);
    const status = await parts.looks.look(session.sessionId);
    // Switched off, or closed, meanwhile.
    if (status !== undefined && wanting().some(({ sessionId }) => sessionId === session.sessionId))
      parts.notices.seen(session, status.seen);
  };
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const start = (): void => {
    timer ??= setInterval(() => {
      // A session that cannot be asked now (locked, or not confirmed) has no news.
      for (const session of wanting()) void lookAt(session).catch(() => undefined);
    }, parts.everyMs ?? HEALTH_EVERY_MS).unref();
  };

  return {
    heard: (sessionId, { seen }) => {
      learned.add(sessionId);
      const session = wanting().find((one) => one.sessionId === sessionId);
      if (session !== undefined) parts.notices.seen(session, seen);
    },
    reconsider: () => (wanting().length > 0 ? start() : stop()),
    stop,
  };
}
