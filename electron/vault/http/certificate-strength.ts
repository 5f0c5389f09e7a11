/**
 * Finds certificates whose key or signature is too weak to prove anything. OpenSSL refuses such certificates by
 * itself; BoringSSL, which Electron brings, silently takes an RSA key of 1024 bits and a signature over SHA-1 or MD5.
 */
import type { X509Certificate } from 'node:crypto';

const leastRsaBits = 2048;
const weakCurves: ReadonlySet<string> = new Set([
  'secp192r1',
  'prime192v1',
  'secp160r1',
  'secp160k1',
  'secp192k1',
]);

/** Weakness of a certificate, e.g. “a 1024-bit RSA key”; undefined without one. */
export function weaknessOf(certificate: X509Certificate): string | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  const bits = details?.modulusLength;
  if (bits !== undefined && bits < leastRsaBits) return `a ${bits}-bit ${type === 'dsa' ? 'DSA' : 'RSA'} key`;
  const curve = details?.namedCurve;
  if (curve !== undefined && weakCurves.has(curve)) return `a key on the curve ${curve}`;
  // The signature of a self-issued certificate is not relied on: it is trusted as a whole or not at all.
  if (certificate.subject === certificate.issuer) return undefined;
  const hash = /^(md5|sha1)(?!\d)|(?:with|-)(md5|sha1)$/i.exec(certificate.signatureAlgorithm ?? '');
  if (hash === null) return undefined;
  return (hash[1] ?? hash[2] ?? '').toLowerCase() === 'md5'
    ? 'a signature over MD5'
    : 'a signature over SHA-1';
}

/** The first weak certificate of a chain and its weakness. */
export function weakIn(
  chain: readonly X509Certificate[],
): { readonly certificate: X509Certificate; readonly weakness: string } | undefined {
  for (const certificate of chain) {
    const weakness = weaknessOf(certificate);
    if (weakness !== undefined) return { certificate, weakness };
  }
  return undefined;
}

/** Ends a connection whose server showed a weak certificate; `tlsReason` recognises its code. */
export class WeakCertificate extends Error {
  readonly code = 'STRONGROOM_WEAK_KEY';
  constructor(weakness: string) {
    super(`the certificate has ${weakness}`);
    this.name = 'WeakCertificate';
  }
}
