/** Reads certificate files, with a limit on their size and the reason when they cannot be used. */
import { X509Certificate } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result, TlsReason } from '../../../shared/ipc/result.ts';

/** A certificate or key file is kilobytes; a bundle of every public CA is 230 kB. */
const limitBytes = 1_048_576;
const limitFiles = 2000;

/** Reads one regular file of at most 1 MiB; the error is `tls` with the given reason. `what`: its name in sentences. */
export async function readSmallFile(path: string, reason: TlsReason, what: string): Promise<Result<Buffer>> {
  const name = basename(path);
  let file;
  try {
    // A directory or a pipe must not be opened at all: reading a pipe would wait for ever.
    const facts = await stat(path);
    if (facts.isDirectory())
      return wrong(reason, `The ${what} ${name} is a directory.`, 'Choose the file itself.');
    if (!facts.isFile()) return wrong(reason, `The ${what} ${name} is not a regular file.`, 'Choose a file.');
    if (facts.size > limitBytes)
      return wrong(
        reason,
        `The ${what} ${name} is larger than 1 MiB.`,
        'Choose the right file: a certificate has a few kilobytes.',
      );
    file = await open(path, 'r');
    const buffer = Buffer.alloc(limitBytes + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
      if (length > limitBytes)
        return wrong(
          reason,
          `The ${what} ${name} is larger than 1 MiB.`,
          'Choose the right file: a certificate has a few kilobytes.',
        );
    }
    return ok(Buffer.from(buffer.subarray(0, length)));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why =
      code === 'ENOENT'
        ? 'does not exist'
        : code === 'EACCES' || code === 'EPERM'
          ? 'may not be read by you'
          : `cannot be read (${code})`;
    return wrong(reason, `The ${what} ${name} ${why}.`, 'Choose another file, or mend its permissions.');
  } finally {
    await file?.close();
  }
}

/** Reads a CA bundle: a PEM file, or every file of a directory. Answers each certificate as a PEM block. */
export async function readCaPath(path: string): Promise<Result<string[]>> {
  const directory = await stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (!directory) return readCaFile(path);
  let names: string[];
  try {
    names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
  } catch {
    return wrong(
      'ca-unreadable',
      `The CA directory ${basename(path)} may not be read by you.`,
      'Mend its permissions.',
    );
  }
  if (names.length > limitFiles)
    return wrong(
      'ca-unreadable',
      `The CA directory ${basename(path)} holds more than ${limitFiles} files.`,
      'Choose a directory with CA certificates only.',
    );
  const blocks = new Set<string>();
  for (const name of names) {
    const inner = join(path, name);
    const isFile = await stat(inner).then(
      (facts) => facts.isFile(),
      () => false,
    );
    if (!isFile) continue;
    const file = await readSmallFile(inner, 'ca-unreadable', 'CA file');
    if (!file.ok) return file;
    // A directory may hold a README or keys beside its certificates; what claims to be a certificate must be one.
    const certificates = certificatesIn(file.value.toString('latin1'), name);
    if (!certificates.ok) return certificates;
    for (const block of certificates.value) blocks.add(block);
  }
  if (blocks.size === 0)
    return wrong(
      'ca-unreadable',
      `The CA directory ${basename(path)} holds no PEM certificate.`,
      'Choose a directory or file with “BEGIN CERTIFICATE” blocks.',
    );
  return ok([...blocks]);
}

async function readCaFile(path: string): Promise<Result<string[]>> {
  const file = await readSmallFile(path, 'ca-unreadable', 'CA file');
  if (!file.ok) return file;
  const certificates = certificatesIn(file.value.toString('latin1'), basename(path));
  if (certificates.ok && certificates.value.length === 0)
    return wrong(
      'ca-unreadable',
      `The CA file ${basename(path)} is not PEM: it holds no “BEGIN CERTIFICATE” block.`,
      file.value[0] === 0x30
        ? 'It looks like DER: convert it with openssl x509 -inform der.'
        : 'Choose the CA certificate in PEM form.',
    );
  return certificates;
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
