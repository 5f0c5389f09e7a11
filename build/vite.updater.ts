/**
 * electron-updater without the parts that this app never uses: feeds of other services, partial downloads, Squirrel.
 * And on Node alone: for a few functions it would bundle nine libraries, one of which patches Node's `fs`. That is
 * two thirds of its size, and app.asar has a limit.
 */
import type { Plugin } from 'vite';

/** Files that are never called, by the end of their names. */
const unused =
  /(?:^|\/)(?:(?:Bitbucket|GitHub|GitLab|Keygen|PrivateGitHub)Provider|differentialDownloader\/\w+|MacUpdater|sax)$/;

/** Replacements for libraries, limited to the functions called. */
const instead: Readonly<Record<string, string>> = {
  debug: 'exports.default = () => Object.assign(() => undefined, { enabled: false });',
  // Its own settings file, which we write as JSON.
  'js-yaml': 'exports.load = (text) => JSON.parse(text);',
  'lodash.isequal': "module.exports = require('node:util').isDeepStrictEqual;",
  'lodash.escaperegexp': "module.exports = (text) => text.replace(/[\\\\^$.*+?()[\\]{}|]/g, '\\\\$&');",
  'lazy-val': `exports.Lazy = class {
    constructor(make) { this.make = make; }
    get hasValue() { return this.make === undefined; }
    get value() { if (this.make !== undefined) this.value = this.make(); return this.made; }
    set value(made) { this.made = made; this.make = undefined; }
  };`,
  'fs-extra': `const fs = require('node:fs');
  const promised = require('node:fs/promises');
  const path = require('node:path');
  const remove = (file) => promised.rm(file, { recursive: true, force: true });
  const outputFile = async (file, text) => {
    await promised.mkdir(path.dirname(file), { recursive: true });
    await promised.writeFile(file, text);
  };
  module.exports = {
    ...promised, remove, outputFile,
    existsSync: fs.existsSync, pathExistsSync: fs.existsSync, readFileSync: fs.readFileSync,
    pathExists: (file) => promised.access(file).then(() => true, () => false),
    emptyDir: async (folder) => { await remove(folder); await promised.mkdir(folder, { recursive: true }); },
    outputJson: (file, data) => outputFile(file, JSON.stringify(data)),
    readJson: async (file) => JSON.parse(await promised.readFile(file, 'utf8')),
  };`,
};

const NOTHING = '\0nothing';
const MARK = '\0instead-of:';

/** Leaves the unused parts out of the bundle. */
export function leanUpdater(): Plugin {
  return {
    name: 'lean-updater',
    enforce: 'pre',
    resolveId: (source, importer = '') => {
      if (!/node_modules\/(?:electron-updater|builder-util-runtime)\//.test(importer)) return undefined;
      if (source in instead) return MARK + source;
      return unused.test(source) ? NOTHING : undefined;
    },
    load: (id) => {
      if (id === NOTHING) return 'module.exports = {};';
      return id.startsWith(MARK) ? instead[id.slice(MARK.length)] : undefined;
    },
  };
}
