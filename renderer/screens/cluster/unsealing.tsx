import { KeyRound, RotateCcw } from 'lucide-react';
import type { SealFacts } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { appErrorOf } from '../../api/client.ts';
import { useResetUnseal, useUnseal } from '../../api/system.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SharesMeter } from '../../ui/shares-meter.tsx';
import css from './cluster.module.css';

/** How far unsealing has come, and the next step of it. */
export function Unsealing({ where, seal }: { readonly where: Where; readonly seal: SealFacts }) {
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
