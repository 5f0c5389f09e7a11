/**
 * TLS files become TLS material. Every fault of a file is found here, while the user can still act on it, instead of
 * later as an unexplained handshake failure: a directory instead of a file, a key that does not fit, a key that needs
 * a passphrase.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { basename } from 'node:path';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result, TlsReason } from '../../../shared/ipc/result.ts';
import { certificateBlocks, privateKeyBlock } from './pem.ts';
import { readCaPath, readSmallFile } from './tls-files.ts';
import type { VaultWork } from '../work.ts';
import { decryptKey } from './encrypted-key.ts';
import { MOST_ROUNDS, roundsIn } from './key-rounds.ts';
import { ownBytes } from './own-bytes.ts';
import { readPkcs12, tooManyRounds } from './pkcs12.ts';
import type { TlsMaterial } from './types.ts';

/** A connection's TLS files and settings; absolute paths. */
export interface TlsFiles {
  readonly caPath?: string;
  readonly useSystemStore: boolean;
  /** PEM (with or without the key inside), or PKCS#12. */
  readonly certificatePath?: string;
  readonly keyPath?: string;
  /** Opens an encrypted key or a PKCS#12 file. */
  readonly passphrase?: string;
  readonly serverName?: string;
  readonly skipVerify: boolean;
}

type Identity = Pick<TlsMaterial, 'certificate' | 'key' | 'pkcs12' | 'passphrase' | 'clientCertificates'>;

/** Reads and checks the files; the error is `tls` with the reason that fits, and its message names the file. */
export async function readTlsMaterial(files: TlsFiles, work?: VaultWork): Promise<Result<TlsMaterial>> {
  const ca = files.caPath === undefined ? ok({ blocks: [] }) : await readCaPath(files.caPath);
  if (!ca.ok) return ca;
  const identity = await readIdentity(files, work);
  if (!identity.ok) return identity;
  return ok({
    ca: ca.value.blocks,
    ...(files.caPath === undefined ? {} : { caName: basename(files.caPath) }),
    useSystemStore: files.useSystemStore,
    ...identity.value,
    ...(files.serverName === undefined || files.serverName === '' ? {} : { serverName: files.serverName }),
    skipVerify: files.skipVerify,
  });
}

async function readIdentity(files: TlsFiles, work?: VaultWork): Promise<Result<Identity>> {
  if (files.certificatePath === undefined) {
    if (files.keyPath === undefined) return ok({});
    return wrong(
      'client-certificate-unreadable',
      `There is a client key (${basename(files.keyPath)}) but no certificate.`,
      'Choose the certificate that belongs to it.',
    );
  }
  const name = basename(files.certificatePath);
  const file = await readSmallFile(
    files.certificatePath,
    'client-certificate-unreadable',
    'client certificate',
  );
  if (!file.ok) return file;
  const text = file.value.toString('latin1');
  if (!text.includes('-----BEGIN')) {
    if (file.value[0] !== 0x30)
      return wrong(
        'client-certificate-unreadable',
        `The client certificate ${name} is neither PEM nor PKCS#12.`,
        'Choose a .pem, .crt, .p12 or .pfx file.',
      );
    return readPkcs12(file.value, files.passphrase, name, work);
  }
  const certificate = firstCertificate(text);
  if (certificate === undefined)
    return wrong(
      'client-certificate-unreadable',
      `The file ${name} contains no readable certificate.`,
      'Choose a PEM file with a “BEGIN CERTIFICATE” block.',
    );

  const keyName = files.keyPath === undefined ? name : basename(files.keyPath);
  const keyFile =
    files.keyPath === undefined
      ? file
      : await readSmallFile(files.keyPath, 'client-certificate-unreadable', 'client key');
  if (!keyFile.ok) return keyFile;
  const key = await readKey(keyFile.value.toString('latin1'), files.passphrase, keyName, work);
  if (!key.ok) return key;
  if (!certificate.checkPrivateKey(key.value))
    return wrong(
      'client-key-mismatch',
      `The client key ${keyName} does not belong to the certificate ${name}.`,
      'Choose the key that was made with this certificate.',
    );
  return ok({
    certificate: file.value,
    key: Buffer.from(key.value.export({ type: 'pkcs8', format: 'pem' })),
  });
}

/** Reads the private key of a PEM text. Decrypts once, here: the TLS stacks of Node and Electron read different encrypted formats. */
export async function readKey(
  text: string,
  passphrase: string | undefined,
  name: string,
  work?: VaultWork,
): Promise<Result<KeyObject>> {
  const block = privateKeyBlock(text);
  if (block === undefined)
    return wrong(
      'client-certificate-unreadable',
      `The file ${name} contains no private key.`,
      'Choose a PEM file with a “BEGIN PRIVATE KEY” block, or a PKCS#12 file.',
    );
  const encrypted = block.includes('ENCRYPTED');
  const plain = encrypted ? await decrypted(block, passphrase, name, work) : ok(block);
  if (!plain.ok) return plain;
  const bytes = ownBytes(plain.value);
  try {
    return ok(createPrivateKey(bytes));
  } catch {
    return wrong(
      'client-certificate-unreadable',
      `The private key in ${name} cannot be read.`,
      'Choose an RSA, EC or Ed25519 key in PEM form.',
    );
  } finally {
    bytes.fill(0);
  }
}

async function decrypted(
  block: string,
  passphrase: string | undefined,
  name: string,
  work: VaultWork | undefined,
): Promise<Result<string>> {
  if (passphrase === undefined || passphrase === '')
    return wrong('client-key-encrypted', `The client key ${name} is encrypted.`, 'Enter its passphrase.');
  const rounds = roundsIn(Buffer.from(block.replace(/-----[^-]+-----/g, ''), 'base64'));
  if (rounds > MOST_ROUNDS) return tooManyRounds(name, rounds);
  const key = { block, passphrase };
  // Always in the worker: the time does not depend on the file's length.
  const { pem } = await (work?.('decryptKey', key, Infinity) ?? decryptKey(key));
  if (pem !== undefined) return ok(pem);
  return wrong(
    'client-key-encrypted',
    `The passphrase does not open the client key ${name}.`,
    'Enter the right passphrase.',
  );
}

function firstCertificate(text: string): X509Certificate | undefined {
  const [block] = certificateBlocks(text);
  if (block === undefined) return undefined;
  try {
    return new X509Certificate(block);
  } catch {
    // Invalid certificate.
    return undefined;
  }
}

function wrong(reason: TlsReason, message: string, hint: string): Result<never> {
  return fail({ kind: 'tls', reason, message, hint });
}
