/** A page opens no dialog of its own, for files, printing or others: only main does, and only main reads the file. */
import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';
import { launchConnected } from './steps/connected.ts';
import { inPage, killPage } from './steps/renderer-process.ts';
import { sharedServers } from './servers/index.ts';

let launched: LaunchedApp;
test.beforeEach(async () => {
  const { dev } = sharedServers();
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
});
test.afterEach(() => launched.close());

/** Titles of all windows on the display of this test, focused or not. */
function titles(): readonly string[] {
  const xdotool = (...args: readonly string[]): string =>
    execFileSync('xdotool', args, { env: process.env, encoding: 'utf8' }).trim();
  return xdotool('search', '--onlyvisible', '--name', '.')
    .split('\n')
    .map((id) => xdotool('getwindowname', id))
    .sort();
}

/** Presses Escape in a dialog with a system key event, which goes to the focused window. */
function pressEscape(titled: string): void {
  const env = process.env;
  execFileSync('xdotool', ['search', '--name', `^${titled}$`, 'windowfocus'], { env });
  execFileSync('xdotool', ['key', 'Escape'], { env });
}

const field = (page: string, set: string): string => `((page) => new Promise((resolve) => {
  const field = page.createElement('input');
  field.type = 'file';
  ${set};
  field.addEventListener('cancel', () => resolve('cancel'));
  field.addEventListener('change', () => resolve('chosen'));
  page.body.append(field);
  field.click();
}))(${page})`;
const picker = (of: string, name: string): string =>
  `${of}.${name}().then(() => 'chosen', ({ name }) => name)`;
/** A frame created before a click: it then shares the click's user activation. */
const makeFrame = `document.body.append(document.createElement('iframe'))`;

/** Every way for a page to open a file dialog, from itself and from its own frame, and the outcome. */
const ways: readonly (readonly [script: string, ends: string])[] = [
  [field('document', ''), 'cancel'],
  [field('document', 'field.multiple = true'), 'cancel'],
  [field('document', 'field.webkitdirectory = true'), 'cancel'],
  [field('window.frames[0].document', ''), 'cancel'],
  [picker('window', 'showOpenFilePicker'), 'AbortError'],
  [picker('window', 'showSaveFilePicker'), 'AbortError'],
  [picker('window', 'showDirectoryPicker'), 'AbortError'],
  [picker('window.frames[0]', 'showOpenFilePicker'), 'AbortError'],
];

/** Tries a way with the user activation of a click. */
function tried(script: string): Promise<unknown> {
  return launched.app.evaluate(
    ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code, true),
    script,
  );
}

async function tryAll(): Promise<void> {
  const before = titles();
  await inPage(launched, makeFrame);
  for (const [script, ends] of ways) {
    expect([script, await tried(script)]).toEqual([script, ends]);
    expect(titles()).toEqual(before);
  }
}

test('no dialog opens for a page, in whatever way it asks, nor after a crash or a lock @attack-n6', async () => {
  await tryAll();
  await killPage(launched);
  await expect.poll(() => inPage(launched, 'document.body.innerText')).toContain('Test server');
  await tryAll();
  await launched.app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend');
  });
  await expect.poll(() => inPage(launched, 'document.body.innerText')).toContain('Strongroom is locked');
  await tryAll();
});

test('main opens its own, and a page that is looked at by developer tools opens none', async () => {
  const { window, app } = launched;
  await window.keyboard.press('F2');
  const choosing = callInPage(window, 'connection.chooseFile', { purpose: 'client-key' });
  await expect.poll(titles).toContain('Choose the key of the client certificate');
  pressEscape('Choose the key of the client certificate');
  expect(await choosing).toMatchObject({ ok: false });
  await expect.poll(titles).not.toContain('Choose the key of the client certificate');

  await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const opened = new Promise<void>((resolve) => contents?.once('devtools-opened', () => resolve()));
    contents?.openDevTools({ mode: 'bottom' });
    await opened;
  });
  await tryAll();
  await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const closed = new Promise<void>((resolve) => contents?.once('devtools-closed', () => resolve()));
    contents?.closeDevTools();
    await closed;
  });
  await tryAll();
});

test('the page prints nothing and shows no dialog of the browser @attack-15', async () => {
  const before = titles();
  for (const script of [
    'window.print()',
    `document.execCommand('print')`,
    'alert(1)',
    'confirm(1)',
    'prompt(1)',
  ]) {
    const done = await tried(`(() => { try { ${script} } catch { /* refused */ } return 'went on'; })()`);
    expect([script, done, titles()]).toEqual([script, 'went on', before]);
  }
});
