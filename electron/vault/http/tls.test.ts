import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import {
  encryptedKey,
  issueCertificate,
  legacyPkcs12,
  makeAuthority,
  temporaryFolder,
  toPkcs12,
} from '../../../e2e/servers/index.ts';
import type { TlsReason } from '../../../shared/ipc/result.ts';
import { inspectCertificate } from './certificate.ts';
import { secureContextFor } from './tls-context.ts';
import { readTlsMaterial } from './tls.ts';
import type { TlsFiles } from './tls.ts';
import { inPlace } from '../work.ts';
import type { VaultWork } from '../work.ts';

const folder = temporaryFolder('tls-files');
afterAll(folder.remove);

const root = makeAuthority();
const other = makeAuthority('Other root');
const alice = issueCertificate(root, { commonName: 'alice', usage: 'client' });
const bob = issueCertificate(root, { commonName: 'bob', usage: 'client' });

function file(name: string, content: string | Buffer): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const paths = {
  root: file('root.pem', root.cert),
  bundle: file('bundle.pem', `a comment\n${root.cert}\nanother\n${other.cert}`),
  cert: file('alice.pem', alice.chain),
  key: file('alice-key.pem', alice.key),
  bobKey: file('bob-key.pem', bob.key),
  both: file('alice-both.pem', alice.chain + alice.key),
  encrypted: file('alice-encrypted.pem', encryptedKey(alice, 'sesame')),
  p12: file('alice.p12', toPkcs12(alice, 'sesame')),
  legacy: file('legacy.p12', Buffer.from(legacyPkcs12, 'base64')),
  text: file('notes.txt', 'not a certificate'),
  damaged: file('damaged.pem', root.cert.replace(/\n[A-Za-z0-9+/]{20}/, '\nAAAAAAAAAAAAAAAAAAAA')),
  der: file('root.der', Buffer.from(root.cert.replace(/-----[^-]+-----|\s/g, ''), 'base64')),
  big: file('big.pem', root.cert + ' '.repeat(1_048_576)),
  missing: join(folder.path, 'missing.pem'),
  directory: join(folder.path, 'directory'),
  empty: join(folder.path, 'empty'),
};
mkdirSync(paths.directory);
mkdirSync(join(paths.directory, 'inner'));
mkdirSync(paths.empty);
file('directory/README', 'what these are');
file('directory/root.pem', root.cert);
file('directory/other.crt', other.cert);
symlinkSync('root.pem', join(paths.directory, '12345678.0'));

const base: TlsFiles = { useSystemStore: false, skipVerify: false };

