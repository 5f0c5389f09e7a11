/**
 * PKCS#12. The TLS stack reads the file itself where it can; where it cannot (files with RC2 or RC4, which OpenSSL 3
 * refuses, and some that only one of OpenSSL and BoringSSL reads), node-forge takes it apart and key and certificates are
 * handed over as PEM. Only forge can tell which certificates are inside, so it looks for that in either case.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result, TlsReason } from '../../../shared/ipc/result.ts';
import type { TlsMaterial } from './types.ts';

type Identity = Pick<TlsMaterial, 'certificate' | 'key' | 'pkcs12' | 'passphrase' | 'clientCertificates'>;

/** Opens a PKCS#12 file's bytes. `name`: for sentences. The error is `tls`: passphrase, no key inside, or unreadable. */
export async function readPkcs12(
  bytes: Buffer,
  passphrase: string | undefined,
  name: string,
): Promise<Result<Identity>> {
  const isReadByStack = stackReads(bytes, passphrase);
  const parts = await takeApart(bytes, passphrase);
  const identity = 'problem' in parts ? undefined : identityOf(parts);
  if (isReadByStack) {
    const inside = identity === undefined ? {} : { clientCertificates: identity.chain };
    return ok({ pkcs12: bytes, ...(passphrase === undefined ? {} : { passphrase }), ...inside });
  }
  if ('problem' in parts) {
    if (parts.problem === 'unreadable')
      return wrong(
        'client-certificate-unreadable',
        `The PKCS#12 file ${name} cannot be read.`,
        'Choose another file, or convert it to PEM.',
      );
    return passphrase === undefined || passphrase === ''
      ? wrong('client-key-encrypted', `The PKCS#12 file ${name} is encrypted.`, 'Enter its passphrase.')
      : wrong(
          'client-key-encrypted',
          `The passphrase does not open the PKCS#12 file ${name}.`,
          'Enter the right passphrase.',
        );
  }
  if (identity === undefined)
    return wrong(
      'client-certificate-unreadable',
      `The PKCS#12 file ${name} holds no key that can be used.`,
      'Choose a file with certificate and private key.',
    );
  if (identity.leaf === undefined)
    return wrong(
      'client-key-mismatch',
      `The PKCS#12 file ${name} holds no certificate for its key.`,
      'Choose another file.',
    );
  return ok({
    certificate: Buffer.from(identity.chain),
    key: Buffer.from(identity.key.export({ type: 'pkcs8', format: 'pem' })),
  });
}

function stackReads(bytes: Buffer, passphrase: string | undefined): boolean {
  try {
    createSecureContext({ pfx: bytes, ...(passphrase === undefined ? {} : { passphrase }) });
    return true;
  } catch {
    return false;
  }
}

/** Keys and certificates of a file, as PEM. */
interface Parts {
  readonly keys: readonly string[];
  readonly certificates: readonly string[];
}

async function takeApart(
  bytes: Buffer,
  passphrase: string | undefined,
): Promise<Parts | { readonly problem: 'passphrase' | 'unreadable' }> {
  const { default: forge } = await import('node-forge');
  let bags;
  try {
    const archive = forge.pkcs12.pkcs12FromAsn1(
      forge.asn1.fromDer(bytes.toString('binary')),
      false,
      passphrase ?? '',
    );
    bags = archive.safeContents.flatMap((content) => content.safeBags);
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    return {
      problem: /password|MAC could not be verified|decrypt|unsupported[^\n]{0,80}private key/i.test(text)
        ? 'passphrase'
        : 'unreadable',
    };
  }
  const keys: string[] = [];
  const certificates: string[] = [];
  for (const bag of bags) {
    // forge understands RSA keys only; every other key is left as its PKCS#8 structure, which Node reads.
    const key = bag.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key)) : bag.asn1;
    const isKey = bag.type === forge.pki.oids['keyBag'] || bag.type === forge.pki.oids['pkcs8ShroudedKeyBag'];
    if (isKey) keys.push(pem('PRIVATE KEY', forge.asn1.toDer(key).getBytes()));
    else if (bag.type === forge.pki.oids['certBag'])
      certificates.push(
        pem(
          'CERTIFICATE',
          forge.asn1.toDer(bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1).getBytes(),
        ),
      );
  }
  return { keys, certificates };
}

/** `chain`: the key's certificate first; `leaf` undefined where none belongs to the key. Undefined without a usable key. */
function identityOf({
  keys,
  certificates,
}: Parts):
  { readonly key: KeyObject; readonly leaf: string | undefined; readonly chain: string } | undefined {
  try {
    const key = createPrivateKey(keys[0] ?? '');
    const leaf = certificates.find((block) => new X509Certificate(block).checkPrivateKey(key));
    const others = certificates.filter((block) => block !== leaf);
    return { key, leaf, chain: [...(leaf === undefined ? [] : [leaf]), ...others].join('') };
  } catch {
    return undefined;
  }
}

function pem(label: string, der: string): string {
  const lines = Buffer.from(der, 'binary').toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}

function wrong(reason: TlsReason, message: string, hint: string): Result<never> {
  return fail({ kind: 'tls', reason, message, hint });
}
