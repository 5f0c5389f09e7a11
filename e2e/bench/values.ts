/**
 * values-10k: the values of 10,000 entries searched for a text, from the press that agrees to it in the secure prompt
 * to the end of the job, every hit delivered.
 *
 * Each round is a fresh app with a fresh session. The reference is a fresh process of the same Electron as Node: bare
 * undici, a list of the same folders and a read of the same entries, at its best parallelism on this machine,
 * determined first by a tenth of them.
 *
 * values-10k-stop: main's longest stop meanwhile.
 *
 * Correct: both sides have read every entry, and found those that have the text, each once.
 */
import type { MountPath } from '../../shared/vault/mount.ts';
import { writeEntry } from '../servers/index.ts';
import { interleave } from './interleave.ts';
import { answerPrompt, startSession } from './journey.ts';
import { beginJob, clockMs, endOfJob, sessionOf, type FollowedJob } from './page-job.ts';
import { bestParallelism } from './parallelism.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { quietMoment } from './quiet.ts';
import { runReference } from './reference-process.ts';
import type { Program, RunningApp } from './running-app.ts';
import { median, spread } from './statistics.ts';
import { stopDuring, stopRow } from './stop.ts';
import type { Tree, TreeServer } from './tree.ts';
import { namesOf } from './walk.ts';
import type { WalkAnswer, WalkTask } from './walk-reference.ts';

const ROUNDS = 4;
const STOP_ROUNDS = 3;
const NEEDLE = 'correct horse';
/** One entry of so many has the text. */
const EACH = 100;
/** Folder of the entries by which the best parallelism is determined. */
const TRIED = 'team-aa/';

/** Milliseconds until every value was read; against bare undici. */
export async function values(ours: Program, server: TreeServer): Promise<Part> {
  const tree = await server.tree(10_000);
  const hits = tree.entries.filter((_path, at) => at % EACH === 0);
  for (const path of hits) await writeEntry(server, tree.mount, path, { password: `${NEEDLE} battery` });
  const task = { address: server.address, token: server.rootToken, mount: tree.mount.path, needle: NEEDLE };
  const read = (more: Pick<WalkTask, 'parallel' | 'from'>): Promise<WalkAnswer> =>
    runReference<WalkTask, WalkAnswer>(ours.electron, 'walk-reference.ts', { ...task, ...more });
  const best = await bestParallelism(async (parallel) => (await read({ parallel, from: TRIED })).elapsedMs);
  const pairs = await interleave(
    ROUNDS,
    1,
    () => inApp(ours, server, tree, hits),
    async () => {
      const { elapsedMs, reads, paths } = await read({ parallel: best });
      mustBeAll('the reference', paths, reads, tree, hits);
      return elapsedMs;
    },
  );
  const stops: number[] = [];
  for (let round = 0; round < STOP_ROUNDS; round++) stops.push(await inApp(ours, server, tree, hits, true));
  return {
    measured: {
      name: 'values-10k',
      unit: 'ms',
      ours: median(pairs.ours),
      reference: median(pairs.reference),
      referenceName: `bare undici, the same lists and reads, ${String(best)} at a time`,
      budget: 1.25,
      n: pairs.ours.length,
    },
    also: [stopRow('values-10k-stop', stops)],
    notes: [`ours ${spread(pairs.ours)}; bare ${spread(pairs.reference)}; stops ${spread(stops)}`],
  };
}

/** Milliseconds of the search in a fresh app, or of main's longest stop meanwhile. */
async function inApp(
  program: Program,
  server: TreeServer,
  tree: Tree,
  hits: readonly string[],
  stop = false,
): Promise<number> {
  const { app, page } = await startSession(program, server, { inspectMain: stop });
  try {
    // Requests started by the login are not measured.
    await quietMoment();
    let elapsedMs = NaN;
    const search = async (): Promise<void> => {
      const { agreedAtMs, job } = await searchValues(app, page, tree.mount.path);
      elapsedMs = job.endedAtMs - agreedAtMs;
      mustBeAll('the page', namesOf(job), job.batches.at(-1)?.entriesRead ?? 0, tree, hits);
    };
    if (stop) return await stopDuring(app, search);
    await search();
    return elapsedMs;
  } finally {
    await app.close();
  }
}

async function searchValues(
  app: RunningApp,
  page: Page,
  mount: string,
): Promise<{ readonly agreedAtMs: number; readonly job: FollowedJob<'search.found'> }> {
  const sessionId = await sessionOf(page);
  const places = [{ sessionId, mount: mount as MountPath, path: '' }];
  const terms = { text: '', mode: 'text', matchCase: false, keys: false, metadata: false } as const;
  await beginJob(page, {
    call: 'search.startValues',
    input: { sessionId, places, ...terms },
    event: 'search.found',
  });
  let agreedAtMs = NaN;
  await answerPrompt(app, async (prompt) => {
    await prompt.clickOn('input');
    await prompt.insert(NEEDLE);
    agreedAtMs = clockMs();
    await prompt.press('Enter');
  });
  return { agreedAtMs, job: await endOfJob<'search.found'>(page) };
}

function mustBeAll(
  whose: string,
  found: readonly string[],
  reads: number,
  { entries }: Tree,
  hits: readonly string[],
): void {
  if (reads !== entries.length) throw new Error(`${whose} has read ${String(reads)} entries`);
  if (JSON.stringify(found.toSorted()) !== JSON.stringify(hits))
    throw new Error(
      `${whose} has ${String(found.length)} hits in place of ${String(hits.length)}, or others`,
    );
}
