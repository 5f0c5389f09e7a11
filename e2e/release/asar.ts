/** Reads an asar archive by its format, independently of the library that wrote it. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
  /** Offset after the header; absent if the file lies beside the archive. */
  readonly offset?: string;
  readonly link?: string;
  readonly unpacked?: boolean;
  readonly integrity?: { readonly algorithm: string; readonly hash: string };
}

export interface ArchivedFile {
  readonly path: string;
  readonly bytes: Buffer;
  /** SHA-256 recorded in the archive. */
  readonly saidHash: string | undefined;
  readonly hash: string;
}

/** Every file of an archive. Throws if one lies beside it, or is a link. */
export function filesOf(archive: string): readonly ArchivedFile[] {
  const { header, behind } = headerOf(archive);
  const whole = readFileSync(archive);
  return [...walk('', header)].map(({ path, entry }) => {
    if (entry.unpacked === true || entry.link !== undefined || entry.offset === undefined)
      throw new Error(`${path} is not in the archive itself`);
    const from = behind + Number(entry.offset);
    const bytes = whole.subarray(from, from + (entry.size ?? 0));
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { path, bytes, hash, saidHash: entry.integrity?.hash };
  });
}

function headerOf(archive: string): { readonly header: Entry; readonly behind: number } {
  const file = openSync(archive, 'r');
  try {
    // Four numbers: 4, the size of the rest, the size of the text with its length, the length of the text.
    const sizes = Buffer.alloc(16);
    readSync(file, sizes, 0, 16, 0);
    const text = Buffer.alloc(sizes.readUInt32LE(12));
    readSync(file, text, 0, text.length, 16);
    return { header: JSON.parse(text.toString('utf8')) as Entry, behind: 8 + sizes.readUInt32LE(4) };
  } finally {
    closeSync(file);
  }
}

function* walk(path: string, entry: Entry): Generator<{ readonly path: string; readonly entry: Entry }> {
  if (entry.files === undefined) yield { path, entry };
  for (const [name, below] of Object.entries(entry.files ?? {}))
    yield* walk(path === '' ? name : `${path}/${name}`, below);
}
