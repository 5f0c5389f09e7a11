import { useCallback } from 'react';
import { classes } from '../../ui/classes.ts';
import { Meter, runningOut } from '../../ui/meter.tsx';
import { useNow } from '../../ui/now.ts';
import { toned } from '../../ui/tone.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { secondsLeft, shareLeft } from '../../parts/session/token-time.ts';
import type { TokenLife } from '../../parts/session/token-time.ts';
import { Stack } from '../../ui/layout.tsx';
import css from './token.module.css';

/** Whole seconds left of a token, updated once a second; undefined: it never expires. */
export function useSecondsLeft(token: TokenLife): number | undefined {
  const read = useCallback((nowMs: number) => secondsLeft(token, nowMs) ?? -1, [token]);
  const left = useNow(read);
  return left === -1 ? undefined : left;
}

/** Remaining lifetime of a token, as a countdown and a bar. */
export function TimeLeft({ token, revoked }: { readonly token: TokenLife; readonly revoked: boolean }) {
  const left = useSecondsLeft(token);
  if (revoked) return <p className={classes(css['left'], toned('danger'))}>Revoked</p>;
  if (left === undefined) return <p className={css['left']}>Never expires</p>;
  const share = shareLeft(token, left);
  const tone = runningOut(share);
  return (
    <Stack gap={6}>
      <p role="timer" className={classes(css['left'], tone !== 'ok' && toned(tone))}>
        {left === 0 ? 'expired' : `${formatDuration(left)} left`}
      </p>
      <Meter value={share} tone={tone} label="Time left" className={css['bar']} />
    </Stack>
  );
}
