/** Looks for texts in everything that was written to disk below a folder. */
import { readdirSync, type Dirent } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textSearch } from './text-search.ts';

/** One text in one file. */
export interface FileFind {
  readonly path: string;
  readonly text: string;
}

/**
 * Which files below a folder hold which texts, in UTF-8 or UTF-16; none where the folder does not exist. A file that is
 * gone before it is read (Chromium removes its temporary ones) is on disk no longer.
 */
export async function findInFiles(folder: string, ...texts: readonly string[]): Promise<FileFind[]> {
  const needles = texts.flatMap((text) =>
    (['utf8', 'utf16le'] as const).map((encoding) => ({ text, bytes: Buffer.from(text, encoding) })),
  );
  const search = textSearch(needles.map(({ bytes }) => bytes));
  const found: FileFind[] = [];
  for (const entry of below(folder)) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes === undefined) continue;
    const here = search.in(bytes);
    for (const [number, { text }] of needles.entries()) if (here.has(number)) found.push({ path, text });
  }
  return found;
}

/**
 * Everything below a folder. What goes while it is looked at is left out, and nothing else: Node's own walk ends where a
 * folder is gone that it has heard of.
 */
export function below(folder: string): readonly Dirent[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return entries.flatMap((entry) =>
    entry.isDirectory() ? [entry, ...below(join(entry.parentPath, entry.name))] : [entry],
  );
}

/** The files below a folder that hold a text. */
export async function filesHolding(folder: string, text: string): Promise<string[]> {
  return [...new Set((await findInFiles(folder, text)).map(({ path }) => path))];
}
