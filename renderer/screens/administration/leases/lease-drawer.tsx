import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import { parseDuration } from '../../../../shared/vault/ttl.ts';
import { useForgetLeases } from '../../../api/access.ts';
import { query, vault } from '../../../api/client.ts';
import { Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ServerTime } from '../../../ui/server-clock.tsx';
import { Details } from '../../../parts/form/details.tsx';
import { Loaded } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';

export interface LeaseDrawerProps {
  readonly session: SessionView;
  readonly leaseId: string;
  readonly onClose: () => void;
}

/** One lease: its lifetime, and buttons to renew or revoke it. */
export function LeaseDrawer({ session, leaseId, onClose }: LeaseDrawerProps) {
  const { sessionId } = session;
  const read = useRead(session, query('lease.read', { sessionId, leaseId }));
  const [increment, setIncrement] = useState('');
  const forget = useForgetLeases(sessionId);
  const seconds = increment.trim() === '' ? undefined : parseDuration(increment);
  const wrong = increment.trim() !== '' && (seconds === undefined || seconds <= 0);
  // The server renews leases of logins only through their tokens.
  const ofToken = leaseId.startsWith('auth/');
  const lease = read.data;
  return (
    <Details
      title="Lease"
      failed="Nothing was changed"
      onClose={onClose}
      changes={[
        lease?.renewable === true &&
          !ofToken && {
            label: 'Renew',
            icon: RefreshCw,
            disabled: wrong,
            run: () =>
              vault.lease.renew({
                sessionId,
                leaseId,
                ...(seconds === undefined ? {} : { incrementSeconds: Math.trunc(seconds) }),
              }),
            done: 'Renewed.',
            onDone: forget,
          },
        lease !== undefined && {
          label: 'Revoke…',
          icon: Trash2,
          danger: true,
          run: () => vault.lease.revoke({ sessionId, leaseId }),
          done: 'Revoked.',
          onDone: () => {
            onClose();
            forget();
          },
        },
      ]}
    >
      <Loaded query={read} failed="This lease could not be looked up">
        {({ issued, expires, renewed, renewable }) => (
          <>
            <Facts
              selectable
              of={[
                ['Lease ID', <code>{leaseId}</code>],
                ['Expires', expires === '' ? 'never' : <ServerTime iso={expires} />],
                ['Issued', issued !== '' && <ServerTime iso={issued} />],
                ['Renewed', renewed === '' ? 'never' : <ServerTime iso={renewed} />],
                ['Renewable', !renewable ? 'no' : ofToken ? 'by renewing its token' : 'yes'],
              ]}
            />
            {renewable && !ofToken && (
              <TextField
                optional
                label="Increment"
                hint="From now on, e.g. 1h. Defaults to the server’s choice."
                error={wrong ? 'This is not a duration such as 30m or 1h.' : undefined}
                value={increment}
                onChange={({ target }) => setIncrement(target.value)}
              />
            )}
          </>
        )}
      </Loaded>
    </Details>
  );
}
