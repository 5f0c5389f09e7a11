import { useCallback } from 'react';
import { Meter, runningOut } from '../../ui/meter.tsx';
import { useNow } from '../../ui/now.ts';
import { exactUtc } from '../../../shared/vault/relative-time.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { timeLeftWords } from '../session/token-time.ts';
import css from './cards.module.css';

export interface CountdownProps {
  /** ISO 8601, in this machine's clock. */
  readonly endsAt: string;
  /** Total duration in seconds, for the bar; 0 hides it. */
  readonly ofSeconds: number;
}

/** `48 s left`, with a bar that turns amber, then red; `expired` at the end. */
export function Countdown({ endsAt, ofSeconds }: CountdownProps) {
  const left = useSecondsLeft(endsAt);
  const share = ofSeconds > 0 ? left / ofSeconds : 0;
  const tone = ofSeconds > 0 ? runningOut(share) : left < 60 ? 'warn' : 'ok';
  return (
    <span className={css['countdown']}>
      <Tooltip text={exactUtc(endsAt)}>
        <strong className={css[left > 0 ? tone : ofSeconds > 0 ? 'danger' : 'over']}>
          {left === 0 ? 'expired' : `${timeLeftWords(left)} left`}
        </strong>
      </Tooltip>
      {ofSeconds > 0 && <Meter className={css['meter']} value={share} tone={tone} label="Time left" />}
    </span>
  );
}

/** Whole seconds left; 0 at the end. */
export function useSecondsLeft(endsAt: string): number {
  const endsAtMs = Date.parse(endsAt);
  const read = useCallback(
    (nowMs: number) => (Number.isNaN(endsAtMs) ? 0 : Math.max(0, Math.floor((endsAtMs - nowMs) / 1000))),
    [endsAtMs],
  );
  return useNow(read);
}
