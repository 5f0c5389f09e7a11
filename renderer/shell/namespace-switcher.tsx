import { Boxes } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { appErrorOf } from '../api/client.ts';
import { useOpenNamespace } from '../api/session.ts';
import { Icon } from '../ui/icon.tsx';
import { NameText } from '../ui/marked-text.tsx';
import type { MenuItem } from '../ui/menu-popup.tsx';
import { Menu } from '../ui/menu.tsx';
import { useActions } from '../workspace/action-registry.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../workspace/workspace.tsx';
import { namespaceName, otherNamespaces } from './namespaces.ts';
import css from './namespace-switcher.module.css';

const NamespaceDialog = lazy(() =>
  import('./namespace-dialog.tsx').then((module) => ({ default: module.NamespaceDialog })),
);

/** The namespace of a session and the way to others, each of which is a session of its own. Only where the server has them. */
export function NamespaceSwitcher({ session }: { readonly session: SessionView }) {
  const { sessions } = useOpenSessions();
  const { namespacesOf } = useWorkspace();
  const { activate, noteNamespace } = useWorkspaceActions();
  const { mutate, isPending } = useOpenNamespace();
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState<{ readonly namespace: string; readonly error: AppError }>();
  const { sessionId, namespace } = session;
  const offered = otherNamespaces(session, sessions, namespacesOf);

  const open = (wanted: string): void => {
    const there = offered.find((one) => one.namespace === wanted && one.sessionId !== undefined);
    if (there?.sessionId !== undefined) {
      activate(there.sessionId);
      setAsking(false);
      return;
    }
    setFailed(undefined);
    mutate(
      { sessionId, namespace: wanted },
      {
        onSuccess: (opened) => {
          noteNamespace(sessionId, opened.namespace);
          noteNamespace(opened.sessionId, namespace);
          activate(opened.sessionId);
          setAsking(false);
        },
        onError: (caught) => {
          const error = appErrorOf(caught);
          if (error.kind === 'cancelled') return;
          setFailed({ namespace: wanted, error });
          setAsking(true);
        },
      },
    );
  };
  const ask = (): void => {
    setFailed(undefined);
    setAsking(true);
  };
  const items: readonly MenuItem[] = [
    {
      kind: 'choice',
      label: 'Namespace',
      value: namespace,
      options: [
        { value: namespace, label: namespaceName(namespace) },
        ...offered.map((one) => ({ value: one.namespace, label: namespaceName(one.namespace) })),
      ],
      onValue: open,
    },
    'separator',
    { label: 'Open namespace…', icon: Boxes, onSelect: ask },
  ];
  useActions(() => [
    {
      ...{ id: 'namespace.open', label: 'Open namespace…', group: 'Session', icon: Boxes },
      also: 'switch',
      run: ask,
    },
    ...offered.map((one) => ({
      // An id holds no name of the server's.
      id: `session ${sessionId} namespace ${one.namespace}`,
      ...{ label: `Namespace ${namespaceName(one.namespace)}`, group: 'Session', icon: Boxes },
      run: () => {
        open(one.namespace);
      },
    })),
  ]);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className={css['trigger']}
            aria-label={`Namespace ${namespaceName(namespace)}`}
          >
            <Icon of={Boxes} size={14} />
            <bdi className={css['name']} data-mono>
              <NameText text={namespaceName(namespace)} />
            </bdi>
          </button>
        }
        items={items}
      />
      <Suspense fallback={null}>
        {asking && (
          <NamespaceDialog
            initial={failed?.namespace ?? ''}
            error={failed?.error}
            busy={isPending}
            onOpen={open}
            onClose={() => {
              setAsking(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
