/** The end of the app with unsaved edits: a person is asked, a signal is not. */
import { once } from 'node:events';
import { expect, test, type Page } from '@playwright/test';
import { callInPage } from './bridge-calls.ts';
import { launchConnected } from './connected.ts';
import type { LaunchedApp } from './app.ts';
import { newKvMount, sharedServers, writeEntry } from './servers/index.ts';

let launched: LaunchedApp;
let mount = '';

test.beforeEach(async () => {
  const server = sharedServers().dev;
  const kv = await newKvMount(server, 2);
  mount = kv.path;
  await writeEntry(server, kv, 'team/one', { k: 'v' });
  launched = await launchConnected({ address: server.address, token: server.rootToken });
});
test.afterEach(() => launched.close());

/** Keeps an unsaved edit of each path in main, as the editor does. */
async function keepDrafts(page: Page, paths: readonly string[]): Promise<void> {
  const sessions = await callInPage(page, 'session.list', {});
  const [session] = sessions.value as { sessionId: string }[];
  for (const path of paths) {
    const place = { sessionId: session?.sessionId, mount, path };
    expect(await callInPage(page, 'draft.put', { ...place, text: 'draft' })).toMatchObject({ ok: true });
  }
}

/** Closes the window as a person does. What comes of it is the answer: the app may end before it gives one. */
function closeWindow(): void {
  launched.app
    .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    .catch(() => undefined);
}

test('asks before unsaved edits are lost, names them, and stays where a person declines', async () => {
  const { window } = launched;
  await keepDrafts(window, ['team/one', 'team/two']);
  closeWindow();
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
  closeWindow();
  await launched.answer(async (trusted) => {
    const question = trusted.getByRole('dialog');
    await expect(question).toContainText('Quit and lose 1 unsaved edit?');
    await expect(question).not.toContainText('team/one');
    await trusted.keyboard.press('Escape');
  });
});

test('ends without a question where nothing is lost', async () => {
  const ended = launched.app.waitForEvent('close');
  closeWindow();
  await ended;
});

test('ends without a question when it is told to from outside', async () => {
  await keepDrafts(launched.window, ['team/one']);
  const child = launched.app.process();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
