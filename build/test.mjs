/**
 * `npm test`: prepares its prerequisites, runs every stage even after a failure, and ends with a table of times and a
 * line of totals. `npm test -- unit e2e` runs parts: static, unit, node, integration, e2e, release. `npm test --
 * e2e/entry.e2e.ts -g 'title' --repeat-each=5` runs the tests of some files with that title, five times.
 */
import { elapsed, say, script } from './setup/progress.mjs';
import { readArguments } from './testing/asked.mjs';
import { fileLanes, fileNeeds } from './testing/chosen-files.mjs';
import { runLanes } from './testing/lanes.mjs';
import { partLanes, partNeeds } from './testing/parts.mjs';
import { prepareTests } from './testing/preparation.mjs';
import { keepSecurityReport } from './testing/security-report.mjs';
import { keepTimes, timeTable } from './testing/times.mjs';

/** @typedef {import('./testing/lanes.mjs').StageResult} StageResult */

await script(async () => {
  const started = Date.now();
  const asked = readArguments(process.argv.slice(2));
  const { parts, files } = asked;
  const prepared = await prepareTests(files.length > 0 ? fileNeeds(files) : partNeeds(parts));
  const lanes = files.length > 0 ? fileLanes(asked, prepared) : partLanes(parts, prepared);
  const results = await runLanes(lanes, ({ name, result, ms }) => {
    say(name, `${counts(result)} (${elapsed(Date.now() - ms)})`);
    printFailures(result.failures);
  });
  await prepared.display?.stop();
  // Single files prove no promise, and the report of a whole run stays.
  if (files.length > 0) return ended(results, started);
  // Promises that this run has proved; a missing one fails a complete run.
  const isWhole = /** @type {const} */ (['unit', 'integration', 'e2e', 'release']).every((part) =>
    parts.includes(part),
  );
  const security = keepSecurityReport(results, isWhole);
  printFailures(security.result.failures);
  return ended([...results, security], started);
});

/**
 * Prints the table of times, the failed stages and the totals; returns the exit code.
 * @param {readonly StageResult[]} results
 * @param {number} started
 */
function ended(results, started) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { result } of results) {
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
  }
  keepTimes(results);
  process.stdout.write(`\n${timeTable(results).join('\n')}\n\n`);
  const bad = results.filter(({ result }) => result.failed > 0).map(({ name }) => name);
  if (bad.length > 0) say('Failed', bad.join(', '));
  say('Time', elapsed(started));
  process.stdout.write(`${counts(total)}\n`);
  return total.failed > 0 ? 1 : 0;
}

/** @param {readonly string[]} failures */
function printFailures(failures) {
  for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n\n`);
}

/** @param {{ passed: number, failed: number, skipped: number }} of */
function counts({ passed, failed, skipped }) {
  return `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
}
