/**
 * index-100k: memory of main per name once a search has listed the names of 100,000 entries in 10,100 folders, which
 * main remembers for the palette.
 *
 * A tree of 1,000 is searched first, so that both measurements include code, caches and pools; then garbage is
 * collected in main, and the rest is read from V8's own accounting, as for bytes-per-name.
 *
 * palette-100k: from a key stroke in the palette to the ranking of these names painted, measured as palette-type; no
 * folder is open, so that the names are those of main.
 *
 * index-100k-stop: main's longest stop during the search.
 *
 * Correct: before anything is typed, main tells for each text as many names as a plain filter over all of them; after
 * every stroke the palette has the first ones.
 */
import type { KnownNames } from '../../shared/ipc/contract/search.ts';
import { measureFelt, typeBarely } from './felt.ts';
import { startSession } from './journey.ts';
import { sessionOf } from './page-job.ts';
import type { Page } from './page.ts';
import { openByKey } from './palette.ts';
import type { Part } from './part.ts';
import type { Program, RunningApp } from './running-app.ts';
import { median, spread } from './statistics.ts';
import { stopDuring, stopRow } from './stop.ts';
import { strokesOf, timeStrokes, type Stroke } from './strokes.ts';
import type { Tree, TreeServer } from './tree.ts';
import { searchNames } from './walk.ts';

const ROUNDS = 3;
const STROKE_ROUNDS = 5;
const MOST_BYTES = 30;
/** Most lines of main's names in the palette. */
const MOST_LINES = 59;
/** Typed and deleted one by one. */
const WORDS = ['4217', '3333', '9254', '8675', '5469'] as const;
/** Found nowhere, so that no hit crosses to the page. */
const NOWHERE = 'nowhere';

/** Bytes per name in main; and the palette over these names. */
export async function indexMemory(ours: Program, bare: Program, server: TreeServer): Promise<Part> {
  const few = await server.tree(1_000);
  const many = await server.tree(100_000);
  const bytes: number[] = [];
  const stops: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { app, page } = await startSession(ours, server, { inspectMain: true });
    try {
      const noted = await noteNames(app, page, few, many);
      bytes.push(noted.bytes);
      stops.push(noted.stopMs);
    } finally {
      await app.close();
    }
  }
  const typed = await typeInKnown(ours, bare, server, many);
  return {
    measured: {
      name: 'index-100k',
      unit: 'B',
      ours: median(bytes),
      reference: MOST_BYTES,
      referenceName: `${String(MOST_BYTES)} B a name in main`,
      budget: 1,
      n: bytes.length,
    },
    also: [typed.measured, stopRow('index-100k-stop', stops)],
    notes: [...typed.notes, `stops ${spread(stops)}`],
  };
}

/** Has main list the names of both trees; returns what the second one costs. */
async function noteNames(
  app: RunningApp,
  page: Page,
  few: Tree,
  many: Tree,
): Promise<{ readonly bytes: number; readonly stopMs: number }> {
  await searchNames(page, few.mount.path, NOWHERE);
  const before = await mainBytes(app);
  const stopMs = await stopDuring(app, () => searchNames(page, many.mount.path, NOWHERE));
  const after = await mainBytes(app);
  return { bytes: (after - before) / many.paths.length, stopMs };
}

/** Bytes in use in main after a forced collection, with those behind typed arrays. */
export async function mainBytes(app: RunningApp): Promise<number> {
  // A later collection frees objects that only finalizers of the first released.
  for (let time = 0; time < 3; time++) await app.collectGarbage();
  const { main } = await app.heapUse();
  return main.usedSize + (main.backingStorageSize ?? 0);
}

async function typeInKnown(ours: Program, bare: Program, server: TreeServer, tree: Tree): Promise<Part> {
  const { app, page } = await startSession(ours, server);
  try {
    await searchNames(page, tree.mount.path, NOWHERE);
    const strokes = await expectedStrokes(page, tree);
    await openByKey(page);
    await page.until(
      'the palette',
      () => document.querySelector('[role="dialog"] input:focus') && true,
      null,
    );
    return await measureFelt({
      name: 'palette-100k',
      what: 'palette',
      frames: 1,
      rounds: STROKE_ROUNDS,
      ours: () => timeStrokes(page, strokes, 'palette'),
      bare: () => typeBarely(bare, strokes),
    });
  } finally {
    await app.close();
  }
}

/** The strokes; main's order of names is the order in which it has listed the folders. */
async function expectedStrokes(page: Page, { paths }: Tree): Promise<readonly Stroke[]> {
  const sessionId = await sessionOf(page);
  const firsts = new Map<string, string>([['', '']]);
  for (const { text } of strokesOf(WORDS, (typed) => ({ text: typed, count: 0, first: '' }))) {
    if (firsts.has(text)) continue;
    const { first, total } = await page.run(
      async (input) => {
        const answer = await window.strongroom.call('names.search', input, 1_900_000_000);
        if (!answer.ok) throw new Error(JSON.stringify(answer.error));
        const known = 'json' in answer ? (JSON.parse(answer.json) as KnownNames) : answer.value;
        return { first: known.places[0]?.path ?? '', total: known.total };
      },
      { sessionId, text },
    );
    const all = paths.filter((path) => nameOf(path).includes(text));
    if (total !== all.length || !nameOf(first).includes(text))
      throw new Error(`${text}: ${String(total)} names in place of ${String(all.length)}, ${first} first`);
    firsts.set(text, nameOf(first));
  }
  const counts = new Map(
    [...firsts.keys()].map((text) => [text, paths.filter((path) => nameOf(path).includes(text)).length]),
  );
  return strokesOf(WORDS, (text) => ({
    text,
    count: text === '' ? 0 : Math.min(MOST_LINES, counts.get(text) ?? 0),
    first: firsts.get(text) ?? '',
  }));
}

/** Last name of a path; a folder's with its slash. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/', path.length - 2) + 1);
}
