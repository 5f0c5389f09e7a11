import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import { formatDuration, parseDuration } from '../../../../shared/vault/ttl.ts';
import { leaseQuery, renewLease, revokeLease, useForgetLeases } from '../../../api/access.ts';
import { useAction } from '../../../api/use-action.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ServerTime } from '../../../ui/server-clock.tsx';
import { ChangeButton } from '../change-button.tsx';
import { Drawer } from '../drawer.tsx';
import { Loaded, Problem } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';

export interface LeaseDrawerProps {
  readonly session: SessionView;
  readonly leaseId: string;
  readonly onClose: () => void;
}

/** One lease: its lifetime, and buttons to renew or revoke it. */
export function LeaseDrawer({ session, leaseId, onClose }: LeaseDrawerProps) {
  const { sessionId } = session;
  const query = useRead(session, leaseQuery(sessionId, leaseId));
  const [increment, setIncrement] = useState('');
  const action = useAction();
  const forget = useForgetLeases(sessionId);
  const seconds = increment.trim() === '' ? undefined : parseDuration(increment);
  const wrong = increment.trim() !== '' && (seconds === undefined || seconds <= 0);
  // The server renews leases of logins only through their tokens.
  const ofToken = leaseId.startsWith('auth/');
  const lease = query.data;
  return (
    <Drawer
      title={leaseId}
      onClose={onClose}
      actions={
        lease !== undefined && (
          <>
            {lease.renewable && !ofToken && (
              <ChangeButton
                label="Renew"
                icon={RefreshCw}
                action={action}
                disabled={wrong}
                run={() =>
                  renewLease({
                    sessionId,
                    leaseId,
                    ...(seconds === undefined ? {} : { incrementSeconds: Math.trunc(seconds) }),
                  })
                }
                done="Renewed."
                onDone={forget}
              />
            )}
            <ChangeButton
              label="Revoke…"
              icon={Trash2}
              variant="danger"
              action={action}
              run={() => revokeLease({ sessionId, leaseId })}
              done="Revoked."
              onDone={() => {
                onClose();
                forget();
              }}
            />
          </>
        )
      }
    >
      {action.failure !== undefined && <Problem error={action.failure} title="Nothing was changed" />}
      <Loaded query={query} failed="This lease could not be looked up">
        {({ issued, expires, renewed, renewable, ttlSeconds }) => (
          <>
            <Facts selectable>
              <Fact name="Expires">{expires === '' ? 'never' : <ServerTime iso={expires} />}</Fact>
              <Fact name="TTL left">{ttlSeconds <= 0 ? '—' : formatDuration(ttlSeconds)}</Fact>
              {issued !== '' && (
                <Fact name="Issued">
                  <ServerTime iso={issued} />
                </Fact>
              )}
              <Fact name="Renewed">{renewed === '' ? 'never' : <ServerTime iso={renewed} />}</Fact>
              <Fact name="Renewable">{!renewable ? 'no' : ofToken ? 'with its token' : 'yes'}</Fact>
            </Facts>
            {renewable && !ofToken && (
              <TextField
                optional
                label="Increment"
                hint="From now on, e.g. 1h. Empty: as the server likes."
                error={wrong ? 'This is not a duration such as 30m or 1h.' : undefined}
                value={increment}
                onChange={({ target }) => setIncrement(target.value)}
              />
            )}
          </>
        )}
      </Loaded>
    </Drawer>
  );
}
