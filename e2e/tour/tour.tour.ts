/**
 * The tour: the main job, step by step, in the real app on a real server, with a picture of every screen and state,
 * light and dark, at 1280×800 and for narrow ones at 960×600. `npm run tour` runs it; look at the pictures.
 */
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectOneWord } from '../looks/one-fact.ts';
import { takePicture } from '../looks/picture.ts';
import { launchApp, type LaunchedApp } from '../steps/app.ts';
import { addressField, pressLogIn } from '../steps/connect-form.ts';
import { questionsOfADay, workADay } from '../steps/questions.ts';
import { startTourServers, stopTourServers, tourParts, type TourServers } from './parts.ts';
import { tourPrompts } from './prompts.ts';

const folder = process.env['STRONGROOM_PICTURES'] ?? 'build/out/tour';

let servers: TourServers;

test.beforeAll(async () => {
  servers = await startTourServers();
});
test.afterAll(() => stopTourServers(servers));

/** Takes the same picture in both themes, of a screen whose places agree about every fact. */
async function picture(launched: LaunchedApp, name: string, trusted?: Page): Promise<void> {
  await expectOneWord(launched.window);
  for (const theme of ['light', 'dark'] as const) {
    await launched.app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    for (const page of [launched.window, ...(trusted ? [trusted] : [])]) {
      await page.waitForFunction(
        (dark) => matchMedia('(prefers-color-scheme: dark)').matches === dark,
        theme === 'dark',
      );
    }
    await takePicture(join(folder, `${name}-${theme}.png`), launched.window, trusted);
  }
}

test('prompts of every kind', async () => {
  const launched = await launchApp();
  await addressField(launched.window).fill(servers.vault.address);
  await pressLogIn(launched.window);
  await tourPrompts(launched, await launched.trusted(), picture);
  await launched.close();
});

test('the questions of a normal day', async () => {
  const launched = await launchApp();
  expect(await workADay(launched, servers.vault)).toEqual(questionsOfADay);
  await launched.close();
});

for (const [title, show] of Object.entries(tourParts)) {
  test(title, async () => {
    // Pictures of sizes, zooms and contrast take longest.
    test.setTimeout(900_000);
    await show(servers, picture);
  });
}
