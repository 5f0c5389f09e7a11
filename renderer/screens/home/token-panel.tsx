import { useCallback } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { secondsLeft, shareLeft, timeLeftWords, usesLeftWords } from '../../parts/session/token-time.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Row } from '../../ui/layout.tsx';
import { Meter, runningOut } from '../../ui/meter.tsx';
import { useNow } from '../../ui/now.ts';
import { toned } from '../../ui/tone.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import css from './home.module.css';

/** The token and its time left, as known to the session; it counts down without requests. */
export function TokenPanel({ session: { token, trouble } }: { readonly session: SessionView }) {
  const { openScreen } = useWorkspaceActions();
  const read = useCallback((nowMs: number) => secondsLeft(token, nowMs) ?? -1, [token]);
  const left = useNow(read);
  const dead = trouble?.kind === 'unauthenticated';
  const ends = !dead && token.noLookUp !== 'nothing' && left !== -1;
  const share = ends ? shareLeft(token, left) : 0;
  const tone = runningOut(share);
  const uses = usesLeftWords(token.numUses);
  return (
    <Card as="section" className={css['card']} aria-label="Token">
      <h3 className={css['heading']}>Token</h3>
      <p className={css['fact']}>{token.displayName === '' ? 'No name' : token.displayName}</p>
      <Row
        as="p"
        align="center"
        gap={8}
        size={15}
        weight={600}
        numbers
        tone={dead || left === 0 ? 'danger' : ends ? tone : undefined}
      >
        {dead ? 'No longer valid' : token.noLookUp === 'nothing' ? 'TTL unknown' : timeWords(left)}
      </Row>
      {ends && <Meter value={share} tone={tone} label="Time left" className={css['meter']} />}
      {uses !== undefined && <p className={toned('warn')}>{uses}</p>}
      <Button small onClick={() => openScreen('token')}>
        Details
      </Button>
    </Card>
  );
}

function timeWords(left: number): string {
  if (left === -1) return 'Never expires';
  return left === 0 ? 'Expired' : `${timeLeftWords(left)} left`;
}
