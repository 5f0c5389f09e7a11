import css from './meter.module.css';
import { classes } from './classes.ts';

export interface MeterProps {
  /** 0 … 1. */
  readonly value: number;
  readonly label: string;
  readonly tone?: 'ok' | 'accent' | 'warn' | 'danger';
  readonly className?: string | undefined;
}

/** A thin bar that shows a share. */
export function Meter({ value, label, tone = 'ok', className }: MeterProps) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className={classes(css['meter'], className)}
    >
      <span className={classes(css['bar'], css[tone])} style={{ transform: `scaleX(${String(share)})` }} />
    </span>
  );
}

/** Tone of a shrinking share: amber below a quarter, red below a tenth. */
export function runningOut(share: number): 'ok' | 'warn' | 'danger' {
  if (share < 0.1) return 'danger';
  return share < 0.25 ? 'warn' : 'ok';
}
