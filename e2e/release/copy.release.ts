/** The main job by Playwright, in a copy of the installed app that differs only in its inspect fuse. */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { _electron, expect, test } from '@playwright/test';
import { followApp, type LaunchedApp } from '../steps/app.ts';
import { goTo, keyRow, lockByKeys, logIn, savedAs } from '../steps/connected.ts';
import { at, must } from '../servers/index.ts';
import { startAudited, type Audited } from './audited.ts';
import { installed } from './installed.ts';
import { newPerson, type Person } from './person.ts';

let folder = '';
let audited: Audited;
let person: Person;
let launched: LaunchedApp;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-copy-'));
  chmodSync(folder, 0o755);
  cpSync(installed().folder, join(folder, 'app'), { recursive: true });
  await flipFuses(join(folder, 'app', 'strongroom'), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  const command = `exec "${process.execPath}" "${fileURLToPath(new URL('inspected.ts', import.meta.url))}"`;
  writeFileSync(join(folder, 'start'), `#!/bin/sh\n${command} "${join(folder, 'app', 'strongroom')}" "$@"\n`);
  chmodSync(join(folder, 'start'), 0o755);
  audited = await startAudited();
  person = await newPerson();
  const app = await _electron.launch({
    executablePath: join(folder, 'start'),
    chromiumSandbox: true,
    env: { ...person.environment },
    colorScheme: null,
  });
  launched = await followApp(app, join(person.home, '.config', 'strongroom'), person.leave);
});
test.afterAll(async () => {
  await launched.close();
  await audited.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('@copy differs from the installed one by one byte', () => {
  const released = readFileSync(join(installed().folder, 'strongroom'));
  const copied = readFileSync(join(folder, 'app', 'strongroom'));
  expect(copied.length).toBe(released.length);
  let different = 0;
  for (let from = 0; from < released.length; from += 65_536) {
    const [one, other] = [released, copied].map((all) => all.subarray(from, from + 65_536));
    if (one === undefined || other === undefined || one.equals(other)) continue;
    for (const [offset, byte] of one.entries()) if (byte !== other[offset]) different += 1;
  }
  expect(different).toBe(1);
  const [asar, copiedAsar] = [installed().folder, join(folder, 'app')].map((place) =>
    readFileSync(join(place, 'resources', 'app.asar')),
  );
  expect(asar !== undefined && copiedAsar?.equals(asar)).toBe(true);
});

test('@copy connect, log in, open an entry, reveal, copy, edit, save and lock', async () => {
  const { server, requests } = audited;
  await must(server, 'PUT', 'secret/data/apps/database', {
    data: { password: 'correct horse', user: 'alice' },
  });
  const { window } = launched;
  await logIn(launched, { address: server.address, token: server.rootToken });
  await goTo(window, 'secret/apps/database');
  await expect(keyRow(window, 'password')).toBeVisible();
  await expect(keyRow(window, 'password')).not.toContainText('correct horse');
  await window.getByRole('button', { name: 'Reveal password', exact: true }).click();
  await expect(keyRow(window, 'password')).toContainText('correct horse');
  expect(requests()).toContain('read secret/data/apps/database');

  await keyRow(window, 'user').press('e');
  const field = window.getByRole('textbox', { name: 'Value of user' });
  const editKey = window.getByRole('button', { name: 'Edit user', exact: true });
  await field.or(editKey).first().waitFor();
  if (!(await field.isVisible())) await editKey.click();
  await field.fill('bob');
  await window.keyboard.press('Control+s');
  await window.getByRole('button', { name: /^Save as version/ }).click();
  await savedAs(window, 2);
  const answer = await must(server, 'GET', 'secret/data/apps/database');
  expect(at(answer, 'data', 'data')).toEqual({ password: 'correct horse', user: 'bob' });

  await lockByKeys(window);
  await expect(window.getByText('bob')).toBeHidden();
});

test('@copy its developer tools stay closed, and its menu has no way to them @tools-closed', async () => {
  const menu = (): Promise<readonly string[]> =>
    launched.app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? [])
        .flatMap(({ submenu }) => submenu?.items ?? [])
        .map(({ role, label }) => `${role ?? ''} ${label}`),
    );
  await expect.poll(async () => (await menu()).length, 'the menu is set').toBeGreaterThan(10);
  expect((await menu()).filter((item) => /devtools|developer|reload/i.test(item))).toEqual([]);
  const isOpen = await launched.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.webContents.openDevTools();
    return window?.webContents.isDevToolsOpened();
  });
  expect(isOpen).toBe(false);
});
