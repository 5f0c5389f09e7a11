/** Parses the arguments that electron-builder passes to `fpm`. */
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} PackageRequest
 * @property {string} type `deb` or `rpm`.
 * @property {string} output
 * @property {string} name
 * @property {string} version
 * @property {string} architecture
 * @property {string} maintainer
 * @property {string} licence
 * @property {string} category
 * @property {string} url Empty without one.
 * @property {readonly string[]} description The synopsis, then the lines of the long description.
 * @property {readonly string[]} depends
 * @property {readonly string[]} recommends
 * @property {string} level Compression level: 1 to 9; empty: the default.
 * @property {string} afterInstall A script.
 * @property {string} afterRemove A script.
 * @property {readonly { from: string, to: string }[]} inputs
 */

/** Options without a value; all others take one. */
const FLAGS = ['--force', '--debug'];

/**
 * Throws on unknown arguments: a newer electron-builder can pass others.
 * @param {readonly string[]} args
 * @returns {PackageRequest}
 */
export function readFpmArguments(args) {
  /** @type {Map<string, string[]>} */
  const options = new Map();
  /** @type {{ from: string, to: string }[]} */
  const inputs = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg.startsWith('-')) {
      if (FLAGS.includes(arg)) continue;
      at += 1;
      options.set(arg, [...(options.get(arg) ?? []), args[at] ?? '']);
    } else {
      const equals = arg.lastIndexOf('=/');
      if (equals < 1) throw new Error(`not understood: ${arg}`);
      inputs.push({ from: arg.slice(0, equals), to: arg.slice(equals + 1) });
    }
  }
  const all = (/** @type {string} */ name) => {
    const values = options.get(name) ?? [];
    options.delete(name);
    return values;
  };
  const one = (/** @type {string} */ name) => all(name).at(-1) ?? '';
  for (const without of [
    '-s',
    '--vendor',
    '--deb-priority',
    '--deb-compression',
    '--rpm-os',
    '--rpm-compression',
    '--log',
  ]) {
    all(without);
  }
  const summary = one('--rpm-summary');
  const url = one('--url');
  const description = one('--description')
    .split('\n')
    .map((line) => line.trim());
  const request = {
    type: one('-t'),
    output: one('--package'),
    name: one('--name'),
    version: one('--version'),
    architecture: one('--architecture'),
    maintainer: one('--maintainer'),
    licence: one('--license'),
    category: one('--category'),
    url: url.startsWith('https://') ? url : '',
    description: summary === '' ? description : [summary, ...description],
    depends: all('-d'),
    recommends: all('--deb-recommends'),
    level: one('--deb-compression-level'),
    afterInstall: script(one('--after-install')),
    afterRemove: script(one('--after-remove')),
    inputs,
  };
  const unknown = [...options.keys()];
  if (unknown.length > 0) throw new Error(`not understood: ${unknown.join(', ')}`);
  return request;
}

/** @param {string} file */
function script(file) {
  return file === '' ? '' : readFileSync(file, 'utf8').replace(/^#!.*\n/, '');
}
