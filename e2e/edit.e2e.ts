/** The first edit: change, add and remove keys, saved with check-and-set, and kept if it fails. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { goTo, keyRow, launchConnected, savedAs } from './steps/connected.ts';
import {
  ask,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();
const v2 = await newKvMount(dev, 2);
const v1 = await newKvMount(dev, 1);
const proxy = await startRecordingProxy(dev);
let launched: LaunchedApp;

test.beforeAll(async () => {
  launched = await launchConnected({ address: proxy.address, token: dev.rootToken });
});
test.afterAll(async () => {
  await launched.close();
  await proxy.stop();
});

/** A fresh entry opened in the editor. */
async function edit(data: string, mount = v2): Promise<{ window: Page; path: string }> {
  const name = uniqueName('entry');
  await writeEntry(dev, mount, name, data);
  const { window } = launched;
  await goTo(window, mount.path + name);
  await expect(window.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  return { window, path: name };
}

const saved = async (path: string): Promise<string> => {
  const answer = await ask(dev, 'GET', `${v2.path}data/${path}`);
  return JSON.stringify(answer.json);
};

async function change(window: Page, key: string, value: string): Promise<void> {
  await window.getByRole('button', { name: `Edit ${key}`, exact: true }).click();
  await window.getByRole('textbox', { name: `Value of ${key}` }).fill(value);
}

async function add(window: Page, key: string, value: string): Promise<void> {
  await window.getByRole('button', { name: 'Add a key' }).click();
  await window.getByRole('textbox', { name: 'Name of the new key' }).fill(key);
  await window.getByRole('textbox', { name: `Value of ${key}` }).fill(value);
}

/** Reviews the difference, then saves. */
async function save(window: Page, button: string): Promise<void> {
  await window.getByRole('button', { name: 'Review and save…' }).click();
  await window.getByRole('button', { name: button, exact: true }).click();
}

test('changes, adds and removes keys, and shows the new version', async () => {
  const { window, path } = await edit('{"keep":"as it is","user":"old","gone":"x"}');
  await change(window, 'user', 'new');
  await add(window, 'added', 'one more');
  await window.getByRole('button', { name: 'Remove gone' }).click();
  await save(window, 'Save as version 2');
  await expect(window.getByText('version 2 · current')).toBeVisible();
  await expect(keyRow(window, 'gone')).toHaveCount(0);
  await expect(keyRow(window, 'added')).toBeVisible();
  expect(await saved(path)).toContain('"data":{"added":"one more","keep":"as it is","user":"new"}');
});

test('values that were not touched go back token for token, and every save is check-and-set', async () => {
  const { window, path } = await edit(
    '{"exact":1.50,"nested":{"b":1e2,"a":[ ]},"__proto__":"p","user":"old"}',
  );
  proxy.clear();
  await change(window, 'user', 'new');
  await save(window, 'Save as version 2');
  await expect(window.getByText('version 2 · current')).toBeVisible();
  const write = proxy.requests.find(({ method, url }) => method === 'POST' && url.endsWith(`/data/${path}`));
  expect(write?.body).toContain('"cas":1');
  expect(write?.body).toContain('"__proto__":"p"');
  // The server rewrote 1.50 on storing; the value in its response must be sent back.
  expect(write?.body).toContain('"nested":{"a":[],"b":100}');
});

test('a save never overwrites what somebody else saved, and the edits stay', async () => {
  const { window, path } = await edit('{"user":"old","other":"1"}');
  await change(window, 'user', 'mine');
  await writeEntry(dev, v2, path, '{"user":"theirs","other":"2"}');
  await save(window, 'Save as version 2');
  await expect(window.getByText('Someone saved version 2 while you edited 1')).toBeVisible();
  await window.getByRole('button', { name: 'Back to editing' }).click();
  await expect(window.getByRole('textbox', { name: 'Value of user' })).toHaveValue('mine');
  expect(await saved(path)).toContain('"user":"theirs"');
});

test('a key needs a name of its own', async () => {
  const { window } = await edit('{"user":"old"}');
  await window.getByRole('button', { name: 'Add a key' }).click();
  await window.getByRole('textbox', { name: 'Name of the new key' }).fill('user');
  await expect(window.getByRole('alert')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Review and save…' })).toBeDisabled();
});

test('JSON that is not valid is refused before it is sent, with the place', async () => {
  const { window } = await edit('{"limits":{"cpu":1}}');
  await window.getByRole('button', { name: 'Edit limits', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of limits' }).fill('{"cpu": }');
  await expect(window.getByText(/line 1, column 9/)).toBeVisible();
  await expect(window.getByRole('button', { name: 'Review and save…' })).toBeDisabled();
});

test('closing a tab with edits asks first', async () => {
  const { window } = await edit('{"user":"old"}');
  await change(window, 'user', 'not saved yet');
  await window.keyboard.press('Control+w');
  const dialog = window.getByRole('dialog').or(window.getByRole('alertdialog'));
  await expect(dialog).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('textbox', { name: 'Value of user' })).toHaveValue('not saved yet');
});

test('KV v1 is saved whole, and says that it keeps no versions', async () => {
  const { window, path } = await edit('{"user":"old","big":9223372036854775807}', v1);
  await change(window, 'user', 'new');
  await save(window, 'Save');
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText(
      'The old values of “user” are lost; this engine keeps no versions.',
    );
    await trusted.getByRole('button', { name: 'Replace it' }).click();
  });
  await savedAs(window);
  const answer = await ask(dev, 'GET', v1.path + path);
  expect(answer.text).toContain('"big":9223372036854775807');
  expect(answer.text).toContain('"user":"new"');
});

test('without the right to write nothing is lost and the missing capability is named', async () => {
  const name = uniqueName('readonly');
  await writeEntry(dev, v2, name, '{"user":"old"}');
  const policy = await newPolicy(dev, `path "${v2.path}data/*" { capabilities = ["read"] }`);
  const { token } = await newToken(dev, { policies: [policy] });
  const reader = await launchConnected({ address: dev.address, token });
  try {
    const { window } = reader;
    await goTo(window, v2.path + name);
    await expect(keyRow(window, 'user')).toBeVisible();
    await expect(window.getByText('update ✗')).toBeVisible();
    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    await change(window, 'user', 'new');
    await save(window, 'Save as version 2');
    await expect(window.getByText(/capabilities = \["update"\]/)).toBeVisible();
    await window.getByRole('button', { name: 'Back to editing' }).click();
    await expect(window.getByRole('textbox', { name: 'Value of user' })).toHaveValue('new');
  } finally {
    await reader.close();
  }
});
