/** The lock discards the page with its process, even if the page resists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { launchConnected } from './steps/connected.ts';
import { gone, inPage, rendererPid } from './steps/renderer-process.ts';
import { sharedServers } from './servers/index.ts';

let launched: LaunchedApp;
test.beforeEach(async () => {
  const { dev } = sharedServers();
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
});
test.afterEach(() => launched.close());

/** Locks from main, as on system sleep: the page is not asked. */
async function sleep(): Promise<void> {
  await launched.app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend');
  });
}

/** Text of the window, read without Playwright, which gives up a page after its process was killed. */
async function shown(): Promise<string> {
  return String(await inPage(launched, 'document.body.innerText'));
}

test('a page makes way for another process, in which nothing leads back', async () => {
  const before = await rendererPid(launched);
  await sleep();
  await expect.poll(shown).toContain('Strongroom is locked');
  expect(await rendererPid(launched)).not.toBe(before);
  await gone(before);
  const canGoBack = await launched.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.navigationHistory.canGoBack(),
  );
  expect(canGoBack).toBe(false);
  // The log is flushed only occasionally.
  const file = join(launched.userDataDir, 'strongroom.log');
  const log = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await expect.poll(log).toMatch(/the page was replaced$/m);
  expect(log()).not.toContain('blocked');
});

test('a page that asks to stay, or hangs, is replaced all the same', async () => {
  await launched.window.evaluate(() => {
    window.addEventListener('beforeunload', (event) => {
      event.preventDefault();
    });
    setTimeout(() => {
      for (;;);
    });
  });
  const before = await rendererPid(launched);
  await sleep();
  await gone(before);
  await expect.poll(shown).toContain('Strongroom is locked');
});
