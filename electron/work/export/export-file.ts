/**
 * Writes a file from a stream of text that is made as it is written. It stands beside its final place until it is on
 * disk to its last byte, readable by its owner only; the name always holds the old file or a whole new one.
 */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { reasonOf } from '../../disk/json-file.ts';

/** Puts text behind what was written; resolves once there is room for more. Rejects once the file has failed. */
export type Put = (text: string) => Promise<void>;

/** Changes the bytes on their way, e.g. encrypts them. */
export type Through = (plain: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>;

/** Texts are handed on in pieces of this many UTF-16 code units. */
const PIECE = 64 * 1024;

/**
 * Writes what `make` puts; resolves to the size of the file. Rejects with the error of `make`, or with `invalid-input`
 * and the system's reason; then nothing is left of the new file.
 */
export async function writeStreamed(
  path: string,
  make: (put: Put) => Promise<void>,
  through: Through,
): Promise<number> {
  const beside = join(
    dirname(path),
    `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.part`,
  );
  try {
    const file = await onDisk(path, () => open(beside, 'wx', 0o600));
    let bytes = 0;
    try {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const made = fill(writable.getWriter(), make);
      // Its failure also ends the stream below, which reports it.
      made.catch(() => undefined);
      const reader = (await through(readable)).getReader();
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          const piece = next.value;
          await onDisk(path, () => file.writeFile(piece));
          bytes += piece.length;
        }
      } catch (failure) {
        await reader.cancel(failure).catch(() => undefined);
        throw failure;
      }
      await made;
      await onDisk(path, () => file.sync());
    } finally {
      await file.close();
    }
    await onDisk(path, () => rename(beside, path));
    return bytes;
  } catch (failure) {
    // The original error matters more.
    await rm(beside, { force: true }).catch(() => undefined);
    throw failure;
  }
}

async function fill(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  make: (put: Put) => Promise<void>,
): Promise<void> {
  const encoder = new TextEncoder();
  let waiting: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    const text = waiting.join('');
    waiting = [];
    length = 0;
    if (text !== '') await writer.write(encoder.encode(text));
  };
  try {
    await make(async (text) => {
      waiting.push(text);
      length += text.length;
      if (length >= PIECE) await flush();
    });
    await flush();
    await writer.close();
  } catch (failure) {
    await writer.abort(failure).catch(() => undefined);
    throw failure;
  }
}

async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'file',
      message: `The file “${basename(path)}” cannot be written: ${reasonOf(error)}.`,
      hint: 'Choose another folder. No part of it was left behind.',
    });
  }
}
