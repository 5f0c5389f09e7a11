/**
 * `npm run conformance`: every operation of the specification by hvac and by the app, side by side, on Vault and on
 * OpenBao. A case passes if both results are as expected, and equal unless a reason is given. `-- --server openbao`
 * (or `vault`) runs one server.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, projectEnvironment, projectNode } from './setup/dependencies.mjs';
import { root } from './setup/places.mjs';
import { say, script, StepFailed } from './setup/progress.mjs';
import { ensureSystem } from './setup/system.mjs';
import { products } from './setup/server-finder.mjs';
import { ensureServer } from './setup/servers.mjs';
import { runProgram } from './testing/program.mjs';

/**
 * @typedef {import('./setup/server-finder.mjs').Product} Product
 * @typedef {{
 *   operation: string, case: string, calls: string[], looks: string[], hvac: string, ours: string,
 *   same: boolean, unexpected: string[], why: string[], differs: string[],
 * }} Row
 * @typedef {{ what: string, why: string }} Look
 * @typedef {{ product: Product, rows: Row[], looks: Look[] }} Table
 * @typedef {{ product: Product, row: Row }} Line A case on one server.
 */

/** @type {readonly Product[]} */
const all = ['vault', 'openbao'];

await script(async () => {
  const asked = askedProducts(process.argv.slice(2));
  await ensureDependencies();
  await ensureSystem(['reference']);
  for (const product of asked) await ensureServer(product);
  for (const product of all) rmSync(fileOf(product), { force: true });
  const args = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'build/vitest.config.ts'];
  const suites = ['--project', 'unit', '--project', 'integration', '--reporter=dot', 'e2e/conformance'];
  const [one] = asked;
  const only = asked.length === 1 ? ['-t', `conformance on ${one}`] : [];
  const env = { ...projectEnvironment(), ...(asked.length === 1 ? { STRONGROOM_SERVER: one } : {}) };
  const { code, output } = await runProgram(projectNode, [...args, ...suites, ...only], { env });
  if (!asked.every((product) => existsSync(fileOf(product)))) {
    process.stdout.write(output);
    throw new StepFailed('The cases could not be run.', 'read what the runner said above.');
  }
  const tables = asked.map(readTable);
  const lines = tables.flatMap(({ product, rows }) => rows.map((row) => ({ product, row })));
  const cases = grouped(lines, ({ row }) => `${row.operation}: ${row.case}`);
  printCases(tables, cases);
  printLooks(tables);
  if (tables.length > 1) printDifferences(cases);
  for (const { product, rows } of tables) say(products[product].name, counts(rows));
  const calls = [...new Set(lines.flatMap(({ row }) => row.calls))].sort();
  say('Calls of the app', `${calls.length}, each made by a screen: ${calls.join(', ')}`);
  if (code !== 0 || lines.some(({ row }) => !isGood(row))) {
    process.stdout.write(output);
    throw new StepFailed(
      'Not every case came out as expected.',
      'read what stands below each case marked ✗.',
    );
  }
});

/**
 * @param {readonly string[]} args
 * @returns {readonly Product[]}
 */
function askedProducts(args) {
  if (args.length === 0) return all;
  const one = all.find((product) => product === args[1]);
  if (args[0] === '--server' && args.length === 2 && one !== undefined) return [one];
  throw new StepFailed(
    `“${args.join(' ')}” is unknown here.`,
    'say --server vault or --server openbao, or nothing for both.',
  );
}

/** @param {Product} product */
function fileOf(product) {
  return join(root, 'build', 'out', `conformance-${product}.json`);
}

/**
 * @param {Product} product
 * @returns {Table}
 */
function readTable(product) {
  return { product, ...JSON.parse(readFileSync(fileOf(product), 'utf8')) };
}

/** @param {Row} row */
function isGood({ same, unexpected }) {
  return same && unexpected.length === 0;
}

/** @param {readonly Row[]} rows */
function counts(rows) {
  const good = rows.filter(isGood);
  const apart = good.filter(({ why }) => why.length > 0).length;
  return `${rows.length} cases: ${good.length} as expected, ${good.length - apart} the same as hvac, ${apart} different for the reason given; ${rows.length - good.length} failed`;
}

/** @param {Row | undefined} row */
function markOf(row) {
  if (row === undefined) return '–';
  if (!isGood(row)) return '✗';
  return row.why.length > 0 ? '✓ not as hvac' : '✓ same';
}

/**
 * @param {readonly Table[]} tables
 * @param {Map<string, Line[]>} cases
 */
function printCases(tables, cases) {
  const width = Math.max(...[...cases.keys()].map((name) => name.length));
  for (const [name, lines] of cases) {
    const marks = tables.map(({ product }) => {
      const mark = markOf(lines.find((line) => line.product === product)?.row);
      return `${products[product].name} ${mark}`.padEnd(`${products[product].name} ✓ not as hvac`.length);
    });
    const asked = [...new Set(lines.flatMap(({ row }) => row.looks))];
    const calls = [...new Set(lines.flatMap(({ row }) => row.calls))];
    const besides = asked.length === 0 ? '' : ` + ${asked.join(', ')}`;
    process.stdout.write(`${name.padEnd(width)}  ${marks.join('  ')}  ${calls.join(', ')}${besides}\n`);
    for (const { product, row } of lines)
      if (!isGood(row) || tables.length === 1 || row.differs.length === 0)
        printDetails(products[product].name, row);
  }
}

/**
 * Prints a failure, or a difference from hvac. With both servers, OpenBao's differences are in the final table.
 * @param {string} server
 * @param {Row} row
 */
function printDetails(server, row) {
  if (isGood(row) && row.why.length === 0) return;
  for (const why of row.why) process.stdout.write(`    ${server}, why: ${why}\n`);
  process.stdout.write(`    hvac: ${short(row.hvac)}\n    ours: ${short(row.ours)}\n`);
  for (const one of row.unexpected) process.stdout.write(`    ✗ ${short(one)}\n`);
}

/** @param {readonly Table[]} tables */
function printLooks(tables) {
  const looks = new Map(tables.flatMap((table) => table.looks).map(({ what, why }) => [what, why]));
  process.stdout.write('\nWhat the app asks besides (+), each of it only reading:\n');
  for (const [what, why] of looks) process.stdout.write(`  ${what}: ${why}\n`);
}

/** @param {Map<string, Line[]>} cases */
function printDifferences(cases) {
  process.stdout.write('\nWhat differs between Vault and OpenBao, by reason:\n');
  const differing = [...cases].flatMap(([name, lines]) => {
    const there = lines.find(({ row }) => row.differs.length > 0)?.row;
    const onVault = lines.find(({ product }) => product === 'vault')?.row;
    return there === undefined ? [] : [{ name, there, onVault }];
  });
  for (const [why, ones] of grouped(differing, ({ there }) => there.differs.join(' '))) {
    process.stdout.write(`  ${why}\n`);
    for (const { name, there, onVault } of ones) {
      process.stdout.write(`    ${name}\n`);
      process.stdout.write(`      Vault:           ${short(onVault?.ours ?? 'not run')}\n`);
      process.stdout.write(`      OpenBao:         ${short(there.ours)}\n`);
      process.stdout.write(
        `      hvac on OpenBao: ${there.hvac === there.ours ? 'the same' : short(there.hvac)}\n`,
      );
    }
  }
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => string} keyOf
 */
function grouped(items, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** @param {string} text */
function short(text) {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
