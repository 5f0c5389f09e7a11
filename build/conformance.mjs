/**
 * `npm run conformance`: every operation of the specification by hvac and by the app, side by side, as a table. A case is
 * good where both are the same (on the wire and in what they make of the answer) and both as expected.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, projectEnvironment, projectNode } from './setup/dependencies.mjs';
import { root } from './setup/places.mjs';
import { say, script, StepFailed } from './setup/progress.mjs';
import { ensureSystem } from './setup/system.mjs';
import { ensureServer } from './setup/servers.mjs';
import { runProgram } from './testing/program.mjs';

/**
 * @typedef {{
 *   operation: string, case: string, calls: string[], looks: string[], hvac: string, ours: string,
 *   same: boolean, unexpected: string[], why: string[],
 * }} Row
 * @typedef {{ what: string, why: string }} Look
 */

const table = join(root, 'build', 'out', 'conformance.json');

await script(async () => {
  await ensureDependencies();
  await ensureSystem(['reference']);
  await ensureServer('vault');
  rmSync(table, { force: true });
  const args = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'build/vitest.config.ts'];
  const only = ['--project', 'unit', '--project', 'integration', '--reporter=dot', 'e2e/conformance'];
  const { code, output } = await runProgram(projectNode, [...args, ...only], { env: projectEnvironment() });
  if (!existsSync(table)) {
    process.stdout.write(output);
    throw new StepFailed('The cases could not be run.', 'read what the runner said above.');
  }
  /** @type {{ rows: Row[], looks: Look[] }} */
  const { rows, looks } = JSON.parse(readFileSync(table, 'utf8'));
  print(rows);
  process.stdout.write('\nWhat the app asks besides (+), each of it only reading:\n');
  for (const { what, why } of looks) process.stdout.write(`  ${what}: ${why}\n`);
  const good = rows.filter(isGood).length;
  const apart = rows.filter(({ why }) => why.length > 0).length;
  say(
    'Conformance',
    `${rows.length} cases: ${good} as expected, ${good - apart} of them the same, ${apart} different for the reason given; ${rows.length - good} failed`,
  );
  const calls = [...new Set(rows.flatMap((row) => row.calls))].sort();
  say('Calls of the app', `${calls.length}, each made by a screen: ${calls.join(', ')}`);
  if (good < rows.length || code !== 0) {
    process.stdout.write(output);
    throw new StepFailed(
      'Not every case came out as expected.',
      'read what stands below each case marked ✗.',
    );
  }
});

/** @param {Row} row */
function isGood({ same, unexpected }) {
  return same && unexpected.length === 0;
}

/** @param {readonly Row[]} rows */
function print(rows) {
  const widest = (/** @type {(row: Row) => string} */ pick) =>
    Math.max(...rows.map((row) => pick(row).length));
  const [operations, cases] = [widest(({ operation }) => operation), widest((row) => row.case)];
  for (const row of rows) {
    const mark = !isGood(row)
      ? '✗'
      : row.why.length > 0
        ? '✓ as expected, not as hvac'
        : '✓ same and as expected';
    const asked = row.looks.length === 0 ? '' : ` + ${row.looks.join(', ')}`;
    const [operation, name] = [row.operation.padEnd(operations), row.case.padEnd(cases)];
    process.stdout.write(`${operation}  ${name}  ${mark}  ${row.calls.join(', ')}${asked}\n`);
    for (const why of row.why) process.stdout.write(`    why: ${why}\n`);
    if (isGood(row) && row.why.length === 0) continue;
    process.stdout.write(`    hvac: ${short(row.hvac)}\n    ours: ${short(row.ours)}\n`);
    for (const one of row.unexpected) process.stdout.write(`    ✗ ${short(one)}\n`);
  }
}

/** @param {string} text */
function short(text) {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
