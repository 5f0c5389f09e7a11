import { ScrollText } from 'lucide-react';
import type { CertificateFacts } from '../../shared/ipc/result.ts';
import css from './certificate-chain.module.css';
import { Icon } from './icon.tsx';
import { exactUtc } from './relative-time.ts';

/** Certificates as they came over the wire, leaf first. */
export function CertificateChain({ chain }: { readonly chain: readonly CertificateFacts[] }) {
  return (
    <ol className={css['chain']} aria-label="Certificate chain">
      {chain.map((certificate) => (
        <Certificate key={certificate.sha256} certificate={certificate} />
      ))}
    </ol>
  );
}

function Certificate({ certificate }: { readonly certificate: CertificateFacts }) {
  const { subject, issuer, names, validFrom, validTo, sha256 } = certificate;
  const now = Date.now();
  const outside = Date.parse(validFrom) > now || Date.parse(validTo) < now;
  return (
    <li className={css['certificate']} data-selectable>
      <div className={css['subject']}>
        <Icon of={ScrollText} />
        {subject}
      </div>
      <dl className={css['facts']}>
        <dt>Issuer</dt>
        <dd>{issuer === subject ? 'itself' : issuer}</dd>
        {names.length > 0 && (
          <>
            <dt>Names</dt>
            <dd className={css['mono']}>
              {names.map((name) => name.replace(/^(DNS|IP Address):/, '')).join(', ')}
            </dd>
          </>
        )}
        <dt>Valid</dt>
        <dd className={outside ? css['late'] : undefined}>
          {exactUtc(validFrom)} to {exactUtc(validTo)}
        </dd>
        <dt>SHA-256</dt>
        <dd className={css['mono']}>{sha256}</dd>
      </dl>
    </li>
  );
}
