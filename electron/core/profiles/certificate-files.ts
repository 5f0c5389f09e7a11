/**
 * Describes a certificate file before it is used. It does not ask for a passphrase and does not decrypt: content
 * behind a passphrase is called encrypted. An unusable file is described with the reason, not refused.
 */
import { X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FilePurpose } from '../../../shared/ipc/contract.ts';
import type { AppError, Result, TlsReason } from '../../../shared/ipc/result.ts';
import type { FileDescription } from '../../../shared/vault/connection.ts';
import { certificateFacts } from '../../vault/http/certificate.ts';
import { certificateBlocks, otherBlock, privateKeyBlock } from '../../vault/http/pem.ts';
import { readPkcs12 } from '../../vault/http/pkcs12.ts';
import { readCaPath, readSmallFile } from '../../vault/http/tls-files.ts';
import { readKey } from '../../vault/http/tls.ts';
import type { VaultWork } from '../../vault/work.ts';

const nothing: FileDescription = { form: 'unknown', certificates: [], files: 1, privateKey: 'none' };

/** Reads the file at `path` for a purpose and describes its content; `work` runs slow steps. Never rejects. */
export async function describeCertificateFile(
  path: string,
  purpose: FilePurpose,
  work?: VaultWork,
): Promise<FileDescription> {
  switch (purpose) {
    case 'ca':
    case 'ca-folder':
      return describeAuthorities(path, purpose);
    case 'client-certificate':
      return describeClientCertificate(path, work);
    case 'client-key':
      return describeClientKey(path);
  }
}

async function describeAuthorities(path: string, purpose: 'ca' | 'ca-folder'): Promise<FileDescription> {
  const name = basename(path);
  const isFolder = await stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  const form = isFolder ? 'folder' : 'pem';
  const read = await readCaPath(path);
  if (!read.ok) return { ...nothing, form: isFolder ? form : 'unknown', problem: read.error };
  const certificates = read.value.blocks.map((block) => new X509Certificate(block));
  const description: FileDescription = {
    form,
    certificates: certificates.map(certificateFacts),
    files: read.value.files,
    privateKey: 'none',
  };
  if (purpose === 'ca-folder' && !isFolder)
    return {
      ...description,
      problem: problem(
        'ca-unreadable',
        `${name} is a file, not a folder.`,
        'Choose it as the CA file instead.',
      ),
    };
  const [first] = description.certificates;
  if (first === undefined || certificates.some((one) => one.ca || one.subject === one.issuer))
    return description;
  return {
    ...description,
    problem: problem(
      'ca-unreadable',
      certificates.length === 1
        ? `The certificate in ${name} (${first.subject}) is not a CA certificate.`
        : `None of the certificates in ${name} is a CA certificate.`,
      'Choose the certificate of the authority that issued it.',
    ),
  };
}

async function describeClientCertificate(path: string, work?: VaultWork): Promise<FileDescription> {
  const name = basename(path);
  const read = await readSmallFile(path, 'client-certificate-unreadable', 'client certificate');
  if (!read.ok) return { ...nothing, problem: read.error };
  const bytes = read.value;
  const text = bytes.toString('latin1');
  if (!text.includes('-----BEGIN')) return describeBinary(bytes, name, work);
  const { facts, damaged } = certificatesIn(text);
  const description: FileDescription = {
    ...nothing,
    form: 'pem',
    certificates: facts,
    privateKey: keyIn(text),
  };
  if (damaged)
    return {
      ...description,
      problem: unusable(`A certificate in ${name} is damaged.`, 'Get the file again.'),
    };
  if (facts.length > 0) return description;
  return {
    ...description,
    problem:
      description.privateKey === 'none'
        ? unusable(
            `The file ${name} contains no certificate, but a “${otherBlock(text) ?? 'broken'}” block.`,
            'Choose a PEM file with a “BEGIN CERTIFICATE” block, or a PKCS#12 file.',
          )
        : unusable(
            `The file ${name} contains a private key and no certificate.`,
            'Choose the certificate here, and this file as its key.',
          ),
  };
}

