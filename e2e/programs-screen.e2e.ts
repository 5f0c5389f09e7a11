/** The screen of programs, an entry's references and the tray, with real requests of the real launcher. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { newKvMount, sharedServers, uniqueName, writeEntry } from './servers/index.ts';
import type { LaunchedApp } from './steps/app.ts';
import { goTo, keyRow, lockByKeys } from './steps/connected.ts';
import { agree, launchWithPrograms, useInProgram } from './steps/programs.ts';

const { dev } = sharedServers();
const server = { address: dev.address, token: dev.rootToken, name: 'payments' };

/** An entry of its own, and a line that proves the value to be in a program's environment without printing it. */
async function entryWithValue() {
  const mount = await newKvMount(dev, 2);
  const value = uniqueName('program-canary');
  await writeEntry(dev, mount, 'web/db', { password: value });
  const reference = `strongroom://payments/${mount.path}web/db#password`;
  const program = [
    ...['node', '-e', 'process.exit(process.env.PASSWORD === process.argv[1] ? 0 : 3)', '--', value],
  ];
  return { mount, value, reference, program };
}

async function openPrograms(window: Page): Promise<Locator> {
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Command palette' }).fill('Programs');
  await window
    .getByRole('option', { name: /^Programs/ })
    .first()
    .click();
  return window.getByRole('region', { name: 'Programs' });
}

const deny = ({ answer }: LaunchedApp) =>
  answer((trusted) => trusted.getByRole('button', { name: 'Cancel' }).click());

test('turns programs on by one button, follows what they ask, and revokes what they were given @program-screen', async () => {
  const { reference, program, value } = await entryWithValue();
  const { launched, strongroom, socket, close } = await launchWithPrograms(server);
  const { window } = launched;
  const run = () => strongroom(['run', '--', ...program], { PASSWORD: reference });
  try {
    const screen = await openPrograms(window);
    await expect(screen.getByText('Programs cannot ask for secrets')).toBeVisible();
    expect(existsSync(socket)).toBe(false);
    expect(await run()).toMatchObject({ code: 80 });
    await screen.getByRole('button', { name: 'Let programs ask' }).click();
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Change settings' }).click());
    await expect(screen.getByText('No program has asked yet')).toBeVisible();
    await expect(screen.getByText(socket)).toBeVisible();
    expect(statSync(socket).mode & 0o777).toBe(0o600);

    const first = run();
    await agree(launched, /^Once/);
    expect(await first).toMatchObject({ code: 0 });
    const rows = screen.getByRole('grid').getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText('Given');

    const second = run();
    await agree(launched, /15 minutes/);
    expect(await second).toMatchObject({ code: 0 });
    expect(await run()).toMatchObject({ code: 0 });
    await expect(rows.nth(1)).toContainText('Given by a grant');
    await expect(rows).toHaveCount(4);

    await screen.getByRole('tab', { name: 'Grants' }).click();
    await expect(rows).toHaveCount(2);
    await rows.nth(1).getByRole('button', { name: 'Revoke' }).click();
    await expect(screen.getByText('No grants')).toBeVisible();
    await screen.getByRole('tab', { name: 'Requests' }).click();
    const third = run();
    await deny(launched);
    expect(await third).toMatchObject({ code: 81 });
    await expect(rows.nth(1)).toContainText('Denied');
    expect(await window.content()).not.toContain(value);

    await screen.getByRole('button', { name: 'Turn off' }).click();
    await expect.poll(() => existsSync(socket)).toBe(false);
    await expect(screen.getByRole('button', { name: 'Let programs ask' })).toBeVisible();
  } finally {
    await close();
  }
});

