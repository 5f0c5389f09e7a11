/** A server whose clock is two hours ahead of this machine's: every screen shows its times consistently. */
import { expect, test } from '@playwright/test';
import { goTo, launchConnected } from './steps/connected.ts';
import type { LaunchedApp } from './steps/app.ts';
import { newKvMount, newToken, sharedServers, startClockProxy, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();
const HOURS = 3_600_000;
let launched: LaunchedApp;
test.afterEach(() => launched.close());

for (const hours of [2, -2]) {
  test(`a server clock ${String(hours)} h off: one time left of a token, and a version saved just now`, async () => {
    const mount = await newKvMount(dev, 2);
    const { token } = await newToken(dev, { policies: ['root'], ttl: '90m' });
    const proxy = await startClockProxy(dev, hours * HOURS);
    launched = await launchConnected({ address: proxy.address, token });
    const { window } = launched;
    await writeEntry(dev, mount, 'app', { user: 'alice' });
    await goTo(window, `${mount.path}app`);
    await expect(window.getByText(/^saved (?:just now|\d+ s ago|1 min ago)$/)).toBeVisible();
    const status = window.getByRole('contentinfo', { name: 'Status' });
    await status.getByRole('button', { name: /1 h/ }).click();
    const card = window.getByRole('dialog', { name: 'Token' });
    await expect(card).toContainText('in 1 h');
    await card.getByRole('button', { name: 'Inspect token' }).click();
    await expect(window.getByRole('main').getByText('in 1 h').first()).toBeVisible();
    await expect(window.getByText(/in 3 h|ago.*expires/)).toHaveCount(0);
    await proxy.stop();
  });
}
