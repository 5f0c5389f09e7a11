/** Writes a file from a stream of text that is made as it is written. */
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { writeChosenFile } from '../../disk/chosen-file.ts';

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
  let bytes = 0;
  return writeChosenFile(path, {
    fill: async (write) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const made = fill(writable.getWriter(), make);
      // Its failure also ends the stream below, which reports it.
      made.catch(() => undefined);
      const reader = (await through(readable)).getReader();
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          await write(next.value);
          bytes += next.value.length;
        }
      } catch (failure) {
        await reader.cancel(failure).catch(() => undefined);
        throw failure;
      }
      await made;
    },
    check: () => Promise.resolve(bytes),
    failure: (reason) =>
      new AppFailure({
        kind: 'invalid-input',
        field: 'file',
        message: `The file “${basename(path)}” cannot be written: ${reason}.`,
        hint: 'Choose another folder. No part of it was left behind.',
      }),
  });
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
