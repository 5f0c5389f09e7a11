/**
 * Bundle of the main process: CommonJS with code splitting. Only what the window needs to appear is in the entry; the
 * Vault client, the schemas and the handlers are chunks of their own, loaded while the window is already drawing.
 */
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Vite's configuration for `electron/main.ts` → `main.cjs` in `folder`; `dev`: readable, with source maps. */
export function mainConfig(folder: string, dev: boolean): InlineConfig {
  return {
    configFile: false,
    root: repository,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: 'electron/main.ts',
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: !dev,
      sourcemap: dev,
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: 'main.cjs', chunkFileNames: 'main/[name]-[hash].cjs' },
      },
    },
  };
}
