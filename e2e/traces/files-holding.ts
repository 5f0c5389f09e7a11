/** Searches all files below a folder for texts. */
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
 * Finds texts in files below a folder, in UTF-8 or UTF-16; empty if the folder does not exist. A file that is gone
 * before it is read (Chromium removes its temporary ones) is no longer on disk.
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
 * Everything below a folder. Only entries that vanish during the walk are left out: Node's own walk stops at a folder
 * that vanishes after it was listed.
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

/** Files below a folder that hold a text. */
export async function filesHolding(folder: string, text: string): Promise<string[]> {
  return [...new Set((await findInFiles(folder, text)).map(({ path }) => path))];
}
