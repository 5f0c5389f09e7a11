/** Every state of policies and of tokens, checked by axe, and for target sizes and visible edges. */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { launchConnected } from './steps/connected.ts';
import { lookFindings } from './looks/look-findings.ts';
import { must, newPolicy, newToken, startDevVault, startFaultProxy } from './servers/index.ts';
import type { FaultProxy, VaultServer } from './servers/index.ts';

const lines = ['# one', '# two', '# three', '# four', '# five'];
const tokens = 1_000;
let server: VaultServer;
let faults: FaultProxy;

test.beforeAll(async () => {
  server = await startDevVault();
  faults = await startFaultProxy(server);
  for (let made = 0; made < tokens; made += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        newToken(server, { policies: ['default'], ttl: '1h', display_name: `job-${String(made + at)}` }),
      ),
    );
});
test.afterAll(async () => {
  await faults.stop();
  await server.stop();
});

/** Expects no finding of either kind in this state. */
async function isClean(page: Page, state: string): Promise<void> {
  expect.soft([...(await findings(page)), ...(await lookFindings(page))], state).toEqual([]);
}

const section = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name, exact: true });

async function launch(theme: 'light' | 'dark', token: string): Promise<LaunchedApp> {
  const launched = await launchConnected({ address: faults.address, token }, { preferences: { theme } });
  await launched.window.emulateMedia({ reducedMotion: 'reduce' });
  await expect(launched.window.locator('html')).toHaveAttribute('data-theme', theme);
  return launched;
}

async function openPolicy(page: Page, name: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Filter, or open by name' });
  await field.fill(name);
  await field.press('Enter');
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in ${theme}`, () => {
    let launched: LaunchedApp;
    let window: Page;

    test.beforeAll(async () => {
      launched = await launch(theme, server.rootToken);
      ({ window } = launched);
    });
    test.afterAll(() => launched.close());

    test('policies: listed, read, edited, compared, refused, overtaken, gone', async () => {
      const name = await newPolicy(server, lines.join('\n'));
      await section(window, 'Policies').click();
      await expect(window.getByRole('button', { name, exact: true })).toBeVisible();
      await isClean(window, 'listed');
      await openPolicy(window, name);
      const text = window.getByRole('textbox', { name: `Policy ${name}` });
      await expect(text).toContainText('# five');
      await window.getByRole('button', { name: 'Raw JSON' }).click();
      await isClean(window, 'read');
      await window.getByRole('button', { name: 'More', exact: true }).click();
      await window.getByRole('menu').waitFor();
      await isClean(window, 'menu');
      await window.keyboard.press('Escape');
      await window.getByRole('menu').waitFor({ state: 'detached' });

      await window.getByRole('button', { name: 'Edit', exact: true }).click();
      await text.click();
      await window.keyboard.press('Control+a');
      await window.keyboard.insertText('path "a" {\n  capabilities = ["raed"]\n}\n');
      await expect(window.getByText('“raed” is not a capability.')).toBeVisible();
      await isClean(window, 'a syntax error');
      await window.getByRole('button', { name: 'More', exact: true }).click();
      await window.getByRole('menuitem', { name: 'Show changes' }).click();
      await window.getByRole('group', { name: `Changes of policy ${name}` }).waitFor();
      await isClean(window, 'compared');
      await window.getByRole('button', { name: 'More', exact: true }).click();
      await window.getByRole('menuitem', { name: 'Save with 1 error…' }).click();
      await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save policy' }).click());
      await expect(window.getByText('Not saved', { exact: true })).toBeVisible();
      await isClean(window, 'saving failed');

      await text.click();
      await window.keyboard.press('Control+a');
      await window.keyboard.insertText(lines.with(1, '# mine').join('\n'));
      await must(server, 'PUT', `sys/policies/acl/${name}`, { policy: lines.with(1, '# theirs').join('\n') });
      await window.getByRole('button', { name: 'Save…' }).click();
      await expect(window.getByText(`Someone changed the policy “${name}”`)).toBeVisible();
      await isClean(window, 'overtaken');
      await window.getByRole('button', { name: 'Compare and merge' }).click();
      await window.getByRole('radio', { name: 'Both' }).click();
      await window.getByRole('group', { name: `Result for policy ${name}` }).waitFor();
      await isClean(window, 'merge');

      await window.getByRole('button', { name: 'New policy', exact: true }).click();
      await window.getByRole('textbox', { name: 'Name' }).fill(`fresh-in-${theme}`);
      await openPolicy(window, 'no-such-policy');
      await expect(window.getByText('There is no policy “no-such-policy”')).toBeVisible();
      await expect(window.getByRole('list', { name: 'Unsaved policies' })).toContainText(`fresh-in-${theme}`);
      await isClean(window, 'gone, and edits that are not listed');
    });

    test('tokens: mine, 1,000 of them, another one, one to renew, a new one', async () => {
      await section(window, 'Tokens').click();
      const details = window.getByRole('complementary', { name: 'Details' });
      await details.getByRole('button', { name: /Raw JSON/ }).click();
      await isClean(window, 'mine');
      await window.getByRole('button', { name: 'List all tokens' }).click();
      await expect(window.getByText(/^1,0\d\d tokens/)).toBeVisible();
      await isClean(window, '1,000 tokens');
      const field = window.getByRole('searchbox', { name: 'Accessor or name' });
      await field.fill('job-7');
      await window.getByRole('checkbox', { name: 'Select all shown' }).click();
      await isClean(window, 'filtered and selected');
      await field.press('Enter');
      await expect(details.getByRole('heading', { name: /job-7/ })).toBeVisible();
      await expect(details.getByText('Creation path')).toBeVisible();
      await isClean(window, 'drawer of another token');
      await details.getByRole('button', { name: 'Renew…' }).click();
      await window.getByRole('dialog').waitFor();
      await isClean(window, 'renew');
      await window.keyboard.press('Escape');
      await window.getByRole('dialog').waitFor({ state: 'detached' });
      await field.fill('nothing has this name');
      await field.press('Enter');
      await expect(window.getByRole('alert').first()).toBeVisible();
      await isClean(window, 'no such token');
      await window.getByRole('button', { name: 'New token' }).click();
      await window.getByLabel('TTL', { exact: true }).fill('soon');
      await isClean(window, 'a new token with an error');
    });
  });

  test(`refused, and not answered, in ${theme}`, async () => {
    const { token } = await newToken(server, { policies: ['default'], ttl: '1h' });
    const launched = await launch(theme, token);
    const { window } = launched;
    await section(window, 'Policies').click();
    await expect(window.getByText('sys/policies/acl/').first()).toBeVisible();
    await openPolicy(window, 'some-policy');
    await expect(window.getByText('sys/policies/acl/some-policy').first()).toBeVisible();
    await isClean(window, 'policies refused');
    await section(window, 'Tokens').click();
    await window.getByRole('button', { name: 'List all tokens' }).click();
    await expect(window.getByText('auth/token/accessors/').first()).toBeVisible();
    await isClean(window, 'tokens refused');
    faults.add({ fault: { kind: 'html', status: 502 }, url: /sys\/polic/ });
    await section(window, 'Policies').click();
    await window.getByRole('searchbox', { name: 'Filter, or open by name' }).focus();
    await window.keyboard.press('F5');
    await expect(window.getByText('The policies could not be listed')).toBeVisible();
    await isClean(window, 'policies not answered');
    faults.heal();
    await launched.close();
  });
}
