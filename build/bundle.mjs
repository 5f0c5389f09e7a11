/** Builds the app into build/out/app. `node build/bundle.mjs` for release, `--dev` for readable code with maps. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { makeGuide } from './guide/make.mjs';
import { renderTemplates, writeFirstScreens } from './prerender.mjs';
import { goNotice, noticesOf, packageCollector } from './packaging/bundled-packages.mjs';
import { agentConfig, mainConfig, sharedConfig, workerConfig } from './vite.main.ts';
import { preloadConfig } from './vite.preload.ts';
import { pageConfig } from './vite.renderer.ts';

const dev = process.argv.includes('--dev');
const out = new URL('./out/', import.meta.url);
const app = new URL('app/', out);
// Built in a separate folder and moved into place when complete: a failed build leaves the last one intact.
const unfinished = new URL(`app-${process.pid}/`, out);
const folder = fileURLToPath(unfinished).slice(0, -1);
mkdirSync(unfinished, { recursive: true });
process.on('exit', () => rmSync(unfinished, { recursive: true, force: true }));
process.env['NODE_ENV'] = dev ? 'development' : 'production';

const packages = packageCollector();
const configs = [
  mainConfig(folder, dev),
  workerConfig(folder, dev),
  agentConfig(folder, dev),
  sharedConfig(folder, dev),
  preloadConfig(folder, 'preload', dev),
  preloadConfig(folder, 'trusted-preload', dev),
  pageConfig(folder, 'renderer', dev),
  pageConfig(folder, 'trusted', dev),
  pageConfig(folder, 'quick', dev),
];
const [templates] = await Promise.all([
  renderTemplates(folder, dev),
  ...configs.map((config) => build({ ...config, plugins: [...(config.plugins ?? []), packages.plugin()] })),
]);
writeFirstScreens(folder, templates);

// All pages have the same fonts: one copy is enough (`electron/window/app-protocol.ts`).
const assets = (/** @type {string} */ page) => fileURLToPath(new URL(`${page}/assets/`, unfinished));
for (const page of ['trusted', 'quick'])
  for (const font of readdirSync(assets(page)).filter((name) => name.endsWith('.woff2')))
    if (existsSync(join(assets('renderer'), font))) rmSync(join(assets(page), font));

// The text of the guide is always included. Existing pictures show the previous app, so they are removed.
makeGuide({ to: fileURLToPath(new URL('guide/', unfinished)) });
rmSync(new URL('guide/', out), { recursive: true, force: true });

// Licences of the shipped code: the app shows them, and the bill of materials lists them.
const repository = fileURLToPath(new URL('..', import.meta.url));
const project = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const ours = { name: 'Strongroom', version: project.version, licence: project.license };
const text = readFileSync(new URL('../LICENSE', import.meta.url), 'utf8').trim();
writeFileSync(
  new URL('licences.json.br', unfinished),
  brotliCompressSync(
    JSON.stringify([{ ...ours, text }, goNotice(), ...noticesOf(packages.folders, repository)]),
  ),
);
writeFileSync(
  new URL('package.json', unfinished),
  `${JSON.stringify(
    {
      name: project.name,
      version: project.version,
      description: project.description,
      author: project.author,
      license: project.license,
      main: 'main.cjs',
      desktopName: project.desktopName,
    },
    null,
    2,
  )}\n`,
);

copyFileSync(new URL('icons/32x32.png', import.meta.url), new URL('tray.png', unfinished));

rmSync(app, { recursive: true, force: true });
renameSync(unfinished, app);
