import { RefreshCw } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { mayAskAgain } from '../../../shared/vault/token.ts';
import { lookEveryMs, useRefreshSystem } from '../../api/system.ts';
import { useActions } from '../../workspace/action-registry.ts';
import { SystemPanels } from './system-panels.tsx';
import css from './system.module.css';

export interface SystemScreenProps {
  readonly session: SessionView;
}

/** The server's own state: seal, encryption key, leader, rekey and root generation, one plain panel each. */
export function SystemScreen({ session }: SystemScreenProps) {
  const { sessionId, health, token, address } = session;
  const limited = !mayAskAgain(token);
  const refresh = useRefreshSystem({ sessionId });
  useActions(() =>
    // Each panel costs such a token one of its uses, and is asked for by itself.
    limited
      ? []
      : [
          {
            ...{ id: 'system.refresh', label: 'Refresh', group: 'System', icon: RefreshCw },
            ...{ key: 'refresh', region: 'main', run: refresh },
          },
        ],
  );
  const kind = health.kind === 'openbao' ? 'OpenBao' : 'Vault';
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <h2 className={css['title']}>{health.clusterName === '' ? 'System' : health.clusterName}</h2>
        <p className={css['dim']}>
          {kind} {health.version} · <span data-selectable>{address}</span> · Updates every{' '}
          {lookEveryMs / 1000} s
        </p>
      </header>
      <SystemPanels where={{ sessionId }} limited={limited} />
    </div>
  );
}
