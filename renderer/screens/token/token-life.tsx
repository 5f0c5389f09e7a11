import { TriangleAlert } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { appErrorOf } from '../../api/client.ts';
import { useAutoRenew } from '../../api/tokens.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { TimeLeft, useSecondsLeft } from './time-left.tsx';
import { autoRenewRefusal, tokenEnd } from './token-end.ts';
import type { LookedUp, TokenNotes } from './token-notes.ts';
import css from './token.module.css';

export interface TokenLifeProps {
  readonly session: SessionView;
  readonly token: LookedUp;
  readonly note: TokenNotes;
  readonly mine: boolean;
}

/** How long a token still lives and what could change that. */
export function TokenLife({ session, token, note, mine }: TokenLifeProps) {
  const left = useSecondsLeft(token);
  const { sentences, warning } = tokenEnd(token, left);
  const revoked = note.revoked !== undefined;
  return (
    <Panel title="When it ends">
      <div className={css['stack']}>
        <TimeLeft token={token} revoked={revoked} />
        {warning !== undefined && !revoked && (
          <p role="status" className={css['warning']}>
            <Icon of={TriangleAlert} size={14} />
            {warning}
          </p>
        )}
        <ul className={css['sentences']} data-selectable>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {note.renewal !== undefined && <Renewal renewal={note.renewal} />}
        {mine && !revoked && <AutoRenewal session={session} token={token} />}
      </div>
    </Panel>
  );
}

/** What was asked for, what was granted, and why that is less. */
function Renewal({ renewal }: { readonly renewal: NonNullable<TokenNotes['renewal']> }) {
  const { askedSeconds, grantedSeconds, reasons, warnings } = renewal;
  const asked = askedSeconds === null ? 'as the server likes' : formatDuration(askedSeconds);
  const less = askedSeconds !== null && grantedSeconds < askedSeconds;
  return (
    <section className={css['renewal']} aria-label="Last renewal">
      <p className={css['asked']}>
        Asked for <strong>{asked}</strong>, granted{' '}
        <strong className={less ? css['warn'] : css['ok']}>{formatDuration(grantedSeconds)}</strong>
      </p>
      {reasons.length + warnings.length > 0 && (
        <ul className={css['sentences']} data-selectable>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
          {warnings.map((warning) => (
            <li key={warning} className={css['said']}>
              {warning}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AutoRenewal({ session, token }: { readonly session: SessionView; readonly token: LookedUp }) {
  const autoRenew = useAutoRenew(session.sessionId);
  const { renewal } = session;
  const refusal = autoRenewRefusal(token);
  const on = autoRenew.isPending ? autoRenew.variables : renewal !== undefined;
  return (
    <div className={css['auto']}>
      <Checkbox
        label="Renew it automatically while this session is open"
        hint={
          renewal !== undefined && renewal.nextAt !== '' ? (
            <>
              Next renewal <RelativeTime iso={renewal.nextAt} />.
            </>
          ) : (
            (refusal ?? 'At about half of what is left. It stops with a lock and with the session.')
          )
        }
        checked={on}
        disabled={renewal === undefined && refusal !== undefined}
        onChecked={(wanted) => {
          autoRenew.mutate(wanted);
        }}
      />
      {renewal?.problem !== undefined && (
        <p role="status" className={css['warning']}>
          <Icon of={TriangleAlert} size={14} />
          {renewal.problem}
        </p>
      )}
      {autoRenew.isError && (
        <ErrorPanel error={appErrorOf(autoRenew.error)} title="Automatic renewal could not be switched" />
      )}
    </div>
  );
}
