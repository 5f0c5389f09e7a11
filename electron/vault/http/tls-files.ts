/** Reads certificate files, with a limit on their size and the reason if they cannot be used. */
import { X509Certificate } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result, TlsReason } from '../../../shared/ipc/result.ts';
import { readBounded, unreadableBecause } from './bounded-file.ts';
import type { Unreadable } from './bounded-file.ts';
import { otherBlock } from './pem.ts';

/** A certificate or key file is kilobytes; a bundle of every public CA is 230 kB. */
const limitBytes = 1_048_576;
const limitFiles = 2000;

/**
 * Reads one regular file of at most 1 MiB; the error is `tls` with the given reason. `what`: its name in sentences.
 */
export async function readSmallFile(path: string, reason: TlsReason, what: string): Promise<Result<Buffer>> {
  const read = await readBounded(path, limitBytes);
  if ('bytes' in read) return ok(read.bytes);
  return wrong(
    reason,
    `The ${what} ${basename(path)} ${unreadableBecause(read, '1 MiB')}.`,
    hintFor(read.problem),
  );
}

function hintFor(problem: Unreadable['problem']): string {
  switch (problem) {
    case 'directory':
      return 'Choose the file itself.';
    case 'not-a-file':
      return 'Choose a file.';
    case 'too-large':
      return 'Choose the right file: a certificate has a few kilobytes.';
    case 'absent':
    case 'forbidden':
    case 'other':
      return 'Choose another file, or fix its permissions.';
  }
}

/** Content of a CA file or directory. `files`: number of its files that were read. */
export interface CaContent {
  /** PEM blocks, each once. */
  readonly blocks: readonly string[];
  readonly files: number;
  readonly isFolder: boolean;
}

/** Reads a CA bundle: a PEM file, or every file of a directory. Returns each certificate as a PEM block. */
export async function readCaPath(path: string): Promise<Result<CaContent>> {
  const directory = await stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (!directory) {
    const file = await readCaFile(path);
    return file.ok ? ok({ blocks: file.value, files: 1, isFolder: false }) : file;
  }
  let names: string[];
  try {
    names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
  } catch {
    return wrong(
      'ca-unreadable',
      `The CA directory ${basename(path)} is not readable for your account.`,
      'Fix its permissions.',
    );
  }
  if (names.length > limitFiles)
    return wrong(
      'ca-unreadable',
      `The CA directory ${basename(path)} contains more than ${limitFiles} files.`,
      'Choose a directory with CA certificates only.',
    );
  const blocks = new Set<string>();
  let files = 0;
  for (const name of names) {
    const inner = join(path, name);
    const isFile = await stat(inner).then(
      (facts) => facts.isFile(),
      () => false,
    );
    if (!isFile) continue;
    files++;
    const file = await readSmallFile(inner, 'ca-unreadable', 'CA file');
    if (!file.ok) return file;
    // A directory can hold a README or keys beside its certificates; a certificate block must be valid.
    const certificates = certificatesIn(file.value.toString('latin1'), name);
    if (!certificates.ok) return certificates;
    for (const block of certificates.value) blocks.add(block);
  }
  if (blocks.size === 0)
    return wrong(
      'ca-unreadable',
      `The CA directory ${basename(path)} contains no PEM certificate.`,
      'Choose a directory or file with “BEGIN CERTIFICATE” blocks.',
    );
  return ok({ blocks: [...blocks], files, isFolder: true });
}

async function readCaFile(path: string): Promise<Result<string[]>> {
  const file = await readSmallFile(path, 'ca-unreadable', 'CA file');
  if (!file.ok) return file;
  const name = basename(path);
  const text = file.value.toString('latin1');
  const certificates = certificatesIn(text, name);
  if (!certificates.ok || certificates.value.length > 0) return certificates;
  if (file.value.length === 0)
    return wrong('ca-unreadable', `The CA file ${name} is empty.`, 'Get the file again.');
  const other = otherBlock(text);
  if (other?.endsWith('PRIVATE KEY') === true)
    return wrong(
      'ca-unreadable',
      `The CA file ${name} contains a private key and no certificate.`,
      'Choose the authority’s certificate. Only the authority needs its key.',
    );
  if (other !== undefined)
    return wrong(
      'ca-unreadable',
      `The CA file ${name} contains no certificate, but a “${other}” block.`,
      'Choose the CA certificate in PEM form.',
    );
  return wrong(
    'ca-unreadable',
    `The CA file ${name} is not PEM: it has no “BEGIN CERTIFICATE” block.`,
    file.value[0] === 0x30
      ? 'It looks like DER: convert it with openssl x509 -inform der.'
      : 'Choose the CA certificate in PEM form.',
  );
}

/** Every certificate block of a PEM text; the error names the one that cannot be parsed. */
function certificatesIn(text: string, name: string): Result<string[]> {
  const blocks: string[] = [];
  for (const [block] of text.matchAll(
    /-----BEGIN CERTIFICATE-----[\s\S]*?(?:-----END CERTIFICATE-----|$)/g,
  )) {
    try {
      new X509Certificate(block);
    } catch {
      return wrong(
        'ca-unreadable',
        `Certificate ${blocks.length + 1} in the CA file ${name} is damaged.`,
        'Get the file again.',
      );
    }
    blocks.push(block);
  }
  return ok(blocks);
}

function wrong(reason: TlsReason, message: string, hint: string): Result<never> {
  return fail({ kind: 'tls', reason, message, hint });
}
