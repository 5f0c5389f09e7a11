/** Certificate facts by which the user compares certificates. */
import type { CertificateFacts } from '../../shared/ipc/result.ts';
import type { PromptFact } from '../../shared/ipc/trusted-contract.ts';
import { utcDate } from '../../shared/vault/relative-time.ts';

/** Facts of a certificate; the first is its subject. */
export function certificateRows(certificate: CertificateFacts): readonly PromptFact[] {
  const { subject, issuer, validFrom, validTo, sha256 } = certificate;
  return [
    { name: 'Certificate', value: subject, prose: true },
    { name: 'Issued by', value: issuer === subject ? 'itself' : issuer, prose: true },
    { name: 'Valid', value: `${utcDate(validFrom)} to ${utcDate(validTo)}`, prose: true },
    { name: 'SHA-256', value: sha256 },
  ];
}
