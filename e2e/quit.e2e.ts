/** Quitting the app: the user is asked about unsaved data, a signal is not; the clipboard is cleared. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { callByHand, callInPage } from './steps/bridge-calls.ts';
import { goTo, keyRow, launchConnected, lockByKeys } from './steps/connected.ts';
import { closeWindow, type LaunchedApp } from './steps/app.ts';
import { newKvMount, sharedServers, writeEntry } from './servers/index.ts';
import type { KvMount } from './servers/index.ts';
import { onClipboard, openIt, openWrappingTab, paste, wrappedEntry } from './steps/wrapping-steps.ts';

let launched: LaunchedApp;
let kv: KvMount;
let mount = '';

test.beforeEach(async () => {
  const server = sharedServers().dev;
  kv = await newKvMount(server, 2);
  mount = kv.path;
  await writeEntry(server, kv, 'team/one', { k: 'v' });
  launched = await launchConnected({ address: server.address, token: server.rootToken });
});
test.afterEach(() => launched.close());

/** Stores an unsaved edit of each path in main, as the editor does. */
async function keepDrafts(page: Page, paths: readonly string[]): Promise<void> {
  const sessions = await callInPage(page, 'session.list', {});
  const [session] = sessions.value as { sessionId: string }[];
  for (const path of paths) {
    const place = { sessionId: session?.sessionId, mount, path };
    expect(await callByHand(page, 'draft.put', { ...place, text: 'draft' })).toMatchObject({ ok: true });
  }
}

test('asks before unsaved edits are lost, names them, and stays where a person declines', async () => {
  const { window } = launched;
  await keepDrafts(window, ['team/one', 'team/two']);
  closeWindow(launched);
  await launched.answer(async (trusted) => {
    const question = trusted.getByRole('dialog');
    await expect(question).toContainText('Quit and lose 2 unsaved edits?');
    await expect(question).toContainText(`${mount}team/one`);
    await expect(question).toContainText(`${mount}team/two`);
    await trusted.keyboard.press('Escape');
  });
  expect(await callInPage(window, 'app.noop', {})).toMatchObject({ ok: true });

  const ended = launched.app.waitForEvent('close');
  await launched.app.evaluate(({ app }) => app.quit());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Quit and lose them' }).click());
  await ended;
});

test('names no place while it is locked', async () => {
  const { window } = launched;
  await keepDrafts(window, ['team/one']);
  await callInPage(window, 'lock.now', {}).catch(() => undefined);
  await expect
    .poll(() => callInPage(window, 'lock.state', {}).catch(() => undefined))
    .toMatchObject({
      value: { locked: true, drafts: 1 },
    });
  closeWindow(launched);
  await launched.answer(async (trusted) => {
    const question = trusted.getByRole('dialog');
    await expect(question).toContainText('Quit and lose 1 unsaved edit?');
    await expect(question).not.toContainText('team/one');
    await trusted.keyboard.press('Escape');
  });
});

test('asks before an answer is lost that exists once, names it, also when locked, and keeps it where a person declines', async () => {
  const { window } = launched;
  const { dev } = sharedServers();
  await openWrappingTab(launched);
  await paste(launched, await wrappedEntry(dev, kv, { runbook: 'nowhere else' }));
  await openIt(window).click();
  await expect(window.getByRole('heading', { name: 'Unwrapped' })).toBeVisible();
  closeWindow(launched);
  await launched.answer(async (trusted) => {
    const question = trusted.getByRole('dialog');
    await expect(question).toContainText('Quit and lose 1 one-time result?');
    await expect(question).toContainText('sys/wrapping/unwrap');
    await trusted.keyboard.press('Escape');
  });
  await expect(window.getByRole('heading', { name: 'Unwrapped' })).toBeVisible();

  await lockByKeys(window);
  closeWindow(launched);
  await launched.answer(async (trusted) => {
    const question = trusted.getByRole('dialog');
    await expect(question).toContainText('Quit and lose 1 one-time result?');
    await expect(question).not.toContainText('nowhere else');
    await trusted.keyboard.press('Escape');
  });
  const ended = launched.app.waitForEvent('close');
  await launched.app.evaluate(({ app }) => app.quit());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Quit and lose it' }).click());
  await ended;
});

test('a quit takes what was copied off the clipboard, and nothing that somebody else has put there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-quit-'));
  const file = join(folder, 'left');
  /** Records the clipboard after the app's cleanup: once its process ends, an X server drops it anyway. */
  const noteWhatIsLeft = (): Promise<void> =>
    launched.app.evaluate(({ app, clipboard }, path) => {
      app.on('will-quit', (event) => {
        // The app itself delays its first quit, for its cleanup.
        if (event.defaultPrevented) return;
        event.preventDefault();
        void Promise.resolve(clipboard.readText()).then((text) => {
          process.getBuiltinModule('node:fs').writeFileSync(path, `left: ${text}`);
          app.exit();
        });
      });
    }, file);
  try {
    for (const [also, left] of [
      [undefined, 'left: '],
      ['of another program', 'left: of another program'],
    ] as const) {
      const { window, app } = launched;
      await goTo(window, `${mount}team/one`);
      await keyRow(window, 'k').getByRole('button', { name: /^Copy/ }).click();
      await expect.poll(() => onClipboard(launched)).toBe('v');
      if (also !== undefined) await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), also);
      await noteWhatIsLeft();
      const ended = app.waitForEvent('close');
      closeWindow(launched);
      await ended;
      expect(await readFile(file, 'utf8')).toBe(left);
      const { dev } = sharedServers();
      launched = await launchConnected({ address: dev.address, token: dev.rootToken });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('ends without a question where nothing is lost', async () => {
  const ended = launched.app.waitForEvent('close');
  closeWindow(launched);
  await ended;
});

test('ends without a question when it is told to from outside', async () => {
  await keepDrafts(launched.window, ['team/one']);
  const child = launched.app.process();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
