/** Reading an entry: masked values, revealed one at a time, copied without being shown, versions and their states. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { goTo, keyRow, launchConnected } from './steps/connected.ts';
import { descendants, findInMemory } from './traces/process-memory.ts';
import {
  ask,
  must,
  newKvMount,
  sharedServers,
  startFaultProxy,
  uniqueName,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();
const v2 = await newKvMount(dev, 2);
const v1 = await newKvMount(dev, 1);
const unseen = uniqueName('never-shown');
const pem = '-----BEGIN TEST-----\nAAAA\nBBBB\n-----END TEST-----\n';
let launched: LaunchedApp;

test.beforeAll(async () => {
  await writeEntry(dev, v2, 'app', {
    username: 'svc-app',
    password: 'first',
    unseen,
    pem,
    limits: { cpu: 2, deep: [1, null] },
    trailing: 'ends with a space ',
    nothing: null,
  });
  for (const password of ['second', 'third']) await writeEntry(dev, v2, 'versions', { password });
  await writeEntry(dev, v2, 'versions', { password: 'fourth' });
  await must(dev, 'POST', `${v2.path}delete/versions`, { versions: [2] });
  await must(dev, 'POST', `${v2.path}destroy/versions`, { versions: [1] });
  await must(dev, 'POST', `${v2.path}metadata/versions`, { custom_metadata: { owner: 'team payments' } });
  await writeEntry(dev, v2, 'retired', { password: 'old' });
  await must(dev, 'DELETE', `${v2.path}data/retired`);
  await writeEntry(dev, v1, 'ledger', '{"last_id":9223372036854775807,"b":"1","a":"2"}');
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
});
test.afterAll(() => launched.close());

async function open(path: string): Promise<Page> {
  await goTo(launched.window, path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  await expect(launched.window.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  return launched.window;
}

/** Sets the preference through the app's own bridge. */
async function clearAfterSeconds(page: Page, clipboardSeconds: number): Promise<void> {
  await page.evaluate(async (seconds) => {
    await window.strongroom.call(
      'app.setPreferences',
      { clipboardSeconds: seconds },
      Number.MAX_SAFE_INTEGER,
    );
  }, clipboardSeconds);
}

const clipboard = (): Promise<string> => launched.app.evaluate(({ clipboard: board }) => board.readText());

test('a menu that was opened while the entry is still read stays open when it is there', async () => {
  const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
  const proxy = await startFaultProxy(dev);
  const slow = await launchConnected({ address: proxy.address, token: dev.rootToken });
  try {
    proxy.add({ fault: { kind: 'held-answer', until }, url: /\/data\/app/ });
    await goTo(slow.window, `${v2.path}app`);
    await slow.window.getByRole('button', { name: 'More', exact: true }).click();
    await expect(slow.window.getByRole('menuitem', { name: 'Show in tree' })).toBeVisible();
    release(undefined);
    // An action that needs the loaded entry is added to those already there.
    await slow.window.getByRole('menuitem', { name: 'Duplicate…' }).click();
    await expect(slow.window.getByRole('dialog')).toContainText('app');
  } finally {
    release(undefined);
    await slow.close();
    await proxy.stop();
  }
});

test('values are hidden until one is revealed, and revealing another hides the first', async () => {
  const page = await open(`${v2.path}app`);
  await expect(keyRow(page, 'username')).not.toContainText('svc-app');
  await keyRow(page, 'username').getByRole('button', { name: 'Reveal username' }).click();
  await expect(keyRow(page, 'username')).toContainText('svc-app');
  await keyRow(page, 'password').getByRole('button', { name: 'Reveal password' }).click();
  await expect(keyRow(page, 'password')).toContainText('first');
  await expect(keyRow(page, 'username')).not.toContainText('svc-app');
});

test('a revealed value hides when the window loses the focus', async () => {
  const page = await open(`${v2.path}app`);
  await keyRow(page, 'username').getByRole('button', { name: 'Reveal username' }).click();
  await expect(keyRow(page, 'username')).toContainText('svc-app');
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await expect(keyRow(page, 'username')).not.toContainText('svc-app');
});

test('what can be known without seeing a value is said', async () => {
  const page = await open(`${v2.path}app`);
  await expect(keyRow(page, 'pem')).toContainText('4 lines · PEM');
  await expect(keyRow(page, 'limits')).toContainText('JSON object');
  await expect(keyRow(page, 'trailing')).toContainText('ends with a space');
  await expect(keyRow(page, 'nothing')).toContainText('null');
});

