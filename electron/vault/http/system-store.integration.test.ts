/**
 * Trust by the operating system's store, with stores made for the test: an authority in it is trusted, and no other.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority, startTlsMatrix, temporaryFolder } from '../../../e2e/servers/index.ts';
import type { Door, TlsMatrix } from '../../../e2e/servers/index.ts';

const program = fileURLToPath(new URL('./system-store.fixture.ts', import.meta.url));
const folder = temporaryFolder('system-store');
let matrix: TlsMatrix;
beforeAll(async () => {
  matrix = await startTlsMatrix();
});
afterAll(async () => {
  await matrix.stop();
  folder.remove();
});

/** Output of a process whose system has just these certificates. */
async function answered(door: Door, store: string, ...caFile: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, matrix.addresses[door], matrix.rootToken, ...caFile],
    { env: { ...process.env, SSL_CERT_FILE: store, SSL_CERT_DIR: join(folder.path, 'none') } },
  );
  return stdout;
}

function fileOf(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

describe('the system’s store', () => {
  it('is trusted: a private authority in it is enough', async () => {
    expect(await answered('good', matrix.files.ca)).toBe('200');
    expect(await answered('wholeChain', matrix.files.ca)).toBe('200');
  });

  it('is all that is trusted: not Node’s own list, and nobody who is not in it', async () => {
    expect(await answered('unknownCa', matrix.files.ca)).toBe('unknown-ca');
    expect(await answered('good', fileOf('other.pem', makeAuthority('Another').cert))).toBe('unknown-ca');
  });

  it('makes no anchor of an intermediate, also not beside one that a person gave', async () => {
    expect(await answered('wholeChain', matrix.files.intermediate)).toBe('unknown-ca');
    const other = makeAuthority('Another intermediate', makeAuthority('Another')).cert;
    const given = fileOf('given.pem', other);
    expect(await answered('wholeChain', matrix.files.intermediate, given)).toBe('unknown-ca');
    expect(await answered('good', matrix.files.ca, given)).toBe('200');
  });
});
