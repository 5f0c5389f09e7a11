/** Runs each part of `npm run prove`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode } from '../setup/dependencies.mjs';
import { out, root } from '../setup/places.mjs';
import { playwrightRun } from './playwright-run.mjs';
import { runProgram } from './program.mjs';
import { releaseRun } from './release-run.mjs';
import { crashed } from './runner-result.mjs';
import { vitestRun } from './vitest-run.mjs';

/**
 * @typedef {object} Around
 * @property {import('../setup/electron-finder.mjs').FoundElectron} electron
 * @property {NodeJS.ProcessEnv} env Includes the display.
 * @property {(line: string) => void} onLine Progress lines of a long run.
 */

/** @typedef {import('./runner-result.mjs').RunnerResult} RunnerResult */

/** @type {Readonly<Record<import('../security/parts.mjs').Part, (around: Around) => Promise<RunnerResult>>>} */
export const runPart = {
  sequences: ({ env, onLine }) =>
    playwrightRun('e2e', {
      env: { ...env, STRONGROOM_SEQUENCES: '2000' },
      files: ['e2e/compromised-page.e2e.ts'],
      onLine,
    }),
  conflicts: ({ env, onLine }) =>
    playwrightRun('e2e', {
      env: { ...env, STRONGROOM_CONFLICTS: '500' },
      files: ['e2e/conflicts.e2e.ts'],
      onLine,
    }),
  'wrong-types': (around) => inElectron(around, { STRONGROOM_WRONG_TYPES: 'all' }, 'wrong-types.integration'),
  fuzzed: (around) => inElectron(around, { STRONGROOM_FUZZED: 'all' }, 'fuzzed.integration'),
  faults: (around) => inElectron(around, { STRONGROOM_FAULTS: 'all' }, 'faults.integration'),
  policies: (around) => inElectron(around, { STRONGROOM_PAIRS: '5000' }, 'policy-agreement.integration'),
  palette: ({ env, onLine }) =>
    playwrightRun('e2e', {
      env: { ...env, STRONGROOM_TOUR_PARTS: '100' },
      files: ['e2e/palette-buttons.e2e.ts'],
      onLine,
    }),
  memory: ({ env, onLine }) => playwrightRun('prove', { env, onLine }),
  looks: ({ env, onLine }) =>
    playwrightRun('e2e', {
      env: { ...env, STRONGROOM_LOOKS: 'all' },
      files: ['e2e/accessible.e2e.ts'],
      onLine,
    }),
  'main-stall': mainStall,
  programs: (around) => inElectron(around, { STRONGROOM_PROGRAMS: 'all' }, 'hostile-programs.integration'),
  release: ({ electron, env, onLine }) => releaseRun(electron, env, { asDeb: true, onLine }),
  openbao: ({ env, onLine }) =>
    playwrightRun('e2e', { env: { ...env, STRONGROOM_SERVER: 'openbao' }, onLine }),
};

/**
 * Runs one integration test in Electron's Node.
 * @param {Around} around
 * @param {Readonly<Record<string, string>>} whole Variables that make it run all of its cases.
 * @param {string} name
 */
function inElectron({ electron, env }, whole, name) {
  const inNode = { ...env, ...whole, ELECTRON_RUN_AS_NODE: '1' };
  return vitestRun(['integration'], { executable: electron.executable, env: inNode }, [`/${name}.test.ts`]);
}

/**
 * Runs the bench of main's longest stall, judged by its budget.
 * @param {Around} around
 * @returns {Promise<RunnerResult>}
 */
async function mainStall({ env, onLine }) {
  const since = Date.now();
  const bench = [join(root, 'e2e', 'bench', 'run.ts'), 'main-stall'];
  const { code, output } = await runProgram(projectNode, bench, { env, onLine });
  if (code !== 0) return crashed('The bench of main-stall could not be run.', output);
  /** @type {{ name: string, ours: number, ok: boolean }[]} */
  const rows = JSON.parse(readFileSync(join(out, 'bench.json'), 'utf8'));
  const row = rows.find(({ name }) => name === 'main-stall');
  if (row === undefined) return crashed('The bench has no row main-stall.', output);
  const test = 'build/testing/prove-parts.mjs: no stop of main is longer than a person notices @main-stall';
  const status = row.ok ? /** @type {const} */ ('passed') : /** @type {const} */ ('failed');
  const failures = row.ok ? [] : [`${test}\n${String(row.ours)} ms`];
  const times = [{ test, ms: Date.now() - since, status, assertions: 1 }];
  return { passed: row.ok ? 1 : 0, failed: failures.length, skipped: 0, failures, times };
}
