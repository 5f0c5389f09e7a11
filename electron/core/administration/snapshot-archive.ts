/**
 * Checks that a file is a complete snapshot: a tar archive in gzip with `meta.json`, `state.bin`, their SHA-256 sums,
 * and the sums sealed with the cluster's key. The server streams it and cannot report a failure in the middle, so
 * only the sums prove a download. It is read in pieces: a snapshot can be larger than memory.
 */
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SnapshotFacts } from '../../../shared/vault/raft.ts';
import { reasonOf } from '../../disk/json-file.ts';
import { asNumber, asObject, asText } from '../../vault/api/fields.ts';
import { TarReader } from './tar-reader.ts';

/** Reports the number of bytes read so far. */
export type ReadSoFar = (bytes: number) => void;

type Flaw = 'truncated' | 'damaged' | 'foreign';

/** Limit for `meta.json` and the sums, which have a few hundred bytes. */
const LONGEST_TEXT = 1024 * 1024;

/** A snapshot has four files; an archive with more than this is something else, and its names are not kept. */
const MOST_FILES = 64;

/**
 * Reads a snapshot to its end; `digest` is fed all of its bytes. Rejects with `invalid-input` if it is cut short,
 * damaged or something else; `cancelled`.
 */
export async function inspectSnapshot(
  path: string,
  {
    readSoFar,
    signal,
    digest,
  }: { readonly readSoFar?: ReadSoFar; readonly signal?: AbortSignal; readonly digest?: Hash } = {},
): Promise<SnapshotFacts> {
  const parts = new Parts();
  const tar = new TarReader({ begin: parts.begin, data: parts.data });
  let read = 0;
  try {
    const { size } = await stat(path);
    await pipeline(
      createReadStream(path, { highWaterMark: 256 * 1024 }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          read += chunk.length;
          digest?.update(chunk);
          readSoFar?.(read);
          yield chunk;
        }
      },
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) tar.take(chunk);
      },
      ...(signal === undefined ? [] : [{ signal }]),
    );
    return parts.facts(size, tar.isAtBoundary);
  } catch (failure) {
    if (signal?.aborted === true) throw new AppFailure({ kind: 'cancelled', message: 'Cancelled.' });
    throw new AppFailure(explained(failure, basename(path), read));
  }
}

class Flawed extends Error {
  readonly flaw: Flaw;
  constructor(flaw: Flaw) {
    super(flaw);
    this.flaw = flaw;
  }
}

/** Parts of the archive seen so far. */
class Parts {
  readonly #hashes = new Map<string, Hash>();
  readonly #texts = new Map<string, string>();
  readonly #seen = new Set<string>();
  #current = '';

  readonly begin = (name: string): void => {
    this.#current = name;
    this.#seen.add(name);
    if (this.#seen.size > MOST_FILES) throw new Flawed('foreign');
    if (name === 'meta.json' || name === 'state.bin') this.#hashes.set(name, createHash('sha256'));
  };

  readonly data = (chunk: Buffer): void => {
    this.#hashes.get(this.#current)?.update(chunk);
    if (this.#current !== 'meta.json' && this.#current !== 'SHA256SUMS') return;
    const text = (this.#texts.get(this.#current) ?? '') + chunk.toString('latin1');
    if (text.length > LONGEST_TEXT) throw new Flawed('foreign');
    this.#texts.set(this.#current, text);
  };

  facts(bytes: number, ended: boolean): SnapshotFacts {
    if (!this.#seen.has('meta.json'))
      throw new Flawed(this.#seen.size === 0 && ended ? 'foreign' : 'truncated');
    if (!ended || !this.#seen.has('SHA256SUMS.sealed')) throw new Flawed('truncated');
    const sums = new Map(
      (this.#texts.get('SHA256SUMS') ?? '')
        .split('\n')
        .map((line) => /^([0-9a-f]{64}) +(\S+)$/.exec(line.trim()))
        .flatMap((match) => (match === null ? [] : [[match[2] ?? '', match[1] ?? ''] as const])),
    );
    for (const name of ['meta.json', 'state.bin'])
      if (sums.get(name) === undefined || this.#hashes.get(name)?.digest('hex') !== sums.get(name))
        throw new Flawed('damaged');
    return factsIn(this.#texts.get('meta.json') ?? '', bytes);
  }
}

function factsIn(text: string, bytes: number): SnapshotFacts {
  const meta = asObject(JSON.parse(text));
  const { Servers: servers } = asObject(meta['Configuration']);
  return {
    index: asNumber(meta['Index']),
    term: asNumber(meta['Term']),
    bytes,
    nodes: (Array.isArray(servers) ? servers : []).slice(0, 100).map((server) => {
      const { ID, Address } = asObject(server);
      return { nodeId: asText(ID), address: asText(Address) };
    }),
  };
}

function flawOf(failure: unknown, read: number): Flaw | undefined {
  if (failure instanceof Flawed) return failure.flaw;
  if (failure instanceof SyntaxError) return 'damaged';
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  if (code === 'Z_BUF_ERROR') return 'truncated';
  // A file that is not gzip fails with its first bytes.
  if (code.startsWith('Z_')) return read <= 256 * 1024 && code === 'Z_DATA_ERROR' ? 'foreign' : 'damaged';
  return failure instanceof RangeError ? 'damaged' : undefined;
}

function explained(failure: unknown, name: string, read: number) {
  const flaw = flawOf(failure, read);
  const field = { kind: 'invalid-input', field: 'file' } as const;
  switch (flaw) {
    case 'truncated':
      return {
        ...field,
        message: `The snapshot “${name}” is truncated: it ends before its checksums.`,
        hint: 'It cannot be restored. Choose another snapshot.',
      };
    case 'damaged':
      return {
        ...field,
        message: `The snapshot “${name}” is damaged: its contents do not match its checksums.`,
        hint: 'It cannot be restored. Choose another snapshot.',
      };
    case 'foreign':
      return {
        ...field,
        message: `The file “${name}” is not a raft snapshot.`,
        hint: 'Choose a file written by this screen or by “operator raft snapshot save”.',
      };
    case undefined:
      return {
        ...field,
        message: `The file “${name}” cannot be read: ${reasonOf(failure)}.`,
        hint: 'Choose another file.',
      };
  }
}
