/** Watches the certificates of a connection, to warn before they expire. */
import { X509Certificate } from 'node:crypto';
import { risk } from '../../../shared/ipc/prompt-notes.ts';
import type { CertificateFacts } from '../../../shared/ipc/result.ts';
import type { PromptNote } from '../../../shared/ipc/trusted-contract.ts';
import type { ExpiringCertificate } from '../../../shared/vault/connection.ts';
import { utcDate } from '../../../shared/vault/relative-time.ts';
import { certificateFacts } from '../../vault/http/certificate.ts';
import { certificateBlocks } from '../../vault/http/pem.ts';
import type { VaultClient } from '../../vault/http/types.ts';

const DAY_MS = 86_400_000;
const NOTICE_MS = 30 * DAY_MS;

/**
 * Returns certificates that end within 30 days or have ended, soonest first: the server's chain, the client
 * certificate, and those of the CA file that vouch for this server (a bundle can hold old ones without relevance
 * here).
 */
export function expiringCertificates(client: VaultClient, nowMs: number): readonly ExpiringCertificate[] {
  const { tls } = client.options;
  const [leaf, ...above] = client.peerChain();
  const own = certificateBlocks(tls.certificate?.toString('latin1') ?? tls.clientCertificates ?? '');
  const vouching = issuersOf(client.peerChain(), tls.ca.flatMap(readable));
  const found: ExpiringCertificate[] = [
    ...(leaf === undefined ? [] : [{ whose: 'server' as const, certificate: leaf }]),
    ...above.map((certificate) => ({ whose: 'ca' as const, certificate })),
    ...own
      .slice(0, 1)
      .flatMap(readable)
      .map((certificate) => ({ whose: 'client' as const, certificate })),
    ...vouching.map((certificate) => ({ whose: 'ca' as const, certificate })),
  ];
  const unique = new Map(found.map((one) => [one.certificate.sha256, one] as const).reverse());
  return [...unique.values()]
    .filter(({ certificate }) => Date.parse(certificate.validTo) - nowMs <= NOTICE_MS)
    .sort((a, b) => Date.parse(a.certificate.validTo) - Date.parse(b.certificate.validTo));
}

/** The risk of a certificate outside of its dates; without verification, nothing else refuses it. */
export function outOfDate({ validFrom, validTo }: CertificateFacts): readonly PromptNote[] {
  if (Date.parse(validTo) < Date.now()) return [risk(`The certificate expired on ${utcDate(validTo)}.`)];
  const isEarly = Date.parse(validFrom) > Date.now();
  return isEarly ? [risk(`The certificate is not valid before ${utcDate(validFrom)}.`)] : [];
}

/** Members of `authorities` that issued a shown certificate, directly or through others. */
function issuersOf(
  shown: readonly CertificateFacts[],
  authorities: readonly CertificateFacts[],
): readonly CertificateFacts[] {
  const found = new Set<CertificateFacts>();
  let below = shown;
  while (below.length > 0) {
    const issuers = new Set(below.map(({ issuer }) => issuer));
    below = authorities.filter((one) => issuers.has(one.subject) && !found.has(one));
    for (const one of below) found.add(one);
  }
  return [...found];
}

function readable(pem: string): CertificateFacts[] {
  try {
    return [certificateFacts(new X509Certificate(pem))];
  } catch {
    // The connection check reports unreadable certificates.
    return [];
  }
}
