/**
 * walk-10k: all names below a mount of 10,000 entries in 1,050 folders, from the page's call that starts the app's
 * own search to the end of the job, with every name delivered.
 *
 * Each round is a fresh app with a fresh session. The reference is a fresh process of the same Electron as Node: bare
 * undici, a list of the same folders, at its best parallelism on this machine, determined first. The difference is
 * the client's checks, the session, the job and the bridge; neither side paints.
 *
 * walk-10k-hvac: the same beside a script with hvac, which lists one folder after the other.
 *
 * first-hit: from the call that searches for entries to the first of them, which lie two folders deep, against ten
 * lists of the reference one after the other.
 *
 * walk-10k-stop: main's longest stop meanwhile.
 *
 * Correct: both sides have every entry and every folder once, and the job reports itself done, without unread
 * folders.
 */
import type { MountPath } from '../../shared/vault/mount.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import type { Reachable } from '../servers/index.ts';
import { interleave } from './interleave.ts';
import { startSession } from './journey.ts';
import { runJob, sessionOf, type FollowedJob } from './page-job.ts';
import { bestParallelism } from './parallelism.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { quietMoment } from './quiet.ts';
import { runHvac, runReference } from './reference-process.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';
import { stopDuring, stopRow } from './stop.ts';
import type { Tree, TreeServer } from './tree.ts';
import type { WalkAnswer, WalkTask } from './walk-reference.ts';

const ROUNDS = 12;
const HVAC_ROUNDS = 3;
const STOP_ROUNDS = 5;
/** Lists that the first hit can take. */
const MOST_LISTS = 10;

/** Milliseconds until every name is delivered; against bare undici and hvac. */
export async function walk(ours: Program, server: TreeServer): Promise<Part> {
  const tree = await server.tree(10_000);
  const task = { address: server.address, token: server.rootToken, mount: tree.mount.path };
  const listsMs: number[] = [];
  const bareOnce = async (parallel: number): Promise<number> => {
    const found = await runReference<WalkTask, WalkAnswer>(ours.electron, 'walk-reference.ts', {
      ...task,
      parallel,
    });
    compare('the reference', found.paths, tree.paths);
    listsMs.push(found.listMs);
    return found.elapsedMs;
  };
  const best = await bestParallelism(bareOnce);
  const againMs: number[] = [];
  const pairs = await interleave(
    ROUNDS,
    1,
    async () => {
      const [firstMs, secondMs] = await walkTwice(ours, server, tree);
      againMs.push(secondMs);
      return firstMs;
    },
    () => bareOnce(best),
  );
  const hvac: number[] = [];
  for (let round = 0; round < HVAC_ROUNDS; round++) {
    const found = await runHvac<object, Pick<WalkAnswer, 'elapsedMs' | 'paths'>>('walk-hvac.py', task);
    compare('hvac', found.paths, tree.paths);
    hvac.push(found.elapsedMs);
  }
  const seen: Awaited<ReturnType<typeof firstHitOnce>>[] = [];
  for (let round = 0; round < STOP_ROUNDS; round++) seen.push(await firstHitOnce(ours, server, tree));
  const figures = { unit: 'ms', ours: median(pairs.ours), n: pairs.ours.length };
  const firstMs = seen.map((one) => one.firstMs);
  return {
    measured: {
      name: 'walk-10k',
      ...figures,
      reference: median(pairs.reference),
      referenceName: `bare undici, the same lists, ${String(best)} at a time`,
      budget: 1.15,
    },
    also: [
      {
        name: 'walk-10k-hvac',
        ...figures,
        reference: median(hvac),
        referenceName: 'hvac, the same lists one after the other',
        budget: 0.5,
      },
      {
        name: 'first-hit',
        unit: 'ms',
        ours: median(firstMs),
        reference: median(listsMs),
        referenceName: 'one list of the reference',
        budget: MOST_LISTS,
        n: firstMs.length,
      },
      stopRow(
        'walk-10k-stop',
        seen.map(({ stopMs }) => stopMs),
      ),
    ],
    notes: [
      `ours ${spread(pairs.ours)}; bare ${spread(pairs.reference)}; hvac ${spread(hvac)}`,
      `a second time in the same app ${spread(againMs)}`,
      `first hit ${spread(firstMs)}`,
    ],
  };
}

/** Walks in a fresh app, and again in the same one, whose code is compiled by then. */
async function walkTwice(
  program: Program,
  server: Reachable,
  { mount, paths }: Tree,
): Promise<readonly [firstMs: number, secondMs: number]> {
  const { app, page } = await startSession(program, server);
  const walked = async (): Promise<number> => {
    // Requests started by the login are not measured.
    await quietMoment();
    const job = await searchNames(page, mount.path, '');
    compare('the page', namesOf(job), paths);
    return job.endedAtMs - job.calledAtMs;
  };
  try {
    return [await walked(), await walked()];
  } finally {
    await app.close();
  }
}

/** Finds entries by name in a fresh app: milliseconds to the first of them, and main's longest stop. */
async function firstHitOnce(
  program: Program,
  server: Reachable,
  { mount, entries }: Tree,
): Promise<{ readonly firstMs: number; readonly stopMs: number }> {
  const { app, page } = await startSession(program, server, { inspectMain: true });
  try {
    await quietMoment();
    let firstMs = NaN;
    const stopMs = await stopDuring(app, async () => {
      const job = await searchNames(page, mount.path, 'name-');
      firstMs = job.firstAtMs - job.calledAtMs;
      compare('the page', namesOf(job), entries);
    });
    return { firstMs, stopMs };
  } finally {
    await app.close();
  }
}

/** Throws unless these are all paths, each once. `paths` is sorted. */
function compare(whose: string, found: readonly string[], paths: readonly string[]): void {
  if (JSON.stringify(found.toSorted()) !== JSON.stringify(paths))
    throw new Error(
      `${whose} has ${String(found.length)} paths in place of ${String(paths.length)}, or others`,
    );
}

/** Searches for names below a mount; an empty text finds all. */
export async function searchNames(
  page: Page,
  mount: string,
  text: string,
): Promise<FollowedJob<'search.found'>> {
  const sessionId = await sessionOf(page);
  const places = [{ sessionId, mount: mount as MountPath, path: '' }];
  const terms = { text, mode: 'text', matchCase: false, keys: false, metadata: false } as const;
  return runJob<'search.start', 'search.found'>(page, {
    call: 'search.start',
    input: { sessionId, places, ...terms },
    event: 'search.found',
  });
}

/** Paths that a search has found. */
export function namesOf({ batches }: FollowedJob<'search.found'>): readonly string[] {
  return batches.flatMap(({ found }) => found.flatMap(({ names }) => unpackNames(names)));
}
