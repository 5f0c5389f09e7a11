/**
 * copy-1000: a folder of 1,000 entries with 3 versions each, copied with all versions and metadata: from the call that
 * makes the plan to its end, and from the press that agrees to it in the secure prompt to the end of its run. The time
 * in which a user reads plan and prompt is not counted.
 *
 * Each round is a fresh app and a fresh destination. The reference is a fresh process of the same Electron as Node:
 * bare undici and the requests that such a copy needs, at its best parallelism on this machine, determined first. It
 * shows no plan, checks nothing again and writes no result.
 *
 * copy-1000-stop: main's longest stop meanwhile.
 *
 * Correct: every row is done, and the destination has every version of every entry with its values.
 */
import { Pool } from 'undici';
import type { MountPath } from '../../shared/vault/mount.ts';
import type { PlanAction } from '../../shared/vault/plan.ts';
import { newKvMount, type KvMount } from '../servers/index.ts';
import type { CopyAnswer, CopyTask } from './copy-reference.ts';
import { interleave } from './interleave.ts';
import { startSession } from './journey.ts';
import { agree, beginJob, endOfJob, runJob, sessionOf } from './page-job.ts';
import { bestParallelism } from './parallelism.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { quietMoment } from './quiet.ts';
import { runReference } from './reference-process.ts';
import type { Program, RunningApp } from './running-app.ts';
import { median, spread } from './statistics.ts';
import { stopDuring, stopRow } from './stop.ts';
import type { Tree, TreeServer } from './tree.ts';

const ROUNDS = 5;
const STOP_ROUNDS = 3;
const VERSIONS = 3;

interface Copied {
  readonly server: TreeServer;
  readonly tree: Tree;
  readonly target: KvMount;
}

/** Milliseconds of plan and run; against the bare requests. */
export async function copy(ours: Program, server: TreeServer): Promise<Part> {
  const tree = await server.tree(1_000);
  const target = await newKvMount(server, 2, 'bench-copies');
  await writeVersions(server, tree);
  const copied = { server, tree, target };
  let rounds = 0;
  const bareOnce = async (parallel: number, isJudged = true): Promise<number> => {
    const to = `bare-${String(++rounds)}/`;
    const { elapsedMs } = await runReference<CopyTask, CopyAnswer>(ours.electron, 'copy-reference.ts', {
      address: server.address,
      token: server.rootToken,
      mount: tree.mount.path,
      from: '',
      toMount: target.path,
      to,
      parallel,
    });
    if (isJudged) await mustBeThere(copied, to);
    return elapsedMs;
  };
  const best = await bestParallelism((parallel) => bareOnce(parallel, false));
  const plansMs: number[] = [];
  const pairs = await interleave(
    ROUNDS,
    1,
    async () => {
      const { planMs, runMs } = await copyOnce(ours, copied, `ours-${String(++rounds)}/`);
      plansMs.push(planMs);
      return planMs + runMs;
    },
    () => bareOnce(best),
  );
  const stops: number[] = [];
  for (let round = 0; round < STOP_ROUNDS; round++)
    stops.push((await copyOnce(ours, copied, `stop-${String(round)}/`, true)).stopMs);
  return {
    measured: {
      name: 'copy-1000',
      unit: 'ms',
      ours: median(pairs.ours),
      reference: median(pairs.reference),
      referenceName: `bare undici, lists, metadata, reads and writes, ${String(best)} entries at a time`,
      budget: 1.3,
      n: pairs.ours.length,
    },
    also: [stopRow('copy-1000-stop', stops)],
    notes: [
      `ours ${spread(pairs.ours)}, of that the plan ${spread(plansMs)}; bare ${spread(pairs.reference)}`,
      `stops ${spread(stops)}`,
    ],
  };
}

async function copyOnce(
  program: Program,
  copied: Copied,
  to: string,
  stop = false,
): Promise<{ readonly planMs: number; readonly runMs: number; readonly stopMs: number }> {
  const { app, page } = await startSession(program, copied.server, { inspectMain: stop });
  try {
    await quietMoment();
    let times = { planMs: NaN, runMs: NaN };
    const run = async (): Promise<void> => {
      times = await planAndRun(app, page, copied, to);
    };
    const stopMs = stop ? await stopDuring(app, run) : NaN;
    if (!stop) await run();
    await mustBeThere(copied, to);
    return { ...times, stopMs };
  } finally {
    await app.close();
  }
}

