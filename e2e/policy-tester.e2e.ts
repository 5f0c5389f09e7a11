/** The policy tester in the real app on a real Vault: by keyboard and by mouse, a policy's reach, its users. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { launchConnected } from './steps/connected.ts';
import {
  ask,
  at,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  uniqueName,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();
let launched: LaunchedApp;
let page: Page;

test.beforeAll(async () => {
  launched = await launchConnected({ address: dev.address, token: dev.rootToken, name: 'Tester' });
  page = launched.window;
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Policies' }).click();
  await expect(page.getByText('No policy selected')).toBeVisible();
});
test.afterAll(() => launched.close());

const result = () => page.getByRole('region', { name: 'Result of the test' });

test('a set of policies is tested by keyboard, by a token that is gone afterwards, and its line is opened', async () => {
  const mount = await newKvMount(dev, 2, uniqueName('tester'));
  const name = await newPolicy(
    dev,
    `${'# a line\n'.repeat(399)}path "${mount.path}data/team/*" {\n  capabilities = ["read", "list"]\n}\n`,
  );
  /** Accessors of tokens with this policy; tests beside this one have tokens of their own. */
  const tokens = async () => {
    const all = at(await must(dev, 'GET', 'auth/token/accessors/?list=true'), 'data', 'keys') as string[];
    const looks = all.map(async (accessor) => {
      const { json } = await ask(dev, 'POST', 'auth/token/lookup-accessor', { accessor });
      return JSON.stringify(json).includes(`"${name}"`) ? [accessor] : [];
    });
    return (await Promise.all(looks)).flat();
  };
  await open(name);
  await expect(page.getByRole('textbox', { name: `Policy ${name}` })).toContainText('# a line');
  await palette('Test policy');
  const path = page.getByRole('textbox', { name: 'Path' });
  await expect(page.getByRole('textbox', { name: 'Policies' })).toHaveValue(name);
  await path.focus();
  await page.keyboard.type(`${mount.path}team/db`);
  await page.keyboard.press('Enter');
  await expect(result().getByRole('article', { name: `${mount.path}data/team/db` })).toContainText(
    'not asked',
  );
  await expect(result().getByRole('article', { name: `${mount.path}metadata/team/db` })).toContainText(
    'deny',
  );
  await page.getByRole('button', { name: 'Ask server with a temporary token…' }).press('Enter');
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Create and test' }).click());
  const row = result().getByRole('article', { name: `${mount.path}data/team/db` });
  await expect(row).toContainText('matches rules');
  expect(await findings(page)).toEqual([]);
  await expect.poll(tokens).toEqual([]);
  await row.getByRole('button', { name: `${name}, line 400` }).press('Enter');
  const text = page.getByRole('textbox', { name: `Policy ${name}` });
  await expect(text).toBeFocused();
  await expect(text).toContainText(`path "${mount.path}data/team/*"`);
});

test('another token is tested by its accessor, and this token from the start, by mouse', async () => {
  const name = await newPolicy(dev, 'path "secret/data/team/*" { capabilities = ["read"] }');
  const { accessor } = await newToken(dev, { policies: [name] });
  await palette('Test permissions');
  await expect(page.getByRole('heading', { name: 'Test permissions' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Path' }).fill('secret/data/team/db');
  await page.getByRole('button', { name: 'Test path' }).click();
  await expect(result()).toContainText('The root policy allows everything.');
  await page.getByRole('button', { name: 'Accessor', exact: true }).click();
  await page.getByRole('textbox', { name: 'Accessor' }).fill(accessor);
  await page.getByRole('button', { name: 'Test path' }).click();
  await expect(result()).toContainText(`${name}, line 1`);
  await expect(result()).toContainText('matches rules');
});

test('a draft is tested before it is saved, and nothing of it is written', async () => {
  const saved = 'path "secret/data/team/*" { capabilities = ["read"] }\n';
  const name = await newPolicy(dev, saved);
  await open(name);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: `Policy ${name}` }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\npath "secret/data/team/pay" { capabilities = ["deny"] }');
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('textbox', { name: 'Path' }).fill('secret/data/team/pay');
  await page.getByRole('textbox', { name: 'Path' }).press('Enter');
  await expect(result()).toContainText('−read');
  expect(await findings(page)).toEqual([]);
  await result()
    .getByRole('button', { name: `${name} (draft), line ` })
    .click();
  await expect(page.getByRole('textbox', { name: `Policy ${name}` })).toBeFocused();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  expect(at(await must(dev, 'GET', `sys/policies/acl/${name}`), 'data', 'policy')).toBe(saved);
});

test('what a policy can see is a tree, and who uses it a list', async () => {
  const mount = await newKvMount(dev, 2, uniqueName('sees'));
  await writeEntry(dev, mount, 'team/db', { password: 'x' });
  await writeEntry(dev, mount, 'elsewhere/db', { password: 'x' });
  const name = await newPolicy(dev, `path "${mount.path}data/team/*" {\n  capabilities = ["read"]\n}\n`);
  await must(dev, 'POST', `auth/token/roles/${name}`, { allowed_policies: [name] });
  await open(name);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await palette('What can this policy see');
  const tree = page.getByRole('treegrid', { name: `What ${name} can see` });
  await expect(tree.getByRole('row', { name: /^db/ })).toContainText('read');
  await expect(page.getByText('1 rule, 1 existing path')).toBeVisible();
  await expect(tree).not.toContainText('elsewhere');
  expect(await findings(page)).toEqual([]);
  await tree.getByRole('row', { name: /^db/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: `Policy ${name}` })).toBeFocused();
  await palette('Who uses this policy');
  const users = page.getByRole('grid', { name: `Uses of ${name}` });
  await expect(users.getByRole('row', { name: /^Token role/ })).toContainText(`auth/token/roles/${name}`);
  expect(await findings(page)).toEqual([]);
});

async function open(name: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Filter, or open by name' });
  await field.fill(name);
  await field.press('Enter');
}

/** Runs an action by name. */
async function palette(action: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill(action);
  await expect(page.getByRole('option', { name: new RegExp(`^${action}`) }).first()).toBeVisible();
  await page.keyboard.press('Enter');
}
