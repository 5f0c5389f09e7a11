/** Which promises about security this run has proved: build/out/security.md, and a failure for each that it has not. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promises } from '../security/promises.mjs';
import { out } from '../setup/places.mjs';

/**
 * @typedef {import('../security/proof.mjs').Proof} Proof
 * @typedef {import('../security/proof.mjs').SecurityPromise} SecurityPromise
 * @typedef {import('./runner-result.mjs').TestResult} TestResult
 * @typedef {'passed' | 'failed' | 'not run'} Outcome
 */

/**
 * What became of a test in this run. One that ran in several forms or places passed where all of them did.
 * @param {Proof} wanted
 * @param {readonly TestResult[]} tests
 * @returns {Outcome}
 */
export function outcomeOf({ file, title }, tests) {
  const own = tests.filter(({ test }) => test.startsWith(`${file}:`) && test.includes(title));
  if (own.length === 0 || own.some(({ status }) => status === 'skipped')) return 'not run';
  return own.every(({ status }) => status === 'passed') ? 'passed' : 'failed';
}

/**
 * The report as text, and what it says of promises that do not hold.
 * @param {readonly SecurityPromise[]} given
 * @param {readonly TestResult[]} tests
 * @param {boolean} isWhole Whether all parts ran: then a test that did not run is missing.
 */
export function securityReport(given, tests, isWhole) {
  /** @type {string[]} */
  const failures = [];
  const rows = given.flatMap(({ from, promise, proofs }) => {
    if (proofs.length === 0) failures.push(`${from}: no test holds “${promise}”.`);
    return proofs.map((wanted) => {
      const outcome = outcomeOf(wanted, tests);
      const isBad = outcome === 'failed' || (outcome === 'not run' && isWhole);
      const test = `${wanted.file}: ${wanted.title}`;
      if (isBad) failures.push(`${from}, “${promise}”: ${test}: ${outcome}`);
      return `| ${[from, promise, `\`${test}\``, isBad ? `**${outcome}**` : outcome, wanted.proves].map(cell).join(' | ')} |`;
    });
  });
  const head = ['| given in | promise | test | result | what it proves |', '| --- | --- | --- | --- | --- |'];
  const title = '# What holds the promises about security';
  const part = isWhole ? [] : ['This run had some parts only: what did not run is no proof of anything.', ''];
  return { text: [title, '', ...part, ...head, ...rows, ''].join('\n'), failures };
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|');
}

/**
 * Writes the report of a run; the result counts as one of its stages.
 * @param {readonly import('./lanes.mjs').StageResult[]} results
 * @param {boolean} isWhole
 * @returns {import('./lanes.mjs').StageResult}
 */
export function keepSecurityReport(results, isWhole) {
  const tests = results.flatMap(({ result }) => result.times ?? []);
  const { text, failures } = securityReport(promises, tests, isWhole);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'security.md'), text);
  const passed = failures.length === 0 ? 1 : 0;
  return { name: 'security', ms: 0, result: { passed, failed: failures.length, skipped: 0, failures } };
}
