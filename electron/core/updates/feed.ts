/** Reads from a feed: the description of the newest release, verified before it is parsed, and a file of it. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { reasonOf } from '../../disk/json-file.ts';
import type { FileGetter } from '../../vault/http/file-getter.ts';
import { descriptionName, longestDescriptionBytes, readRelease } from './release.ts';
import type { Release, ReleaseFile, System } from './release.ts';
import { checkSignature } from './signature.ts';

const SIGNATURE_BYTES = 256;

/** Longest waits for a response, in milliseconds. */
export interface FeedTimes {
  readonly descriptionMs: number;
  readonly packageMs: number;
  readonly idleMs: number;
}

export const feedTimes: FeedTimes = { descriptionMs: 30_000, packageMs: 3_600_000, idleMs: 30_000 };

/** Reads the newest release. Rejects with `bad-answer` if none of the keys signed it, or with connection errors. */
export async function askRelease(
  getter: FileGetter,
  system: System,
  keys: readonly string[],
  { descriptionMs: timeoutMs, idleMs }: FeedTimes,
  signal?: AbortSignal,
): Promise<Release> {
  const whole = async (name: string, mostBytes: number): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    const options = { mostBytes, timeoutMs, idleMs, ...(signal === undefined ? {} : { signal }) };
    await getter.get(name, options, (chunk) => {
      chunks.push(chunk);
      return Promise.resolve();
    });
    return Buffer.concat(chunks);
  };
  const name = descriptionName(system);
  const signature = await whole(`${name}.sig`, SIGNATURE_BYTES);
  const description = await whole(name, longestDescriptionBytes);
  checkSignature(description, signature.toString('latin1'), keys);
  return readRelease(description.toString('utf8'), system);
}

/** Writes a file of a release to `path`, checking its signed size and checksum. Rejects with `AppFailure`. */
export async function downloadFile(
  getter: FileGetter,
  file: ReleaseFile,
  path: string,
  options: {
    readonly times: FeedTimes;
    readonly received: (bytes: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { times, received, signal } = options;
  const hash = createHash('sha512');
  let bytes = 0;
  const target = await written(() => open(path, 'w', 0o600));
  try {
    const limits = { mostBytes: file.sizeBytes, timeoutMs: times.packageMs, idleMs: times.idleMs, signal };
    await getter.get(file.name, limits, async (chunk) => {
      hash.update(chunk);
      await written(() => target.writeFile(chunk));
      bytes += chunk.length;
      received(bytes);
    });
    await written(() => target.sync());
  } finally {
    await target.close();
  }
  if (bytes === file.sizeBytes && hash.digest('base64') === file.sha512) return;
  throw new AppFailure({
    kind: 'bad-answer',
    message:
      'The downloaded package does not match its signed checksum. It was removed, and nothing was changed.',
    hint: 'Try again. If it stays, report this to the update server’s operator.',
  });
}

async function written<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppFailure({
      kind: 'not-kept',
      message: `The package could not be written: ${reasonOf(error)}. Nothing was changed.`,
      hint: 'Make room, then download it again.',
    });
  }
}
