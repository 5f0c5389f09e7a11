/**
 * `kill -9` of the page's process and of main, at every step of a save: the server has one of the two contents,
 * whole; a draft outlives its page; and no value is on disk once main is gone.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { launchConnected, logIn } from './steps/connected.ts';
import { filesHolding } from './traces/files-holding.ts';
import { clickInPage, inPage, killPage } from './steps/renderer-process.ts';
import { prepareSave, saveAsFarAs, savingSteps } from './steps/saving-step.ts';
import { newKvMount, sharedServers } from './servers/index.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2);

for (const step of savingSteps) {
  test(`the page is killed when a save is ${step}: nothing is lost @page-killed`, async () => {
    const save = await prepareSave(dev, mount, step);
    const launched = await launchConnected({ address: save.proxy.address, token: dev.rootToken });
    try {
      await saveAsFarAs(step, launched.window, mount, save);
      await killPage(launched);
      save.release();

      if (step === 'saved') {
        await expect.poll(() => inPage(launched, text)).toContain('version 2 · current');
        expect(await inPage(launched, valueField)).toBeNull();
        expect(await save.state()).toBe('after');
        return;
      }
      await expect.poll(() => inPage(launched, valueField)).toBe(save.typed);
      expect(['before', 'after']).toContain(await save.state());
      // It can be saved again: once, in any state of the first attempt.
      await saveAgain(launched);
      await expect.poll(save.state).toBe('after');
    } finally {
      save.release();
      await launched.close();
      await save.proxy.stop();
    }
  });

  test(`main is killed when a save is ${step}: nothing of a value is on disk, and it starts again @main-killed`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strongroom-kill-'));
    const options = { userDataDir: join(folder, 'data'), env: { HOME: folder } };
    const save = await prepareSave(dev, mount, step);
    let launched = await launchApp(options);
    try {
      const name = 'Killed server';
      await logIn(launched, { address: save.proxy.address, token: dev.rootToken, name });
      await saveAsFarAs(step, launched.window, mount, save);
      const main = launched.app.process();
      const ended = once(main, 'exit');
      main.kill('SIGKILL');
      await ended;
      save.release();

      await expect.poll(save.state).toMatch(step === 'saved' ? /^after$/ : /^(before|after)$/);
      expect(await filesHolding(folder, save.proxy.address)).not.toEqual([]);
      for (const secret of [save.before, save.typed, dev.rootToken])
        expect(await filesHolding(folder, secret)).toEqual([]);
      const profiles = await readFile(join(options.userDataDir, 'profiles.json'), 'utf8');
      expect(profiles).toContain(JSON.stringify(name));
      expect(() => JSON.parse(profiles) as unknown).not.toThrow();

      await launched.close();
      launched = await launchApp(options);
      await expect(launched.window.getByText(name).first()).toBeVisible();
      await expect(launched.window.getByRole('alert')).toHaveCount(0);
    } finally {
      save.release();
      await launched.close();
      await save.proxy.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}

// After a crash Playwright treats the page as dead: the current page is read and clicked through main.
const text = 'document.body.innerText';
const valueField = `document.querySelector('[aria-label="Value of user"]')?.value ?? null`;

/** Clicks on a button by the beginning of its text; false if no enabled button matches. */
function press(launched: LaunchedApp, words: string): Promise<boolean> {
  return clickInPage(
    launched,
    `[...document.querySelectorAll('button')].find(
      (one) => one.ariaDisabled !== 'true' && one.textContent.trim().startsWith(${JSON.stringify(words)}),
    )`,
  );
}

/** Reviews the difference and saves it; no change is left to save if the first attempt had arrived. */
async function saveAgain(launched: LaunchedApp): Promise<void> {
  const after = async (words: string, shown: RegExp): Promise<void> =>
    expect(async () => {
      await press(launched, words);
      expect(await inPage(launched, text)).toMatch(shown);
    }).toPass();
  await after('Review and save', /Save as version/);
  await after('Save as version', /version 2 · current|Your changes and what is there/);
}
