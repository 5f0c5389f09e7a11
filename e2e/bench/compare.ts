/**
 * compare-1000: two folders of 1,000 entries each compared to their ends, from the call to the end of its job.
 *
 * Each round is a fresh app with a fresh session. The reference is a fresh process of the same Electron as Node: bare
 * undici, a list of the same folders and a read of the same 2,000 entries, at its best parallelism on this machine,
 * determined first.
 *
 * compare-1000-stop: main's longest stop meanwhile.
 *
 * Correct: both sides have read every entry, and the page has a verdict for each path: those that differ, and no others.
 */
import type { ComparisonRow } from '../../shared/vault/comparison.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { newKvMount, writeEntry, writeSmallEntries, type KvMount } from '../servers/index.ts';
import { interleave } from './interleave.ts';
import { startSession } from './journey.ts';
import { runJob, sessionOf } from './page-job.ts';
import { bestParallelism } from './parallelism.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { quietMoment } from './quiet.ts';
import { runReference } from './reference-process.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';
import { stopDuring, stopRow } from './stop.ts';
import type { TreeServer } from './tree.ts';
import type { WalkAnswer, WalkTask } from './walk-reference.ts';

const ROUNDS = 5;
const STOP_ROUNDS = 3;
/** One entry of so many differs. */
const EACH = 10;

interface Sides {
  readonly mount: KvMount;
  /** Below both folders. */
  readonly entries: readonly string[];
  /** Those that differ, sorted. */
  readonly differing: readonly string[];
}

/** Milliseconds until every path has a verdict; against the bare requests. */
export async function compare(ours: Program, server: TreeServer): Promise<Part> {
  const sides = await twoFolders(server);
  const read = async (parallel: number): Promise<number> => {
    const { elapsedMs, reads } = await runReference<WalkTask, WalkAnswer>(
      ours.electron,
      'walk-reference.ts',
      {
        address: server.address,
        token: server.rootToken,
        mount: sides.mount.path,
        needle: 'not in any of them',
        parallel,
      },
    );
    if (reads !== 2 * sides.entries.length)
      throw new Error(`the reference has read ${String(reads)} entries`);
    return elapsedMs;
  };
  const best = await bestParallelism(read);
  const pairs = await interleave(
    ROUNDS,
    1,
    () => inApp(ours, server, sides),
    () => read(best),
  );
  const stops: number[] = [];
  for (let round = 0; round < STOP_ROUNDS; round++) stops.push(await inApp(ours, server, sides, true));
  return {
    measured: {
      name: 'compare-1000',
      unit: 'ms',
      ours: median(pairs.ours),
      reference: median(pairs.reference),
      referenceName: `bare undici, the same lists and reads, ${String(best)} at a time`,
      budget: 1.25,
      n: pairs.ours.length,
    },
    also: [stopRow('compare-1000-stop', stops)],
    notes: [`ours ${spread(pairs.ours)}; bare ${spread(pairs.reference)}; stops ${spread(stops)}`],
  };
}

/** The same entries in two folders of a mount; some differ. */
async function twoFolders(server: TreeServer): Promise<Sides> {
  const { entries } = await server.tree(1_000);
  const mount = await newKvMount(server, 2, 'bench-compared');
  for (const side of ['left', 'right'])
    await writeSmallEntries(
      server,
      mount,
      entries.map((path) => `${side}/${path}`),
    );
  const differing = entries.filter((_path, at) => at % EACH === 0).toSorted();
  for (const path of differing) await writeEntry(server, mount, `right/${path}`, { v: 'another' });
  return { mount, entries, differing };
}

/** Milliseconds of the comparison in a fresh app, or of main's longest stop meanwhile. */
async function inApp(program: Program, server: TreeServer, sides: Sides, stop = false): Promise<number> {
  const { app, page } = await startSession(program, server, { inspectMain: stop });
  try {
    // Requests started by the login are not measured.
    await quietMoment();
    let elapsedMs = NaN;
    const run = async (): Promise<void> => {
      elapsedMs = await compareOnce(page, sides);
    };
    if (stop) return await stopDuring(app, run);
    await run();
    return elapsedMs;
  } finally {
    await app.close();
  }
}

async function compareOnce(page: Page, { mount, entries, differing }: Sides): Promise<number> {
  const sessionId = await sessionOf(page);
  const place = (path: string) => ({ sessionId, mount: mount.path as MountPath, path });
  const job = await runJob<'comparison.start', 'comparison.found'>(page, {
    call: 'comparison.start',
    input: { sessionId, left: place('left/'), right: place('right/') },
    event: 'comparison.found',
  });
  const rows = job.batches.flatMap((batch) => batch.rows);
  const paths = (change: ComparisonRow['change']): readonly string[] =>
    rows.flatMap((row) => (row.change === change ? row.path : [])).toSorted();
  const [different, same] = [paths('different'), paths('same')];
  if (
    same.length !== entries.length - differing.length ||
    JSON.stringify(different) !== JSON.stringify(differing)
  )
    throw new Error(
      `${String(different.length)} differ and ${String(same.length)} are the same, of ${String(rows.length)}`,
    );
  return job.endedAtMs - job.calledAtMs;
}
