import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { itOnUnix } from '../../../build/testing/on-unix.ts';
import {
  encryptedKey,
  issueCertificate,
  legacyPkcs12,
  makeAuthority,
  selfSigned,
  temporaryFolder,
  toPkcs12,
} from '../../../e2e/servers/index.ts';
import type { FilePurpose } from '../../../shared/ipc/contract.ts';
import { describeCertificateFile } from './certificate-files.ts';

const folder = temporaryFolder('describe');
afterAll(folder.remove);

const root = makeAuthority();
const other = makeAuthority('Other root');
const alice = issueCertificate(root, { commonName: 'alice', usage: 'client' });

function file(name: string, content: string | Buffer): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const der = Buffer.from(alice.cert.replace(/-----[^-]+-----|\s/g, ''), 'base64');
const folderOf = (name: string, files: Readonly<Record<string, string>>): string => {
  mkdirSync(join(folder.path, name));
  for (const [inner, content] of Object.entries(files)) file(join(name, inner), content);
  return join(folder.path, name);
};
const gigabyte = file('gigabyte.pem', root.cert);
truncateSync(gigabyte, 1_073_741_824);
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const paths = {
  root: file('root.pem', root.cert),
  bundle: file('bundle.pem', `# two\n${root.cert}# and\n${other.cert}`),
  self: file('self.pem', selfSigned('self').cert),
  leaf: file('leaf.pem', alice.cert),
  both: file('both.pem', alice.chain + alice.key),
  bothEncrypted: file('both-encrypted.pem', alice.chain + encryptedKey(alice, 'sesame')),
  key: file('key.pem', alice.key),
  keyEncrypted: file('key-encrypted.pem', encryptedKey(alice, 'sesame')),
  keyDamaged: file('key-damaged.pem', alice.key.replace(/\n[A-Za-z0-9+/]{60}/, '\nAAAA')),
  publicKey: file('public.pem', publicKey.export({ type: 'spki', format: 'pem' })),
  p12: file('alice.p12', toPkcs12(alice, 'sesame')),
  p12Open: file('open.p12', toPkcs12(alice, '')),
  legacy: file('legacy.p12', Buffer.from(legacyPkcs12, 'base64')),
  der: file('alice.der', der),
  garbage: file('garbage.bin', Buffer.from([0x30, 0x82, 1, 2, 3, 4, 5])),
  text: file('notes.txt', 'remember the milk'),
  damaged: file('damaged.pem', alice.cert.replace(/\n[A-Za-z0-9+/]{20}/, '\nAAAAAAAAAAAAAAAAAAAA')),
  empty: file('empty.pem', ''),
  gigabyte,
  missing: join(folder.path, 'missing.pem'),
  folder: folderOf('authorities', { 'a.pem': root.cert, 'b.crt': other.cert, README: 'what these are' }),
  emptyFolder: folderOf('nothing', {}),
};

/** Expected form, subjects, key and files; then the end of the problem's sentence, if any. */
type Row = readonly [FilePurpose, keyof typeof paths, string, RegExp?];

