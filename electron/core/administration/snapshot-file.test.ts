/** Writes snapshots made here, complete ones and ones broken in each way, to a disk. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itOnUnix } from '../../../build/testing/on-unix.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { inspectSnapshot } from './snapshot-archive.ts';
import { writeSnapshot } from './snapshot-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-file-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, body: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(body.length.toString(8).padStart(11, '0'), 124);
  header.write('0', 156);
  header.write('ustar\0', 257, 'latin1');
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

const meta = JSON.stringify({
  Version: 1,
  Index: 38,
  Term: 3,
  Size: 3000,
  Configuration: { Servers: [{ ID: 'n1', Address: '127.0.0.1:8201' }] },
});
const state = Buffer.alloc(3000, 'state');
const sumOf = (body: string | Buffer) => createHash('sha256').update(body).digest('hex');
const sums = `${sumOf(meta)}  meta.json\n${sumOf(state)}  state.bin\n`;

function snapshot({ stateBin = state, sealed = true } = {}): Buffer {
  return gzipSync(
    Buffer.concat([
      file('meta.json', Buffer.from(meta)),
      file('state.bin', stateBin),
      file('SHA256SUMS', Buffer.from(sums)),
      ...(sealed ? [file('SHA256SUMS.sealed', Buffer.from('sealed'))] : []),
      Buffer.alloc(1024),
    ]),
  );
}

function put(bytes: Buffer): string {
  const path = join(folder, 'a.snap');
  writeFileSync(path, bytes);
  return path;
}

const quiet = { written: () => undefined, checked: () => undefined, signal: new AbortController().signal };

async function write(pieces: readonly Buffer[], path = join(folder, 'a.snap')) {
  return writeSnapshot(
    path,
    async ({ write: take }) => {
      // Like a response: a piece does not always wait for the previous one.
      const taken = pieces.map((piece) => take(piece));
      await taken[0];
    },
    quiet,
  );
}

describe('a snapshot', () => {
  it('that is whole says what it is of', async () => {
    const bytes = snapshot();
    expect(await inspectSnapshot(put(bytes))).toEqual({
      index: 38,
      term: 3,
      bytes: bytes.length,
      nodes: [{ nodeId: 'n1', address: '127.0.0.1:8201' }],
    });
  });

  it.each([
    [
      'has other contents than its checksums say',
      snapshot({ stateBin: Buffer.alloc(3000, 'other') }),
      'damaged',
    ],
    ['ends before its sealed checksums, in order', snapshot({ sealed: false }), 'truncated'],
    ['is cut off', snapshot().subarray(0, 200), 'truncated'],
    ['is another archive', gzipSync(Buffer.alloc(2048, 'text')), 'damaged'],
    [
      'has many other files before its own',
      gzipSync(
        Buffer.concat([
          ...Array.from({ length: 100 }, (_, at) => file(`other-${String(at)}`, Buffer.alloc(0))),
          ...[file('meta.json', Buffer.from(meta)), file('state.bin', state)],
          ...[file('SHA256SUMS', Buffer.from(sums)), file('SHA256SUMS.sealed', Buffer.from('sealed'))],
        ]),
      ),
      'not a raft snapshot',
    ],
    ['is empty in gzip', gzipSync(''), 'not a raft snapshot'],
    ['is a text', Buffer.from('key: value\n'.repeat(100)), 'not a raft snapshot'],
  ])('that %s is refused', async (_what, bytes, words) => {
    const failure = await inspectSnapshot(put(bytes)).catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(AppFailure);
    expect((failure as AppFailure).error).toMatchObject({
      kind: 'invalid-input',
      message: expect.stringContaining(words) as string,
    });
  });

  it('is read no further once that is cancelled', async () => {
    const failure = await inspectSnapshot(put(snapshot()), { signal: AbortSignal.abort() }).catch(
      (caught: unknown) => caught,
    );
    expect((failure as AppFailure).error.kind).toBe('cancelled');
  });
});

describe('a download', () => {
  itOnUnix('modes of files: Windows has lists of rights instead')(
    'is written in order, for its owner only',
    async () => {
      const bytes = snapshot();
      const pieces = Array.from({ length: Math.ceil(bytes.length / 50) }, (_, at) =>
        bytes.subarray(at * 50, at * 50 + 50),
      );
      expect(await write(pieces)).toMatchObject({ index: 38 });
      expect(readFileSync(join(folder, 'a.snap'))).toEqual(bytes);
      expect(statSync(join(folder, 'a.snap')).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['a.snap']);
    },
  );

  it('that is not whole replaces nothing and leaves nothing', async () => {
    const path = put(Buffer.from('the one before'));
    for (const bytes of [snapshot({ sealed: false }), snapshot().subarray(0, 100), Buffer.alloc(0)]) {
      const failure = await write([bytes]).catch((caught: unknown) => caught);
      expect((failure as AppFailure).error).toMatchObject({ kind: 'bad-answer' });
      expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a.snap'], 'the one before']);
    }
  });

  it('to a folder that is not there says so', async () => {
    const failure = await write([snapshot()], join(folder, 'none', 'a.snap')).catch(
      (caught: unknown) => caught,
    );
    expect((failure as AppFailure).error).toMatchObject({
      kind: 'invalid-input',
      message: expect.stringContaining('does not exist') as string,
    });
  });
});
