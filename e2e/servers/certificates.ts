/** Certificates for tests: authorities, intermediates, servers and clients, good ones and every kind of bad one. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import forge from 'node-forge';

const DAY_MS = 86_400_000;

/** A certificate and its key as PEM; `chain` is the certificate followed by its intermediates, as servers send it. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly chain: string;
}

/** A certificate that may sign others. */
export interface Authority extends Certificate {
  readonly name: string;
  /** True when nothing stands above it. */
  readonly isRoot: boolean;
}

export interface CertificateWish {
  readonly commonName?: string;
  readonly dns?: readonly string[];
  readonly ips?: readonly string[];
  readonly usage?: 'server' | 'client';
  /** Days from now; a negative `validToDays` makes an expired one, a positive `validFromDays` one not valid yet. */
  readonly validFromDays?: number;
  readonly validToDays?: number;
}

interface KeyPair {
  readonly privateKey: forge.pki.rsa.PrivateKey;
  readonly publicKey: forge.pki.rsa.PublicKey;
  readonly pem: string;
}

function newKey(): KeyPair {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const key = forge.pki.privateKeyFromPem(pem);
  return { privateKey: key, publicKey: forge.pki.rsa.setPublicKey(key.n, key.e), pem };
}

function blank(
  name: string,
  key: KeyPair,
  validFromDays: number,
  validToDays: number,
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = key.publicKey;
  // Positive and minimal, as DER wants it: a leading 00 before a byte below 80 is refused by Go.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() + validFromDays * DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + validToDays * DAY_MS);
  certificate.setSubject([{ name: 'commonName', value: name }]);
  return certificate;
}

/** A certificate authority, its own root or, with `signer`, an intermediate below it. */
export function makeAuthority(name = 'Strongroom test root', signer?: Authority): Authority {
  const key = newKey();
  const certificate = blank(name, key, -1, 3650);
  certificate.setIssuer([{ name: 'commonName', value: signer?.name ?? name }]);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(
    signer ? forge.pki.privateKeyFromPem(signer.key) : key.privateKey,
    forge.md.sha256.create(),
  );
  const cert = forge.pki.certificateToPem(certificate);
  const above = signer && !signer.isRoot ? signer.chain : '';
  return { name, isRoot: signer === undefined, cert, key: key.pem, chain: cert + above };
}

/** A certificate signed by `authority`; without wishes it is a good one for `localhost` and 127.0.0.1. */
export function issueCertificate(authority: Authority, wish: CertificateWish = {}): Certificate {
  const key = newKey();
  const usage = wish.usage ?? 'server';
  const certificate = blank(
    wish.commonName ?? 'localhost',
    key,
    wish.validFromDays ?? -30,
    wish.validToDays ?? 365,
  );
  certificate.setIssuer([{ name: 'commonName', value: authority.name }]);
  const dns = wish.dns ?? (usage === 'server' ? ['localhost'] : []);
  const ips = wish.ips ?? (usage === 'server' ? ['127.0.0.1', '::1'] : []);
  const altNames = [...dns.map((value) => ({ type: 2, value })), ...ips.map((ip) => ({ type: 7, ip }))];
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: usage === 'server', clientAuth: usage === 'client' },
    ...(altNames.length > 0 ? [{ name: 'subjectAltName', altNames }] : []),
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(authority.key), forge.md.sha256.create());
  const cert = forge.pki.certificateToPem(certificate);
  return { cert, key: key.pem, chain: cert + (authority.isRoot ? '' : authority.chain) };
}

/** A certificate signed by its own key, trusted by nobody. */
export function selfSigned(commonName = 'localhost'): Certificate {
  return issueCertificate(makeAuthority(commonName), { commonName });
}

/** PKCS#12 bytes of a certificate, its chain and its key under a passphrase. */
export function toPkcs12(certificate: Certificate, passphrase: string): Buffer {
  const pems = certificate.chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const bag = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(certificate.key),
    pems.map((pem) => forge.pki.certificateFromPem(pem)),
    passphrase,
    { algorithm: '3des' },
  );
  return Buffer.from(forge.asn1.toDer(bag).getBytes(), 'binary');
}

/** The key of a certificate as encrypted PKCS#8 PEM. */
export function encryptedKey(certificate: Certificate, passphrase: string): string {
  return forge.pki.encryptRsaPrivateKey(forge.pki.privateKeyFromPem(certificate.key), passphrase, {
    algorithm: 'aes256',
  });
}
