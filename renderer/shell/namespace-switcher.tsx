import { Boxes, ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { Icon } from '../ui/icon.tsx';
import { NameText } from '../ui/marked-text.tsx';
import { Popover } from '../ui/popover.tsx';
import { useActions } from '../workspace/action-registry.ts';
import { useWorkspaceActions } from '../workspace/workspace.tsx';
import { namespaceName } from '../parts/session/namespace-name.ts';
import { useOpenNamespace } from '../parts/session/open-namespace.ts';
import { Text } from '../ui/layout.tsx';
import { lazily } from '../ui/lazily.ts';
import css from './namespace-switcher.module.css';

const NamespaceList = lazily(() => import('./namespace-list.tsx'), 'NamespaceList');

/**
 * Namespace of a session and a switcher to others, each of which opens as its own session. Only for servers with
 * namespaces.
 */
export function NamespaceSwitcher({ session }: { readonly session: SessionView }) {
  const { activate } = useWorkspaceActions();
  const { offered, busy, failure, forget, open: openNamespace } = useOpenNamespace(session);
  const [asking, setAsking] = useState(false);
  const { sessionId, namespace } = session;

  const open = (wanted: string): void => {
    openNamespace(
      wanted,
      (there) => {
        activate(there);
        setAsking(false);
      },
      () => setAsking(true),
    );
  };
  const show = (shown: boolean): void => {
    forget();
    setAsking(shown);
  };
  useActions(() => [
    {
      id: 'namespace.open',
      label: 'Open namespace…',
      group: 'Session',
      icon: Boxes,
      also: 'switch',
      run: () => show(true),
    },
    ...offered.map((one) => ({
      // An id must not contain names from the server.
      id: `session ${sessionId} namespace ${one.namespace}`,
      label: `Namespace ${namespaceName(one.namespace)}`,
      group: 'Session',
      icon: Boxes,
      run: () => open(one.namespace),
    })),
  ]);
  return (
    <Popover
      title="Switch namespace"
      align="start"
      open={asking}
      onOpen={show}
      trigger={
        <button type="button" className={css['trigger']} aria-label={`Namespace ${namespaceName(namespace)}`}>
          <Icon of={Boxes} size={14} />
          <Text as="bdi" cut data-mono>
            <NameText text={namespaceName(namespace)} />
          </Text>
          <Icon of={ChevronDown} size={12} />
        </button>
      }
    >
      <Suspense fallback={null}>
        <NamespaceList session={session} offered={offered} error={failure} busy={busy} onOpen={open} />
      </Suspense>
    </Popover>
  );
}
