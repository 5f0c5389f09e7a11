/** Runs electron-builder, in the project's Node: `node build/make-package.mjs folder|formats|installers '{"output":…}'`. */
import { makeFolder } from './packaging/make-folder.mjs';
import { makeFormats } from './packaging/make-formats.mjs';
import { makeInstallers } from './packaging/make-installers.mjs';

const steps = { folder: makeFolder, formats: makeFormats, installers: makeInstallers };
const [, , what, options] = process.argv;
const make = Object.entries(steps).find(([name]) => name === what)?.[1];
if (make === undefined) throw new Error(`no such step: ${String(what)}`);
await make(JSON.parse(options ?? '{}'));
