/** Certificate facts by which the user compares certificates. */
import type { CertificateFacts } from '../../shared/ipc/result.ts';
import { make } from './dom.ts';
import { appendFact } from './fact-list.ts';

/** Builds a separate list of a certificate's facts. */
export function certificateFacts(certificate: CertificateFacts): HTMLElement {
  const list = make('dl', { class: 'facts' });
  appendCertificate(list, certificate, { withSubject: true });
  return list;
}

/** Adds a certificate's facts to a list. */
export function appendCertificate(
  list: HTMLDListElement,
  certificate: CertificateFacts,
  { withSubject }: { readonly withSubject: boolean },
): void {
  const { subject, issuer, validFrom, validTo, sha256 } = certificate;
  if (withSubject) appendFact(list, 'Certificate', subject);
  appendFact(list, 'Issued by', issuer === subject ? 'itself' : issuer);
  appendFact(list, 'Valid', `${day(validFrom)} to ${day(validTo)}`);
  appendFact(list, 'SHA-256', sha256, true);
}

/** Formats a date as `20 Nov 2026`; unparsable text stays unchanged. */
function day(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(at);
}
