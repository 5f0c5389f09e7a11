/**
 * PKCS#12. The TLS stack reads the file itself if it can; if not (files with RC2 or RC4, which OpenSSL 3 refuses, and
 * some that only one of OpenSSL and BoringSSL reads), node-forge takes it apart, and key and certificates are passed
 * as PEM. Only forge can list the certificates inside, so it reads them in either case.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result, TlsReason } from '../../../shared/ipc/result.ts';
import type { VaultWork } from '../work.ts';
import { MOST_ROUNDS, roundsIn } from './key-rounds.ts';
import { takeApart } from './pkcs12-parts.ts';
import type { Parts } from './pkcs12-parts.ts';
import type { TlsMaterial } from './types.ts';

type Identity = Pick<TlsMaterial, 'certificate' | 'key' | 'pkcs12' | 'passphrase' | 'clientCertificates'>;

/**
 * Opens a PKCS#12 file's bytes. `name`: for sentences. The error is `tls`: passphrase, no key inside, or unreadable.
 */
export async function readPkcs12(
  bytes: Buffer,
  passphrase: string | undefined,
  name: string,
  work?: VaultWork,
): Promise<Result<Identity>> {
  const rounds = roundsIn(bytes);
  if (rounds > MOST_ROUNDS) return tooManyRounds(name, rounds);
  const archive = { bytes, passphrase };
  // Always in the worker: the time does not depend on the file's length.
  const parts = await (work?.('takeApart', archive, Infinity) ?? takeApart(archive));
  const identity = 'problem' in parts ? undefined : identityOf(parts);
  // The stack opens the file in place, and again for each connection: main is blocked meanwhile.
  if (rounds <= MOST_ROUNDS_IN_PLACE && stackReads(bytes, passphrase)) {
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
      `The PKCS#12 file ${name} contains no usable key.`,
      'Choose a file with certificate and private key.',
    );
  if (identity.leaf === undefined)
    return wrong(
      'client-key-mismatch',
      `The PKCS#12 file ${name} contains no certificate for its key.`,
      'Choose another file.',
    );
  return ok({
    certificate: Buffer.from(identity.chain),
    key: Buffer.from(identity.key.export({ type: 'pkcs8', format: 'pem' })),
  });
}

/** Some 35 ms; common tools write 2,048 or less. */
const MOST_ROUNDS_IN_PLACE = 10_000;

/** Error for a file that would take minutes. */
export function tooManyRounds(name: string, rounds: number): Result<never> {
  return wrong(
    'client-certificate-unreadable',
    `${name} wants its passphrase hashed ${rounds} times; at most ${MOST_ROUNDS} are done.`,
    'Export it again with the usual settings.',
  );
}

function stackReads(bytes: Buffer, passphrase: string | undefined): boolean {
  try {
    createSecureContext({ pfx: bytes, ...(passphrase === undefined ? {} : { passphrase }) });
    return true;
  } catch {
    // A wrong password, or not PKCS#12: the caller tells the two apart.
    return false;
  }
}

/**
 * `chain`: the key's certificate first; `leaf` undefined if none belongs to the key. Undefined without a usable key.
 */
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
    // Unreadable: the caller reports it.
    return undefined;
  }
}

function wrong(reason: TlsReason, message: string, hint: string): Result<never> {
  return fail({ kind: 'tls', reason, message, hint });
}
