/** Builds the app into build/out/app. `node build/bundle.mjs` for what ships, `--dev` for readable code with maps. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { mainConfig, workerConfig } from './vite.main.ts';
import { preloadConfig } from './vite.preload.ts';
import { pageConfig } from './vite.renderer.ts';

const dev = process.argv.includes('--dev');
const out = new URL('./out/', import.meta.url);
const app = new URL('app/', out);
// Built beside and moved into place when whole: a build that fails leaves the last one as it was.
const unfinished = new URL(`app-${process.pid}/`, out);
const folder = fileURLToPath(unfinished).slice(0, -1);
mkdirSync(unfinished, { recursive: true });
process.on('exit', () => rmSync(unfinished, { recursive: true, force: true }));
process.env['NODE_ENV'] = dev ? 'development' : 'production';

await Promise.all([
  build(mainConfig(folder, dev)),
  build(workerConfig(folder, dev)),
  build(preloadConfig(folder, 'preload', dev)),
  build(preloadConfig(folder, 'trusted-preload', dev)),
  build(pageConfig(folder, 'renderer', dev)),
  build(pageConfig(folder, 'trusted', dev)),
]);

const project = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
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

rmSync(app, { recursive: true, force: true });
renameSync(unfinished, app);
