/** Certificate facts by which the user compares certificates. */
import type { CertificateFacts } from '../../shared/ipc/result.ts';
import type { PromptFact } from '../../shared/ipc/trusted-contract.ts';

/** Facts of a certificate; the first is its subject. */
export function certificateRows(certificate: CertificateFacts): readonly PromptFact[] {
  const { subject, issuer, validFrom, validTo, sha256 } = certificate;
  return [
    { name: 'Certificate', value: subject, prose: true },
    { name: 'Issued by', value: issuer === subject ? 'itself' : issuer, prose: true },
    { name: 'Valid', value: `${day(validFrom)} to ${day(validTo)}`, prose: true },
    { name: 'SHA-256', value: sha256 },
  ];
}

/** Formats a date as `20 Nov 2026`; unparsable text stays unchanged. */
function day(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(at);
}
