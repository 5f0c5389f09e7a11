/**
 * The real app on real servers: `e2e` tests, `prove` has the slow ones, `tour` takes pictures, `release` attacks the
 * packaged app, `start` is the main job of `npm start`, on its own server. The caller chooses the reports.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  testDir: join(root, 'e2e'),
  outputDir: process.env['STRONGROOM_RUN_FOLDER'] ?? join(root, 'build/out/playwright'),
  ...(process.env['STRONGROOM_SAMPLE'] === undefined && {
    globalSetup: join(root, 'e2e/servers/global-setup.ts'),
  }),
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: { trace: 'off', screenshot: 'off' },
  projects: [
    { name: 'e2e', testMatch: '**/*.e2e.ts' },
    { name: 'prove', testMatch: '**/*.prove.ts', timeout: 600_000 },
    { name: 'release', testMatch: '**/*.release.ts' },
    { name: 'tour', testMatch: '**/*.tour.ts', timeout: 300_000 },
    { name: 'start', testMatch: '**/*.start.ts', timeout: 180_000 },
  ],
});
