/** `npm run conformance`: every operation of the specification by hvac and by our client, side by side, as a table. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, projectEnvironment, projectNode } from './setup/dependencies.mjs';
import { root } from './setup/places.mjs';
import { say, script, StepFailed } from './setup/progress.mjs';
import { ensureSystem } from './setup/system.mjs';
import { ensureVault } from './setup/vault.mjs';
import { runProgram } from './testing/program.mjs';

/** @typedef {{ operation: string, case: string, hvac: string, ours: string, same: boolean, departure?: string }} Row */

const table = join(root, 'build', 'out', 'conformance.json');

await script(async () => {
  await ensureDependencies();
  await ensureSystem(['reference']);
  await ensureVault();
  rmSync(table, { force: true });
  const args = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'build/vitest.config.ts'];
  const only = ['--project', 'integration', '--reporter=dot', 'e2e/conformance'];
  const { code, output } = await runProgram(projectNode, [...args, ...only], { env: projectEnvironment() });
  if (!existsSync(table)) {
    process.stdout.write(output);
    throw new StepFailed('The cases could not be run.', 'read what the runner said above.');
  }
  /** @type {readonly Row[]} */
  const rows = JSON.parse(readFileSync(table, 'utf8'));
  print(rows);
  const differing = rows.filter(({ same }) => !same);
  say(
    'Conformance',
    `${rows.length} cases, ${rows.length - differing.length} same, ${differing.length} different`,
  );
  if (differing.length > 0 || code !== 0) {
    throw new StepFailed(
      'Not every case came out the same.',
      'compare the two columns of each case marked ✗.',
    );
  }
});

/** @param {readonly Row[]} rows */
function print(rows) {
  const widest = (/** @type {(row: Row) => string} */ pick) =>
    Math.max(...rows.map((row) => pick(row).length));
  const [operations, cases] = [widest(({ operation }) => operation), widest((row) => row.case)];
  for (const row of rows) {
    const mark = row.same ? (row.departure === undefined ? '✓' : '✓ by the specification') : '✗';
    process.stdout.write(`${row.operation.padEnd(operations)}  ${row.case.padEnd(cases)}  ${mark}\n`);
    if (row.departure !== undefined) process.stdout.write(`${''.padEnd(operations)}  ${row.departure}\n`);
    if (!row.same) process.stdout.write(`    hvac: ${short(row.hvac)}\n    ours: ${short(row.ours)}\n`);
  }
}

/** @param {string} text */
function short(text) {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
