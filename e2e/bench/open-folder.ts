/**
 * open-50k: from the click on a folder of 50,000 names to its rows painted.
 *
 * Each round is a fresh app with a fresh session: nothing is prefetched, nothing is cached, all code is cold. The probe
 * inside the page takes the time stamp of the real click event, watches the tree, and, when row 1 of 50,000 is there,
 * waits for two animation frames (the second begins after the first has been painted). The reference is a fresh process
 * of the same Electron as Node: undici and JSON.parse on a warm connection, nothing else (list-reference.ts); between
 * the two lie bytes to names, the bridge and a painted tree.
 *
 * The row is measured on KV v2. The notes tell the same on KV v1, where the server needs some 15 ms: no budget, because two
 * frames alone are longer than that, but the plainest view of what is ours.
 *
 * Correct: row 1 carries the first name and says that it is one of 50,000; the last name is there after End; the
 * reference has as many names and the same last one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { CROWD, crowdNames, FOLDER, type CrowdedServer } from './crowd.ts';
import { interleave, type Pairs } from './interleave.ts';
import type { ListTask, ListTime } from './list-reference.ts';
import { reachLastRow, showFolder, startSession } from './journey.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';

const ROUNDS = 12;
const ROUNDS_KV1 = 5;

/** Milliseconds; ours against the bare request. */
export async function openFolder(ours: Program, server: CrowdedServer): Promise<Part> {
  const names = crowdNames();
  const compare = (rounds: number, warmUp: number, mount: string, listPath: string): Promise<Pairs<number>> =>
    interleave(
      rounds,
      warmUp,
      () => openOnce(ours, server, mount, names),
      () => listOnce(ours.electron, server, listPath, names),
    );
  const kv2 = await compare(ROUNDS, 1, server.kv2.path, `${server.kv2.path}metadata/${FOLDER}?list=true`);
  const kv1 = await compare(ROUNDS_KV1, 0, server.kv1.path, `${server.kv1.path}${FOLDER}?list=true`);
  return {
    measured: {
      name: 'open-50k',
      unit: 'ms',
      ours: median(kv2.ours),
      reference: median(kv2.reference),
      referenceName: 'bare undici + JSON.parse of the same list',
      budget: 1.3,
      n: kv2.ours.length,
    },
    notes: [
      `KV v2: ours ${spread(kv2.ours)}; bare ${spread(kv2.reference)}`,
      `KV v1: ours ${median(kv1.ours).toFixed(1)} ms, bare ${median(kv1.reference).toFixed(1)} ms`,
    ],
  };
}

async function openOnce(
  program: Program,
  server: CrowdedServer,
  mount: string,
  names: readonly string[],
): Promise<number> {
  const { app, page } = await startSession(program, server);
  try {
    const elapsedMs = await showFolder(page, mount, FOLDER, names);
    await reachLastRow(page, names);
    return elapsedMs;
  } finally {
    await app.close();
  }
}

async function listOnce(
  electron: string,
  server: CrowdedServer,
  listPath: string,
  names: readonly string[],
): Promise<number> {
  const script = fileURLToPath(new URL('list-reference.ts', import.meta.url));
  const child = spawn(electron, [script], {
    env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const task: ListTask = {
    address: server.address,
    token: server.rootToken,
    warmUpPaths: [
      'sys/health',
      'auth/token/lookup-self',
      'sys/internal/ui/mounts',
      `${server.kv2.path}metadata/?list=true`,
    ],
    listPath,
  };
  child.stdin.end(JSON.stringify(task));
  const [answer] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const { elapsedMs, count, last } = JSON.parse(answer) as ListTime;
  if (count !== CROWD || last !== names.at(-1))
    throw new Error(`the reference has ${count} names, the last is ${last}`);
  return elapsedMs;
}
