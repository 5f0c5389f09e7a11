/** Facts of a certificate, from a file or from the wire. */
import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { CertificateFacts } from '../../../shared/ipc/result.ts';

/** Reads one certificate, PEM or DER. Throws the error of `X509Certificate` on anything else. */
export function inspectCertificate(certificate: string | Buffer): CertificateFacts {
  return certificateFacts(new X509Certificate(certificate));
}

/** The facts of a parsed certificate. */
export function certificateFacts(certificate: X509Certificate): CertificateFacts {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    names: certificate.subjectAltName === undefined ? [] : alternativeNames(certificate.subjectAltName),
    validFrom: certificate.validFromDate.toISOString(),
    validTo: certificate.validToDate.toISOString(),
    sha256: certificate.fingerprint256,
  };
}

/** Certificates shown by a TLS peer, leaf first; at most 20. */
export function peerCertificates(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const seen = new Set<string>();
  let current = socket.getPeerX509Certificate();
  while (current !== undefined && !seen.has(current.fingerprint256) && chain.length < 20) {
    seen.add(current.fingerprint256);
    chain.push(current);
    current = current.issuerCertificate;
  }
  return chain;
}

/** Node writes one attribute of a name per line. */
function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ');
}

/** Splits `DNS:a, IP Address:1.2.3.4`; Node JSON-quotes a name with a comma or quote in it. */
function alternativeNames(text: string): string[] {
  return (text.match(/(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|\\?$))+/gs) ?? [])
    .map((name) => name.trim())
    .filter((name) => name.includes(':'));
}
