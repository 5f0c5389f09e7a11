import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { capital } from '../../../shared/vault/one-line.ts';
import { exactUtc } from '../../../shared/vault/relative-time.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { setAutoRenew } from '../../api/tokens.ts';
import { useAction } from '../../api/use-action.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTokenLife } from '../../parts/session/token-time.ts';
import { Stack, Text } from '../../ui/layout.tsx';
import { Meter } from '../../ui/meter.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toned } from '../../ui/tone.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { renewRefusal, tokenEnd } from './token-end.ts';
import type { LookedUp, TokenNotes } from './token-notes.ts';
import css from './token.module.css';

export interface TokenLifeProps {
  readonly session: SessionView;
  readonly token: LookedUp;
  readonly note: TokenNotes;
  readonly mine: boolean;
}

/** Remaining lifetime of a token and what can change it. */
export function TokenLife({ session, token, note, mine }: TokenLifeProps) {
  const { words, left, share, tone } = useTokenLife(token);
  const { sentences, warning } = tokenEnd(token, left);
  const revoked = note.revoked !== undefined;
  const big = (
    <Text
      as="p"
      role="timer"
      size="title"
      numbers
      weight={650}
      leading={26}
      tone={revoked ? 'danger' : tone === 'ok' ? undefined : tone}
    >
      {revoked ? 'Revoked' : capital(words)}
    </Text>
  );
  return (
    <Stack as="section" gap={12} aria-label="Lifetime">
      {revoked || share === undefined ? (
        big
      ) : (
        <Stack gap={6}>
          <Tooltip text={exactUtc(token.expireTime ?? '')}>{big}</Tooltip>
          <Meter value={share} tone={tone} label="Time left" className={css['bar']} />
        </Stack>
      )}
      {warning !== undefined && !revoked && (
        <p role="status" className={css['warning']}>
          <Icon of={TriangleAlert} size={14} />
          {warning}
        </p>
      )}
      {sentences.length > 0 && (
        <Stack as="ul" gap={4} tone="dim" breaks pretty data-selectable>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Stack>
      )}
      {note.renewal !== undefined && <Renewal renewal={note.renewal} />}
      {mine && renewRefusal(token, note) === undefined && <AutoRenewal session={session} token={token} />}
    </Stack>
  );
}

/** The requested and the granted time, and the reason for granting less. */
function Renewal({ renewal }: { readonly renewal: NonNullable<TokenNotes['renewal']> }) {
  const { askedSeconds, grantedSeconds, reasons, warnings } = renewal;
  const asked = askedSeconds === null ? 'the server’s default' : formatDuration(askedSeconds);
  const less = askedSeconds !== null && grantedSeconds < askedSeconds;
  return (
    <section className={css['renewal']} aria-label="Last renewal">
      <p className={css['asked']}>
        Asked for <strong>{asked}</strong>, granted{' '}
        <strong className={less ? toned('warn') : toned('ok')}>{formatDuration(grantedSeconds)}</strong>
      </p>
      {reasons.length + warnings.length > 0 && (
        <Stack as="ul" gap={4} tone="dim" breaks pretty data-selectable>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
          {warnings.map((warning) => (
            <li key={warning} className={css['said']}>
              {warning}
            </li>
          ))}
        </Stack>
      )}
    </section>
  );
}

function AutoRenewal({ session, token }: { readonly session: SessionView; readonly token: LookedUp }) {
  const { sessionId, renewal } = session;
  const client = useQueryClient();
  const { busy, failure, run } = useAction();
  const [wanted, setWanted] = useState(false);
  // Every renewal would spend a use.
  const counted = token.numUses !== 0;
  const on = busy ? wanted : renewal !== undefined;
  return (
    <div className={css['auto']}>
      <Checkbox
        label="Renew automatically while this session is open"
        hint={
          renewal !== undefined && renewal.nextAt !== '' ? (
            <>
              Next renewal <RelativeTime iso={renewal.nextAt} />.
            </>
          ) : counted ? (
            'Not with a token of limited uses: every renewal costs one.'
          ) : undefined
        }
        checked={on}
        disabled={busy || (renewal === undefined && counted)}
        onChecked={(next) => {
          setWanted(next);
          void run(() => setAutoRenew(client, sessionId, next));
        }}
      />
      {renewal?.problem !== undefined && (
        <p role="status" className={css['warning']}>
          <Icon of={TriangleAlert} size={14} />
          {renewal.problem}
        </p>
      )}
      {failure !== undefined && <ErrorPanel error={failure} title="Automatic renewal was not switched" />}
    </div>
  );
}
