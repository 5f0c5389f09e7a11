import { KeyRound, RotateCcw } from 'lucide-react';
import type { SealFacts } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { actOnSeal } from '../../api/ceremonies.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Row } from '../../ui/layout.tsx';
import { SharesMeter } from '../../ui/shares-meter.tsx';
import css from './cluster.module.css';

/** Progress of unsealing, and its next step; a share goes to every sealed node that is confirmed. */
export function Unsealing({ where, seal }: { readonly where: Where; readonly seal: SealFacts }) {
  const { busy, failure, run } = useAction();
  if (!seal.sealed || !seal.initialized) return null;
  const { progress, threshold } = seal;
  return (
    <div className={css['unsealing']}>
      <SharesMeter given={progress} needed={threshold} />
      {failure !== undefined && <ErrorPanel error={failure} />}
      <Row wrap gap={8}>
        <Button
          icon={KeyRound}
          disabled={busy}
          onClick={() => void run((client) => actOnSeal(client, where, 'unseal'))}
        >
          Enter unseal key…
        </Button>
        {progress > 0 && (
          <Button
            icon={RotateCcw}
            disabled={busy}
            onClick={() => void run((client) => actOnSeal(client, where, 'resetUnseal'))}
          >
            Start over…
          </Button>
        )}
      </Row>
    </div>
  );
}
