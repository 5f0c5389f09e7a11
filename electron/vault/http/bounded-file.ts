/** Reads a file that the user has named: never a device, never more than a limit. */
import { open, stat } from 'node:fs/promises';

/** Reason why a file was not read. `code`: the system's own, for `other` problems. */
export interface Unreadable {
  readonly problem: 'directory' | 'not-a-file' | 'too-large' | 'absent' | 'forbidden' | 'other';
  readonly code: string;
}

/** Reads one regular file of at most `limitBytes`. Never rejects. */
export async function readBounded(
  path: string,
  limitBytes: number,
): Promise<{ readonly bytes: Buffer } | Unreadable> {
  let file;
  try {
    // A directory or a pipe must not be opened at all: reading a pipe would wait for ever.
    const facts = await stat(path);
    if (facts.isDirectory()) return { problem: 'directory', code: 'EISDIR' };
    if (!facts.isFile()) return { problem: 'not-a-file', code: '' };
    if (facts.size > limitBytes) return { problem: 'too-large', code: '' };
    file = await open(path, 'r');
    const buffer = Buffer.alloc(limitBytes + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
      if (length > limitBytes) return { problem: 'too-large', code: '' };
    }
    // Kept out of Node's pool, and wiped from the buffer that it came in: it can be a key.
    const bytes = Buffer.alloc(length);
    buffer.copy(bytes);
    buffer.fill(0, 0, length);
    return { bytes };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { problem: 'absent', code };
    return { problem: code === 'EACCES' || code === 'EPERM' ? 'forbidden' : 'other', code };
  } finally {
    await file?.close();
  }
}

/** Reason of the failure, as the end of a sentence that begins with the file's name. `limit`: in words. */
export function unreadableBecause({ problem, code }: Unreadable, limit: string): string {
  switch (problem) {
    case 'directory':
      return 'is a directory';
    case 'not-a-file':
      return 'is not a regular file';
    case 'too-large':
      return `is larger than ${limit}`;
    case 'absent':
      return 'does not exist';
    case 'forbidden':
      return 'is not readable for your account';
    case 'other':
      return `cannot be read (${code})`;
  }
}
