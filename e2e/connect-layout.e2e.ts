/** Layout of the connect screen: no part moves, none scrolls, no mouse is needed. */
import { expect, test, type Page } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import {
  addressField,
  checkNew,
  checkStep,
  confirmContact,
  formFailure,
  openTab,
  pressCheck,
} from './steps/connect-form.ts';
import { tree } from './steps/connected.ts';
import { freePorts } from './servers/ports.ts';
import { sharedServers } from './servers/index.ts';
import { narrow, resize, wide } from './tour/sizes.ts';

const { dev, tls } = sharedServers();
const tabs = ['Appearance', 'TLS', 'Proxy', 'Advanced'] as const;
let launched: LaunchedApp;
test.beforeEach(async () => {
  launched = await launchApp({ env: { VAULT_ADDR: dev.address } });
  await launched.window.getByRole('region', { name: 'Found in your shell' }).waitFor();
  // Text positions differ until the font is loaded.
  await launched.window.evaluate(() => document.fonts.ready.then(() => undefined));
});
test.afterEach(() => launched.close());

/** Hidden height of the form, in pixels. */
function hidden(window: Page): Promise<number> {
  return window.locator('form > :first-child').evaluate((area) => area.scrollHeight - area.clientHeight);
}

/** Positions of the parts that must not move. */
async function places(window: Page) {
  const of = (name: string) => window.getByRole('button', { name, exact: true }).boundingBox();
  return [await of('Connect'), await window.getByRole('tablist').boundingBox()];
}

function footer(window: Page) {
  return window.getByRole('region', { name: 'Connection', exact: true });
}

test('nothing of it moves or scrolls at 1280×800, whatever a check says', async () => {
  const { window } = launched;
  await resize(launched, wide);
  // It says nothing before it has something to say.
  await expect(footer(window)).toHaveCount(0);
  const before = await places(window);
  for (const tab of tabs) {
    await openTab(window, tab);
    expect(await hidden(window), tab).toBe(0);
    expect(await places(window), tab).toEqual(before);
  }
  await addressField(window).fill(tls.address);
  await checkNew(launched);
  await expect(formFailure(window)).toContainText('The server’s certificate is not trusted');
  await expect(checkStep(window, 'TCP')).toContainText('passed');
  expect(await places(window)).toEqual(before);
  expect(await hidden(window)).toBe(0);
  await addressField(window).fill(dev.address);
  await pressCheck(window);
  await confirmContact(launched);
  await expect(checkStep(window, 'State')).toContainText('passed');
  expect(await places(window)).toEqual(before);
});

for (const size of [narrow, { width: 640, height: 480 }]) {
  test(`at ${String(size.width)}×${String(size.height)} the form scrolls, and the footer covers none of it`, async () => {
    const { window } = launched;
    await launched.app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setMinimumSize(width, height);
    }, size);
    await resize(launched, size);
    expect(await hidden(window)).toBeGreaterThan(0);
    await addressField(window).fill(dev.address);
    await checkNew(launched);
    await expect(checkStep(window, 'State')).toContainText('passed');
    const box = await footer(window).boundingBox();
    expect(box === null ? 0 : box.y + box.height).toBeLessThanOrEqual(size.height);
    for (const tab of tabs) {
      await openTab(window, tab);
      expect(await footer(window).boundingBox()).toEqual(box);
      const form = await window.locator('form > :first-child').boundingBox();
      expect(form === null ? Infinity : form.y + form.height).toBeLessThanOrEqual(box?.y ?? 0);
    }
    expect(await window.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}

test('a first connection takes an address, a token and Enter twice', async () => {
  const { window } = launched;
  await expect(addressField(window)).toBeFocused();
  await window.keyboard.type(dev.address);
  await window.keyboard.press('Enter');
  await launched.answer(async (trusted) => {
    await expect(trusted.getByLabel('Token', { exact: true })).toBeFocused();
    await trusted.keyboard.type(dev.rootToken);
    await trusted.keyboard.press('Enter');
  });
  await expect(tree(window)).toBeVisible();
});

test('a login that does not reach its server says where it stopped', async () => {
  const { window } = launched;
  const [port] = await freePorts(1);
  await addressField(window).fill(`http://127.0.0.1:${String(port)}`);
  await window.keyboard.press('Enter');
  await launched.answer(async (trusted) => {
    await trusted.getByLabel('Token', { exact: true }).fill('any');
    await trusted.keyboard.press('Enter');
  });
  await expect(formFailure(window)).toContainText('Cannot connect');
  await expect(checkStep(window, 'DNS')).toContainText('not used');
  await expect(checkStep(window, 'TCP')).toContainText('failed');
  await expect(checkStep(window, 'TLS')).toContainText('not reached');
});
