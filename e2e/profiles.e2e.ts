/** Remembered connections: their content, the prompt for a change of trust, and their transfer to another machine. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import {
  addHeader,
  addressField,
  answerFileDialogs,
  answerSaveDialogs,
  checkStep,
  chooseTlsFile,
  fileFacts,
  formFailure,
  giveToken,
  openTab,
  checkNew,
  pressLogIn,
  pressSave,
  saveNew,
  profileRow,
  trustedViewCount,
} from './steps/connect-form.ts';
import { goTo, keyRow, logIn, tree } from './steps/connected.ts';
import { filesHolding } from './traces/files-holding.ts';
import {
  newKvMount,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  writeEntry,
} from './servers/index.ts';

const { dev, tls, mutualTls } = sharedServers();

let folder: string;
const open: LaunchedApp[] = [];
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-profiles-'));
});
test.afterEach(async () => {
  for (const launched of open.splice(0)) await launched.close();
  await rm(folder, { recursive: true, force: true });
});

async function launch(options: Parameters<typeof launchApp>[0] = {}): Promise<LaunchedApp> {
  const launched = await launchApp(options);
  open.push(launched);
  await addressField(launched.window).waitFor();
  return launched;
}

async function close(launched: LaunchedApp): Promise<void> {
  open.splice(open.indexOf(launched), 1);
  await launched.close();
}

const name = (launched: LaunchedApp) => launched.window.getByRole('textbox', { name: /^Name\b/ });

test('files, headers and limits are saved without connecting, and come back after a restart', async () => {
  const userDataDir = join(folder, 'data');
  const first = await launch({ userDataDir });
  await addressField(first.window).fill(mutualTls.address);
  await name(first).fill('Mutual');
  await openTab(first.window, 'TLS');
  await chooseTlsFile(first, 'ca', mutualTls.caFile);
  await expect(fileFacts(first.window, 'ca.pem')).toContainText('CN=Strongroom test root');
  await chooseTlsFile(first, 'certificate', mutualTls.certFile);
  await expect(fileFacts(first.window, 'client.pem')).toContainText('CN=alice');
  await chooseTlsFile(first, 'key', mutualTls.keyFile);
  await expect(fileFacts(first.window, 'client-key.pem')).toContainText('private key');
  await openTab(first.window, 'Advanced');
  await first.window.getByRole('textbox', { name: 'Request timeout (s)' }).fill('7');
  await saveNew(first.window);
  await expect(first.window.getByText('Saved, not used yet')).toBeVisible();
  expect(trustedViewCount(first)).toBe(0);
  await close(first);

  const { window, ...second } = await launch({ userDataDir });
  await profileRow(window, 'Mutual').getByRole('button').first().click();
  await expect(addressField(window)).toHaveValue(mutualTls.address);
  await openTab(window, 'TLS');
  await expect(fileFacts(window, 'client.pem')).toContainText('CN=alice');
  await openTab(window, 'Advanced');
  await expect(window.getByRole('textbox', { name: 'Request timeout (s)' })).toHaveValue('7');
  await pressLogIn(window);
  await giveToken({ window, ...second }, mutualTls.rootToken);
  await expect(tree(window)).toBeVisible();
});

test('values of extra headers are typed in the trusted view, confirmed, and reach the server and no file', async () => {
  const recorder = await startRecordingProxy(dev);
  const userDataDir = join(folder, 'data');
  const launched = await launch({ userDataDir });
  const { window } = launched;
  await addressField(window).fill(recorder.address);
  await name(launched).fill('Behind a gateway');
  await openTab(window, 'Advanced');
  await addHeader(launched, 'X-Gateway-Key', 'opens-the-gate');
  expect(await window.content()).not.toContain('opens-the-gate');

  await pressLogIn(window);
  const question = await launched.trusted();
  await expect(question.getByRole('dialog')).toContainText('X-Gateway-Key');
  await expect(question.getByRole('dialog')).not.toContainText('opens-the-gate');
  await launched.answer((page) => page.getByRole('button', { name: 'Save connection' }).click());
  await giveToken(launched, dev.rootToken);
  await expect(tree(window)).toBeVisible();
  await expect.poll(() => recorder.requests.length).toBeGreaterThan(2);
  for (const { headers } of recorder.requests) expect(headers['x-gateway-key']).toBe('opens-the-gate');
  expect(await filesHolding(userDataDir, 'opens-the-gate')).toEqual([]);
  await recorder.stop();
});

test('a header that could pass for a credential of the server is refused at its place', async () => {
  const launched = await launch();
  const { window } = launched;
  await addressField(window).fill(dev.address);
  await openTab(window, 'Advanced');
  await window.getByRole('button', { name: 'Add a header' }).click();
  await window.keyboard.type('X-Vault-Token');
  await window.getByRole('button', { name: 'Set value… of header 1' }).click();
  const extra = window.getByRole('region', { name: 'Extra headers' });
  await expect(extra.getByRole('alert')).toContainText('X-Vault-Token');
  expect(trustedViewCount(launched)).toBe(0);
  await expect(window.getByText('Servers you log in to are remembered here.')).toBeVisible();
});

test('a change of where it leads is confirmed before it is saved, and ends its session; declined, nothing happens', async () => {
  const launched = await launch();
  const { window } = launched;
  await logIn(launched, { address: dev.address, token: dev.rootToken, name: 'Payments' });
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await profileRow(window, 'Payments').getByRole('button').first().click();
  await addressField(window).fill(tls.address);
  await expect(window.getByText('Changed, not saved')).toBeVisible();
  await pressSave(window);
  const question = (await launched.trusted()).getByRole('dialog');
  await expect(question).toContainText(dev.address);
  await expect(question).toContainText(tls.address);
  await expect(question).toContainText('Closes the open session');
  await launched.answer((page) => page.keyboard.press('Escape'));

  await expect(window.getByText('Changed, not saved')).toBeVisible();
  await expect(formFailure(window)).toHaveCount(0);
  await expect(addressField(window)).toHaveValue(tls.address);
  const rail = window.getByRole('navigation', { name: 'Sessions' });
  await expect(rail.getByRole('button', { name: /^Payments/ })).toBeVisible();

  await pressSave(window);
  await launched.answer((page) => page.getByRole('button', { name: 'Save connection' }).click());
  await expect(rail.getByRole('button', { name: /^Payments/ })).toHaveCount(0);
  await profileRow(window, 'Payments').getByRole('button').first().click();
  await expect(addressField(window)).toHaveValue(tls.address);
  await expect(window.getByText('Changed, not saved')).toHaveCount(0);
});

test('connections travel in a file without any secret, and are confirmed where they arrive', async () => {
  const file = join(folder, 'team.json');
  const there = await launch();
  await addressField(there.window).fill(tls.address);
  await name(there).fill('Staging');
  await openTab(there.window, 'TLS');
  await chooseTlsFile(there, 'ca', tls.caFile);
  await chooseTlsFile(there, 'certificate', mutualTls.certFile);
  await chooseTlsFile(there, 'key', mutualTls.keyFile);
  await openTab(there.window, 'Advanced');
  await addHeader(there, 'X-Gateway-Key', 'opens-the-gate');
  await saveNew(there.window);
  await there.answer((page) => page.getByRole('button', { name: 'Save connection' }).click());
  await expect(profileRow(there.window, 'Staging')).toBeVisible();

  await answerSaveDialogs(there, [file]);
  await there.window.getByRole('button', { name: 'Export…' }).click();
  await there.window.getByRole('dialog').getByRole('button', { name: 'Export…' }).click();
  await expect(there.window.getByRole('dialog', { name: 'Connections exported' })).toContainText('team.json');
  await close(there);
  const written = await readFile(file, 'utf8');
  for (const secret of ['opens-the-gate', 'PRIVATE KEY', tls.rootToken])
    expect(written).not.toContain(secret);
  expect(written).toContain('BEGIN CERTIFICATE');

  const userDataDir = join(folder, 'data');
  const here = await launch({ userDataDir });
  const { window } = here;
  await answerFileDialogs(here, [file, file]);
  await window.getByRole('button', { name: 'Import…' }).click();
  const question = (await here.trusted()).getByRole('dialog');
  await expect(question).toContainText('Staging');
  await expect(question).toContainText(tls.address);
  await here.answer((page) => page.keyboard.press('Escape'));
  await expect(window.getByText('Servers you log in to are remembered here.')).toBeVisible();

  await window.getByRole('button', { name: 'Import…' }).click();
  await here.answer((page) => page.getByRole('button', { name: 'Add connection' }).click());
  const outcome = window.getByRole('dialog', { name: '1 connection imported' });
  await expect(outcome.getByRole('list', { name: 'Notes' })).toContainText('X-Gateway-Key');
  await outcome.getByRole('button', { name: 'Close' }).click();
  await profileRow(window, 'Staging').getByRole('button').first().click();
  await checkNew(here);
  await expect(checkStep(window, 'TLS')).toContainText('The certificate is trusted until');
  expect(await filesHolding(userDataDir, 'opens-the-gate')).toEqual([]);
});

test('a file that is no export of connections is refused with the reason', async () => {
  const launched = await launch();
  const { window } = launched;
  const table = [
    ['torn.json', '{"strongroom":"profiles","version":1,"profi'],
    ['newer.json', '{"strongroom":"profiles","version":99,"profiles":[]}'],
    ['other.json', '{"name":"something else"}'],
  ] as const;
  for (const [file, content] of table) await writeFile(join(folder, file), content);
  await answerFileDialogs(
    launched,
    table.map(([file]) => join(folder, file)),
  );
  const told = new Set<string>();
  for (const [file] of table) {
    await window.getByRole('button', { name: 'Import…' }).click();
    const dialog = window.getByRole('dialog', { name: 'Nothing was imported' });
    await expect(dialog).toContainText(file);
    told.add((await dialog.innerText()).replace(file, ''));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  expect(told.size).toBe(table.length);
  expect(trustedViewCount(launched)).toBe(0);
});

test('one is duplicated and forgotten, and what is typed for another is kept meanwhile', async () => {
  const launched = await launch();
  const { window } = launched;
  await addressField(window).fill(dev.address);
  await name(launched).fill('Alpha');
  await saveNew(window);
  await expect(window.getByText('Saved, not used yet')).toBeVisible();
  await openTab(window, 'Advanced');
  await window.getByRole('textbox', { name: 'Namespace' }).fill('typed-and-kept/');
  await expect(profileRow(window, 'Alpha')).toContainText('not saved');
  await profileRow(window, 'Alpha').hover();
  await window.getByRole('button', { name: 'Duplicate Alpha', exact: true }).click();
  // Two connections to one server, which prompts call by two names.
  await launched.answer((page) => page.getByRole('button', { name: 'Save connection' }).click());
  await expect(name(launched)).toHaveValue('Alpha copy');
  await openTab(window, 'Advanced');
  await expect(window.getByRole('textbox', { name: 'Namespace' })).toHaveValue('');
  await profileRow(window, 'Alpha').getByRole('button').first().click();
  await openTab(window, 'Advanced');
  await expect(window.getByRole('textbox', { name: 'Namespace' })).toHaveValue('typed-and-kept/');
  await profileRow(window, 'Alpha copy').hover();
  await window.getByRole('button', { name: 'Forget Alpha copy' }).click();
  await expect(profileRow(window, 'Alpha copy')).toHaveCount(0);
  await expect(window.getByRole('textbox', { name: 'Namespace' })).toHaveValue('typed-and-kept/');
  await window.getByRole('button', { name: 'Discard changes' }).click();
  await expect(window.getByText('Saved, not used yet')).toBeVisible();
});

test('a file of connections that is torn is set aside, and the screen says so', async () => {
  const userDataDir = join(folder, 'data');
  const first = await launch({ userDataDir });
  await addressField(first.window).fill(dev.address);
  await saveNew(first.window);
  await expect(first.window.getByText('Saved, not used yet')).toBeVisible();
  await close(first);
  const file = join(userDataDir, 'profiles.json');
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, 40));

  const { window } = await launch({ userDataDir });
  const problems = window.getByRole('region', { name: 'Problems with Strongroom’s own files' });
  await expect(problems).toContainText('profiles.json');
  await expect(window.getByText('Servers you log in to are remembered here.')).toBeVisible();
});

test('a node that a standby points to gets the token only after it was confirmed', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { user: 'alice' });
  const [active, standby] = await Promise.all([startRecordingProxy(dev), startFaultProxy(dev)]);
  standby.add({
    fault: { kind: 'redirect', location: `${active.address}/v1/auth/token/lookup-self` },
    url: /lookup-self/,
  });
  const launched = await launch();
  const { window } = launched;
  await addressField(window).fill(standby.address);
  await name(launched).fill('Cluster');
  await pressLogIn(window);
  await giveToken(launched, dev.rootToken);
  await expect(formFailure(window)).toContainText('The server points elsewhere');
  expect(active.requests).toEqual([]);

  await window.getByRole('button', { name: `Confirm ${new URL(active.address).host}…` }).click();
  await expect((await launched.trusted()).getByRole('dialog')).toContainText(active.address);
  await launched.answer((page) => page.getByRole('button', { name: 'Save connection' }).click());
  await giveToken(launched, dev.rootToken);
  await expect(tree(window)).toBeVisible();
  expect(active.requests.length).toBeGreaterThan(0);

  // The same in an open session: the server begins to redirect to a third node.
  const third = await startRecordingProxy(dev);
  standby.add({
    fault: { kind: 'redirect', location: `${third.address}/v1/${mount.path}data/app` },
    url: /\/data\/app/,
  });
  await goTo(window, `${mount.path}app`);
  const confirm = window.getByRole('button', { name: `Confirm ${new URL(third.address).host}…` });
  await confirm.click();
  await expect((await launched.trusted()).getByRole('dialog')).toContainText(third.address);
  await launched.answer((page) => page.keyboard.press('Escape'));
  expect(third.requests).toEqual([]);
  await confirm.click();
  await launched.answer((page) =>
    page
      .getByRole('button', { name: /connection|node/ })
      .last()
      .click(),
  );
  await expect(async () => {
    const again = window.getByRole('main', { name: 'Entries' }).getByRole('button', { name: 'Retry' });
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(keyRow(window, 'user')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  expect(third.requests.length).toBeGreaterThan(0);
  await Promise.all([active.stop(), standby.stop(), third.stop()]);
});
