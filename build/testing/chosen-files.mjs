/** Test files given to `npm test`: their prerequisites, and their stages in two lanes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureApp } from '../setup/app-bundle.mjs';
import { root } from '../setup/places.mjs';
import { playwrightRun } from './playwright-run.mjs';
import { releaseRun } from './release-run.mjs';
import { importsOf } from './unchanged.mjs';
import { vitestRun } from './vitest-run.mjs';

/**
 * @typedef {import('./asked.mjs').Asked} Asked
 * @typedef {import('./asked.mjs').FileKind} FileKind
 * @typedef {import('./lanes.mjs').Stage} Stage
 * @typedef {import('./preparation.mjs').Prepared} Prepared
 * @typedef {import('./preparation.mjs').TestNeed} TestNeed
 */

/** @type {readonly FileKind[]} */
const byVitest = ['unit', 'renderer', 'integration'];

/** @type {Readonly<Record<FileKind, readonly TestNeed[]>>} */
const needsOfKind = {
  unit: [],
  renderer: [],
  integration: ['electron', 'vault'],
  e2e: ['electron', 'screen', 'vault'],
  prove: ['electron', 'screen', 'vault'],
  tour: ['electron', 'screen', 'vault'],
  release: ['electron', 'launcher', 'screen', 'vault'],
};

/** Prerequisites by the functions that use them. @type {readonly (readonly [TestNeed, RegExp])[]} */
const usedBy = [
  ['openbao', /'openbao'/],
  ['launcher', /\blauncherFile\b/],
  ['reference', /\b(?:startHvac|startGpg|referencePython|straced)\b/],
  ['logins', /\bstart(?:Ldap|Radius|LoginVault)\b/],
];

/**
 * Prerequisites of some test files. Those with servers need the ones of their kind, and what they or the helpers that
 * they import use.
 * @param {Asked['files']} files
 * @returns {Set<TestNeed>}
 */
export function fileNeeds(files) {
  const needs = new Set(files.flatMap(({ kind }) => needsOfKind[kind]));
  if (process.env['STRONGROOM_SERVER'] === 'openbao' && needs.has('vault')) needs.add('openbao');
  for (const { kind, file } of files) {
    if (needsOfKind[kind].length === 0) continue;
    const texts = textsFrom(file);
    for (const [need, use] of usedBy) if (texts.some((text) => use.test(text))) needs.add(need);
  }
  return needs;
}

/**
 * Texts of a test and of the tests' own helpers that it imports, also indirectly. The servers' modules know all
 * servers, and would add their needs to every test.
 * @param {string} test
 */
function textsFrom(test) {
  const isHelper = /^e2e[/\\](?!servers[/\\]).*\.ts$|\.fixture\.tsx?$/;
  const files = { has: (/** @type {string} */ name) => isHelper.test(name) && existsSync(join(root, name)) };
  /** @type {string[]} */
  const texts = [];
  const all = new Set([test]);
  // A set also iterates over elements added during the iteration.
  for (const name of all) {
    const text = readFileSync(join(root, name), 'utf8');
    texts.push(text);
    for (const next of importsOf(name, text, files)) all.add(next);
  }
  return texts;
}

/**
 * Stages of the files, one for each project. vitest cannot count repetitions, so each of them is a stage there.
 * @param {Asked} asked
 * @param {Prepared} prepared
 * @returns {readonly (readonly Stage[])[]}
 */
export function fileLanes(asked, prepared) {
  const lanes = /** @type {const} */ ([
    ['e2e', 'prove', 'tour'],
    ['unit', 'renderer', 'integration', 'release'],
  ]);
  return lanes.map((kinds) =>
    kinds.flatMap((kind) => {
      const files = asked.files.flatMap((chosen) => (chosen.kind === kind ? [chosen.file] : []));
      const count = files.length === 0 ? 0 : byVitest.includes(kind) ? asked.repeatEach : 1;
      return Array.from({ length: count }, (_, index) => ({
        name: count === 1 ? kind : `${kind}, ${String(index + 1)} of ${String(count)}`,
        run: () => runFiles(kind, files, asked, prepared),
      }));
    }),
  );
}

/**
 * @param {FileKind} kind
 * @param {readonly string[]} files
 * @param {Asked} asked
 * @param {Prepared} prepared
 */
async function runFiles(
  kind,
  files,
  { grep, repeatEach },
  { vault, electron, inNode, inElectron, onDisplay },
) {
  const titles = grep === undefined ? {} : { grep };
  // Absolute, because vitest also takes a part of a path.
  const paths = files.map((file) => join(root, file));
  if (kind === 'unit' || kind === 'renderer') return vitestRun([kind], { ...inNode, ...titles }, paths);
  await vault;
  if (kind === 'integration') return vitestRun([kind], { ...inElectron, ...titles }, paths);
  await ensureApp();
  const tests = { files, repeatEach, ...titles };
  if (kind !== 'release') return playwrightRun(kind, { ...tests, env: onDisplay });
  if (electron === undefined) throw new Error('a release needs an Electron');
  return releaseRun(electron, onDisplay, { ...tests, asDeb: false });
}
