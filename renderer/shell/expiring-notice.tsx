import { CalendarClock } from 'lucide-react';
import { useCallback } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { ExpiringCertificate } from '../../shared/vault/connection.ts';
import { CertificateCard } from '../ui/certificate-chain.tsx';
import { Chip } from '../ui/chip.tsx';
import { Icon } from '../ui/icon.tsx';
import { aMinute, useNow } from '../ui/now.ts';
import { Popover } from '../ui/popover.tsx';
import { validityOf } from '../ui/validity.ts';
import { Words } from './bar-words.tsx';
import css from './expiring-notice.module.css';

/**
 * Status bar notice about certificates of this connection that expire soon or have expired. Hidden if all are valid.
 */
export function ExpiringNotice({ session }: { readonly session: SessionView }) {
  const { expiring = [] } = session;
  const [first] = expiring;
  if (first === undefined) return null;
  return <Notice first={first} expiring={expiring} />;
}

interface NoticeProps {
  readonly first: ExpiringCertificate;
  readonly expiring: readonly ExpiringCertificate[];
}

function Notice({ first, expiring }: NoticeProps) {
  const { certificate, whose } = first;
  const words = useNow(
    useCallback((nowMs: number) => validityOf(certificate, nowMs).words, [certificate]),
    aMinute,
  );
  const tone = useNow(
    useCallback((nowMs: number) => validityOf(certificate, nowMs).tone, [certificate]),
    aMinute,
  );
  const more = expiring.length - 1;
  return (
    <Popover
      title="Expiring certificates"
      side="top"
      align="end"
      trigger={
        <button type="button" className={css['notice']} data-tone={tone}>
          <Icon of={CalendarClock} size={14} />
          <Words drop={6} text={`${labels[whose]} ${words}${more > 0 ? `, ${String(more)} more` : ''}`} />
        </button>
      }
    >
      <ul className={css['list']}>
        {expiring.map((one) => (
          <li key={`${one.whose} ${one.certificate.sha256}`} className={css['one']}>
            <CertificateCard
              certificate={one.certificate}
              mark={one.whose !== 'server' && <Chip>{marks[one.whose]}</Chip>}
            />
            <p className={css['advice']}>{advice[one.whose]}</p>
          </li>
        ))}
      </ul>
    </Popover>
  );
}

const labels: Readonly<Record<ExpiringCertificate['whose'], string>> = {
  server: 'Server certificate',
  client: 'Your client certificate',
  ca: 'CA certificate',
};

/** Owners other than the server. */
const marks: Readonly<Record<Exclude<ExpiringCertificate['whose'], 'server'>, string>> = {
  client: 'yours',
  ca: 'CA',
};

const advice: Readonly<Record<ExpiringCertificate['whose'], string>> = {
  server: 'Ask the server’s operator to renew it.',
  client: 'Ask for a new one and choose it here. Without it the server refuses you.',
  ca: 'Ask for the new one and choose it here. Without it the server is not trusted.',
};
