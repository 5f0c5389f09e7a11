/**
 * Policies in the real app on a real Vault: created, edited, compared, deleted; a long one; one changed by another
 * user.
 */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { launchConnected } from './steps/connected.ts';
import { ask, must, newPolicy, sharedServers, textAt, uniqueName } from './servers/index.ts';

const { dev } = sharedServers();
let launched: LaunchedApp;
let page: Page;

test.beforeAll(async () => {
  launched = await launchConnected({ address: dev.address, token: dev.rootToken, name: 'Policies' });
  page = launched.window;
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Policies' }).click();
});
test.afterAll(() => launched.close());

/** Chooses an item of the menu beside the buttons. */
async function fromMenu(item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a known error stops the save, and the prompt names it where it is saved all the same', async () => {
  const name = await newPolicy(dev, 'path "a" { capabilities = ["read"] }');
  await edit(name, 'path "a" {\n  capabilities = ["raed"]\n}\n');
  await expect(page.getByText('1 error', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save…' })).toBeDisabled();
  await fromMenu('Save with 1 error…');
  await launched.answer(async (trusted) => {
    await expect(trusted.getByText('Error in line 2: “raed” is not a capability.')).toBeVisible();
    await trusted.getByRole('button', { name: 'Cancel' }).click();
  });
  await page.getByRole('button', { name: 'Discard changes' }).click();
  expect(await textOf(name)).toBe('path "a" { capabilities = ["read"] }');
});

test('a policy is made, edited and deleted by keyboard, and what saving changes is seen first', async () => {
  const name = uniqueName('keys');
  await open(name);
  await page.getByRole('button', { name: 'Create it' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  const made = page.getByRole('textbox', { name: 'New policy' });
  await made.click();
  await page.keyboard.press('Control+a');
  // Shortcut keys of other places are plain text here.
  await page.keyboard.type('path   "secret/data/a/*"{\ncapabilities=["raed"]\n}');
  await expect(page.getByText('“raed” is not a capability.')).toBeVisible();
  await page.getByRole('button', { name: 'Line 2' }).click();
  expect(await findings(page)).toEqual([]);
  await made.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('path   "secret/data/a/*"{\ncapabilities=["read"]\n}');
  await expect(page.getByText('“raed” is not a capability.')).toHaveCount(0);
  await fromMenu('Format');
  await fromMenu('Show changes');
  await expect(page.getByRole('group', { name: `Changes of policy ${name}` })).toContainText('capabilities');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Create policy' }).click());
  await expect(page.getByRole('textbox', { name: `Policy ${name}` })).toContainText(
    'capabilities = ["read"]',
  );
  expect(await textOf(name)).toBe('path "secret/data/a/*" {\n  capabilities = ["read"]\n}\n');

  // The text appears a moment before its actions.
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await page.keyboard.press('e');
  const text = page.getByRole('textbox', { name: `Policy ${name}` });
  await expect(text).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# the end');
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('group', { name: 'Changed lines' })).toContainText('# the end');
    await trusted.keyboard.press('Control+Enter');
  });
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  expect(await textOf(name)).toMatch(/# the end$/);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete policy…' }).click();
  await launched.answer(async (trusted) => {
    await trusted.getByRole('textbox').fill(name);
    await trusted.getByRole('button', { name: 'Delete policy' }).click();
  });
  await expect(page.getByText('No policy selected')).toBeVisible();
  expect((await ask(dev, 'GET', `sys/policies/acl/${name}`)).status).toBe(404);
});

test('a save that somebody overtook is merged with theirs, by keyboard', async () => {
  const lines = ['# one', '# two', '# three', '# four', '# five'];
  const name = await newPolicy(dev, lines.join('\n'));
  await edit(name);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' mine');
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await must(dev, 'PUT', `sys/policies/acl/${name}`, { policy: lines.with(0, '# theirs').join('\n') });
  await page.keyboard.press('Control+s');
  await expect(page.getByText(`Someone changed the policy “${name}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Compare and merge' }).press('Enter');
  const merge = page.getByRole('region', { name: `Merge of policy ${name}` });
  await expect(merge).toContainText('Merged automatically.');
  await merge.getByRole('button', { name: 'Use merged text' }).press('Enter');
  await expect(page.getByRole('group', { name: `Changes of policy ${name}` })).toContainText('# theirs');
  await page.keyboard.press('Control+s');
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save policy' }).click());
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  expect(await textOf(name)).toBe(lines.with(0, '# theirs').with(4, '# five mine').join('\n'));
});

test('what the server refuses is said at its line', async () => {
  const name = await newPolicy(dev, 'path "a" { capabilities = ["read"] }');
  await edit(name, 'path "a" {\n  capabilitis = ["read"]\n}\n');
  await page.getByRole('button', { name: 'Save…' }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save policy' }).click());
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Line 2' }).click();
  await expect(page.getByRole('textbox', { name: `Policy ${name}` })).toBeFocused();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  expect(await textOf(name)).toBe('path "a" { capabilities = ["read"] }');
});

test('Ctrl+F and Ctrl+End work through a policy of 4,600 lines, reading and editing', async () => {
  const lines = Array.from({ length: 4_600 }, (_, at) => `# line ${String(at + 1)}`);
  const name = await newPolicy(dev, lines.join('\n'));
  await open(name);
  const text = page.getByRole('textbox', { name: `Policy ${name}` });
  for (const step of ['read', 'edit']) {
    await expect(text).toContainText('# line 2');
    await expect(text).not.toContainText('# line 4600');
    await text.click();
    await page.keyboard.press('Control+End');
    await expect(text).toContainText('# line 4600');
    await page.keyboard.press('Control+Home');
    await expect(text).not.toContainText('# line 4600');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('line 2300');
    await page.keyboard.press('Enter');
    await expect(text).toContainText('# line 2300');
    await page.keyboard.press('Escape');
    if (step === 'edit') break;
    await page.getByRole('button', { name: 'Raw JSON' }).click();
    const raw = page.getByLabel('Raw JSON', { exact: true });
    const atEnd = () => raw.evaluate((box) => box.scrollLeft + box.scrollTop > 0);
    expect(await atEnd()).toBe(false);
    await raw.focus();
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox', { name: 'Find in this text' }).fill('# line 4600');
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
    await expect.poll(atEnd).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Raw JSON' }).click();
    // From any place on the screen, too.
    await page.getByRole('searchbox', { name: 'Filter, or open by name' }).focus();
    await page.keyboard.press('Control+f');
    await expect(page.getByPlaceholder('Find')).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
});

/** Opens a policy in its editor, with the cursor in the text; `replacement` takes the place of all of it. */
async function edit(name: string, replacement?: string): Promise<void> {
  await open(name);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: `Policy ${name}` }).click();
  if (replacement === undefined) return;
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(replacement);
}

async function open(name: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Filter, or open by name' });
  await field.fill(name);
  await field.press('Enter');
}

async function textOf(name: string): Promise<string> {
  return textAt(await must(dev, 'GET', `sys/policies/acl/${name}`), 'data', 'policy');
}
