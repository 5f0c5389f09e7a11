import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMessage, generateKey, sign, type PrivateKey, type PublicKey } from 'openpgp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tarGz, zip } from './archives.fixture.ts';
import { checkSignature, releaseKeys, type ReleaseKey } from './release-signature.mjs';
import { downloadRelease, releaseOf } from './server-release.mjs';
import { unpackFile } from './unpack.mjs';

const arch = process.arch === 'x64' ? 'amd64' : process.arch;
const archiveName = `vault_9.9.9_${process.platform}_${arch}.zip`;
const archive = zip({ 'LICENSE.txt': 'some license', vault: '#!/bin/sh\necho a vault' });
const sum = createHash('sha256').update(archive).digest('hex');

interface Signer {
  readonly publicKey: PublicKey;
  readonly privateKey: PrivateKey;
}

const DAY_MS = 86_400_000;

/** A publisher's signing key, `ageDays` old, valid for `validDays`. */
function makeKey(ageDays = 0, validDays?: number): Promise<Signer> {
  return generateKey({
    userIDs: [{ name: 'A publisher' }],
    format: 'object',
    date: new Date(Date.now() - ageDays * DAY_MS),
    ...(validDays === undefined ? {} : { keyExpirationTime: validDays * 86_400 }),
  });
}

/** A detached signature of a text, dated `ageDays` ago. */
async function signed(text: string, { privateKey }: Signer, ageDays = 0): Promise<Buffer> {
  const date = new Date(Date.now() - ageDays * DAY_MS);
  const message = await createMessage({ binary: Buffer.from(text), date });
  return Buffer.from(
    await sign({ message, signingKeys: privateKey, detached: true, format: 'binary', date }),
  );
}

function pinned({ publicKey }: Signer): ReleaseKey {
  return { armored: publicKey.armor(), fingerprint: publicKey.getFingerprint() };
}

let publisher: Signer;
let stranger: Signer;
beforeAll(async () => {
  publisher = await makeKey();
  stranger = await makeKey();
});

describe('the signature of a release', () => {
  it('holds for a key that has expired since', async () => {
    const old = await makeKey(30, 20);
    await checkSignature('sums', await signed('sums', old, 15), pinned(old));
  });

  it.each<[string, () => Promise<[Uint8Array, ReleaseKey]>]>([
    ['of another text', async () => [await signed('other sums', publisher), pinned(publisher)]],
    ['by another key', async () => [await signed('sums', stranger), pinned(publisher)]],
    ['by another key than HashiCorp’s', async () => [await signed('sums', stranger), releaseKeys.vault]],
    ['by another key than OpenBao’s', async () => [await signed('sums', stranger), releaseKeys.openbao]],
    [
      'with another beside it',
      async () => [
        Buffer.concat([await signed('sums', publisher), await signed('sums', stranger)]),
        pinned(publisher),
      ],
    ],
    ['that is empty', () => Promise.resolve([Buffer.alloc(0), pinned(publisher)])],
    ['that is none', () => Promise.resolve([Buffer.from('<html>not found'), pinned(publisher)])],
    ['that is cut short', async () => [(await signed('sums', publisher)).subarray(0, 40), pinned(publisher)]],
  ])('is refused: one %s', async (_what, make) => {
    const [signature, key] = await make();
    await expect(checkSignature('sums', signature, key)).rejects.toThrow('not signed by the release key');
  });

  it('is not looked at by a key that is not the pinned one', async () => {
    const swapped = { ...pinned(stranger), fingerprint: publisher.publicKey.getFingerprint() };
    await expect(checkSignature('sums', await signed('sums', stranger), swapped)).rejects.toThrow(
      'not the pinned one',
    );
  });
});

