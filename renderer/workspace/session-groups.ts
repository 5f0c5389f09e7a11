/** Grouping of sessions that share one token in several namespaces of a server. Pure. */
import type { SessionView } from '../../shared/ipc/contract.ts';

type Grouped = Pick<SessionView, 'sessionId' | 'address' | 'namespace' | 'token' | 'health'>;

/** Common key of sessions with one token on one server; undefined without namespaces or a known token. */
export function groupKey({ address, token, health }: Grouped): string | undefined {
  return health.namespaces && token.accessor !== '' ? JSON.stringify([address, token.accessor]) : undefined;
}

/** Groups sessions, each group at the position of its first session. */
export function groupsOf<S extends Grouped>(sessions: readonly S[]): readonly (readonly S[])[] {
  const groups = new Map<string, S[]>();
  for (const session of sessions) {
    const key = groupKey(session) ?? session.sessionId;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [session]);
    else group.push(session);
  }
  return [...groups.values()];
}
