/** Looks for a text in everything that was written to disk below a folder. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The files below a folder that hold a text, in UTF-8 or UTF-16; none where the folder does not exist. A file that is
 * gone before it is read (Chromium removes its temporary ones) is on disk no longer.
 */
export async function filesHolding(folder: string, text: string): Promise<string[]> {
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  const found: string[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes === undefined) continue;
    if (needles.some((needle) => bytes.includes(needle))) found.push(path);
  }
  return found;
}
