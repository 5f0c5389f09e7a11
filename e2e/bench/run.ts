/**
 * `npm run bench`: measures the built app against its budgets, prints a table and writes build/out/bench.json. `npm
 * run bench -- cold-start open-50k` measures some; `--strict` exits with 1 on a missed budget. Wrong results (not
 * slow ones) always exit with 1. One app is alive at a time, on loopback only, and all processes are stopped.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { appFolder } from '../../build/setup/app-bundle.mjs';
import { startVirtualDisplay } from '../../build/setup/display.mjs';
import { findElectron, type FoundElectron } from '../../build/setup/electron-finder.mjs';
import { out } from '../../build/setup/places.mjs';
import { accessors } from './accessors.ts';
import { ipcNoop } from './bridge.ts';
import { bytesPerName } from './bytes-per-name.ts';
import { clusterDeadNode } from './cluster-dead-node.ts';
import { clusterDetect } from './cluster-detect.ts';
import { clusterHeap, clusterHidden, clusterRequests } from './cluster-load.ts';
import { coldStart } from './cold-start.ts';
import { compare } from './compare.ts';
import { copy } from './copy.ts';
import { startCrowdedServer, type CrowdedServer } from './crowd.ts';
import { exportMemory } from './export-memory.ts';
import { filterFolder } from './filter.ts';
import { growth } from './growth.ts';
import { memoryInUse } from './memory-in-use.ts';
import { idleTimers } from './idle-timers.ts';
import { indexMemory } from './index-memory.ts';
import { initialJs } from './initial-js.ts';
import { loginRequests } from './login-requests.ts';
import { mainStall } from './main-stall.ts';
import { openapiReady } from './openapi-ready.ts';
import { openKeys } from './open-keys.ts';
import { openFolder } from './open-folder.ts';
import { packageSize } from './package-size.ts';
import { openPalette, typeInPalette } from './palette.ts';
import { packagedMemory, packagedStart } from './packaged.ts';
import { withPackaged } from './packaged-programs.ts';
import type { Part } from './part.ts';
import { planRows } from './plan-rows.ts';
import { programs } from './programs.ts';
import { exitCode, renderTable, renderVerdict, toRow, type Row } from './report.ts';
import { RunningApp, type Program } from './running-app.ts';
import { soakHeap } from './soak-heap.ts';
import { switchTab } from './tab-switch.ts';
import { startTreeServer, type TreeServer } from './tree.ts';
import { typeInKeys } from './type-keys.ts';
import { values } from './values.ts';
import { walk } from './walk.ts';

interface Surroundings {
  readonly electron: FoundElectron;
  readonly ours: Program;
  readonly bare: Program;
  readonly bareRows: Program;
  /** Started and filled by the first part that needs it. */
  readonly crowded: () => Promise<CrowdedServer>;
  readonly trees: () => Promise<TreeServer>;
}

