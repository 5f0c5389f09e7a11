/**
 * walk-10k: all names below a mount of 10,000 entries in 1,050 folders, from the page's call that starts the app's
 * own search to the end of the job, with every name delivered.
 *
 * Each round is a fresh app with a fresh session. The reference is a fresh process of the same Electron as Node: bare
 * undici, a list of the same folders, at its best parallelism on this machine, determined first. The difference is
 * the client's checks, the session, the job and the bridge; neither side paints.
 *
 * Correct: both sides have every entry and every folder once, and the job reports itself done, without unread
 * folders.
 */
import type { SearchBatch } from '../../shared/ipc/contract.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import {
  newKvMount,
  startDevVault,
  writeSmallEntries,
  type KvMount,
  type Reachable,
} from '../servers/index.ts';
import { interleave } from './interleave.ts';
import { startSession } from './journey.ts';
import { bestParallelism } from './parallelism.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { quietMoment } from './quiet.ts';
import { runReference } from './reference-process.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';
import type { WalkAnswer, WalkTask } from './walk-reference.ts';

const ROUNDS = 12;
const OUTER = 50;
const INNER = 20;
const ENTRIES = 10;

/** Milliseconds until every name is delivered; against bare undici. */
export async function walk(ours: Program): Promise<Part> {
  const server = await startDevVault();
  try {
    const mount = await newKvMount(server, 2, 'bench-walk');
    const paths = await fill(server, mount);
    const bareOnce = (parallel: number): Promise<number> =>
      walkBarely(
        ours.electron,
        { address: server.address, token: server.rootToken, mount: mount.path, parallel },
        paths,
      );
    const best = await bestParallelism(bareOnce);
    const pairs = await interleave(
      ROUNDS,
      1,
      () => walkOnce(ours, server, mount, paths),
      () => bareOnce(best),
    );
    return {
      measured: {
        name: 'walk-10k',
        unit: 'ms',
        ours: median(pairs.ours),
        reference: median(pairs.reference),
        referenceName: `bare undici, the same lists, ${String(best)} at a time`,
        budget: 1.15,
        n: pairs.ours.length,
      },
      notes: [`ours ${spread(pairs.ours)}; bare ${spread(pairs.reference)}`],
    };
  } finally {
    await server.stop();
  }
}

/** Every path below the mount, folders (with their slash) and entries, sorted. */
async function fill(server: Reachable, mount: KvMount): Promise<readonly string[]> {
  console.log(`    writing ${(OUTER * INNER * ENTRIES).toLocaleString('en')} entries …`);
  const below = (above: string, name: string, count: number, end: string): string[] =>
    Array.from({ length: count }, (_, at) => `${above}${name}-${String(at).padStart(3, '0')}${end}`);
  const outer = below('', 'team', OUTER, '/');
  const inner = outer.flatMap((folder) => below(folder, 'service', INNER, '/'));
  const entries = inner.flatMap((folder) => below(folder, 'entry', ENTRIES, ''));
  await writeSmallEntries(server, mount, entries);
  return [...outer, ...inner, ...entries].sort();
}

async function walkBarely(electron: string, task: WalkTask, paths: readonly string[]): Promise<number> {
  const found = await runReference<WalkTask, WalkAnswer>(electron, 'walk-reference.ts', task);
  compare('the reference', found.paths, paths);
  return found.elapsedMs;
}

async function walkOnce(
  program: Program,
  server: Reachable,
  mount: KvMount,
  paths: readonly string[],
): Promise<number> {
  const { app, page } = await startSession(program, server);
  try {
    // Requests started by the login are not measured.
    await quietMoment();
    // A search spends a key press.
    await page.press('Home');
    const { elapsedMs, found, end } = await searchAll(page, mount.path);
    if (end.outcome !== 'done' || end.unreadCount > 0)
      throw new Error(`the job ended as ${end.outcome}, with ${String(end.unreadCount)} folders unread`);
    compare('the page', found, paths);
    return elapsedMs;
  } finally {
    await app.close();
  }
}

function compare(whose: string, found: readonly string[], paths: readonly string[]): void {
  if (JSON.stringify(found.toSorted()) !== JSON.stringify(paths))
    throw new Error(
      `${whose} has ${String(found.length)} paths in place of ${String(paths.length)}, or others`,
    );
}

interface Found {
  readonly elapsedMs: number;
  readonly found: readonly string[];
  readonly end: { readonly outcome: string; readonly unreadCount: number };
}

function searchAll(page: Page, mount: string): Promise<Found> {
  return page.run(async (at) => {
    const { call, on } = window.strongroom;
    // The page's own ids count up from 1.
    const sessions = await call('session.list', {}, 2_000_000_000);
    const [session] = 'value' in sessions ? sessions.value : [];
    const batches: string[] = [];
    const ended = new Promise<Found['end']>((resolve) => {
      on((name, heard) => {
        if (name === 'search.found')
          for (const { names } of (heard as SearchBatch).found) batches.push(names);
        if (name === 'job.ended') resolve(heard as Found['end']);
      });
    });
    const before = performance.now();
    const sessionId = session?.sessionId ?? '';
    const terms = { text: '', mode: 'text', matchCase: false, keys: false, metadata: false } as const;
    await call(
      'search.start',
      { sessionId, places: [{ sessionId, mount: at as MountPath, path: '' }], ...terms },
      2_000_000_001,
    );
    const end = await ended;
    const elapsedMs = performance.now() - before;
    return { elapsedMs, end, found: batches.flatMap((batch) => (batch === '' ? [] : batch.split('\0'))) };
  }, mount);
}
