/** Draws the first screen while the app is built: templates of its first document (`electron/window/first-screen.ts`). */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { pageConfig } from './vite.renderer.ts';

/** Until React takes over, the first layout asks for no system font: each would be a request that it waits for. */
const ONLY_WEB_FONTS = ":root[data-still]{--sans:'Inter Variable';--mono:'JetBrains Mono Variable'}";

/**
 * Renders the screen with React for servers.
 * @param {string} folder The app; the page's own bundle need not exist yet.
 */
export async function renderTemplates(folder, /** @type {boolean} */ dev) {
  const work = join(folder, 'prerender');
  const config = pageConfig(folder, 'renderer', dev);
  await build({
    ...config,
    ssr: { noExternal: true },
    build: {
      ...config.build,
      ssr: 'prerender.tsx',
      outDir: work,
      sourcemap: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  });
  // Modules of the page add listeners when they load.
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(globalThis, { window: globalThis, document: listening, ...listening });
  const { templates } = await import(pathToFileURL(join(work, 'prerender.mjs')).href);
  const rendered = { '': templates(false), '-test': templates(true) };
  rmSync(work, { recursive: true });
  return rendered;
}

/**
 * Writes the documents of the built page in `folder`.
 * @param {string} folder
 * @param {Awaited<ReturnType<typeof renderTemplates>>} rendered
 */
export function writeFirstScreens(folder, rendered) {
  const page = readFileSync(join(folder, 'renderer', 'index.html'), 'utf8');
  const assets = join(folder, 'renderer', 'assets');
  const boot = readdirSync(assets).find((name) => /^boot-[\w-]+\.js$/.test(name));
  const first = /src="([^"]*\/first-[\w-]+\.js)"/.exec(page)?.[1];
  const [link, sheet] = /<link rel="stylesheet"[^>]*href="\/assets\/([^"]*)">/.exec(page) ?? [];
  if (boot === undefined || first === undefined || link === undefined || sheet === undefined)
    throw new Error('The page has another script or style than its first screen expects.');
  const style = readFileSync(join(assets, sheet), 'utf8') + ONLY_WEB_FONTS;
  const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
  const html = page
    .replace(/\s*<!--.*?-->/gs, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    // The link says to chunks that their style is loaded.
    .replace(link, () => `<style>${style}</style>${link.replace('<link', '<link disabled')}`)
    .replace('</head>', `<script type="module" src="/assets/${boot}" data-then="${first}"></script></head>`)
    .replace('<html', '<html data-still data-theme="\uE000theme\uE000" data-density="\uE000density\uE000"');
  const written = join(folder, 'first-screen');
  const write = (/** @type {string} */ name, /** @type {object} */ content) =>
    writeFileSync(join(written, `${name}.json`), JSON.stringify(content));
  mkdirSync(written);
  write('page', { page: html.replace('<div id="root">', '<div id="root">\uE000screen\uE000'), styleHash });
  for (const [test, kinds] of Object.entries(rendered))
    for (const [kind, template] of Object.entries(kinds)) write(kind + test, template);
}
