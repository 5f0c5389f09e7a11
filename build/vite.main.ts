/**
 * Bundle of the main process: CommonJS with code splitting. Only what the window needs to appear is in the entry; the
 * Vault client, the schemas and the handlers are chunks of their own, loaded while the window is already drawing.
 */
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Vite's configuration for `electron/main.ts` → `main.cjs` in `folder`; `dev`: readable, with source maps. */
export function mainConfig(folder: string, dev: boolean): InlineConfig {
  return config('electron/main.ts', 'main', folder, dev);
}

/** For `electron/worker/entry.ts` → `worker.cjs`: a thread of its own shares no module with main, so it has a bundle of its own. */
export function workerConfig(folder: string, dev: boolean): InlineConfig {
  return config('electron/worker/entry.ts', 'worker', folder, dev);
}

function config(entry: string, name: string, folder: string, dev: boolean): InlineConfig {
  return {
    configFile: false,
    root: repository,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: !dev,
      sourcemap: dev,
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: `${name}.cjs`, chunkFileNames: `${name}/[name]-[hash].cjs` },
      },
    },
  };
}