describe('readTlsMaterial', () => {
  it('reads a CA file, a bundle, and every certificate of a directory once', async () => {
    const count = async (caPath: string) => {
      const answer = await readTlsMaterial({ ...base, caPath });
      return answer.ok ? answer.value.ca.map((pem) => inspectCertificate(pem).subject) : answer.error;
    };
    expect(await count(paths.root)).toEqual(['CN=Strongroom test root']);
    expect(await count(paths.bundle)).toEqual(['CN=Strongroom test root', 'CN=Other root']);
    expect(await count(paths.directory)).toEqual(['CN=Strongroom test root', 'CN=Other root']);
  });

  it.each<readonly [string, Partial<TlsFiles>, 'pem' | 'pkcs12' | 'none']>([
    ['nothing', {}, 'none'],
    ['certificate and key', { certificatePath: paths.cert, keyPath: paths.key }, 'pem'],
    ['both in one file', { certificatePath: paths.both }, 'pem'],
    [
      'an encrypted key',
      { certificatePath: paths.cert, keyPath: paths.encrypted, passphrase: 'sesame' },
      'pem',
    ],
    ['PKCS#12', { certificatePath: paths.p12, passphrase: 'sesame' }, 'pkcs12'],
    ['old PKCS#12', { certificatePath: paths.legacy, passphrase: 'sesame' }, 'pkcs12'],
  ])('reads %s, and a TLS context can be made of it', async (_name, files, kind) => {
    const answer = await readTlsMaterial({ ...base, ...files, serverName: 'vault.internal' });
    if (!answer.ok) throw new Error(answer.error.message);
    const { certificate, key, pkcs12, serverName } = answer.value;
    expect(serverName).toBe('vault.internal');
    expect(certificate !== undefined || pkcs12 !== undefined).toBe(kind !== 'none');
    if (kind === 'pem') expect(key?.toString()).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(secureContextFor(answer.value)).toBeDefined();
  });

  it.each<readonly [string, Partial<TlsFiles>, TlsReason, string]>([
    ['a CA that is not there', { caPath: paths.missing }, 'ca-unreadable', 'does not exist'],
    ['a CA that is text', { caPath: paths.text }, 'ca-unreadable', 'not PEM'],
    ['a CA in DER', { caPath: paths.der }, 'ca-unreadable', 'not PEM'],
    ['a damaged CA', { caPath: paths.damaged }, 'ca-unreadable', 'damaged'],
    ['a CA of more than 1 MiB', { caPath: paths.big }, 'ca-unreadable', 'larger than 1 MiB'],
    ['an empty CA directory', { caPath: paths.empty }, 'ca-unreadable', 'contains no PEM certificate'],
    ['a device as CA', { caPath: '/dev/zero' }, 'ca-unreadable', 'not a regular file'],
    [
      'a directory as certificate',
      { certificatePath: paths.directory },
      'client-certificate-unreadable',
      'is a directory',
    ],
    [
      'a missing certificate',
      { certificatePath: paths.missing },
      'client-certificate-unreadable',
      'does not exist',
    ],
    [
      'a text as certificate',
      { certificatePath: paths.text },
      'client-certificate-unreadable',
      'neither PEM nor PKCS#12',
    ],
    ['DER as PKCS#12', { certificatePath: paths.der }, 'client-certificate-unreadable', 'root.der'],
    [
      'a key as certificate',
      { certificatePath: paths.key },
      'client-certificate-unreadable',
      'no readable certificate',
    ],
    [
      'a certificate without key',
      { certificatePath: paths.cert },
      'client-certificate-unreadable',
      'no private key',
    ],
    ['a key without certificate', { keyPath: paths.key }, 'client-certificate-unreadable', 'no certificate'],
    [
      'a certificate as key',
      { certificatePath: paths.cert, keyPath: paths.root },
      'client-certificate-unreadable',
      'no private key',
    ],
    [
      'a directory as key',
      { certificatePath: paths.cert, keyPath: paths.directory },
      'client-certificate-unreadable',
      'is a directory',
    ],
    [
      'somebody else’s key',
      { certificatePath: paths.cert, keyPath: paths.bobKey },
      'client-key-mismatch',
      'does not belong',
    ],
    [
      'an encrypted key',
      { certificatePath: paths.cert, keyPath: paths.encrypted },
      'client-key-encrypted',
      'is encrypted',
    ],
    [
      'a wrong passphrase',
      { certificatePath: paths.cert, keyPath: paths.encrypted, passphrase: 'x' },
      'client-key-encrypted',
      'does not open',
    ],
    ['PKCS#12 without passphrase', { certificatePath: paths.p12 }, 'client-key-encrypted', 'is encrypted'],
    [
      'PKCS#12 with a wrong one',
      { certificatePath: paths.p12, passphrase: 'x' },
      'client-key-encrypted',
      'does not open',
    ],
    [
      'old PKCS#12 with a wrong one',
      { certificatePath: paths.legacy, passphrase: 'x' },
      'client-key-encrypted',
      'does not open',
    ],
  ])('refuses %s', async (_name, files, reason, said) => {
    const answer = await readTlsMaterial({ ...base, ...files });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'tls', reason } });
    if (!answer.ok) expect(answer.error.message).toContain(said);
  });

  it.each<[string, Partial<TlsFiles>, string]>([
    ['an encrypted key', { certificatePath: paths.cert, keyPath: paths.encrypted }, 'decryptKey'],
    ['a PKCS#12 file', { certificatePath: paths.p12 }, 'takeApart'],
  ])('opens %s away from main, however short it is', async (_name, files, task) => {
    const done: (readonly [string, number])[] = [];
    const work: VaultWork = (name, input, sizeBytes) => {
      done.push([name, sizeBytes]);
      return inPlace(name, input, sizeBytes);
    };
    expect(await readTlsMaterial({ ...base, ...files, passphrase: 'sesame' }, work)).toMatchObject({
      ok: true,
    });
    expect(done).toEqual([[task, Infinity]]);
  });

  it('reads a PKCS#12 file that the TLS stack refuses', async () => {
    const answer = await readTlsMaterial({ ...base, certificatePath: paths.legacy, passphrase: 'sesame' });
    if (!answer.ok) throw new Error(answer.error.message);
    const { certificate, key, pkcs12 } = answer.value;
    if (pkcs12 === undefined) expect(inspectCertificate(certificate ?? '').subject).toBe('CN=legacy');
    const context = pkcs12 ? { pfx: pkcs12, passphrase: 'sesame' } : { cert: certificate, key };
    expect(createSecureContext(context)).toBeDefined();
  });
});

describe('inspectCertificate', () => {
  it('says what a certificate says', () => {
    const server = issueCertificate(root, {
      commonName: 'vault',
      dns: ['vault.internal', 'localhost'],
      ips: ['127.0.0.1'],
    });
    const facts = inspectCertificate(server.cert);
    expect(facts).toMatchObject({
      subject: 'CN=vault',
      issuer: 'CN=Strongroom test root',
      names: ['DNS:vault.internal', 'DNS:localhost', 'IP Address:127.0.0.1'],
    });
    expect(facts.sha256).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(Date.parse(facts.validTo) - Date.parse(facts.validFrom)).toBeGreaterThan(0);
  });

  it('throws on anything else', () => {
    expect(() => inspectCertificate('no certificate')).toThrow();
  });
});
