import { KeyRound, RotateCcw } from 'lucide-react';
import type { LeaderFacts, SealFacts, SystemFacts } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { appErrorOf } from '../../api/client.ts';
import { useResetUnseal, useUnseal } from '../../api/system.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { refusedWords } from './panel-words.ts';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { SystemPanel } from './system-panel.tsx';
import { SharesMeter } from '../../ui/shares-meter.tsx';
import css from './system.module.css';

export interface SystemPanelsProps {
  readonly where: Where;
  /** Nobody is logged in: only what the server tells everybody. */
  readonly anonymous?: boolean;
  /** Every look with the token costs it one of its uses. */
  readonly limited?: boolean;
}

/** The panels of a server. Only while they are on screen are they looked at again. */
export function SystemPanels({ where, anonymous = false, limited = false }: SystemPanelsProps) {
  return (
    <div className={css['panels']}>
      <SystemPanel where={where} panel="seal" again>
        {(facts) => facts?.panel === 'seal' && <Unsealing where={where} seal={facts} />}
      </SystemPanel>
      {!anonymous && <SystemPanel where={where} panel="keys" again={!limited} unasked={!limited} />}
      <SystemPanel where={where} panel="rekey" again />
      <SystemPanel where={where} panel="root-generation" again />
      <SystemPanel where={where} panel="leader" again wide>
        {(facts) => <Nodes facts={facts} />}
      </SystemPanel>
    </div>
  );
}

/** How far unsealing has come, and the next step of it. */
function Unsealing({ where, seal }: { readonly where: Where; readonly seal: SealFacts }) {
  const unseal = useUnseal(where);
  const reset = useResetUnseal(where);
  if (!seal.sealed || !seal.initialized) return null;
  const { progress, threshold } = seal;
  const failed = [unseal.error, reset.error]
    .filter((caught) => caught !== null)
    .map(appErrorOf)
    .find(({ kind }) => kind !== 'cancelled');
  const busy = unseal.isPending || reset.isPending;
  return (
    <div className={css['unsealing']}>
      <SharesMeter given={progress} needed={threshold} />
      {failed !== undefined && <ErrorPanel error={failed} />}
      <div className={css['actions']}>
        <Button variant="primary" icon={KeyRound} disabled={busy} onClick={() => unseal.mutate()}>
          Enter unseal key…
        </Button>
        {progress > 0 && (
          <Button icon={RotateCcw} disabled={busy} onClick={() => reset.mutate()}>
            Start over…
          </Button>
        )}
      </div>
    </div>
  );
}

function Nodes({ facts }: { readonly facts: SystemFacts | undefined }) {
  if (facts?.panel !== 'leader' || !facts.haEnabled) return null;
  const { nodes, nodesProblem } = facts;
  if (nodesProblem !== undefined)
    return nodesProblem.kind === 'forbidden' && nodesProblem.path !== undefined ? (
      <RefusalCard error={nodesProblem} title="Nodes" />
    ) : (
      <p className={css['refused']}>Nodes: {refusedWords(nodesProblem, 'leader').toLowerCase()}</p>
    );
  return nodes === undefined || nodes.length === 0 ? null : <NodeTable nodes={nodes} />;
}

function NodeTable({ nodes }: { readonly nodes: NonNullable<LeaderFacts['nodes']> }) {
  return (
    <div className={css['tableBox']}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">Address</th>
            <th scope="col">Role</th>
            <th scope="col">Version</th>
            <th scope="col">Last heard of</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.apiAddress + node.clusterAddress}>
              <th scope="row">{node.hostname}</th>
              <td className={css['mono']} data-selectable>
                {node.apiAddress}
              </td>
              <td>
                <Chip tone={node.active ? 'ok' : 'neutral'}>{node.active ? 'Leader' : 'Standby'}</Chip>
              </td>
              <td>{node.version}</td>
              <td>{node.lastEcho === '' ? '—' : <RelativeTime iso={node.lastEcho} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
