/** Three suites: plain functions in Node, the renderer in jsdom, and the client against real servers. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { unixOnlyFiles } from './testing/unix-only.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// What proves a promise about security is counted by its assertions.
const counted = join(root, 'build/testing/counted.ts');
const integration = '**/*.integration.test.ts';
const ignored = ['**/node_modules/**', 'build/out/**'];
const notHere = process.platform === 'win32' ? Object.keys(unixOnlyFiles) : [];
// What is awaited comes at once or, on a busy machine, late: one second, as the library has it, is neither.
const polling = { poll: { timeout: 15_000 } };
// A run on a build machine leaves the message alone: it says what was found, not “Array(1)”.
const chaiConfig = { truncateThreshold: 4_000 };

export default defineConfig({
  root,
  cacheDir: join(root, 'build/out/vitest-cache'),
  test: {
    // A test that only passes on its second try has found something.
    retry: 0,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: counted,
          // Plain functions keep nothing: files share a process and its modules, which no file replaces for another. A process
          // for each takes half as long as the tests.
          isolate: false,
          include: ['shared/**/*.test.ts', 'electron/**/*.test.ts', 'build/**/*.test.ts', 'e2e/**/*.test.ts'],
          exclude: [...ignored, ...notHere, integration],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: polling,
          chaiConfig,
        },
      },
      {
        root,
        plugins: [react({ jsxImportSource: '#marked' })],
        test: {
          name: 'renderer',
          environment: 'jsdom',
          // Stores of the page live in modules, so each file gets modules and a page of its own, in one process: another
          // process for each would load jsdom again.
          pool: 'vmForks',
          setupFiles: [counted, join(root, 'build/testing/renderer-setup.ts')],
          include: ['renderer/**/*.test.{ts,tsx}'],
          exclude: ignored,
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: polling,
          chaiConfig,
        },
      },
      {
        root,
        test: {
          name: 'integration',
          environment: 'node',
          setupFiles: counted,
          // What is kept is kept by the apps that each test makes: a process for each file would only read the main process again.
          isolate: false,
          include: ['shared', 'electron', 'e2e'].map((folder) => `${folder}/${integration}`),
          exclude: ignored,
          globalSetup: join(root, 'e2e/servers/global-setup.ts'),
          testTimeout: 60_000,
          expect: polling,
          chaiConfig,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
