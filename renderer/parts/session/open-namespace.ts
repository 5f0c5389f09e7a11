import type { SessionView } from '../../../shared/ipc/contract.ts';
import { openNamespace } from '../../api/session.ts';
import { useAction, type Action } from '../../api/use-action.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { otherNamespaces, type OfferedNamespace } from './other-namespaces.ts';

export interface NamespaceOpening extends Omit<Action, 'run'> {
  /** Namespaces open with the same token, then those opened before. */
  readonly offered: readonly OfferedNamespace[];
  /** Opens a namespace or brings it to the front; `arrived` receives its session, `failed` is called without one. */
  readonly open: (namespace: string, arrived: (sessionId: string) => void, failed?: () => void) => void;
}

/** Opens other namespaces of a session's server, each as a session of its own with the same token. */
export function useOpenNamespace(
  session: Pick<SessionView, 'sessionId' | 'address' | 'namespace' | 'token'>,
): NamespaceOpening {
  const { sessions } = useOpenSessions();
  const { namespacesOf } = useWorkspace();
  const { noteNamespace } = useWorkspaceActions();
  const { run, ...action } = useAction();
  const { sessionId, namespace } = session;
  const offered = otherNamespaces(session, sessions, namespacesOf);
  return {
    ...action,
    offered,
    open: (wanted, arrived, failed) => {
      const there = offered.find((one) => one.namespace === wanted)?.sessionId;
      if (there !== undefined) {
        arrived(there);
        return;
      }
      void run(
        async (client) => {
          const opened = await openNamespace(client, { sessionId, namespace: wanted });
          noteNamespace(sessionId, opened.namespace);
          noteNamespace(opened.sessionId, namespace);
          arrived(opened.sessionId);
        },
        ({ kind }) => {
          if (kind !== 'cancelled') failed?.();
        },
      );
    },
  };
}