const rows: readonly Row[] = [
  ['ca', 'root', 'pem CN=Strongroom test root | none 1'],
  ['ca', 'bundle', 'pem CN=Strongroom test root, CN=Other root | none 1'],
  ['ca', 'self', 'pem CN=self | none 1'],
  ['ca', 'folder', 'folder CN=Strongroom test root, CN=Other root | none 3'],
  ['ca-folder', 'folder', 'folder CN=Strongroom test root, CN=Other root | none 3'],
  ['ca-folder', 'emptyFolder', 'folder  | none 1', /contains no PEM certificate/],
  ['ca-folder', 'root', 'pem CN=Strongroom test root | none 1', /root\.pem is a file, not a folder/],
  ['ca', 'leaf', 'pem CN=alice | none 1', /CN=alice\) is not a CA certificate/],
  ['ca', 'key', 'unknown  | none 1', /contains a private key and no certificate/],
  ['ca', 'publicKey', 'unknown  | none 1', /no certificate, but a “PUBLIC KEY” block/],
  ['ca', 'der', 'unknown  | none 1', /is not PEM/],
  ['ca', 'text', 'unknown  | none 1', /is not PEM/],
  ['ca', 'empty', 'unknown  | none 1', /empty\.pem is empty/],
  ['ca', 'damaged', 'unknown  | none 1', /Certificate 1 in the CA file damaged\.pem is damaged/],
  ['ca', 'gigabyte', 'unknown  | none 1', /larger than 1 MiB/],
  ['ca', 'missing', 'unknown  | none 1', /does not exist/],
  ['client-certificate', 'leaf', 'pem CN=alice | none 1'],
  ['client-certificate', 'both', 'pem CN=alice | plain 1'],
  ['client-certificate', 'bothEncrypted', 'pem CN=alice | encrypted 1'],
  ['client-certificate', 'p12', 'pkcs12  | encrypted 1'],
  ['client-certificate', 'legacy', 'pkcs12  | encrypted 1'],
  ['client-certificate', 'p12Open', 'pkcs12 CN=alice | plain 1'],
  ['client-certificate', 'der', 'unknown CN=alice | none 1', /is in DER form/],
  ['client-certificate', 'garbage', 'unknown  | none 1', /cannot be read/],
  ['client-certificate', 'text', 'unknown  | none 1', /neither PEM nor PKCS#12/],
  ['client-certificate', 'key', 'pem  | plain 1', /contains a private key and no certificate/],
  ['client-certificate', 'publicKey', 'pem  | none 1', /no certificate, but a “PUBLIC KEY” block/],
  ['client-certificate', 'damaged', 'pem  | none 1', /is damaged/],
  ['client-certificate', 'empty', 'unknown  | none 1', /is empty/],
  ['client-certificate', 'folder', 'unknown  | none 1', /is a directory/],
  ['client-certificate', 'gigabyte', 'unknown  | none 1', /larger than 1 MiB/],
  ['client-key', 'key', 'pem  | plain 1'],
  ['client-key', 'keyEncrypted', 'pem  | encrypted 1'],
  ['client-key', 'both', 'pem CN=alice | plain 1'],
  ['client-key', 'leaf', 'pem CN=alice | none 1', /no private key, but a “CERTIFICATE” block/],
  ['client-key', 'publicKey', 'pem  | none 1', /no private key, but a “PUBLIC KEY” block/],
  ['client-key', 'keyDamaged', 'pem  | plain 1', /private key in key-damaged\.pem cannot be read/],
  ['client-key', 'p12', 'unknown  | none 1', /is not PEM/],
  ['client-key', 'text', 'unknown  | none 1', /is not PEM/],
  ['client-key', 'folder', 'unknown  | none 1', /is a directory/],
  ['client-key', 'missing', 'unknown  | none 1', /does not exist/],
];

describe('describeCertificateFile', () => {
  const table = rows.map(([purpose, name, expected, problem]) => ({ purpose, name, expected, problem }));
  it.each(table)('$purpose: $name', async ({ purpose, name, expected, problem }) => {
    const found = await describeCertificateFile(paths[name], purpose);
    const subjects = found.certificates.map(({ subject }) => subject).join(', ');
    expect(`${found.form} ${subjects} | ${found.privateKey} ${found.files}`).toBe(expected);
    if (problem === undefined) expect(found.problem).toBeUndefined();
    else {
      expect(found.problem?.message).toMatch(problem);
      expect(found.problem?.hint).toMatch(/\.$/);
    }
    expect(JSON.stringify(found)).not.toMatch(/-----BEGIN|MII|sesame/);
  });

  itOnUnix('modes of files: Windows has lists of rights instead')(
    'says so where the file may not be read',
    async () => {
      const path = file('closed.pem', root.cert);
      chmodSync(path, 0);
      const found = await describeCertificateFile(path, 'ca');
      // The superuser can read every file.
      if (process.getuid?.() === 0) expect(found.problem).toBeUndefined();
      else expect(found.problem?.message).toContain('is not readable for your account');
    },
  );
});
