/** Searches main's heap after a garbage collection: it holds what is still referenced. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchedApp } from '../steps/app.ts';
import { writtenForms } from './written-forms.ts';

/** Takes a snapshot of main's heap, stored in `folder` meanwhile, and returns the texts that it holds in any form. */
export async function textsInHeap(
  { app }: LaunchedApp,
  folder: string,
  texts: readonly string[],
): Promise<readonly string[]> {
  const path = join(folder, 'main.heapsnapshot');
  await app.evaluate((_, file) => process.getBuiltinModule('node:v8').writeHeapSnapshot(file), path);
  const snapshot = await readFile(path);
  await rm(path);
  return texts.filter((text) => [...writtenForms(text).keys()].some((form) => snapshot.includes(form)));
}
