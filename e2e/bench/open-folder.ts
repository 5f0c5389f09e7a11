/**
 * open-50k, open-100k: from the click on a folder of that many names to its rows painted.
 *
 * Each round is a fresh app with a fresh session: no prefetch, no cache, cold code. The probe inside the page takes
 * the time stamp of the real click event, watches the tree, and, once row 1 of all is there, waits for two animation
 * frames (the second begins after the first has been painted). The reference is a fresh process of the same Electron
 * as Node: undici and JSON.parse on a warm connection, no more (bare-reference.ts); the difference is bytes to names,
 * the bridge and a painted tree.
 *
 * Each has a second row for KV v1, where the server needs some 15 ms: it shows our share best. Two frames alone take
 * longer than that, so there they are part of the reference.
 *
 * Correct: row 1 has the first name and the total count; the last name is there after End; the reference has as many
 * names and the same last one.
 */
import { askBarely } from './bare-request.ts';
import type { CrowdedFolder, CrowdedServer } from './crowd.ts';
import type { Reachable } from '../servers/index.ts';
import { interleave, type Pairs } from './interleave.ts';
import { reachLastRow, showFolder, inSession } from './journey.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { median, spread, TWO_FRAMES_MS } from './statistics.ts';

const ROUNDS = 12;

/** Milliseconds to open a folder of `count` names; ours against the bare request. */
export async function openFolder(
  ours: Program,
  server: CrowdedServer,
  row: { readonly name: string; readonly count: number },
): Promise<Part> {
  const compare = (folder: CrowdedFolder): Promise<Pairs<number>> =>
    interleave(
      ROUNDS,
      1,
      () => openOnce(ours, server, folder),
      () => listOnce(ours.electron, server, folder),
    );
  const kv2 = await compare(await server.folder(2, row.count));
  const kv1 = await compare(await server.folder(1, row.count));
  return {
    measured: {
      name: row.name,
      unit: 'ms',
      ours: median(kv2.ours),
      reference: median(kv2.reference),
      referenceName: 'bare undici + JSON.parse of the same list',
      budget: 1.3,
      n: kv2.ours.length,
    },
    also: [
      {
        name: `${row.name}-v1`,
        unit: 'ms',
        ours: median(kv1.ours),
        reference: median(kv1.reference) + TWO_FRAMES_MS,
        referenceName: 'bare undici + JSON.parse of the same list, and two frames',
        budget: 1.3,
        n: kv1.ours.length,
      },
    ],
    notes: [
      `KV v2: ours ${spread(kv2.ours)}; bare ${spread(kv2.reference)}`,
      `KV v1: ours ${spread(kv1.ours)}; bare ${spread(kv1.reference)}`,
    ],
  };
}

/** Milliseconds from click to paint in a fresh app. */
export async function openOnce(program: Program, server: Reachable, folder: CrowdedFolder): Promise<number> {
  return inSession(program, server, async (page) => {
    const elapsedMs = await showFolder(page, folder);
    await reachLastRow(page, folder.names);
    return elapsedMs;
  });
}

async function listOnce(electron: string, server: Reachable, folder: CrowdedFolder): Promise<number> {
  const { mount, path, names } = folder;
  const list = (below: string): string =>
    `${mount.path}${mount.version === 2 ? 'metadata/' : ''}${below}?list=true`;
  const { elapsedMs, text } = await askBarely(electron, {
    address: server.address,
    token: server.rootToken,
    warmUpPaths: ['sys/health', 'auth/token/lookup-self', 'sys/internal/ui/mounts', list('')],
    path: list(path),
  });
  const { keys } = (JSON.parse(text) as { data: { keys: string[] } }).data;
  if (keys.length !== names.length || keys.at(-1) !== names.at(-1))
    throw new Error(`the reference has ${String(keys.length)} names, the last is ${keys.at(-1) ?? ''}`);
  return elapsedMs;
}
