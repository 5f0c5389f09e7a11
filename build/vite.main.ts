/**
 * Bundle of the main process: CommonJS with code splitting. Only what the window needs to appear is in the entry; the
 * Vault client, the schemas and the handlers are chunks of their own, loaded while the window is already drawing.
 */
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { leanUpdater } from './vite.updater.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Vite's configuration for `electron/main.ts` → `main.cjs` in `folder`; `dev`: readable, with source maps. */
export function mainConfig(folder: string, dev: boolean): InlineConfig {
  return config('electron/main.ts', 'main', folder, dev);
}

/** For `electron/worker/entry.ts` → `worker.cjs`: a thread of its own shares no module with main, so it has a bundle of its own. */
export function workerConfig(folder: string, dev: boolean): InlineConfig {
  return config('electron/worker/entry.ts', 'worker', folder, dev);
}

/** What main and the worker both load when it is needed, each for itself: it is on disk once, in `lib/`. */
const shared = ['node-forge', 'openpgp', 'yaml'] as const;

/** For those: `lib/node-forge.cjs` and so on. */
export function sharedConfig(folder: string, dev: boolean): InlineConfig {
  const input = Object.fromEntries(shared.map((name) => [name, `node_modules/${name}`]));
  const common = bundle(dev);
  return {
    ...common,
    build: {
      ...{ ...common.build, ssr: true, outDir: `${folder}/lib` },
      rolldownOptions: {
        input,
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  };
}

/** Leads an import of one of them there, from wherever the chunk lies. */
function fromLib(): Plugin {
  const mark = 'strongroom-lib:';
  return {
    name: 'shared-libraries',
    enforce: 'pre',
    resolveId: (source) =>
      shared.some((name) => name === source) ? { id: `${mark}${source}`, external: true } : undefined,
    generateBundle: (_options, chunks) => {
      for (const chunk of Object.values(chunks)) {
        if (chunk.type !== 'chunk') continue;
        const up = '../'.repeat(chunk.fileName.split('/').length - 1) || './';
        for (const name of shared)
          chunk.code = chunk.code.replaceAll(`${mark}${name}`, `${up}lib/${name}.cjs`);
      }
    },
  };
}

function config(entry: string, name: string, folder: string, dev: boolean): InlineConfig {
  const common = bundle(dev);
  return {
    ...common,
    plugins: [fromLib(), leanUpdater()],
    build: {
      ...{ ...common.build, ssr: entry, outDir: folder },
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: `${name}.cjs`, chunkFileNames: `${name}/[name]-[hash].cjs` },
      },
    },
  };
}

/** What all bundles of main have in common. */
function bundle(dev: boolean) {
  return {
    configFile: false,
    root: repository,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['electron'] },
    build: { emptyOutDir: false, target: 'node24', minify: !dev, sourcemap: dev },
  } satisfies InlineConfig;
}
