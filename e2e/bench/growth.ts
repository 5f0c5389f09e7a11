/**
 * growth: growth of the time to open a folder with its number of names: the exponent b of `time = fixed + a ·
 * names^b` in the steepest of the decades between 1,000, 10,000 and 100,000 names. The time for ten names is the
 * fixed cost and is subtracted: otherwise it would hide growth smaller than a click and two frames. 1 is linear; 1.1
 * leaves room for a server that sorts. Each sample is a fresh app, as in open-100k; the sizes take turns, so that
 * other load on the machine affects all of them.
 *
 * Correct: as in open-100k: first name, count, last name.
 */
import type { CrowdedFolder, CrowdedServer } from './crowd.ts';
import { openOnce } from './open-folder.ts';
import type { Part } from './part.ts';
import { quietMoment } from './quiet.ts';
import type { Program } from './running-app.ts';
import { median, steepest } from './statistics.ts';

const ROUNDS = 12;
const FEW = 10;
const COUNTS = [FEW, 1_000, 10_000, 100_000] as const;

/** The exponent; against 1.1. */
export async function growth(ours: Program, server: CrowdedServer): Promise<Part> {
  const folders: CrowdedFolder[] = [];
  for (const count of COUNTS) folders.push(await server.folder(2, count));
  const times = new Map(folders.map((folder) => [folder, [] as number[]]));
  // The first round warms the page cache and is not counted.
  for (let round = -1; round < ROUNDS; round++) {
    for (const [folder, samples] of times) {
      await quietMoment();
      const elapsedMs = await openOnce(ours, server, folder);
      if (round >= 0) samples.push(elapsedMs);
    }
  }
  const [fixed, ...grown] = [...times].map(([folder, samples]) => ({
    x: folder.names.length,
    y: median(samples),
  }));
  const fixedMs = fixed?.y ?? 0;
  const points = grown.map(({ x, y }) => ({ x, y: y - fixedMs }));
  return {
    measured: {
      name: 'growth',
      unit: '',
      ours: steepest(points),
      reference: 1.1,
      referenceName: '1.1',
      budget: 0.95,
      n: ROUNDS * COUNTS.length,
    },
    notes: [
      `${String(FEW)} names, the fixed cost: ${fixedMs.toFixed(1)} ms`,
      ...points.map(({ x, y }) => `${String(x)} names: ${y.toFixed(1)} ms more`),
    ],
  };
}
