import { useCallback } from 'react';
import { Meter, runningOut } from '../../ui/meter.tsx';
import { useNow } from '../../ui/now.ts';
import type { Tone } from '../../ui/tone.ts';
import { exactUtc } from '../../../shared/vault/relative-time.ts';
import { secondsLeft, shareLeft, timeLeftWords } from '../../parts/session/token-time.ts';
import type { TokenLife } from '../../parts/session/token-time.ts';
import { Stack, Text } from '../../ui/layout.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
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
  if (revoked || left === undefined)
    return <Big tone={revoked ? 'danger' : undefined}>{revoked ? 'Revoked' : 'Never expires'}</Big>;
  const share = shareLeft(token, left);
  const tone = runningOut(share);
  return (
    <Stack gap={6}>
      <Tooltip text={exactUtc(token.expireTime ?? '')}>
        <Big role="timer" tone={tone === 'ok' ? undefined : tone}>
          {left === 0 ? 'Expired' : `${timeLeftWords(left)} left`}
        </Big>
      </Tooltip>
      <Meter value={share} tone={tone} label="Time left" className={css['bar']} />
    </Stack>
  );
}

function Big(props: { readonly role?: 'timer'; readonly tone: Tone | undefined; readonly children: string }) {
  return <Text as="p" size="title" numbers weight={650} leading={26} {...props} />;
}
