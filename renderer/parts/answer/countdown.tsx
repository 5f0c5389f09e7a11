import { Meter, runningOut } from '../../ui/meter.tsx';
import { useSecondsUntil } from '../../ui/now.ts';
import { exactUtc } from '../../../shared/vault/relative-time.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { leftWords } from '../session/token-time.ts';
import css from './cards.module.css';

export interface CountdownProps {
  /** ISO 8601, in this machine's clock. */
  readonly endsAt: string;
  /** Total duration in seconds, for the bar; 0 hides it. */
  readonly ofSeconds: number;
}

/** `48 s left`, with a bar that turns amber, then red; `expired` at the end. */
export function Countdown({ endsAt, ofSeconds }: CountdownProps) {
  const left = useSecondsUntil(Date.parse(endsAt));
  const share = ofSeconds > 0 ? left / ofSeconds : 0;
  const tone = ofSeconds > 0 ? runningOut(share) : left < 60 ? 'warn' : 'ok';
  return (
    <span className={css['countdown']}>
      <Tooltip text={exactUtc(endsAt)}>
        <strong className={css[left > 0 ? tone : ofSeconds > 0 ? 'danger' : 'over']}>
          {leftWords(left)}
        </strong>
      </Tooltip>
      {ofSeconds > 0 && <Meter className={css['meter']} value={share} tone={tone} label="Time left" />}
    </span>
  );
}
