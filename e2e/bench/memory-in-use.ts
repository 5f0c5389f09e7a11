/**
 * memory-50k: total memory of all processes of the app after a folder of 50,000 names was opened, against a window
 * with one input.
 *
 * Both are started with main's inspector, so that garbage is collected by the same means in main and in every page;
 * the figure is taken once it is stable. PSS divides shared pages (libraries, the zygote's pages) among processes, so
 * no other process of the same Electron must be alive: one app at a time.
 *
 * Correct: the tree reports 50,000, and the last name was on screen before the collection.
 */
import type { CrowdedFolder, CrowdedServer } from './crowd.ts';
import { interleave } from './interleave.ts';
import { reachLastRow, showFolder, startSession } from './journey.ts';
import { steadyMemory, totalBytes, type ProcessMemory } from './memory.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';
import { median } from './statistics.ts';

const ROUNDS = 10;
const COUNT = 50_000;
const MIB = 1024 * 1024;

/** MiB; ours against the bare window. */
export async function memoryInUse(ours: Program, bare: Program, server: CrowdedServer): Promise<Part> {
  const folder = await server.folder(2, COUNT);
  const memory = await interleave(
    ROUNDS,
    0,
    () => withFolderOpen(ours, server, folder),
    () => withFirstField(bare),
  );
  const totals = (side: readonly ProcessMemory[][]): number[] => side.map((one) => totalBytes(one) / MIB);
  return {
    measured: {
      name: 'memory-50k',
      unit: 'MiB',
      ours: median(totals(memory.ours)),
      reference: median(totals(memory.reference)),
      referenceName: 'this Electron with one line and one input',
      budget: 1.15,
      n: memory.ours.length,
    },
    notes: [`ours: ${byProcess(memory.ours)}`, `bare: ${byProcess(memory.reference)}`],
  };
}

async function withFolderOpen(
  program: Program,
  server: CrowdedServer,
  folder: CrowdedFolder,
): Promise<ProcessMemory[]> {
  const { app, page } = await startSession(program, server, { inspectMain: true });
  try {
    await showFolder(page, folder);
    await reachLastRow(page, folder.names);
    await app.collectGarbage();
    return await steadyMemory(app.pid);
  } finally {
    await app.close();
  }
}

async function withFirstField(program: Program): Promise<ProcessMemory[]> {
  const app = await RunningApp.launch(program, { inspectMain: true });
  try {
    const page = await app.page();
    await page.until('the first field', () => (document.querySelector('input') ? true : null), null);
    await app.collectGarbage();
    return await steadyMemory(app.pid);
  } finally {
    await app.close();
  }
}

/** Medians by kind of process, as `main 80, renderer 60, gpu-process 45`; several of a kind are summed. */
function byProcess(rounds: readonly ProcessMemory[][]): string {
  const kinds = [...new Set(rounds.flatMap((round) => round.map(({ process }) => process)))];
  return kinds
    .map((kind) => {
      const sums = rounds.map((round) => totalBytes(round.filter(({ process }) => process === kind)) / MIB);
      return `${kind} ${median(sums).toFixed(0)}`;
    })
    .join(', ');
}