async function planAndRun(
  app: RunningApp,
  page: Page,
  { tree, target }: Copied,
  to: string,
): Promise<{ readonly planMs: number; readonly runMs: number }> {
  const sessionId = await sessionOf(page);
  const action: PlanAction = {
    kind: 'copy',
    to: { sessionId, mount: target.path as MountPath, path: to },
    versions: 'all',
    metadata: true,
    existing: 'skip',
  };
  const places = [{ sessionId, mount: tree.mount.path as MountPath, path: '' }];
  const plan = await runJob<'plan.make', 'plan.found'>(page, {
    call: 'plan.make',
    input: { sessionId, places, action },
    event: 'plan.found',
  });
  const rows = plan.batches.flatMap((batch) => batch.rows);
  const creating = rows.filter(({ effect, versions }) => effect === 'create' && versions === VERSIONS);
  if (creating.length !== tree.entries.length)
    throw new Error(`${String(creating.length)} of ${String(rows.length)} rows create an entry`);
  const { planId } = plan.started as { readonly jobId: string; readonly planId: string };
  await beginJob(page, { call: 'plan.run', input: { planId, leftOut: [] }, event: 'plan.ran' });
  const agreedAtMs = await agree(app, 'Copy');
  const ran = await endOfJob<'plan.ran'>(page);
  const done = ran.batches.flatMap(({ results }) => results).filter(({ outcome }) => outcome === 'done');
  if (done.length !== tree.entries.length) throw new Error(`${String(done.length)} rows are done`);
  return { planMs: plan.endedAtMs - plan.calledAtMs, runMs: ran.endedAtMs - agreedAtMs };
}

function valueOf(path: string, version: number): string {
  return `${path} ${String(version)}`;
}

/** The versions after the first, which the tree has; that one has a value without its path. */
async function writeVersions(server: TreeServer, { mount, entries }: Tree): Promise<void> {
  for (let version = 2; version <= VERSIONS; version++)
    await withEach(server, entries, (path) => ({
      method: 'PUT',
      path: `${mount.path}data/${path}`,
      body: JSON.stringify({ data: { value: valueOf(path, version) } }),
    }));
}

/** Throws unless the destination has every version of every entry. */
async function mustBeThere({ server, tree, target }: Copied, to: string): Promise<void> {
  for (let version = 1; version <= VERSIONS + 1; version++)
    await withEach(
      server,
      tree.entries,
      (path) => ({ method: 'GET', path: `${target.path}data/${to}${path}?version=${String(version)}` }),
      (path, status, json) => {
        const { data } = json as { readonly data?: { readonly data: Readonly<Record<string, string>> } };
        const isRight =
          version > VERSIONS
            ? status === 404
            : version === 1
              ? data?.data['v'] === '1'
              : data?.data['value'] === valueOf(path, version);
        if (!isRight) throw new Error(`version ${String(version)} of ${to}${path} is not as it was`);
      },
    );
}

interface Sent {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

/** Sends one request for each path, many at a time. */
async function withEach(
  server: TreeServer,
  paths: readonly string[],
  requestOf: (path: string) => Sent,
  judge: (path: string, status: number, json: unknown) => void = (path, status) => {
    if (status >= 300) throw new Error(`${path}: ${String(status)}`);
  },
): Promise<void> {
  const pool = new Pool(server.address, { connections: 16, pipelining: 1, allowH2: false });
  const waiting = paths.values();
  const worker = async (): Promise<void> => {
    for (const path of waiting) {
      const { path: apiPath, ...sent } = requestOf(path);
      const answer = await pool.request({
        ...sent,
        path: `/v1/${apiPath}`,
        headers: { 'X-Vault-Token': server.rootToken, 'X-Vault-Request': 'true' },
      });
      judge(path, answer.statusCode, JSON.parse(await answer.body.text()));
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  await pool.close();
}
