/**
 * Report of the security promises that a run has proved (cases run of the total, number of assertions) and of the
 * attacks it ran: build/out/security.md, with a failure for each one missing from a complete run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attacks, tagOfAttack } from '../security/attacks.mjs';
import { promises } from '../security/promises.mjs';
import { out } from '../setup/places.mjs';
import { lastProved } from './proved.mjs';
import { tagsOf } from './runner-result.mjs';

/**
 * @typedef {import('../security/attacks.mjs').Attack} Attack
 * @typedef {import('../security/proof.mjs').Proof} Proof
 * @typedef {import('../security/proof.mjs').SecurityPromise} SecurityPromise
 * @typedef {import('./runner-result.mjs').Sample} Sample
 * @typedef {import('./runner-result.mjs').TestResult} TestResult
 * @typedef {ReturnType<typeof lastProved>} LastProved
 * @typedef {'passed' | 'failed' | 'not run' | 'asserts nothing'} Outcome
 */

/**
 * Outcome of tests in a run. A test in several forms or files passes only if all of them do; one without assertions
 * is not a proof.
 * @param {readonly TestResult[]} tests
 * @returns {Outcome}
 */
export function outcomeOf(tests) {
  if (tests.some(({ status }) => status === 'failed')) return 'failed';
  if (tests.length === 0 || tests.some(({ status }) => status === 'skipped')) return 'not run';
  return tests.every(({ assertions = 0 }) => assertions > 0) ? 'passed' : 'asserts nothing';
}

/**
 * The tests of a proof.
 * @param {Proof} proof
 * @param {readonly TestResult[]} tests
 */
export function testsOf({ file, tag }, tests) {
  return tests.filter(({ test }) => test.startsWith(`${file}:`) && tagsOf(test).includes(tag));
}

/**
 * The report as text, and its failures.
 * @param {object} run
 * @param {readonly SecurityPromise[]} run.promises
 * @param {readonly Attack[]} run.attacks
 * @param {readonly TestResult[]} run.tests
 * @param {boolean} run.isWhole True if all parts ran: then a test that did not run is a failure.
 * @param {LastProved} run.proved Latest results of `npm run prove`.
 */
export function securityReport({ promises: given, attacks: made, tests, isWhole, proved }) {
  /** @type {string[]} */
  const failures = [];
  const judge = (/** @type {Outcome} */ outcome, /** @type {string} */ about) => {
    const isBad = outcome === 'failed' || outcome === 'asserts nothing' || (outcome === 'not run' && isWhole);
    if (isBad) failures.push(`${about}: ${outcome}`);
    return isBad ? `**${outcome}**` : outcome;
  };
  const rows = given.flatMap(({ from, promise, proofs }) => {
    if (proofs.length === 0) failures.push(`${from}: no test holds “${promise}”.`);
    return proofs.map((wanted) => {
      const name = `${wanted.file} @${wanted.tag}`;
      const own = testsOf(wanted, tests);
      const isElsewhere = wanted.part !== undefined && own.every(({ status }) => status === 'skipped');
      const result = isElsewhere
        ? `not in this run; ${wholeRun(wanted, proved)}`
        : judge(outcomeOf(own), `${from}, “${promise}”: ${name}`);
      return [from, promise, `\`${name}\``, result, casesOf(wanted, own, proved), wanted.proves];
    });
  });
  const attackRows = made.map(({ id, does, refuted }) => {
    const own = tests.filter(({ test }) => tagsOf(test).includes(tagOfAttack(id)));
    const names = own.map(({ test }) => `\`${test.split(':')[0] ?? ''}\``);
    if (own.length === 0 && refuted !== undefined) return [id, does, `refuted: ${refuted}`, '', ''];
    const result = judge(outcomeOf(own), `attack ${id}, “${does}”`);
    return [id, does, result, countsOf(own), [...new Set(names)].join(', ')];
  });
  const part = isWhole ? [] : ['This run had some parts only: what did not run is no proof of anything.', ''];
  const text = [
    ...['# What holds the promises about security', '', ...part],
    'A case is a test in one form on one server. Where a test draws some of its cases, it says how many of how many.',
    '',
    ...table(['given in', 'promise', 'tests', 'result', 'cases', 'what they prove'], rows),
    ...['', '# Attacks of the reviews, by name', ''],
    ...table(['attack', 'what it does', 'result', 'cases', 'tests'], attackRows),
    '',
  ].join('\n');
  return { text, failures };
}

/**
 * Cases run of the total, and the number of assertions.
 * @param {Proof} wanted
 * @param {readonly TestResult[]} own
 * @param {LastProved} proved
 */
function casesOf(wanted, own, proved) {
  const samples = own.flatMap((test) => test.samples ?? []);
  const said = [...new Map(samples.map((sample) => [inWords(sample), sample])).keys()];
  const isPart = samples.some(({ ran, of }) => ran < of);
  return [countsOf(own), ...said, ...(isPart ? [`the whole: ${wholeRun(wanted, proved)}`] : [])]
    .filter((each) => each !== '')
    .join('; ');
}

/** @param {readonly TestResult[]} own */
function countsOf(own) {
  const ran = own.filter(({ status }) => status !== 'skipped').length;
  if (ran === 0) return '';
  const assertions = own.reduce((sum, test) => sum + (test.assertions ?? 0), 0);
  return `${number(ran)} of ${number(own.length)}, ${number(assertions)} assertions`;
}

/** @param {Sample} sample */
function inWords({ what, ran, of, seed }) {
  return `${number(ran)} of ${number(of)} ${what}${seed === undefined ? '' : ` (seed ${String(seed)})`}`;
}

/**
 * Latest result of `npm run prove` for a proof's tests.
 * @param {Proof} wanted
 * @param {LastProved} proved
 */
function wholeRun(wanted, proved) {
  const runs = Object.values(proved)
    .map((run) => ({ ...run, own: testsOf(wanted, run.tests) }))
    .filter(({ own }) => own.some(({ status }) => status !== 'skipped'))
    .sort((a, b) => b.date.localeCompare(a.date));
  const [last] = runs;
  if (last === undefined) return 'no run of `npm run prove` is known';
  const samples = last.own.flatMap((test) => test.samples ?? []).map(inWords);
  const where = `${last.date.slice(0, 10)} at ${last.commit.slice(0, 12)}${last.changed ? ', with changes that are not committed,' : ''}`;
  return [outcomeOf(last.own), ...samples, `on ${where} by \`npm run prove\``].join(' ');
}

/** @param {number} count */
function number(count) {
  return count.toLocaleString('en-US');
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/**
 * Writes the report of a run; the result counts as one of its stages.
 * @param {readonly import('./lanes.mjs').StageResult[]} results
 * @param {boolean} isWhole
 * @returns {import('./lanes.mjs').StageResult}
 */
export function keepSecurityReport(results, isWhole) {
  const tests = results.flatMap(({ result }) => result.times ?? []);
  const { text, failures } = securityReport({ promises, attacks, tests, isWhole, proved: lastProved() });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'security.md'), text);
  const passed = failures.length === 0 ? 1 : 0;
  return { name: 'security', ms: 0, result: { passed, failed: failures.length, skipped: 0, failures } };
}
