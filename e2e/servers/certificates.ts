/** Certificates for tests: CAs, intermediates, servers and clients, good ones and every kind of bad one. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import forge from 'node-forge';

const DAY_MS = 86_400_000;

/** A certificate and its key as PEM; `chain` is the certificate followed by its intermediates, as servers send it. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly chain: string;
}

/** A certificate that can sign others. */
export interface Authority extends Certificate {
  readonly name: string;
  readonly organisation?: string;
  /** True for a root. */
  readonly isRoot: boolean;
}

export interface CertificateOptions {
  readonly commonName?: string;
  readonly dns?: readonly string[];
  readonly ips?: readonly string[];
  readonly usage?: 'server' | 'client';
  /** Days from now; a negative `validToDays` makes it expired, a positive `validFromDays` not yet valid. */
  readonly validFromDays?: number;
  readonly validToDays?: number;
  /** Bits of its RSA key; default 2048. */
  readonly keyBits?: number;
}

interface KeyPair {
  readonly privateKey: forge.pki.rsa.PrivateKey;
  readonly publicKey: forge.pki.rsa.PublicKey;
  readonly pem: string;
}

function newKey(bits = 2048): KeyPair {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
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
  // Positive and minimal, as DER requires: Go refuses a leading 00 before a byte below 80.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() + validFromDays * DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + validToDays * DAY_MS);
  certificate.setSubject([{ name: 'commonName', value: name }]);
  return certificate;
}

/** Name attributes of a CA, in its certificate and in those it signs. */
function nameOf({ name, organisation }: Pick<Authority, 'name' | 'organisation'>) {
  return [
    { name: 'commonName', value: name },
    ...(organisation === undefined ? [] : [{ name: 'organizationName', value: organisation }]),
  ];
}

/** A certificate authority: a root or, with `signer`, an intermediate below it. */
export function makeAuthority(
  name = 'Strongroom test root',
  signer?: Authority,
  organisation?: string,
): Authority {
  const own = { name, ...(organisation === undefined ? {} : { organisation }) };
  const key = newKey();
  const certificate = blank(name, key, -1, 3650);
  certificate.setSubject(nameOf(own));
  certificate.setIssuer(nameOf(signer ?? own));
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
  return { ...own, isRoot: signer === undefined, cert, key: key.pem, chain: cert + above };
}

/** A certificate signed by `authority`; by default a good one for `localhost` and 127.0.0.1. */
export function issueCertificate(authority: Authority, options: CertificateOptions = {}): Certificate {
  const key = newKey(options.keyBits);
  const usage = options.usage ?? 'server';
  const certificate = blank(
    options.commonName ?? 'localhost',
    key,
    options.validFromDays ?? -30,
    options.validToDays ?? 365,
  );
  certificate.setIssuer(nameOf(authority));
  const dns = options.dns ?? (usage === 'server' ? ['localhost'] : []);
  const ips = options.ips ?? (usage === 'server' ? ['127.0.0.1', '::1'] : []);
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

/** A certificate signed by its own key; no client trusts it. */
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

/** An EC key and certificate in RC2-40 and 3DES, passphrase "sesame": written by old tools, refused by OpenSSL 3. */
export const legacyPkcs12 =
  'MIIDegIBAzCCA0AGCSqGSIb3DQEHAaCCAzEEggMtMIIDKTCCAh8GCSqGSIb3DQEHBqCCAhAwggIMAgEAMIICBQYJKoZIhvcNAQcB' +
  'MBwGCiqGSIb3DQEMAQYwDgQI4dWKUHQhUGICAggAgIIB2NoquvR0PpXMyBjkHocm3+ct1xisclu5Loih56sEYc7OqEQE3uPDwkDs' +
  '+j+PXYgByh3DZwR5fzoUTKZD+ou1tjWhHfVmej+OV58cKD3x4KZHmawMARvvGPzuR/kfHQuPDrH7F/aVBeIW1Cr8dMDrQC7DNMxt' +
  'VrujjLZmsYi0QmlzLr0u8DpfdZ51YARE22xA19xMi/XPfurNYquZTH/gkspeTgTsDESY0FHLJwHBFpph44YxmdpBYmInpRtPCWCS' +
  'AfKPTRpSG1vu28DlldX1jLTzz1V00PBCxgadpwZVQRJ/cNoW46g07LoPPobLm6KMb48DGs2x9UN8TD3nL9UVOBF9Lt/wz1feftdB' +
  'cJVmyBo1oakdLBfSvujslyDu1i5sEufrkTIF1WI0alVfQRr5RpA4yVUQ7sEvL4qcfpEvQpelRE3A+E3uxPzlAkhB0WWP2xMjfYlS' +
  'x586DpBP9W8VdNlRmxX6To8MiTpOQATBRJgXccOAwTDAY9bTQhMsC97mbN3gq1Q3hwq14guyXFFv6UHyhAoD1pp8tuuuc8g2W8pX' +
  'P1Wn0A18D0uxxSQQs7e3QVXgr/byaw76payV2zkILwGQRxYLcsYvrS9NrbYJyaQhw5ithN0W3CYwggECBgkqhkiG9w0BBwGggfQE' +
  'gfEwge4wgesGCyqGSIb3DQEMCgECoIG0MIGxMBwGCiqGSIb3DQEMAQMwDgQIAa5/T2VDaRsCAggABIGQr+kLx3K/YeT9y9TycgGL' +
  'Qxqv5OJNURaZZDkfKsIKP0LHaKrV9q2Mh1+4hY29el51JtFvZNMKBApxoHFOhVBn7kjG4R2b0xQp7BTFf+b7la0WO4tgorZgQdlq' +
  'FMY32lfW70Ee8mJ8r44JXSforIW1nPKm9NXAQ458OyxBDz+zzPI8bdIUp+kVVjUEPV3X8VGzMSUwIwYJKoZIhvcNAQkVMRYEFAry' +
  'CraHa8uUX11u/t/UElmRBGqWMDEwITAJBgUrDgMCGgUABBR5XOWZOGUZWIVPQ2bMvEbQQKm/PAQIgi+iAychkKQCAggA';
