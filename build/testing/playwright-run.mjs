/** Runs a Playwright project and reads its JSON report. */
import { join } from 'node:path';
import { projectNode } from '../setup/dependencies.mjs';
import { root } from '../setup/places.mjs';
import { runProgram } from './program.mjs';
import { runnerResult } from './runner-result.mjs';

/**
 * @typedef {{ message?: string, stack?: string }} TestError
 * @typedef {{ status: string, duration?: number, errors?: TestError[] }} Attempt
 * @typedef {{ type: string, description?: string }} Annotation
 * @typedef {{ status: string, results: Attempt[], annotations?: Annotation[] }} Test
 * @typedef {{ title: string, file: string, line: number, tests: Test[] }} Spec
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ suites?: Suite[], errors?: TestError[] }} Report
 */

/**
 * Runs one project of build/playwright.config.ts; the display comes with `env`.
 * @param {string} project
 * @param {{ env: NodeJS.ProcessEnv, files?: readonly string[], grep?: string, repeatEach?: number, onLine?: (line: string) => void, without?: string }} options
 *   `files`: only these test files; `grep`: filter on titles; `repeatEach`: runs of each test; `without`: tag of tests
 *   to skip.
 */
export function playwrightRun(project, { env, files = [], grep, repeatEach = 1, onLine, without }) {
  const args = [
    join('node_modules', '@playwright', 'test', 'cli.js'),
    ...['test', ...files, '--config', 'build/playwright.config.ts', '--project', project],
    ...(grep === undefined ? [] : ['--grep', grep]),
    ...(repeatEach === 1 ? [] : ['--repeat-each', String(repeatEach)]),
    ...(without === undefined ? [] : ['--grep-invert', without]),
    `--reporter=list,${join(root, 'build', 'testing', 'assertions-reporter.mjs')},json`,
  ];
  const run = (/** @type {string} */ report, /** @type {string} */ folder) =>
    runProgram(projectNode, args, {
      env: {
        ...env,
        FORCE_COLOR: '0',
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        STRONGROOM_RUN_FOLDER: join(folder, 'output'),
        STRONGROOM_SAMPLES: join(folder, 'samples'),
      },
      ...(onLine ? { onLine } : {}),
    });
  return runnerResult('playwright', run, summary);
}

/**
 * Counts of a report. A test that passed only on its second try counts as failed.
 * @param {Report} report
 * @returns {import('./runner-result.mjs').RunnerResult}
 */
export function summary(report) {
  let passed = 0;
  let skipped = 0;
  /** @type {string[]} */
  const failures = (report.errors ?? []).map(textOf);
  /** @type {import('./runner-result.mjs').TestResult[]} */
  const times = [];
  for (const spec of (report.suites ?? []).flatMap(specsOf)) {
    for (const test of spec.tests) {
      const ms = test.results.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
      const became = { expected: /** @type {const} */ ('passed'), skipped: /** @type {const} */ ('skipped') };
      const status = test.status === 'expected' || test.status === 'skipped' ? became[test.status] : 'failed';
      const counted = (test.annotations ?? []).find(({ type }) => type === 'assertions')?.description;
      const assertions = counted === undefined ? {} : { assertions: Number(counted) };
      times.push({ test: `e2e/${spec.file}:${String(spec.line)}: ${spec.title}`, ms, status, ...assertions });
      if (test.status === 'expected') passed += 1;
      else if (test.status === 'skipped') skipped += 1;
      else {
        const errors = test.results.flatMap((attempt) => attempt.errors ?? []).map(textOf);
        failures.push(`e2e/${spec.file}:${String(spec.line)}: ${spec.title}\n${errors.join('\n')}`);
      }
    }
  }
  return { passed, failed: failures.length, skipped, failures, times };
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

/** @param {TestError} error */
function textOf(error) {
  // Playwright colours its messages on any terminal. ESLint rejects control characters in a pattern, hence the built
  // escape.
  const escape = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
  return (error.stack ?? error.message ?? 'an error without a text').replace(escape, '');
}
