/** Chromium's console messages about the page: no warnings. */
import { expect, test } from '@playwright/test';
import { goTo, launchConnected, tree } from './steps/connected.ts';
import { newKvMount, sharedServers, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();

test('the console of a session with many parts has no warning, and each of them hears of an event', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { a: '1' });
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  try {
    const { window } = launched;
    const said: string[] = [];
    window.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) said.push(message.text());
    });
    // As many subscribers as the tabs, panels and hooks of a long session.
    await window.evaluate(() => {
      const page = globalThis as unknown as {
        strongroom: { on: (heard: () => void) => () => void };
        heard: number;
      };
      page.heard = 0;
      for (let each = 0; each < 40; each++) page.strongroom.on(() => page.heard++);
      // A listener that has unsubscribed is not called.
      page.strongroom.on(() => (page.heard = -Infinity))();
    });
    await goTo(window, `${mount.path}app`);
    await tree(window).waitFor();
    await window.getByRole('button', { name: 'Copy a', exact: true }).click();
    await expect
      .poll(() => window.evaluate(() => Reflect.get(globalThis, 'heard') as number))
      .toBeGreaterThan(39);
    expect(said).toEqual([]);
  } finally {
    await launched.close();
  }
});