/** DER, PKCS#12 or neither. */
async function describeBinary(bytes: Buffer, name: string, work?: VaultWork): Promise<FileDescription> {
  if (bytes.length === 0)
    return { ...nothing, problem: unusable(`The file ${name} is empty.`, 'Get the file again.') };
  if (bytes[0] !== 0x30)
    return {
      ...nothing,
      problem: unusable(
        `The client certificate ${name} is neither PEM nor PKCS#12.`,
        'Choose a .pem, .crt, .p12 or .pfx file.',
      ),
    };
  const der = certificateFrom(bytes);
  if (der !== undefined)
    return {
      ...nothing,
      certificates: [certificateFacts(der)],
      problem: unusable(
        `The client certificate ${name} is in DER form, without its key.`,
        'Convert it to PEM with openssl x509 -inform der, or choose a PKCS#12 file.',
      ),
    };
  const opened = await readPkcs12(bytes, undefined, name, work);
  if (opened.ok) {
    const inside = opened.value.clientCertificates ?? opened.value.certificate?.toString('latin1') ?? '';
    return { ...nothing, form: 'pkcs12', certificates: certificatesIn(inside).facts, privateKey: 'plain' };
  }
  if (isReason(opened, 'client-key-encrypted'))
    return { ...nothing, form: 'pkcs12', privateKey: 'encrypted' };
  return {
    ...nothing,
    form: isReason(opened, 'client-key-mismatch') ? 'pkcs12' : 'unknown',
    problem: opened.error,
  };
}

async function describeClientKey(path: string): Promise<FileDescription> {
  const name = basename(path);
  const read = await readSmallFile(path, 'client-certificate-unreadable', 'client key');
  if (!read.ok) return { ...nothing, problem: read.error };
  const bytes = read.value;
  const text = bytes.toString('latin1');
  if (!text.includes('-----BEGIN')) return keyProblemOfBinary(bytes, name);
  const { facts } = certificatesIn(text);
  const description: FileDescription = {
    ...nothing,
    form: 'pem',
    certificates: facts,
    privateKey: keyIn(text),
  };
  if (description.privateKey === 'none')
    return {
      ...description,
      problem: unusable(
        `The file ${name} contains no private key, but a “${facts.length > 0 ? 'CERTIFICATE' : (otherBlock(text) ?? 'broken')}” block.`,
        'Choose the key that was made with the certificate.',
      ),
    };
  if (description.privateKey === 'encrypted') return description;
  const key = await readKey(text, undefined, name);
  return key.ok ? description : { ...description, problem: key.error };
}

function keyProblemOfBinary(bytes: Buffer, name: string): FileDescription {
  if (bytes.length === 0)
    return { ...nothing, problem: unusable(`The file ${name} is empty.`, 'Get the file again.') };
  return {
    ...nothing,
    problem: unusable(
      `The client key ${name} is not PEM: it has no “BEGIN PRIVATE KEY” block.`,
      bytes[0] === 0x30
        ? 'A PKCS#12 file is chosen as the client certificate; its key is inside. A DER key can be converted with openssl pkey -inform der.'
        : 'Choose an RSA, EC or Ed25519 key in PEM form.',
    ),
  };
}

function keyIn(text: string): FileDescription['privateKey'] {
  const block = privateKeyBlock(text);
  return block === undefined ? 'none' : block.includes('ENCRYPTED') ? 'encrypted' : 'plain';
}

function certificatesIn(text: string): {
  readonly facts: FileDescription['certificates'];
  readonly damaged: boolean;
} {
  const blocks = certificateBlocks(text);
  const read = blocks.map(certificateFrom).filter((one) => one !== undefined);
  return { facts: read.map(certificateFacts), damaged: read.length < blocks.length };
}

function certificateFrom(content: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(content);
  } catch {
    // Not a certificate: undefined says so.
    return undefined;
  }
}

function isReason(result: Result<unknown>, reason: TlsReason): boolean {
  return !result.ok && result.error.kind === 'tls' && result.error.reason === reason;
}

function unusable(message: string, hint: string): AppError {
  return problem('client-certificate-unreadable', message, hint);
}

function problem(reason: TlsReason, message: string, hint: string): AppError {
  return { kind: 'tls', reason, message, hint };
}
