/** Runs suites of vitest, in Node or in Electron's Node, and reads its JSON report. */
import { join, relative } from 'node:path';
import { root } from '../setup/places.mjs';
import { runProgram } from './program.mjs';
import { lastLines, runnerResult } from './runner-result.mjs';

/**
 * @typedef {{ status: string, fullName: string, duration?: number | null, failureMessages?: string[] | null, meta?: { assertions?: number } }} Assertion
 * @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[] }} TestFile
 */

/**
 * Folders of integration tests that also run in plain Node. All run in Electron's Node, the one that users run, with
 * BoringSSL for TLS, HTTP and crypto. The Vault client also works standalone, and scripts and benches use it in a
 * Node with OpenSSL, which behaves differently; the servers of the e2e tests run in Playwright's Node.
 */
export const inPlainNode = ['electron/vault/', 'e2e/servers/'];

/**
 * Runs some projects of build/vitest.config.ts.
 * @param {readonly string[]} projects
 * @param {{ executable: string, env: NodeJS.ProcessEnv, yields?: boolean, grep?: string }} options `executable`: the
 *   project's Node, or Electron as Node. `yields`: see `runProgram`. `grep`: filter on titles.
 * @param {readonly string[]} [places] Only tests whose path contains one of these.
 */
export function vitestRun(projects, { executable, env, yields = false, grep }, places = []) {
  const names = projects.flatMap((name) => ['--project', name]);
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'build/vitest.config.ts'];
  const run = (/** @type {string} */ report, /** @type {string} */ folder) => {
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
    const titles = grep === undefined ? [] : ['-t', titlePattern(grep).source];
    return runProgram(executable, [...vitest, ...names, ...reporters, ...titles, ...places], {
      env: { ...env, STRONGROOM_SAMPLES: join(folder, 'samples') },
      yields,
    });
  };
  return runnerResult('vitest', run, (/** @type {{ testResults: TestFile[] }} */ { testResults }, output) =>
    summary(ofTitle(testResults, grep), output),
  );
}

/**
 * A filter on titles for vitest, which writes > between the groups of a title. Playwright, and the failures of both,
 * have a space there.
 * @param {string} grep
 */
export function titlePattern(grep) {
  return new RegExp(grep.replaceAll(' ', '(?: | > )'));
}

/**
 * A report without the tests that a filter on titles left out: vitest reports them as skipped.
 * @param {readonly TestFile[]} files
 * @param {string} [grep]
 * @returns {TestFile[]}
 */
export function ofTitle(files, grep = '') {
  const pattern = titlePattern(grep);
  return files.map((file) => ({
    ...file,
    assertionResults: file.assertionResults.filter(
      ({ status, fullName }) => status === 'passed' || status === 'failed' || pattern.test(fullName),
    ),
  }));
}

/**
 * Counts of a report; a file that could not be run counts as one failure. If it crashed its process, the end of the
 * output explains it.
 * @param {readonly TestFile[]} files
 * @param {string} [output]
 * @returns {import('./runner-result.mjs').RunnerResult}
 */
export function summary(files, output = '') {
  let passed = 0;
  let skipped = 0;
  /** @type {string[]} */
  const failures = [];
  /** @type {import('./runner-result.mjs').TestResult[]} */
  const times = [];
  for (const file of files) {
    const name = relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    passed += file.assertionResults.filter(({ status }) => status === 'passed').length;
    skipped += file.assertionResults.length - failed.length;
    for (const { fullName, duration, status, meta = {} } of file.assertionResults) {
      const became = status === 'passed' || status === 'failed' ? status : 'skipped';
      const { assertions } = meta;
      const counted = assertions === undefined ? {} : { assertions };
      times.push({ test: `${name}: ${fullName}`, ms: duration ?? 0, status: became, ...counted });
    }
    for (const test of failed) {
      failures.push(`${name}: ${test.fullName}\n${(test.failureMessages ?? []).join('\n')}`);
    }
    if (file.status === 'failed' && failed.length === 0)
      failures.push(`${name}\n${file.message || lastLines(output, 60)}`);
  }
  return { passed, failed: failures.length, skipped: skipped - passed, failures, times };
}
