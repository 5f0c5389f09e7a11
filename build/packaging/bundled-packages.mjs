/** The packages that actually ship (the bundler put their code or files into the app), with their licences. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exceptions, refusedLicence } from './licence-policy.mjs';

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version
 * @property {string} licence An SPDX expression.
 * @property {string} text Full text of the licence, with its notices.
 * @property {string} [note]
 * @property {string} [homepage]
 */

/** Collects packages over several bundles. */
export function packageCollector() {
  /** @type {Set<string>} */
  const folders = new Set();
  const take = (/** @type {string} */ id) => {
    const folder = packageFolder(id);
    if (folder !== undefined) folders.add(folder);
  };
  return {
    folders,
    /** @returns {import('vite').Plugin} */
    plugin: () => ({
      name: 'bundled-packages',
      generateBundle(_options, bundle) {
        for (const part of Object.values(bundle)) {
          for (const id of part.type === 'chunk' ? part.moduleIds : part.originalFileNames) take(id);
        }
        // Style sheets end up in files that name no module.
        for (const id of this.getModuleIds()) if (/\.css(\?|$)/.test(id)) take(id);
      },
    }),
  };
}

/**
 * The folder of a module's package; undefined for our own code. The bundler's helpers belong to the bundler.
 * @param {string} id As the bundler names modules and files.
 */
export function packageFolder(id) {
  const virtual = /^\0(vite|rolldown)\//.exec(id)?.[1];
  if (virtual !== undefined) return `node_modules/${virtual}`;
  const plain = id.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/');
  const folder = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(plain)?.[1];
  // File names are relative to the page's folder, and dependencies are in one folder.
  return folder?.startsWith('.') === true ? folder.replace(/^[./]+/, '') : folder;
}

/**
 * Notices of packages, sorted by name. Throws if a licence is not on our list, or its text is missing.
 * @param {Iterable<string>} folders
 * @param {string} root Base of relative folders.
 * @returns {Notice[]}
 */
export function noticesOf(folders, root) {
  /** @type {Map<string, Notice>} */
  const notices = new Map();
  for (const each of folders) {
    const folder = each.startsWith('/') || /^[A-Z]:/i.test(each) ? each : join(root, each);
    const { name, version, license, homepage, author } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const refused = refusedLicence(name, license);
    if (refused !== undefined) throw new Error(`Licences: ${refused}.`);
    notices.set(`${name}@${version}`, {
      name,
      version,
      licence: license,
      text: licenceText(folder, { name, license, author }),
      ...(exceptions[name] === undefined ? {} : { note: exceptions[name].note }),
      ...(typeof homepage === 'string' ? { homepage } : {}),
    });
  }
  return [...notices.values()].sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

/** Name of Go's own code in the launcher, which has no other. */
export const GO_LIBRARY = 'Go standard library';

/**
 * Notice of what the launcher is compiled with. Its version is the compiler's, which the bill of materials names.
 * @returns {Notice}
 */
export function goNotice() {
  const licence = 'BSD-3-Clause';
  const refused = refusedLicence(GO_LIBRARY, licence);
  if (refused !== undefined) throw new Error(`Licences: ${refused}.`);
  const text = readFileSync(new URL('go.txt', import.meta.url), 'utf8').trim();
  return { name: GO_LIBRARY, version: '', licence, text, homepage: 'https://go.dev' };
}

/**
 * @param {string} folder
 * @param {{ name: string, license: string, author?: unknown }} facts Of its package.json.
 */
function licenceText(folder, { name, license, author }) {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const texts = files
    .filter((file) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    // Vite's file also lists its own bundled dependencies; our app contains only its helpers.
    .map((text) => (text.split('# Licenses of bundled dependencies')[0] ?? '').trim());
  const also = exceptions[name]?.also;
  if (also !== undefined) texts.push(readFileSync(new URL(also, import.meta.url), 'utf8').trim());
  // Some packages leave the licence file of their repository out of what they publish.
  const ofRepository = new URL(`${name}.txt`, import.meta.url);
  if (texts.length === 0 && existsSync(ofRepository)) texts.push(readFileSync(ofRepository, 'utf8').trim());
  // An MIT licence's text is known without a file; only the author varies.
  if (texts.length === 0 && license === 'MIT' && typeof author === 'string')
    texts.push(
      `Copyright (c) ${author}\n\n${readFileSync(new URL('MIT.txt', import.meta.url), 'utf8').trim()}`,
    );
  if (texts.length === 0) throw new Error(`Licences: ${name} comes without the text of its licence.`);
  return texts.join('\n\n');
}
