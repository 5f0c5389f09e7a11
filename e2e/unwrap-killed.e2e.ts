/** `kill -9` between the unwrap request and its response: the app tells afterwards that it made the request. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import { filesHolding } from './traces/files-holding.ts';
import { isKnown, newKvMount, sharedServers, startFaultProxy } from './servers/index.ts';
import { openIt, paste, openWrapping, wrappedEntry } from './steps/wrapping-steps.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2);

test('the next start says that it was opened here, and so does the token when it is pasted again @unwrapped-here', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-unwrap-'));
  const options = { userDataDir: join(folder, 'data'), env: { HOME: folder } };
  const proxy = await startFaultProxy(dev);
  const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
  proxy.add({ url: /unwrap/, fault: { kind: 'held-answer', until: until.then(() => undefined) } });
  const token = await wrappedEntry(dev, mount, { user: 'alice' });
  let launched = await launchApp(options);
  try {
    await openWrapping(launched, proxy.address);
    await paste(launched, token);
    await openIt(launched.window).click();
    await expect.poll(() => isKnown(token)).toBe(false);
    const main = launched.app.process();
    const ended = once(main, 'exit');
    main.kill('SIGKILL');
    await ended;
    release(undefined);
    expect(await filesHolding(folder, token)).toEqual([]);

    await launched.close();
    launched = await launchApp(options);
    const said = new RegExp(
      `You unwrapped a token of ${proxy.address} here at \\d\\d:\\d\\d.*; the response was lost\\.`,
    );
    await expect(launched.window.getByText(said)).toBeVisible();
    await openWrapping(launched, proxy.address);
    await paste(launched, token);
    await expect(
      launched.window.getByText(/^You unwrapped it here at \d\d:\d\d.*; the response was lost\./),
    ).toBeVisible();
    await expect(launched.window.getByText(/report it/)).toHaveCount(0);

    // Shown once.
    await launched.close();
    launched = await launchApp(options);
    await launched.window.getByLabel('Address').waitFor();
    await expect(launched.window.getByText(said)).toHaveCount(0);
  } finally {
    release(undefined);
    await launched.close();
    await proxy.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
