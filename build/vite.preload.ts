/** Bundles of the two preloads. A sandboxed preload can only `require` electron, so each is one CommonJS file. */
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Vite's configuration for one preload, e.g. `preload` → `preload.cjs` in `folder`. */
export function preloadConfig(
  folder: string,
  name: 'preload' | 'trusted-preload',
  dev: boolean,
): InlineConfig {
  return {
    configFile: false,
    root: repository,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: `electron/${name}.ts`,
      outDir: folder,
      emptyOutDir: false,
      target: 'chrome148',
      minify: !dev,
      sourcemap: dev ? 'inline' : false,
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: `${name}.cjs`, codeSplitting: false },
      },
    },
  };
}
