/**
 * PKCS#12 as written by Windows and old Java tools for twenty years: certificates in RC2-40, the key in 3DES, all
 * keyed over SHA-1. OpenSSL 3 and BoringSSL refuse it, but it is still in use.
 */
import { createHmac, randomBytes } from 'node:crypto';
import forge from 'node-forge';
import { toPkcs12 } from './certificates.ts';
import type { Certificate } from './certificates.ts';

const { asn1 } = forge;
const ITERATIONS = 2048;
/** pbeWithSHAAnd40BitRC2-CBC */
const RC2_40 = '1.2.840.113549.1.12.1.6';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const DATA = '1.2.840.113549.1.7.1';

/** Bytes of a legacy file with a certificate, its chain and its RSA key. */
export function toLegacyPkcs12(certificate: Certificate, passphrase: string): Buffer {
  const modern = forge.asn1.fromDer(toPkcs12(certificate, passphrase).toString('binary'));
  const [version, authSafe] = children(modern);
  const inner = children(children(authSafe)[1])[0];
  const [certificates, key] = children(asn1.fromDer(bytesOf(inner)));
  const contents = bytesOf(children(children(certificates)[1])[0]);
  const safe = der(sequence(encrypted(contents, passphrase), node(key)));
  const whole = sequence(node(version), sequence(oid(DATA), explicit(octets(safe))), mac(safe, passphrase));
  return Buffer.from(der(whole), 'binary');
}

function encrypted(contents: string, passphrase: string): forge.asn1.Asn1 {
  const salt = randomBytes(8).toString('binary');
  const key = derived(passphrase, salt, 1, 5);
  const cipher = forge.rc2.createEncryptionCipher(key, 40);
  cipher.start(derived(passphrase, salt, 2, 8));
  cipher.update(forge.util.createBuffer(contents));
  cipher.finish();
  const algorithm = sequence(oid(RC2_40), sequence(octets(salt), integer(ITERATIONS)));
  const sealed = asn1.create(asn1.Class.CONTEXT_SPECIFIC, asn1.Type.NONE, false, cipher.output.getBytes());
  return sequence(
    oid(ENCRYPTED_DATA),
    explicit(sequence(integer(0), sequence(oid(DATA), algorithm, sealed))),
  );
}

function mac(safe: string, passphrase: string): forge.asn1.Asn1 {
  const salt = randomBytes(8).toString('binary');
  const key = derived(passphrase, salt, 3, 20).getBytes();
  const digest = createHmac('sha1', Buffer.from(key, 'binary'))
    .update(Buffer.from(safe, 'binary'))
    .digest('binary');
  const sha1 = sequence(oid('1.3.14.3.2.26'), asn1.create(asn1.Class.UNIVERSAL, asn1.Type.NULL, false, ''));
  return sequence(sequence(sha1, octets(digest)), octets(salt), integer(ITERATIONS));
}

/** Key derivation of PKCS#12 (RFC 7292, appendix B). `use`: 1 key, 2 initial vector, 3 MAC. */
function derived(passphrase: string, salt: string, use: number, length: number): forge.util.ByteBuffer {
  return forge.pkcs12.generateKey(passphrase, forge.util.createBuffer(salt), use, ITERATIONS, length);
}

function children(from: forge.asn1.Asn1 | undefined): readonly forge.asn1.Asn1[] {
  const value = from?.value;
  return Array.isArray(value) ? value : [];
}

function node(from: forge.asn1.Asn1 | undefined): forge.asn1.Asn1 {
  if (from === undefined) throw new Error('This PKCS#12 file has another structure than expected.');
  return from;
}

function bytesOf(from: forge.asn1.Asn1 | undefined): string {
  const value = from?.value;
  if (typeof value !== 'string') throw new Error('This PKCS#12 file has another structure than expected.');
  return value;
}

function sequence(...items: forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, items);
}

function explicit(item: forge.asn1.Asn1): forge.asn1.Asn1 {
  return asn1.create(asn1.Class.CONTEXT_SPECIFIC, asn1.Type.NONE, true, [item]);
}

function octets(bytes: string): forge.asn1.Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, false, bytes);
}

function oid(name: string): forge.asn1.Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(name).getBytes());
}

function integer(value: number): forge.asn1.Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.INTEGER, false, asn1.integerToDer(value).getBytes());
}

function der(item: forge.asn1.Asn1): string {
  return asn1.toDer(item).getBytes();
}
