/** Three suites: plain functions in Node, the renderer in jsdom, and the client against real servers. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { unixOnlyFiles } from './testing/unix-only.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Counts the assertions of tests that prove security promises.
const counted = join(root, 'build/testing/counted.ts');
const integration = '**/*.integration.test.ts';
const ignored = ['**/node_modules/**', 'build/out/**'];
const notHere = process.platform === 'win32' ? Object.keys(unixOnlyFiles) : [];
// Awaited states come at once or, on a busy machine, late: the library's default of one second is too short.
const polling = { poll: { timeout: 15_000 } };
// Keeps the message of a failure complete, instead of “Array(1)”, in a build machine's log.
const chaiConfig = { truncateThreshold: 4_000 };

export default defineConfig({
  root,
  cacheDir: join(root, 'build/out/vitest-cache'),
  test: {
    // A test that passes only on its second try has found a fault.
    retry: 0,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: counted,
          // Plain functions have no state: files share a process and its modules, none of which is mocked. A process
          // per file takes half as long as the tests themselves.
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
          // The page's stores live in modules, so each file gets its own modules and page, in one process: separate
          // processes would each load jsdom again.
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
          // All state is in the apps that each test creates: a process per file would only reload main.
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
