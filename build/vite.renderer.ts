/**
 * Bundles of the two pages: the app's (`renderer/`) and the trusted view's (`renderer/trusted/`), each to a folder of
 * its own because each is served to an origin of its own. Nothing is inlined into HTML: the content security policy
 * allows no inline script and no inline style.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

const repository = fileURLToPath(new URL('..', import.meta.url));

/**
 * Everything that the first screen needs, in one file: each further one is another request that a start answers while it
 * has the most to do. A module's imports come along with it.
 */
const firstScreen = { name: 'first', test: /[\\/]renderer[\\/]main\.tsx$/ };

/** Vite's configuration for a page → `renderer/` or `trusted/` in `folder`; `dev`: readable, with source maps. */
export function pageConfig(folder: string, page: 'renderer' | 'trusted', dev: boolean): InlineConfig {
  return {
    configFile: false,
    root: page === 'renderer' ? `${repository}renderer` : `${repository}renderer/trusted`,
    base: '/',
    publicDir: false,
    logLevel: 'warn',
    plugins: page === 'renderer' ? [react({ jsxImportSource: '#marked' })] : [],
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
      rolldownOptions: { output: { codeSplitting: { groups: [firstScreen] } } },
    },
  };
}