const parts: Readonly<Record<string, (around: Surroundings) => Promise<Part>>> = {
  'cold-start': ({ ours, bare }) => coldStart(ours, bare),
  'memory-50k': async ({ ours, bare, crowded }) => memoryInUse(ours, bare, await crowded()),
  'open-50k': async ({ ours, crowded }) =>
    openFolder(ours, await crowded(), { name: 'open-50k', count: 50_000 }),
  'open-100k': async ({ ours, crowded }) =>
    openFolder(ours, await crowded(), { name: 'open-100k', count: 100_000 }),
  'filter-50k': async ({ ours, bare, crowded }) =>
    filterFolder(ours, bare, await crowded(), { name: 'filter-50k', count: 50_000 }),
  'filter-100k': async ({ ours, bare, crowded }) =>
    filterFolder(ours, bare, await crowded(), { name: 'filter-100k', count: 100_000 }),
  'bytes-per-name': async ({ ours, crowded }) => bytesPerName(ours, await crowded()),
  growth: async ({ ours, crowded }) => growth(ours, await crowded()),
  'open-7000-keys': async ({ ours, bareRows, crowded }) => openKeys(ours, bareRows, await crowded()),
  'type-7000-keys': async ({ ours, bare, crowded }) => typeInKeys(ours, bare, await crowded()),
  'palette-open': async ({ ours, bare, crowded }) => openPalette(ours, bare, await crowded()),
  'palette-type': async ({ ours, bare, crowded }) => typeInPalette(ours, bare, await crowded()),
  'tab-switch': async ({ ours, bare, crowded }) => switchTab(ours, bare, await crowded()),
  'accessors-1000': ({ ours }) => accessors(ours),
  'walk-10k': async ({ ours, trees }) => walk(ours, await trees()),
  'values-10k': async ({ ours, trees }) => values(ours, await trees()),
  'compare-1000': async ({ ours, trees }) => compare(ours, await trees()),
  'copy-1000': async ({ ours, trees }) => copy(ours, await trees()),
  'plan-100k': async ({ ours, bare, trees }) => planRows(ours, bare, await trees()),
  'index-100k': async ({ ours, bare, trees }) => indexMemory(ours, bare, await trees()),
  'export-100k': async ({ ours, trees }) => exportMemory(ours, await trees()),
  'openapi-ready': ({ ours }) => openapiReady(ours),
  'login-requests': async ({ ours, crowded }) => loginRequests(ours, await crowded()),
  'ipc-noop': ({ ours }) => ipcNoop(ours),
  'main-stall': ({ ours }) => mainStall(ours),
  'initial-js': ({ ours }) => initialJs(ours),
  'packaged-cold': ({ bare }) => packagedStart(bare, false),
  'packaged-warm': ({ bare }) => packagedStart(bare, true),
  'packaged-memory': ({ bare }) => packagedMemory(bare),
  programs: ({ ours }) => programs(ours),
  'cluster-heap': ({ ours }) => clusterHeap(ours),
  'cluster-requests': ({ ours }) => clusterRequests(ours),
  'cluster-dead-node': ({ ours }) => clusterDeadNode(ours),
  'cluster-hidden': ({ ours }) => clusterHidden(ours),
  'cluster-detect': ({ ours }) => clusterDetect(ours),
  'idle-timers': ({ bare }) => withPackaged(bare, ({ ours }) => idleTimers(ours)),
  'soak-heap': ({ bare }) => withPackaged(bare, ({ ours }) => soakHeap(ours)),
  'package-size': ({ electron }) => packageSize(electron),
};

/** Measures the named parts, or all, and returns the exit code. */
async function runBench(wanted: readonly string[], strict: boolean): Promise<number> {
  const electron = findElectron();
  if (electron === undefined) throw new Error('There is no Electron yet: `npm run bench` gets one.');
  // A display of the bench's own: it has a fixed size, and its windows are never covered (and so throttled).
  const screen = await startVirtualDisplay();
  process.env['DISPLAY'] = screen.display;
  let filled: Promise<CrowdedServer> | undefined;
  let planted: Promise<TreeServer> | undefined;
  const around: Surroundings = {
    electron,
    ours: {
      electron: electron.executable,
      entry: appFolder,
      switches: electron.test ? ['--test-electron'] : [],
    },
    bare: { electron: electron.executable, entry: fileURLToPath(new URL('bare', import.meta.url)) },
    bareRows: { electron: electron.executable, entry: fileURLToPath(new URL('bare-rows', import.meta.url)) },
    crowded: () => (filled ??= startCrowdedServer()),
    trees: () => (planted ??= startTreeServer()),
  };
  const rows: Row[] = [];
  let failed = false;
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      try {
        const { measured, also = [], notes } = await said(name, () => measure(around));
        for (const note of notes) console.log(`    ${note}`);
        rows.push(...[measured, ...also].map(toRow));
      } catch (error) {
        failed = true;
        console.error(
          `${name} FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
      }
    }
  } finally {
    RunningApp.killAll();
    for (const server of [filled, planted]) await server?.then((one) => one.stop()).catch(() => undefined);
    await screen.stop();
  }

  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'bench.json'), `${JSON.stringify(rows, null, 2)}\n`);
  console.log(`\n${renderTable(rows)}\n\n${renderVerdict(rows)}`);
  return failed ? 1 : exitCode(rows, strict);
}

async function said<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  console.log(`${what} …`);
  const result = await work();
  console.log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return result;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    RunningApp.killAll();
    process.exit(130);
  });
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { strict: { type: 'boolean' } },
  });
  const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  }
  process.exitCode = await runBench(positionals, values.strict === true);
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
