/** Results of the test runners in a common form. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../setup/unfinished.mjs';

/**
 * @typedef {object} TestResult
 * @property {string} test File and title.
 * @property {number} ms
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {number} [assertions] Number of assertions, if the runner counts them.
 * @property {readonly Sample[]} [samples] Cases run of the total, if it runs only a sample.
 */

/**
 * @typedef {object} Sample Output of e2e/traces/sampled.ts.
 * @property {string} tag
 * @property {string} what
 * @property {number} ran
 * @property {number} of
 * @property {number} [seed]
 */

/**
 * @typedef {object} RunnerResult Result of one runner, in a common form.
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} failures One readable text per failure.
 * @property {readonly TestResult[]} [times] Outcome and duration of each test, if the runner reports them.
 */

/**
 * Result of a runner without a usable report: one failure with the end of its output.
 * @param {string} why
 * @param {string} output
 * @returns {RunnerResult}
 */
export function crashed(why, output) {
  return { passed: 0, failed: 1, skipped: 0, failures: [`${why}\n${lastLines(output, 60)}`] };
}

/**
 * Runs a test runner that writes a JSON report into a temporary folder, removed afterwards, and judges it.
 * @template Report
 * @param {string} runner Its name.
 * @param {(report: string, folder: string) => Promise<{ code: number, output: string }>} run Runs it so that it
 *   writes its report to the file `report`.
 * @param {(report: Report, output: string) => RunnerResult} summary
 * @returns {Promise<RunnerResult>}
 */
export function runnerResult(runner, run, summary) {
  return inTemporaryFolder(runner, async (folder) => {
    const file = join(folder, 'report.json');
    const samples = join(folder, 'samples');
    writeFileSync(samples, '');
    const { code, output } = await run(file, folder);
    let report;
    try {
      report = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return crashed(`${runner} ended with code ${String(code)} and left no report.`, output);
    }
    return judged(withSamples(summary(report, output), readFileSync(samples, 'utf8')), code, output);
  });
}

/**
 * The tags of a test: words of its title that begin with @.
 * @param {string} title
 */
export function tagsOf(title) {
  return [...title.matchAll(/(?:^|\s)@([a-z\d][a-z\d-]*)(?=\s|$)/g)].map(([, tag = '']) => tag);
}

/**
 * Adds the tests' samples to their results, by tag.
 * @param {RunnerResult} result
 * @param {string} lines Output of e2e/traces/sampled.ts.
 * @returns {RunnerResult}
 */
export function withSamples(result, lines) {
  const samples = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /** @type {Sample} */ (JSON.parse(line)));
  if (samples.length === 0 || result.times === undefined) return result;
  const times = result.times.map((test) => {
    const tags = tagsOf(test.test);
    const own = samples.filter(({ tag }) => tags.includes(tag));
    return own.length === 0 ? test : { ...test, samples: own };
  });
  return { ...result, times };
}

/**
 * Adds a failure if a runner exited with an error although none of its tests failed, or ran no tests.
 * @param {RunnerResult} result
 * @param {number} code
 * @param {string} output
 * @returns {RunnerResult}
 */
export function judged(result, code, output) {
  const ran = result.passed + result.failed;
  const why =
    code !== 0 && result.failed === 0
      ? `The runner ended with code ${String(code)} although no test failed.`
      : ran === 0
        ? 'The runner ran no test at all.'
        : undefined;
  if (why === undefined) return result;
  const added = crashed(why, output);
  return {
    ...result,
    failed: result.failed + added.failed,
    failures: [...result.failures, ...added.failures],
  };
}

/**
 * @param {string} text
 * @param {number} count
 */
export function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
