/** Reads the arguments of `npm test`: parts, or files of tests with a filter on titles and a number of repetitions. */
import { existsSync, statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../setup/places.mjs';
import { StepFailed } from '../setup/progress.mjs';
import { PARTS } from './parts.mjs';
import { filesBelow } from './unchanged.mjs';

/**
 * A kind of test file: the project of its runner.
 * @typedef {'unit' | 'renderer' | 'integration' | 'e2e' | 'release' | 'prove' | 'tour'} FileKind
 */

/**
 * @typedef {object} Asked Either parts or files.
 * @property {readonly import('./parts.mjs').Part[]} parts
 * @property {readonly ChosenFile[]} files
 * @property {string} [grep] Filter on titles.
 * @property {number} repeatEach
 */

/** @typedef {{ kind: FileKind, file: string }} ChosenFile `file`: relative to the root, with slashes. */

/** Kinds by the end of a name; the first match counts. @type {readonly (readonly [FileKind, RegExp])[]} */
const endings = [
  ['e2e', /^e2e\/.*\.e2e\.ts$/],
  ['release', /^e2e\/.*\.release\.ts$/],
  ['prove', /^e2e\/.*\.prove\.ts$/],
  ['tour', /^e2e\/.*\.tour\.ts$/],
  ['integration', /^(?:shared|electron|e2e)\/.*\.integration\.test\.ts$/],
  ['renderer', /^renderer\/.*\.test\.tsx?$/],
  ['unit', /^(?:shared|electron|build|e2e)\/.*\.test\.ts$/],
];

const CHOICES = `give parts (${PARTS.join(', ')}), or files of tests such as e2e/entry.e2e.ts, and with files -g 'title' and --repeat-each=5.`;

/** Most files to suggest for a wrong path. */
const MOST_SUGGESTIONS = 5;

/**
 * The kind of a test file; undefined if it is not one.
 * @param {string} file Relative to the root, with slashes.
 */
export function kindOf(file) {
  return endings.find(([, ending]) => ending.test(file))?.[0];
}

/**
 * Reads the arguments; refuses whatever it does not know.
 * @param {readonly string[]} args
 * @returns {Asked}
 */
export function readArguments(args) {
  const { positionals, values } = parsed(args);
  const { grep } = values;
  const parts = PARTS.filter((part) => positionals.includes(part));
  const paths = positionals.filter((name) => !parts.some((part) => part === name));
  const files = [...new Map(paths.map(chosenFile).map((chosen) => [chosen.file, chosen])).values()];
  const repeatEach = timesOf(values['repeat-each']);
  if (files.length > 0 && parts.length > 0)
    throw new StepFailed('Parts and files of tests cannot run together.', CHOICES);
  if (files.length === 0 && (grep !== undefined || values['repeat-each'] !== undefined))
    throw new StepFailed('-g and --repeat-each need a file of tests.', CHOICES);
  if (files.length > 0) return { parts, files, repeatEach, ...(grep === undefined ? {} : { grep }) };
  return { parts: parts.length > 0 ? parts : PARTS, files, repeatEach };
}

/** @param {readonly string[]} args */
function parsed(args) {
  try {
    const read = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { grep: { type: 'string', short: 'g' }, 'repeat-each': { type: 'string' } },
    });
    // Both runners take a title as a pattern.
    new RegExp(read.values.grep ?? '');
    return read;
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new StepFailed(`${why.replace(/\.$/, '')}.`, CHOICES);
  }
}

/** @param {string | undefined} count */
function timesOf(count = '1') {
  if (/^[1-9]\d{0,3}$/.test(count)) return Number(count);
  throw new StepFailed(`--repeat-each is a number from 1 to 9999, not “${count}”.`, CHOICES);
}

/**
 * @param {string} path
 * @returns {ChosenFile}
 */
function chosenFile(path) {
  const absolute = resolve(root, path);
  const file = relative(root, absolute).replaceAll('\\', '/');
  if (!existsSync(absolute) || !statSync(absolute).isFile())
    throw new StepFailed(`There is no part and no file of tests “${path}”.`, suggestion(path));
  const kind = kindOf(file);
  if (kind === undefined) throw new StepFailed(`${file} is not a file of tests that npm test runs.`, CHOICES);
  return { kind, file };
}

/**
 * Names the test files of the same name, or in the folder that was given.
 * @param {string} path
 */
function suggestion(path) {
  const folder = relative(root, resolve(root, path)).replaceAll('\\', '/');
  const [name = ''] = basename(path).split('.');
  const similar = filesBelow(root)
    .map((file) => relative(root, file).replaceAll('\\', '/'))
    .filter((file) => file.startsWith(`${folder}/`) || basename(file).startsWith(`${name}.`))
    .filter((file) => kindOf(file) !== undefined)
    .sort();
  if (similar.length === 0) return CHOICES;
  const more = similar.length > MOST_SUGGESTIONS ? `, … (${String(similar.length)})` : '';
  return `did you mean ${similar.slice(0, MOST_SUGGESTIONS).join(', ')}${more}? Otherwise ${CHOICES}`;
}
