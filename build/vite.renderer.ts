/**
 * Bundles of the pages: the app's (`renderer/`), the secure prompt's (`renderer/trusted/`) and quick access
 * (`renderer/quick/`), in separate folders because each is served to its own origin. Nothing is inlined into HTML: the content security policy allows
 * neither inline scripts nor inline styles, but for the style of the first document (`build/prerender.mjs`).
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

const repository = fileURLToPath(new URL('..', import.meta.url));

/**
 * All code of the first screen in one file: each additional file is another request during the busiest part of the
 * start. A module's imports are included with it.
 */
const firstScreen = { name: 'first', test: /[\\/]renderer[\\/]main\.tsx$/ };

/** Vite's configuration for a page → its own folder in `folder`; `dev`: readable, with source maps. */
export function pageConfig(
  folder: string,
  page: 'renderer' | 'trusted' | 'quick',
  dev: boolean,
): InlineConfig {
  const root = page === 'renderer' ? `${repository}renderer` : `${repository}renderer/${page}`;
  return {
    configFile: false,
    root,
    base: '/',
    publicDir: false,
    logLevel: 'warn',
    plugins: page === 'trusted' ? [] : [react({ jsxImportSource: '#marked' })],
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    define: { 'process.env.NODE_ENV': JSON.stringify(dev ? 'development' : 'production') },
    build: {
      outDir: `${folder}/${page}`,
      emptyOutDir: true,
      target: 'chrome148',
      minify: !dev,
      sourcemap: dev,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        ...(page === 'renderer' ? { input: ['index.html', 'boot.ts'].map((name) => `${root}/${name}`) } : {}),
        output: { codeSplitting: { groups: [firstScreen] } },
      },
    },
  };
}
