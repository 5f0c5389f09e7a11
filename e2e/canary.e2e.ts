/**
 * The promise: only main knows a credential, and a value crosses the bridge only on request. A unique token is
 * entered in the trusted view, every screen is used, and then the memory of every process except main, and all
 * written data, is searched for it. Each search first proves that it finds something.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { appEntry, electronToUse, launchApp, type LaunchedApp } from './steps/app.ts';
import {
  addressField,
  checkNew,
  checkStep,
  formFailure,
  pressLogIn,
  giveToken,
} from './steps/connect-form.ts';
import { goTo, keyRow, openFolder, savedAs, tree, treeRow } from './steps/connected.ts';
import { filesHolding } from './traces/files-holding.ts';
import { descendants, findInMemory, processName } from './traces/process-memory.ts';
import { newKvMount, newToken, sharedServers, uniqueName, writeEntry } from './servers/index.ts';
import { childrenOf, plant, tracesLeft, tracesOf, watchDesktop } from './traces/traces.ts';
import { agreeToCopy } from './steps/wrapping-steps.ts';

const { dev } = sharedServers();

/** A sandboxed process must allow the reading of its memory. */
const args = ['--allow-sandbox-debugging'];
let dataFolder = '';
test.beforeEach(async () => void (dataFolder = await mkdtemp(join(tmpdir(), 'strongroom-canary-'))));
test.afterEach(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));

async function menu(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a token that was typed is in no process but main, in no file and in no output @typed-token', async () => {
  test.setTimeout(180_000);
  const token = uniqueName('canary-token');
  const shown = uniqueName('value-shown');
  const planted = uniqueName('planted-text');
  const hidden = ['kept', 'copied', 'saved'].map((name) => [name, uniqueName(`value-${name}`)] as const);
  const mount = await newKvMount(dev, 2);
  await newToken(dev, { id: token, policies: ['root'] });
  await writeEntry(dev, mount, 'app', { shown, ...Object.fromEntries(hidden) });
  await writeEntry(dev, mount, 'folder/below', { other: 'x' });
  const launched = await launchApp({ userDataDir: dataFolder, args });
  const { window } = launched;

  await test.step('a search finds what is there', async () => {
    await watchDesktop(launched);
    await plant(launched, planted);
    const finds = findInMemory(childrenOf(launched), planted);
    expect(finds.map(({ process }) => process)).toContain('renderer');
  });

  await test.step('the token is typed, and is then in the trusted view alone', async () => {
    await addressField(window).fill(dev.address);
    await checkNew(launched);
    await expect(checkStep(window, 'State')).toContainText('passed');
    await pressLogIn(window);
    const trusted = await launched.trusted();
    await trusted.getByLabel('Token', { exact: true }).pressSequentially(token);
    const trustedPid = await launched.app.evaluate(
      ({ webContents }) =>
        webContents
          .getAllWebContents()
          .find((contents) => contents.getURL().startsWith('app://trusted/'))
          ?.getOSProcessId() ?? 0,
    );
    const holders = new Set(findInMemory(childrenOf(launched), token).map(({ pid }) => pid));
    expect([...holders]).toEqual([trustedPid]);
    await launched.answer(() => trusted.keyboard.press('Enter'));
    await expect(tree(window)).toBeVisible();
  });

  await test.step('every screen is used', () => useEverything(launched, mount.path, shown));

  await test.step('no process but main holds the token or a value that was not asked for', async () => {
    const children = childrenOf(launched);
    expect(children.map(processName)).toContain('renderer');
    expect(findInMemory(children, shown)).not.toEqual([]);
    const secrets = new Map([['the token', token], ...hidden]);
    expect(await tracesOf(launched, secrets)).toEqual([]);
  });

  await launched.close();
  expect(await filesHolding(dataFolder, dev.address)).not.toEqual([]);
  expect(await filesHolding(dataFolder, 'call session.open')).not.toEqual([]);
  const all = new Map([['the token', token], ['the value that was shown', shown], ...hidden]);
  expect(await tracesLeft(launched, dataFolder, all)).toEqual([]);
});

