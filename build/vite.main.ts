/**
 * Bundle of the main process: CommonJS with code splitting. The entry has only the code that the window needs to
 * appear; Vault client, schemas and handlers are separate chunks, loaded while the window is drawing.
 */
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { leanUpdater } from './vite.updater.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Vite's configuration for `electron/main.ts` → `main.cjs` in `folder`; `dev`: readable, with source maps. */
export function mainConfig(folder: string, dev: boolean): InlineConfig {
  return config('electron/main.ts', 'main', folder, dev);
}

/** For `electron/worker/entry.ts` → `worker.cjs`: a thread shares no modules with main, so it has its own bundle. */
export function workerConfig(folder: string, dev: boolean): InlineConfig {
  return config('electron/worker/entry.ts', 'worker', folder, dev);
}

/** For `electron/worker/agent-entry.ts` → `agent.cjs`: only this thread has the SDK of coding agents. */
export function agentConfig(folder: string, dev: boolean): InlineConfig {
  return config('electron/worker/agent-entry.ts', 'agent', folder, dev);
}

/** Libraries that main and the worker each load on demand: stored once, in `lib/`. */
const shared = ['node-forge', 'openpgp', 'yaml'] as const;

/** Bundles of these libraries: `lib/node-forge.cjs` and so on. */
export function sharedConfig(folder: string, dev: boolean): InlineConfig {
  const input = Object.fromEntries(shared.map((name) => [name, `node_modules/${name}`]));
  const common = bundle(dev);
  return {
    ...common,
    build: {
      ...common.build,
      ssr: true,
      outDir: `${folder}/lib`,
      rolldownOptions: {
        input,
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  };
}

/** Redirects imports of these libraries to `lib/`, from any chunk. */
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
      ...common.build,
      ssr: entry,
      outDir: folder,
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: `${name}.cjs`, chunkFileNames: `${name}/[name]-[hash].cjs` },
      },
    },
  };
}

/** Settings common to all bundles of main. */
function bundle(dev: boolean) {
  return {
    configFile: false,
    root: repository,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['electron'] },
    build: { emptyOutDir: false, target: 'node24', minify: !dev, sourcemap: dev },
  } satisfies InlineConfig;
}