test('copying shows nothing, and the clipboard is cleared if it still holds the value', async () => {
  const page = await open(`${v2.path}app`);
  await clearAfterSeconds(page, 5);
  await keyRow(page, 'password').getByRole('button', { name: 'Copy password' }).click();
  await expect(page.getByText('Copied password without showing it.')).toBeVisible();
  await expect(keyRow(page, 'password')).not.toContainText('first');
  expect(await clipboard()).toBe('first');
  await expect.poll(clipboard).toBe('');
});

test('the clipboard is left alone when somebody else has used it', async () => {
  const page = await open(`${v2.path}app`);
  await clearAfterSeconds(page, 5);
  await keyRow(page, 'password').getByRole('button', { name: 'Copy password' }).click();
  await expect.poll(clipboard).toBe('first');
  await expect(page.getByText('Clipboard is cleared in')).toBeVisible();
  await launched.app.evaluate(({ clipboard: board }) => board.writeText('a shopping list'));
  await expect(page.getByText('Clipboard is cleared in')).toBeHidden();
  expect(await clipboard()).toBe('a shopping list');
});

test('multi-line values and nested JSON are shown whole', async () => {
  const page = await open(`${v2.path}app`);
  await keyRow(page, 'pem').getByRole('button', { name: 'Reveal pem' }).click();
  await expect(keyRow(page, 'pem').getByLabel('Value of pem')).toHaveText(pem.trim(), {
    useInnerText: true,
  });
  await keyRow(page, 'limits').getByRole('button', { name: 'Reveal limits' }).click();
  await expect(keyRow(page, 'limits')).toContainText('"deep": [');
});

test('the raw answer is masked until asked', async () => {
  const page = await open(`${v2.path}app`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Show raw JSON' }).click();
  const raw = page.getByRole('region', { name: 'Raw JSON' });
  await expect(raw).toContainText('"request_id"');
  await expect(raw).not.toContainText('svc-app');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Show keys' }).click();
});

test('versions are listed with their states; an old one opens for reading only', async () => {
  const page = await open(`${v2.path}versions`);
  await expect(page.getByText('version 3 · current')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Version 2.*.*deleted/ })).toBeVisible();
  const destroyed = page.getByRole('button', { name: /^Version 1.*.*destroyed/ });
  await expect(destroyed).toBeVisible();
  await expect(page.getByText('team payments')).toBeVisible();
  await destroyed.click();
  await expect(page.getByRole('alert').or(page.getByRole('region'))).toContainText([/destroyed/]);
  await page.getByRole('button', { name: 'Back to the current version' }).first().click();
  await expect(page.getByText('version 3 · current')).toBeVisible();
});

test('a deleted entry says so, with its versions still there', async () => {
  const page = await open(`${v2.path}retired`);
  await expect(page.getByText(/deleted/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Version 1.*/ })).toBeVisible();
});

test('an absent entry, a missing mount and a wrong API path are three different things', async () => {
  const page = await open(`${v2.path}nowhere`);
  await expect(page.getByText(`There is no entry at ${v2.path}nowhere.`)).toBeVisible();
  const engine = await newKvMount(dev, 1);
  await writeEntry(dev, engine, 'there', { user: 'alice' });
  await open(`${engine.path}there`);
  await keyRow(page, 'user').waitFor();
  // The engine is upgraded meanwhile: its paths lie below data/ from then on.
  await must(dev, 'POST', `sys/mounts/${engine.path}tune`, { options: { version: '2' } });
  await expect.poll(async () => (await ask(dev, 'GET', `${engine.path}data/there`)).status).toBe(200);
  await page.keyboard.press('F5');
  await expect(page.getByText('Wrong API path', { exact: true })).toBeVisible();
  await must(dev, 'DELETE', `sys/mounts/${engine.path}`);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No secrets engine is mounted here', { exact: true })).toBeVisible();
});

test('a 64-bit integer on KV v1 is shown as the server has it', async () => {
  const page = await open(`${v1.path}ledger`);
  await expect(keyRow(page, 'last_id')).toContainText('64-bit integer');
  await keyRow(page, 'last_id').getByRole('button', { name: 'Reveal last_id' }).click();
  await expect(keyRow(page, 'last_id')).toContainText('9223372036854775807');
});

test('a value that nobody revealed is in no process but main', async () => {
  await open(`${v2.path}app`);
  const main = launched.app.process().pid ?? 0;
  const others = descendants(main);
  // The search must find the name of its key, or it would prove nothing.
  expect(findInMemory(others, 'trailing').length).toBeGreaterThan(0);
  expect(findInMemory(others, unseen)).toEqual([]);
});