async function useEverything(launched: LaunchedApp, mountPath: string, shown: string): Promise<void> {
  const { window } = launched;
  const entries = window.getByRole('main', { name: 'Entries' });

  // Tree, filter, entry, reveal, copy.
  await openFolder(window, mountPath);
  const filter = window.getByRole('searchbox', { name: 'Filter names' });
  await filter.fill('app');
  await treeRow(window, 'app').click();
  await filter.fill('');
  await keyRow(window, 'shown').getByRole('button', { name: 'Reveal shown' }).click();
  await expect(keyRow(window, 'shown')).toContainText(shown);
  await keyRow(window, 'copied').getByRole('button', { name: 'Copy copied' }).click();
  await expect(window.getByText('without showing it.')).toBeVisible();

  // Raw JSON, masked; details.
  await menu(window, 'More', 'Show raw JSON');
  await expect(window.getByRole('region', { name: 'Raw JSON' })).toContainText('created_time');
  await menu(window, 'More', 'Show keys');
  await expect(window.getByRole('complementary', { name: 'Details' })).toContainText('current');

  // An edit of one key and a new key: unchanged values are sent back unseen.
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit shown' }).click();
  await window.getByRole('textbox', { name: 'Value of shown' }).fill('no secret');
  await window.getByRole('button', { name: 'Review and save…' }).click();
  await window.getByRole('button', { name: 'Save as version 2' }).click();
  await savedAs(window, 2);

  // Search below, go to path, a missing entry, a refused one.
  await treeRow(window, mountPath).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Search below this folder' }).click();
  await window.getByRole('searchbox', { name: 'Words and filters' }).fill('below');
  await window.keyboard.press('Enter');
  await expect(window.getByText(/^1 found among 3 names/)).toBeVisible();
  await goTo(window, `${mountPath}nothing-here`);
  await expect(entries).toContainText('Nothing here');
  await goTo(window, `${mountPath}a/../b`);
  await window.keyboard.press('Escape');

  // Preferences, about, details of the token; the token copied by main and shown in the trusted view.
  await window.getByRole('button', { name: 'Settings' }).click();
  await window.getByRole('menuitemradio', { name: 'Dark' }).click();
  await window.keyboard.press('Escape');
  await menu(window, 'Settings', 'About Strongroom…');
  await expect(window.getByRole('region', { name: 'About' })).toContainText('Electron');
  await window.getByRole('contentinfo', { name: 'Status' }).getByRole('button').last().click();
  const card = window.getByRole('dialog', { name: 'Token' });
  await card.getByRole('button', { name: 'Copy token' }).click();
  await agreeToCopy(launched);
  await expect(window.getByText(/Clipboard is cleared in/)).toBeVisible();
  await card.getByRole('button', { name: 'Show…' }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Done' }).click());
  await window.keyboard.press('Escape');

  // A second connection that fails, and one whose token is refused.
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await addressField(window).fill('http://127.0.0.1:1');
  await pressLogIn(window);
  await giveToken(launched, 'not-the-right-one');
  await expect(formFailure(window)).toContainText('Cannot connect');
  await addressField(window).fill(dev.address);
  await pressLogIn(window);
  await giveToken(launched, 'not-the-right-one');
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await window.getByRole('button', { name: 'Back to the open session' }).click();
  await menu(window, 'Session', 'Refresh');
  await expect(tree(window)).toBeVisible();
}

test('a token of the environment is shown, and no process but main ever holds it @environment', async () => {
  const token = uniqueName('canary-environment');
  const control = uniqueName('control-environment');
  const { PATH = '', DISPLAY = '', XAUTHORITY } = process.env;
  const electron = electronToUse();
  const child = spawn(
    electron.executable,
    [
      ...[appEntry(), '--ready-line', `--user-data-dir=${dataFolder}`, '--remote-debugging-port=0', ...args],
      ...(electron.test ? ['--test-electron'] : []),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    {
      env: {
        PATH,
        DISPLAY,
        ...(XAUTHORITY && { XAUTHORITY }),
        HOME: dataFolder,
        VAULT_ADDR: dev.address,
        VAULT_TOKEN: token,
        CONTROL: control,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  try {
    let output = '';
    const said = new Promise<string>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (piece: Buffer) => {
          output += piece.toString('utf8');
          const listening = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
          if (listening !== undefined && output.includes('STRONGROOM_READY\n')) resolve(listening);
        });
    });
    const endpoint = await Promise.race([
      said,
      ended.then(() => Promise.reject(new Error(`The app ended:\n${output}`))),
    ]);
    // Not closed, as that would close the app's window; it ends with the app.
    const browser = await chromium.connectOverCDP(endpoint);
    const page = browser.contexts()[0]?.pages()[0];
    expect(await page?.title()).toBe('Strongroom');
    await page?.getByText('a token from VAULT_TOKEN').waitFor();

    const children = descendants(child.pid ?? 0);
    expect(children.map(processName)).toContain('renderer');
    expect(findInMemory(children, control)).not.toEqual([]);
    expect(findInMemory(children, token)).toEqual([]);
    const alive = [child.pid ?? 0, ...descendants(child.pid ?? 0)];
    for (const pid of alive) expect(environmentOf(pid)).not.toContain(token);
    expect(output).not.toContain(token);
    expect(await filesHolding(dataFolder, token)).toEqual([]);
    expect(readdirSync(dataFolder)).not.toEqual([]);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});

/** Environment of a process at its start; empty if it has ended meanwhile. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/environ`, 'utf8');
  } catch {
    return '';
  }
}
