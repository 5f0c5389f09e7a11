/** The namespaces that a session offers to go to: those open with the same token, then those opened before. Pure. */
import type { SessionView } from '../../../shared/ipc/contract.ts';

export interface OfferedNamespace {
  readonly namespace: string;
  /** The session that is open there; absent: none. */
  readonly sessionId?: string;
}

/** Open with the same token, then opened before; without its own, each once. */
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
  // Another person's session in the same namespace is no other view of this one.
  const open = beside.filter((one) => one.token.accessor === token.accessor && token.accessor !== '');
  const recent = [sessionId, ...beside.map((one) => one.sessionId)].flatMap(recentOf);
  const seen = new Set([namespace]);
  return [
    ...open.map((one) => ({ namespace: one.namespace, sessionId: one.sessionId })),
    ...recent.map((one) => ({ namespace: one })),
  ].filter((one) => !seen.has(one.namespace) && seen.add(one.namespace));
}
