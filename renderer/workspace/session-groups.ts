/** One token may be open in several namespaces of its server, each a session: which of them belong together. Pure. */
import type { SessionView } from '../../shared/ipc/contract.ts';

type Grouped = Pick<SessionView, 'sessionId' | 'address' | 'namespace' | 'token' | 'health'>;

/** What sessions of one token on one server have in common; undefined where there are no namespaces, or no token is known. */
export function groupKey({ address, token, health }: Grouped): string | undefined {
  return health.namespaces && token.accessor !== '' ? JSON.stringify([address, token.accessor]) : undefined;
}

/** The sessions in groups, each where its first one was opened. */
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
