/** The trusted view: apart from the page, above it, one answer, gone without a trace. */
import { expect, test } from '@playwright/test';
import { launchApp, type LaunchedApp } from './app.ts';
import { callInPage, newCallId, type Answered } from './bridge-calls.ts';
import { sharedServers } from './servers/index.ts';

let launched: LaunchedApp;

test.beforeEach(async () => {
  launched = await launchApp();
  await launched.window.getByLabel('Address').waitFor();
});
test.afterEach(() => launched.close());

/** Asks for a session; the trusted view asks for its token. */
function openSession(callId = newCallId()): Promise<Answered> {
  const tls = { useSystemStore: true, skipVerify: false };
  const target = { address: sharedServers().dev.address, namespace: '', tls, timeoutMs: 30_000, proxy: '' };
  return callInPage(launched.window, 'session.open', { target, name: 'Test server', colour: 'grey' }, callId);
}

test('shows where the token goes, in a process and an origin of its own', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  await expect(trusted.getByRole('dialog')).toContainText(sharedServers().dev.address);
  const facts = await launched.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => ({
      origin: contents.mainFrame.origin,
      process: contents.getOSProcessId(),
    })),
  );
  expect(new Set(facts.map(({ process }) => process)).size).toBe(2);
  expect(facts.map(({ origin }) => origin).sort()).toEqual(['app://strongroom', 'app://trusted']);
  expect(
    await trusted.evaluate(() => [Reflect.has(window, 'strongroom'), Reflect.has(window, 'require')]),
  ).toEqual([false, false]);
  await launched.answer((page) => page.keyboard.press('Escape'));
  expect(await opening).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
});

test('follows a change of theme while it is open', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  for (const theme of ['dark', 'light', 'dark'] as const) {
    await launched.app.evaluate(({ nativeTheme }, source) => void (nativeTheme.themeSource = source), theme);
    await expect(trusted.locator('html')).toHaveAttribute('data-theme', theme);
  }
  await launched.answer((page) => page.keyboard.press('Escape'));
  await opening;
});

test('takes the keyboard from the page below and gives it back', async () => {
  const address = launched.window.getByLabel('Address');
  await address.fill('https://vault.example');
  const opening = openSession();
  const trusted = await launched.trusted();
  await expect(trusted.getByLabel('Token', { exact: true })).toBeFocused();

  // The page takes the focus back and keys are sent to it as the window system would.
  await address.evaluate((field) => field.focus());
  await launched.app.evaluate(({ BrowserWindow }) => {
    const page = BrowserWindow.getAllWindows()[0]?.webContents;
    page?.focus();
    for (const type of ['keyDown', 'char', 'keyUp'] as const) page?.sendInputEvent({ type, keyCode: 'x' });
  });
  await expect(address).toHaveValue('https://vault.example');

  await launched.answer((page) => page.getByRole('button', { name: 'Cancel' }).click());
  await opening;
  await address.press('End');
  await launched.window.keyboard.type('.org');
  await expect(address).toHaveValue('https://vault.example.org');
});

test('keeps Tab inside its card', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  const stops: string[] = [];
  for (let step = 0; step < 5; step++) {
    stops.push(
      await trusted.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
      }),
    );
    await trusted.keyboard.press('Tab');
  }
  expect(stops).toEqual(['', 'Show the token', 'Cancel', 'Log in', '']);
  await launched.answer((page) => page.keyboard.press('Escape'));
  await opening;
});

test('takes a pasted token without the line break around it, and says so', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  await launched.app.evaluate(
    ({ clipboard }, text) => clipboard.writeText(text),
    `${sharedServers().dev.rootToken}\r\n`,
  );
  await trusted.getByLabel('Token', { exact: true }).press('Control+v');
  await expect(trusted.getByRole('status')).toContainText('left out');
  await launched.answer((page) => page.keyboard.press('Enter'));
  expect(await opening).toMatchObject({ ok: true, value: { name: 'Test server' } });
});

test('says why a token was refused, and asks again', async () => {
  const opening = openSession();
  const first = await launched.trusted();
  await first.getByLabel('Token', { exact: true }).fill('hvs two words');
  await first.keyboard.press('Enter');
  await expect(first.getByRole('alert')).toContainText('no spaces');
  await launched.answer(async (page) => {
    await page.getByLabel('Token', { exact: true }).fill('hvs.not-a-token-of-this-server');
    await page.keyboard.press('Enter');
  });
  const second = await launched.trusted();
  await expect(second.getByRole('alert')).not.toBeEmpty();
  await launched.answer((page) => page.keyboard.press('Escape'));
  await opening;
});

test('goes when the page cancels its call, reloads, or the next asks', async () => {
  const callId = newCallId();
  const first = openSession(callId);
  const view = await launched.trusted();
  const second = openSession();
  expect(launched.app.windows()).toHaveLength(2);
  const gone = view.waitForEvent('close');
  await launched.window.evaluate((id) => {
    const bridge = Reflect.get(window, 'strongroom') as { cancel: (callId: number) => void };
    bridge.cancel(id);
  }, callId);
  await gone;
  expect(await first).toMatchObject({ ok: false, error: { kind: 'cancelled' } });

  const next = await launched.trusted();
  const nextGone = next.waitForEvent('close');
  second.catch(() => undefined);
  await launched.window.reload();
  await nextGone;
});

test('leaves no other way in for a page that takes its place', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  const went = await launched.app.evaluate(async ({ webContents }) => {
    const view = webContents
      .getAllWebContents()
      .find((contents) => contents.getURL().startsWith('app://trusted'));
    await view?.executeJavaScript('location.href = "app://strongroom/"; undefined');
    return view?.getURL();
  });
  expect(went).toBe('app://trusted/');
  // By Electron itself: Playwright goes on waiting for the end of the navigation that was refused.
  const gone = trusted.waitForEvent('close');
  await launched.app.evaluate(({ webContents }) => {
    const view = webContents
      .getAllWebContents()
      .find((contents) => contents.getURL().startsWith('app://trusted'));
    view?.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' });
  });
  await gone;
  await opening;
});
