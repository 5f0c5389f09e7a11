/** Certificate facts by which the user compares certificates. */
import type { CertificateFacts } from '../../shared/ipc/result.ts';
import { prose } from '../../shared/ipc/prompt-notes.ts';
import type { PromptFact } from '../../shared/ipc/trusted-contract.ts';
import { utcDate } from '../../shared/vault/relative-time.ts';

/** Facts of a certificate; the first is its subject. */
export function certificateRows(certificate: CertificateFacts): readonly PromptFact[] {
  const { subject, issuer, validFrom, validTo, sha256 } = certificate;
  return [
    prose('Certificate', subject),
    prose('Issued by', issuer === subject ? 'itself' : issuer),
    prose('Valid', `${utcDate(validFrom)} to ${utcDate(validTo)}`),
    { name: 'SHA-256', value: sha256 },
  ];
}
