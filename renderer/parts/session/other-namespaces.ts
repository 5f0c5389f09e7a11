/** Namespaces a session offers: those open with the same token, then those opened before. Pure. */
import type { SessionView } from '../../../shared/ipc/contract.ts';

export interface OfferedNamespace {
  readonly namespace: string;
  /** Session open there; absent without one. */
  readonly sessionId?: string;
}

/** Namespaces open with the same token, then those opened before; excludes the session's own and duplicates. */
export function otherNamespaces(
  {
    sessionId,
    address,
    namespace,
    token,
  }: Pick<SessionView, 'sessionId' | 'address' | 'namespace' | 'token'>,
  sessions: readonly SessionView[],
  recentOf: (sessionId: string) => readonly string[],
): readonly OfferedNamespace[] {
  const beside = sessions.filter((one) => one.sessionId !== sessionId && one.address === address);
  // A session with another token in the same namespace has a different view of it.
  const open = beside.filter((one) => one.token.accessor === token.accessor && token.accessor !== '');
  const recent = [sessionId, ...beside.map((one) => one.sessionId)].flatMap(recentOf);
  const seen = new Set([namespace]);
  return [
    ...open.map((one) => ({ namespace: one.namespace, sessionId: one.sessionId })),
    ...recent.map((one) => ({ namespace: one })),
  ].filter((one) => !seen.has(one.namespace) && seen.add(one.namespace));
}
