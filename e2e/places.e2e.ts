/** Servers reached other than by host and port: behind the path of a gateway, and at a Unix socket. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import type { LaunchedApp } from './steps/app.ts';
import {
  addressField,
  checkNew,
  checkStep,
  giveToken,
  pressCheck,
  pressLogIn,
  saveNew,
  profileRow,
} from './steps/connect-form.ts';
import { goTo, keyRow, tree } from './steps/connected.ts';
import { newKvMount, sharedServers, startGateway, startSocketVault, writeEntry } from './servers/index.ts';
import type { Gateway, SocketVault } from './servers/index.ts';

const { dev } = sharedServers();
let gateway: Gateway;
let socket: SocketVault;
let launched: LaunchedApp;

test.beforeAll(async () => {
  [gateway, socket] = await Promise.all([startGateway(dev, '/team-a/vault'), startSocketVault()]);
});
test.afterAll(async () => {
  await Promise.all([gateway.stop(), socket.stop()]);
});
test.beforeEach(async () => {
  launched = await launchApp();
});
test.afterEach(() => launched.close());

test('behind a gateway: checked, saved, logged in and read by the path that was confirmed, and by no other', async () => {
  const { window } = launched;
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { key: 'behind the gateway' });

  // An address pasted from a browser or a curl line is corrected, including its prefix.
  await addressField(window).fill(`${gateway.serverAddress}/v1/sys/health`);
  await pressCheck(window);
  await expect(window.getByText(`Use ${gateway.serverAddress} as the address.`)).toBeVisible();

  await addressField(window).fill(`${gateway.serverAddress}/`);
  await window.getByRole('textbox', { name: /^Name\b/ }).fill('Behind');
  await checkNew(launched);
  await expect(checkStep(window, 'State')).toContainText('passed');
  await saveNew(window);
  await expect(profileRow(window, 'Behind')).toBeVisible();
  await pressLogIn(window);
  await expect((await launched.trusted()).getByRole('dialog')).toContainText(gateway.serverAddress);
  await giveToken(launched, dev.rootToken);
  await tree(window).waitFor();
  await goTo(window, `${gateway.serverAddress}/v1/${mount.path}data/app`);
  await keyRow(window, 'key').getByRole('button', { name: 'Reveal key' }).click();
  await expect(keyRow(window, 'key')).toContainText('behind the gateway');
  expect(gateway.neighbours).toEqual([]);

  // A neighbour at the same host is another server.
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await addressField(window).fill(`${gateway.address}/team-b/vault`);
  await pressCheck(window);
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText(`${gateway.address}/team-b/vault`);
    await expect(trusted.getByText('First connection to this server.')).toBeVisible();
    await trusted.keyboard.press('Escape');
  });
  expect(gateway.neighbours).toEqual([]);
});

test('at a socket: checked step by step, logged in and read; a socket that is not there is said', async () => {
  const { window } = launched;
  await writeEntry(socket, { path: 'secret/', version: 2 }, 'app', { key: 'at the socket' });
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-no-socket-'));
  await addressField(window).fill(`unix://${folder}/v.sock`);
  await checkNew(launched);
  await expect(checkStep(window, 'TCP')).toContainText(`There is no socket at ${folder}/v.sock.`);
  rmSync(folder, { recursive: true });

  await addressField(window).fill(socket.socketAddress);
  await checkNew(launched);
  await expect(checkStep(window, 'State')).toContainText('passed');
  await pressLogIn(window);
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText(socket.socketAddress);
    await expect(trusted.getByRole('dialog')).toContainText('a socket of this machine');
    await trusted.getByLabel('Token', { exact: true }).fill(socket.rootToken);
    await trusted.getByRole('button', { name: 'Log in' }).click();
  });
  await tree(window).waitFor();
  await goTo(window, 'secret/app');
  await keyRow(window, 'key').getByRole('button', { name: 'Reveal key' }).click();
  await expect(keyRow(window, 'key')).toContainText('at the socket');
});
