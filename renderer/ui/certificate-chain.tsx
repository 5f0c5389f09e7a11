import { Copy, ScrollText } from 'lucide-react';
import { Fragment, use, useCallback } from 'react';
import type { ReactNode } from 'react';
import type { CertificateFacts } from '../../shared/ipc/result.ts';
import { announce } from './announce.tsx';
import { Fact, Facts } from './facts.tsx';
import css from './certificate-chain.module.css';
import { CopyContext } from './copy-context.ts';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { Stack } from './layout.tsx';
import { aMinute, useNow } from './now.ts';
import { exactUtc } from '../../shared/vault/relative-time.ts';
import { Tooltip } from './tooltip.tsx';
import { validityOf } from './validity.ts';

export interface CertificateListProps {
  /** Accessible name of the list. */
  readonly label?: string;
  readonly certificates: readonly CertificateFacts[];
}

/** Certificates with their details, in the given order. */
export function CertificateList({ label = 'Certificate chain', certificates }: CertificateListProps) {
  return (
    <ol className={css['chain']} aria-label={label}>
      {certificates.map((certificate, index) => (
        <li key={`${String(index)} ${certificate.sha256}`} className={css['certificate']}>
          <CertificateCard certificate={certificate} />
        </li>
      ))}
    </ol>
  );
}

export interface CertificateCardProps {
  readonly certificate: CertificateFacts;
  /** Precedes the subject, e.g. to name the owner. */
  readonly mark?: ReactNode;
}

/** One certificate: subject, issuer, names, validity (exact dates in a tooltip) and fingerprint for comparison. */
export function CertificateCard({ certificate, mark }: CertificateCardProps) {
  const { subject, issuer, names, sha256 } = certificate;
  return (
    <Stack gap={6} shrinks data-selectable>
      <div className={css['subject']}>
        <Icon of={ScrollText} />
        {subject === '' ? 'no subject' : subject}
        {mark}
      </div>
      <Facts small className={css['facts']}>
        <Fact name="Issuer">{issuer === subject ? 'itself' : issuer}</Fact>
        {names.length > 0 && (
          <Fact name="Names" className={css['mono']}>
            {names.map(shownName).join(', ')}
          </Fact>
        )}
        <Fact name="Valid">
          <ValidityWords certificate={certificate} />
        </Fact>
        <Fact name="SHA-256" as="aside">
          <span className={css['mono']}>
            {/* A line breaks after 8 bytes, never within one. */}
            {sha256.match(/.{1,24}/g)?.map((bytes) => (
              <Fragment key={bytes}>
                {bytes}
                <wbr />
              </Fragment>
            ))}
          </span>
          <CopyFingerprint sha256={sha256} />
        </Fact>
      </Facts>
    </Stack>
  );
}

/** A name of a certificate without its kind; an IPv6 address in its short form. */
function shownName(name: string): string {
  const bare = name.replace(/^(DNS|IP Address):/, '');
  const address = `http://[${bare}]`;
  return bare.includes(':') && URL.canParse(address) ? new URL(address).hostname.slice(1, -1) : bare;
}

/** Remaining validity: amber within 30 days of the end, red outside of the dates. */
export function ValidityWords({ certificate }: { readonly certificate: CertificateFacts }) {
  const { validFrom, validTo } = certificate;
  const words = useNow(
    useCallback((nowMs: number) => validityOf({ validFrom, validTo }, nowMs).words, [validFrom, validTo]),
    aMinute,
  );
  const tone = useNow(
    useCallback((nowMs: number) => validityOf({ validFrom, validTo }, nowMs).tone, [validFrom, validTo]),
    aMinute,
  );
  return (
    <Tooltip text={`${exactUtc(validFrom)} to ${exactUtc(validTo)}`}>
      <time dateTime={validTo} data-tone={tone} className={css['validity']}>
        {words}
      </time>
    </Tooltip>
  );
}

function CopyFingerprint({ sha256 }: { readonly sha256: string }) {
  const copyText = use(CopyContext);
  return (
    <IconButton
      small
      icon={Copy}
      iconSize={13}
      label="Copy the SHA-256 fingerprint"
      className={css['copy']}
      onClick={() => {
        void copyText(sha256).then(
          () => announce('Copied.'),
          () => announce('It could not be copied.'),
        );
      }}
    />
  );
}
