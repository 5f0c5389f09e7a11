import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import { Button } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { useNow } from '../../ui/now.ts';
import { paceWords } from './pace.ts';
import css from './plan.module.css';
import type { Counts } from './revocation.ts';

export interface JobProgressProps extends Counts {
  readonly label: string;
  readonly startedMs: number;
  readonly onCancel: () => void;
}

/** A running job: counts, bar, rate, time left, and a stop button. */
export function JobProgress({ label, done, total, startedMs, onCancel }: JobProgressProps) {
  const read = useCallback(
    (nowMs: number) => paceWords({ done, total, startedMs }, nowMs),
    [done, total, startedMs],
  );
  const pace = useNow(read);
  return (
    <div className={css['progress']}>
      <span>
        {label}
        {total === 0 ? '…' : `: ${grouped(done)} of ${grouped(total)}`}
      </span>
      <Meter tone="accent" label={label} value={total === 0 ? 0 : done / total} className={css['bar']} />
      <span>{pace}</span>
      <Button small onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** Outcome, in place of a finished job. */
export function JobEnded({ children }: { readonly children: ReactNode }) {
  return (
    <p className={css['progress']} role="status">
      {children}
    </p>
  );
}