describe('an official release', () => {
  let folder = '';
  let file = '';
  let server: Server;
  let base = '';
  let answers: Record<string, Buffer | string | undefined> = {};

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'strongroom-release-test-'));
    file = join(folder, 'vault', '9.9.9', 'vault');
    answers = { vault_9_9_9: '' };
    server = createServer((request, response) => {
      const body = answers[(request.url ?? '').split('/').at(-1) ?? ''];
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is unpacked when its sum is the published one', async () => {
    const sums = `${'0'.repeat(64)}  other.zip\n${sum}  ${archiveName}\n`;
    answers = {
      'vault_9.9.9_SHA256SUMS': sums,
      'vault_9.9.9_SHA256SUMS.sig': await signed(sums, publisher),
      [archiveName]: archive,
    };
    await downloadRelease('vault', '9.9.9', file, { base, key: pinned(publisher) });
    expect(readFileSync(file, 'utf8')).toBe('#!/bin/sh\necho a vault');
    expect(statSync(file).mode & 0o111).not.toBe(0);
  });

  it('of OpenBao is a tar.gz', async () => {
    const { archive: name, program } = releaseOf('openbao', '9.9.9');
    const packed = tarGz({ LICENSE: 'some license', [program]: '#!/bin/sh\necho a bao' });
    const sums = `${createHash('sha256').update(packed).digest('hex')}  ${name}\n`;
    answers = {
      'checksums.txt': sums,
      'checksums.txt.gpgsig': await signed(sums, publisher),
      [name]: packed,
    };
    await downloadRelease('openbao', '9.9.9', file, { base, key: pinned(publisher) });
    expect(readFileSync(file, 'utf8')).toBe('#!/bin/sh\necho a bao');
  });

  it.each([
    [
      'another sum',
      { 'vault_9.9.9_SHA256SUMS': `${'0'.repeat(64)}  ${archiveName}`, [archiveName]: archive },
      'not used',
    ],
    ['no sum', { 'vault_9.9.9_SHA256SUMS': `${sum}  other.zip`, [archiveName]: archive }, 'published sums'],
    ['no list of sums', { [archiveName]: archive }, 'status 404'],
    ['no archive', { 'vault_9.9.9_SHA256SUMS': `${sum}  ${archiveName}` }, 'status 404'],
  ])('leaves nothing behind with %s', async (_what, served, why) => {
    const sums = (served as Readonly<Record<string, string | Buffer>>)['vault_9.9.9_SHA256SUMS'];
    const signature = typeof sums === 'string' ? await signed(sums, publisher) : undefined;
    answers = { 'vault_9.9.9_SHA256SUMS.sig': signature, ...served };
    await expect(downloadRelease('vault', '9.9.9', file, { base, key: pinned(publisher) })).rejects.toThrow(
      why,
    );
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(file, '..')) ? readdirSync(join(file, '..')) : []).toEqual([]);
  });

  it.each<[string, (sums: string) => Promise<Buffer> | undefined, string]>([
    ['without a signature', () => undefined, 'status 404'],
    ['signed by a stranger', (sums) => signed(sums, stranger), 'not signed'],
    ['signed for other sums', () => signed('other sums', publisher), 'not signed'],
  ])('leaves nothing behind when it is %s', async (_what, signature, why) => {
    const sums = `${sum}  ${archiveName}`;
    answers = {
      'vault_9.9.9_SHA256SUMS': sums,
      'vault_9.9.9_SHA256SUMS.sig': await signature(sums),
      [archiveName]: archive,
    };
    await expect(downloadRelease('vault', '9.9.9', file, { base, key: pinned(publisher) })).rejects.toThrow(
      why,
    );
    expect(readdirSync(join(file, '..'))).toEqual([]);
  });
});

describe.each([
  ['zip', archive],
  ['tar.gz', tarGz({ 'LICENSE.txt': 'some license', vault: 'x'.repeat(1000) })],
])('a %s archive', (_kind, whole) => {
  it('gives the file that is asked for', () => {
    expect(unpackFile(whole, 'LICENSE.txt').toString()).toBe('some license');
  });

  it.each([
    ['not an archive', Buffer.from('<html>'), 'vault'],
    ['empty', Buffer.alloc(0), 'vault'],
    ['without the file', whole, 'bao'],
    ['cut short', whole.subarray(0, whole.length - 30), 'vault'],
    [
      'with damaged data',
      Buffer.concat([whole.subarray(0, 30), Buffer.alloc(60, 1), whole.subarray(90)]),
      'vault',
    ],
  ])('is refused when it is %s', (_what, bytes, name) => {
    expect(() => unpackFile(bytes, name)).toThrow();
  });
});
