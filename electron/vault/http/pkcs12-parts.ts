/**
 * Takes a PKCS#12 file apart, with node-forge. The file decides how long that takes, so it is a task for a worker.
 */

/** Keys and certificates of a file, as PEM. */
export interface Parts {
  readonly keys: readonly string[];
  readonly certificates: readonly string[];
}

export interface Archive {
  readonly bytes: Uint8Array;
  readonly passphrase?: string | undefined;
}

/** A task: takes a PKCS#12 file's bytes apart. */
export async function takeApart({
  bytes,
  passphrase,
}: Archive): Promise<Parts | { readonly problem: 'passphrase' | 'unreadable' }> {
  const { default: forge } = await import('node-forge');
  let bags;
  try {
    const archive = forge.pkcs12.pkcs12FromAsn1(
      forge.asn1.fromDer(Buffer.from(bytes).toString('binary')),
      false,
      passphrase ?? '',
    );
    bags = archive.safeContents.flatMap((content) => content.safeBags);
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    return {
      problem:
        /password|MAC could not be verified|decrypt/i.test(text) ||
        (/unsupported/i.test(text) && /private key/i.test(text))
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

function pem(label: string, der: string): string {
  const lines = Buffer.from(der, 'binary').toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
