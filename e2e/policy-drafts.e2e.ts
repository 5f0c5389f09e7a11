/** An unsaved edit of a policy, and events of its window: a lock, a crash, a closed tab. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';
import { giveToken } from './steps/connect-form.ts';
import { launchConnected, lockByKeys } from './steps/connected.ts';
import { inPage, killPage } from './steps/renderer-process.ts';
import { newPolicy, sharedServers } from './servers/index.ts';

const { dev } = sharedServers();
let launched: LaunchedApp;

test.beforeEach(async () => {
  launched = await launchConnected({ address: dev.address, token: dev.rootToken, name: 'Edited server' });
});
test.afterEach(() => launched.close());

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const textOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Policy ${name}` });

/** A policy with `typed` appended, unsaved. */
async function editedPolicy(typed: string): Promise<string> {
  const { window } = launched;
  const name = await newPolicy(dev, 'path "a" { capabilities = ["read"] }');
  await sections(window).getByRole('button', { name: 'Policies' }).click();
  const field = window.getByRole('searchbox', { name: 'Filter, or open by name' });
  await field.fill(name);
  await field.press('Enter');
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await textOf(window, name).click();
  await window.keyboard.press('Control+End');
  await window.keyboard.insertText(`\n# ${typed}`);
  await expect(window.getByRole('tab', { name: /^Policies\s*, not saved/ })).toBeVisible();
  return name;
}

/** Texts of the drafts in main. */
async function storedDraft(page: Page): Promise<string> {
  const [session] = (await callInPage(page, 'session.list', {})).value as readonly { sessionId: string }[];
  const { sessionId = '' } = session ?? {};
  return JSON.stringify((await callInPage(page, 'draft.list', { sessionId })).value);
}

test('a lock hides it, and unlocking brings it back in front', async () => {
  const { window } = launched;
  const name = await editedPolicy('typed before the lock');
  await lockByKeys(window);
  await expect(window.getByRole('note')).toHaveText('1 unsaved edit is kept, hidden until you log in again.');
  expect(await window.content()).not.toContain(name);
  await window.getByRole('button', { name: 'Unlock… Edited server' }).click();
  await giveToken(launched, dev.rootToken);
  await expect(textOf(window, name)).toContainText('# typed before the lock');
  await window.keyboard.press('Control+s');
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('group', { name: 'Changed lines' })).toContainText('typed before');
    await trusted.getByRole('button', { name: 'Cancel' }).click();
  });
});

test('a crash of the page brings it back', async () => {
  const name = await editedPolicy('typed before the crash');
  await expect.poll(() => storedDraft(launched.window)).toContain('typed before the crash');
  await killPage(launched);
  const shown = `[...document.querySelectorAll('[data-code-editor]')].map((one) => one.shadowRoot.textContent).join()`;
  await expect.poll(() => inPage(launched, shown)).toContain('# typed before the crash');
  expect(await inPage(launched, 'document.body.innerText')).toContain(name);
});

test('closing the tab keeps it; Home leads back; discarding can be taken back', async () => {
  const { window } = launched;
  const name = await editedPolicy('an hour of work');
  await window.keyboard.press('Control+w');
  await window.getByRole('list', { name: 'Not saved yet' }).getByRole('button', { name }).click();
  await expect(textOf(window, name)).toContainText('# an hour of work');
  await window.getByRole('button', { name: 'Discard changes' }).click();
  await expect(textOf(window, name)).not.toContainText('an hour of work');
  await window.getByRole('button', { name: '1 discarded edit' }).click();
  await window.getByRole('button', { name: `Restore the edit of sys/policies/acl/${name}` }).click();
  await expect(textOf(window, name)).toContainText('# an hour of work');
  expect(await storedDraft(window)).toContain('an hour of work');
});
