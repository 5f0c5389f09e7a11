/** The connections that a plan's rows are on. */
import { useMemo } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { PlanRow } from '../../../shared/vault/plan.ts';
import { useBadges } from '../../parts/session/badges.ts';
import { useOpenSessions } from '../../workspace/workspace.tsx';

/** A connection with the letters of its badge. */
export interface PlanConnection {
  readonly session: SessionView;
  readonly letters: string | undefined;
}

export type PlanConnectionOf = (sessionId: string | undefined) => PlanConnection | undefined;

/** Finds the connection of a row's side; without an id the plan's own. Undefined for one that has closed. */
export function usePlanConnections(home: SessionView): PlanConnectionOf {
  const { sessions } = useOpenSessions();
  const badges = useBadges(sessions).ofSession;
  return useMemo(() => {
    const byId = new Map(sessions.map((session) => [session.sessionId, session]));
    return (sessionId = home.sessionId) => {
      const session = byId.get(sessionId);
      return session && { session, letters: badges.get(sessionId)?.letters };
    };
  }, [sessions, badges, home.sessionId]);
}

/** True for a row that is on another connection than the plan's own. */
export function isElsewhere({ fromSession, toSession }: PlanRow): boolean {
  return fromSession !== undefined || toSession !== undefined;
}
