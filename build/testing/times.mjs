/** Durations of a run: a table of its stages and slowest tests, and a file with all of them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { out } from '../setup/places.mjs';

/** @typedef {import('./lanes.mjs').StageResult} StageResult */

const SLOWEST = 15;

/** All tests with their durations, slowest first. @param {readonly StageResult[]} results */
function slowestFirst(results) {
  return results
    .flatMap(({ name, result }) => (result.times ?? []).map((time) => ({ stage: name, ...time })))
    .sort((a, b) => b.ms - a.ms);
}

/**
 * The lines of the table.
 * @param {readonly StageResult[]} results
 * @returns {string[]}
 */
export function timeTable(results) {
  const line = (/** @type {number} */ ms, /** @type {string} */ text) =>
    `${seconds(ms).padStart(8)}  ${text}`;
  const stages = results.toSorted((a, b) => b.ms - a.ms).map(({ name, ms }) => line(ms, name));
  const tests = slowestFirst(results).slice(0, SLOWEST);
  const rest = tests.map(({ stage, test, ms }) => line(ms, `${stage}: ${test}`));
  return ['Time of stages', ...stages, ...(rest.length > 0 ? ['Slowest tests', ...rest] : [])];
}

/**
 * Writes all durations to build/out/test-times.json.
 * @param {readonly StageResult[]} results
 */
export function keepTimes(results) {
  mkdirSync(out, { recursive: true });
  const times = {
    stages: results.map(({ name, ms }) => ({ stage: name, ms })),
    tests: slowestFirst(results),
  };
  writeFileSync(join(out, 'test-times.json'), `${JSON.stringify(times, undefined, 1)}\n`);
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
