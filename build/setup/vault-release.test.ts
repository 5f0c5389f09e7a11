import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unzipFile } from './unzip.mjs';
import { downloadRelease } from './vault-release.mjs';

/** A zip archive of deflated files, as release tools make them. */
function zip(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(Buffer.byteLength(text), 8);
    const nameLength = Buffer.from([name.length, 0]);
    const method = Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
    const local = Buffer.concat([
      Buffer.from('PK\u0003\u0004', 'latin1'),
      method,
      sizes,
      nameLength,
      Buffer.alloc(2),
      Buffer.from(name),
      packed,
    ]);
    const offset = Buffer.alloc(4);
    offset.writeUInt32LE(at);
    const record = [Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), method, sizes, nameLength];
    central.push(Buffer.concat([...record, Buffer.alloc(12), offset, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const arch = process.arch === 'x64' ? 'amd64' : process.arch;
const archiveName = `vault_9.9.9_${process.platform}_${arch}.zip`;
const archive = zip({ 'LICENSE.txt': 'some license', vault: '#!/bin/sh\necho a vault' });
const sum = createHash('sha256').update(archive).digest('hex');

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
    answers = {
      'vault_9.9.9_SHA256SUMS': `${'0'.repeat(64)}  other.zip\n${sum}  ${archiveName}\n`,
      [archiveName]: archive,
    };
    await downloadRelease('9.9.9', file, { base });
    expect(readFileSync(file, 'utf8')).toBe('#!/bin/sh\necho a vault');
    expect(statSync(file).mode & 0o111).not.toBe(0);
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
    answers = served;
    await expect(downloadRelease('9.9.9', file, { base })).rejects.toThrow(why);
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(file, '..')) ? readdirSync(join(file, '..')) : []).toEqual([]);
  });
});

describe('a zip archive', () => {
  it('gives the file that is asked for', () => {
    expect(unzipFile(archive, 'LICENSE.txt').toString()).toBe('some license');
  });

  it.each([
    ['not an archive', Buffer.from('<html>'), 'vault'],
    ['empty', Buffer.alloc(0), 'vault'],
    ['without the file', archive, 'bao'],
    ['cut short', archive.subarray(0, archive.length - 30), 'vault'],
    ['with damaged data', Buffer.concat([Buffer.alloc(60, 1), archive.subarray(60)]), 'vault'],
  ])('is refused when it is %s', (_what, bytes, name) => {
    expect(() => unzipFile(bytes, name)).toThrow();
  });
});