test('an entry’s lines run a program, and its references are copied without a value @program-references', async () => {
  const { mount, reference, value } = await entryWithValue();
  const { launched, strongroom, folder, close } = await launchWithPrograms(server, {
    preferences: { programs: true, programsLog: true },
  });
  const { app, window } = launched;
  const clipboard = () => app.evaluate(({ clipboard: system }) => system.readText());
  try {
    await goTo(window, `${mount.path}web/db`);
    await keyRow(window, 'password').click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Copy reference' }).click();
    await expect.poll(clipboard).toBe(reference);
    const dialog = await useInProgram(window);
    await dialog.getByRole('button', { name: 'Copy this file' }).click();
    await expect.poll(clipboard).toBe(`PASSWORD=${reference}`);
    writeFileSync(join(folder, '.env.strongroom'), await clipboard());
    await dialog.getByRole('button', { name: 'Copy this command' }).click();
    await expect.poll(clipboard).toBe('strongroom run --env-file .env.strongroom -- npm start');
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await window.content()).not.toContain(value);

    const words = ['run', '--env-file', '.env.strongroom', '--'];
    const proves = [
      'node',
      '-e',
      `process.exit(process.env.PASSWORD.length === ${String(value.length)} ? 0 : 3)`,
    ];
    const ran = strongroom([...words, ...proves]);
    await agree(launched, /^Once/);
    expect(await ran).toMatchObject({ code: 0 });
    const log = join(launched.userDataDir, 'programs.log');
    await expect.poll(() => existsSync(log)).toBe(true);
    const text = readFileSync(log, 'utf8');
    const keys = [`PASSWORD=${reference}`];
    expect(JSON.parse(text)).toMatchObject({ outcome: 'given', connection: 'payments', keys });
    expect(text).not.toContain(value);
    expect(statSync(log).mode & 0o777).toBe(0o600);
  } finally {
    await close();
  }
});

test('a question of a program shows in the tray and as a notice while the window is hidden @program-tray', async () => {
  const { reference, program } = await entryWithValue();
  const { launched, strongroom, close } = await launchWithPrograms(server, {
    preferences: { programs: true, tray: true },
  });
  const { app } = launched;
  const heard = () =>
    app.evaluate(
      () => (globalThis as { heard?: { labels: string[]; tips: string[]; notices: string[] } }).heard,
    );
  try {
    await app.evaluate(({ Tray, Notification }) => {
      const found = { labels: [] as string[], tips: [] as string[], notices: [] as string[] };
      Object.assign(globalThis, { heard: found });
      const setMenu = Reflect.get(Tray.prototype, 'setContextMenu');
      const setTip = Reflect.get(Tray.prototype, 'setToolTip');
      Tray.prototype.setContextMenu = function listening(menu) {
        found.labels = menu?.items.map(({ label }) => label) ?? [];
        Object.assign(globalThis, { trayMenu: menu });
        setMenu.call(this, menu);
      };
      Tray.prototype.setToolTip = function listening(tip) {
        found.tips.push(tip);
        setTip.call(this, tip);
      };
      Notification.prototype.show = function listening() {
        found.notices.push(`${this.title}: ${this.body}`);
      };
    });
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    const ran = strongroom(['run', '--', ...program], { PASSWORD: reference });
    await expect.poll(async () => (await heard())?.labels[0]).toBe('Answer a program…');
    const { tips, notices } = (await heard()) ?? {};
    expect(tips?.at(-1)).toBe('Strongroom: a program waits for your answer');
    expect(notices).toEqual(['A program asks for secrets: Open Strongroom to answer.']);
    await app.evaluate(() => {
      (globalThis as { trayMenu?: Electron.Menu | null }).trayMenu?.items[0]?.click();
    });
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
      .toBe(true);
    await agree(launched, /^Once/);
    expect(await ran).toMatchObject({ code: 0 });
    await expect.poll(async () => (await heard())?.tips.at(-1)).toBe('Strongroom');
  } finally {
    await close();
  }
});

test('a lock ends grants and shows no request on its screen @program-screen', async () => {
  const { reference, program } = await entryWithValue();
  const { launched, strongroom, close } = await launchWithPrograms(server, {
    preferences: { programs: true },
  });
  const run = () => strongroom(['run', '--', ...program], { PASSWORD: reference });
  try {
    const first = run();
    await agree(launched, /15 minutes/);
    expect(await first).toMatchObject({ code: 0 });
    await openPrograms(launched.window);
    await lockByKeys(launched.window);
    expect(await launched.window.content()).not.toContain('web/db');
    expect(await run()).toMatchObject({ code: 82 });
  } finally {
    await close();
  }
});
