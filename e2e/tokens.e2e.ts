/**
 * Tokens in the real app on a real Vault: looked up in three ways, renewed, revoked in every form, listed in a table,
 * created, and a refusal explained. The server's state is verified.
 */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { goTo, launchConnected } from './steps/connected.ts';
import {
  ask,
  at,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  textAt,
  uniqueName,
  writeEntry,
} from './servers/index.ts';
import type { NewToken } from './servers/index.ts';

const { dev } = sharedServers();

test.describe('as root', () => {
  const own = uniqueName('mine');
  let launched: LaunchedApp;
  let page: Page;

  test.beforeAll(async () => {
    const { token } = await newToken(dev, { policies: ['root'], ttl: '30m', display_name: own });
    launched = await launchConnected({ address: dev.address, token, name: 'First' });
    page = launched.window;
  });
  test.afterAll(() => launched.close());

  test('says of my token everything, renews it, and renews it automatically', async () => {
    await openTokens(page);
    await expect(heading(page, `token-${own}`)).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^(29|30) min left$/);
    await page.getByRole('button', { name: /Raw JSON/ }).click();
    await expect(page.getByLabel('Raw JSON')).toContainText('"display_name"');
    await expect(page.getByLabel('Raw JSON')).not.toContainText('hvs.');

    await page.getByRole('button', { name: 'Renew…' }).click();
    await page.getByLabel(/Increment/).fill('87600h');
    await page.getByRole('button', { name: 'Renew', exact: true }).click();
    const renewal = page.getByRole('region', { name: 'Last renewal' });
    await expect(renewal).toContainText(/Asked for 87600h, granted 76[78]h/);
    await expect(renewal).toContainText('exceeded the effective max_ttl');

    const automatic = page.getByRole('checkbox', { name: /Renew automatically/ });
    await automatic.click();
    await expect(page.getByText(/^Next renewal/)).toBeVisible();
    await expect(automatic).toBeChecked();
    await automatic.click();
    await expect(automatic).not.toBeChecked();
    expect(await findings(page)).toEqual([]);
  });

  test('looks at others by value and by accessor, and explains one in the place of the other', async () => {
    const name = uniqueName('other');
    const { token, accessor } = await newToken(dev, {
      policies: ['default'],
      ttl: '1h',
      num_uses: 5,
      explicit_max_ttl: '4h',
      display_name: name,
    });
    await openTokens(page);
    await byValue(token);
    await expect(heading(page, `token-${name}`)).toBeVisible();
    await expect(page.getByText('Cannot be renewed beyond')).toBeVisible();
    // A look-up by value does not consume a use of that token.
    await expect(details().getByText('5 uses left', { exact: true })).toBeVisible();
    await pick('Show token…');
    await launched.answer(async (trusted) => {
      await expect(trusted.getByText(token)).toBeVisible();
      await trusted.keyboard.press('Escape');
    });

    await openTokens(page);
    await accessorField().fill(token);
    await expect(page.getByRole('alert')).toContainText('That is a token, not an accessor');
    await expect(accessorField()).toHaveValue('');
    const another = await newToken(dev, { policies: ['default'], ttl: '1h', display_name: `${name}-2` });
    await accessorField().fill(another.accessor);
    await page.keyboard.press('Enter');
    await expect(heading(page, `token-${name}-2`)).toBeVisible();
    expect(accessor).not.toBe(another.accessor);

    await byValue(accessor);
    await expect(page.getByRole('alert')).toContainText(/accessor/i);
    const batch = await batchToken();
    await byValue(batch);
    await expect(details().getByText('Not renewable: it is a batch token.')).toBeVisible();
    await expect(details().getByRole('button', { name: 'Revoke…' })).toBeDisabled();
  });

  test('revokes by accessor, by value with all below, and by value alone', async () => {
    const tree = await family();
    await openByAccessor(tree.parent.accessor);
    await revoke('Revoke');
    expect([await alive(tree.parent), await alive(tree.child)]).toEqual([false, false]);

    const second = await family();
    await openTokens(page);
    await byValue(second.parent.token);
    await isInFront(second.parent.accessor);
    await revoke('Revoke');
    expect([await alive(second.parent), await alive(second.child)]).toEqual([false, false]);

    const third = await family();
    await openByAccessor(third.parent.accessor);
    await pick(/Revoke, keep child tokens…/);
    await launched.answer(async (trusted) => {
      await trusted.getByLabel('Token', { exact: true }).fill(third.parent.token);
      await trusted.getByRole('button', { name: 'Use it' }).click();
    });
    // After a refusal nothing has changed.
    await launched.answer((trusted) => trusted.keyboard.press('Escape'));
    await expect(details().getByRole('button', { name: 'Revoke…' })).toBeEnabled();
    expect(await alive(third.parent)).toBe(true);
    // The app holds the value from now on.
    await pick(/Revoke, keep child tokens…/);
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Revoke it alone' }).click());
    await expect(details().getByText('The facts are from before.')).toBeVisible();
    expect([await alive(third.parent), await alive(third.child)]).toEqual([false, true]);
  });

  test('a leaked accessor is revoked in four steps, by keyboard alone', async () => {
    const leaked = await newToken(dev, { policies: ['default'], ttl: '1h' });
    await openTokens(page);
    await accessorField().fill('');
    await launched.app.evaluate(({ clipboard }, text) => clipboard.writeText(text), leaked.accessor);
    const steps = [
      () => page.keyboard.press('Control+v'),
      async () => {
        await page.keyboard.press('Enter');
        await isInFront(leaked.accessor);
        await expect(page.getByRole('complementary', { name: 'Details' })).toBeFocused();
      },
      () => page.keyboard.press('Delete'),
      () =>
        launched.answer(async (trusted) => {
          await trusted.getByRole('button', { name: 'Revoke', exact: true }).focus();
          await trusted.keyboard.press('Enter');
        }),
    ];
    for (const step of steps) await step();
    await expect(details().getByText('The facts are from before.')).toBeVisible();
    expect(await alive(leaked)).toBe(false);
    expect(steps.length).toBeLessThanOrEqual(4);
    expect(await findings(page)).toEqual([]);
  });

  test('shows all tokens, filters them, and revokes many at once', async () => {
    const name = uniqueName('many');
    const tokens = await Promise.all(
      [1, 2, 3].map((index) =>
        newToken(dev, { policies: ['default'], ttl: '1h', display_name: `${name}-${String(index)}` }),
      ),
    );
    await openTokens(page);
    await accessorField().fill('');
    await page.getByRole('button', { name: 'List all tokens' }).click();
    await expect(page.getByText(/^[\d,]+ tokens/)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Accessor or name' }).fill(name);
    const grid = page.getByRole('grid', { name: 'Tokens' });
    await expect(grid.getByRole('row')).toHaveCount(4);
    const header = grid.getByRole('columnheader', { name: 'Name' });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(grid.getByRole('row').nth(1)).toContainText(`${name}-3`);
    expect(await findings(page)).toEqual([]);

    await page.getByRole('checkbox', { name: `Select token-${name}-2` }).click();
    await expect(page.getByRole('button', { name: 'Revoke 1…' })).toBeEnabled();
    await page.getByRole('checkbox', { name: 'Select all shown' }).click();
    await page.getByRole('button', { name: 'Revoke 3…' }).click();
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Revoke 3 tokens' }).click());
    await expect(page.getByRole('region', { name: 'Revocation' })).toContainText('3 revoked');
    await expect(
      page.getByText('No token matches. Press Enter to look this up as an accessor.'),
    ).toBeVisible();
    expect(await Promise.all(tokens.map(alive))).toEqual([false, false, false]);
  });

  test('makes a child, an orphan, one by role, and one that is wrapped', async () => {
    const role = uniqueName('role');
    await must(dev, 'POST', `auth/token/roles/${role}`, { allowed_policies: ['default'], orphan: true });
    const make = async (act: () => Promise<void>): Promise<void> => {
      await openTokens(page);
      await page.getByRole('button', { name: 'New token' }).click();
      await act();
      await page.getByRole('button', { name: 'Create token' }).click();
    };
    const done = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Create another' }).click();
      await page.getByRole('button', { name: 'Start over' }).click();
    };
    const name = uniqueName('made');
    await make(async () => {
      await page.getByLabel(/Display name/).fill(name);
      await page.getByRole('button', { name: 'default', exact: true }).click();
      expect(await findings(page)).toEqual([]);
      await page.getByLabel('TTL', { exact: true }).fill('45m');
      await page.getByLabel('Number of uses').fill('7');
    });
    const client = page.getByRole('group', { name: 'Client token' });
    await expect(client).toContainText('TTL 45m');
    const madeBy = await lookUp(await accessorNamed(`token-${name}`));
    expect(madeBy).toMatchObject({ orphan: false, num_uses: 7, creation_ttl: 2700, policies: ['default'] });
    await done();

    const orphan = uniqueName('orphan');
    await make(async () => {
      await page.getByRole('radio', { name: 'An orphan' }).click();
      await page.getByLabel(/Display name/).fill(orphan);
      await page.getByLabel('TTL', { exact: true }).fill('1h');
    });
    await expect(client).toBeVisible();
    expect(await lookUp(await accessorNamed(`token-${orphan}`))).toMatchObject({ orphan: true });
    await done();

    const byRole = uniqueName('byrole');
    await make(async () => {
      await page.getByRole('radio', { name: 'By a role' }).click();
      await page.getByRole('combobox', { name: 'Role' }).click();
      await page.getByRole('option', { name: role }).click();
      await page.getByLabel(/Display name/).fill(byRole);
      await page.getByLabel('TTL', { exact: true }).fill('1h');
    });
    await expect(client).toBeVisible();
    expect(await lookUp(await accessorNamed(`token-${byRole}`))).toMatchObject({ role });
    await done();

    await make(async () => {
      await page.getByLabel('TTL', { exact: true }).fill('1h');
      await page.getByRole('checkbox', { name: /Wrap the token/ }).click();
      await page.getByLabel('Wrap TTL').fill('10m');
    });
    await expect(page.getByRole('group', { name: 'Wrapping token' })).toContainText('auth/token/create');
    await expect(client).toHaveCount(0);
    await done();
  });

  function accessorField() {
    return page.getByRole('searchbox', { name: 'Accessor or name' });
  }

  function details() {
    return page.getByRole('complementary', { name: 'Details' });
  }

  /** Enters a token in the trusted view. */
  async function byValue(token: string): Promise<void> {
    await page.getByRole('button', { name: 'Look up token…' }).click();
    await launched.answer(async (trusted) => {
      await trusted.getByLabel('Token', { exact: true }).fill(token);
      await trusted.getByRole('button', { name: 'Use it' }).click();
    });
  }

  async function openByAccessor(accessor: string): Promise<void> {
    await openTokens(page);
    await accessorField().fill(accessor);
    await page.keyboard.press('Enter');
    await isInFront(accessor);
  }

  /** Waits until a token is on screen: the previous one has the same buttons. */
  async function isInFront(accessor: string): Promise<void> {
    await expect(details().getByText(accessor, { exact: true })).toBeVisible();
  }

  async function pick(item: string | RegExp): Promise<void> {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }

  /** Revokes the token in front with all its children, and waits until the screen reports it. */
  async function revoke(action: string): Promise<void> {
    await details().getByRole('button', { name: 'Revoke…' }).click();
    await launched.answer((trusted) => trusted.getByRole('button', { name: action, exact: true }).click());
    await expect(details().getByText('The facts are from before.')).toBeVisible();
  }
});

test('revokes my own token: the session says so, and goes on after another login', async () => {
  const { token } = await newToken(dev, { policies: ['root'], ttl: '30m' });
  const launched = await launchConnected({ address: dev.address, token, name: 'Own' });
  const page = launched.window;
  await openTokens(page);
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Revoke…' }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Revoke my token' }).click());
  await expect(page.getByRole('button', { name: 'Log in again…' })).toBeVisible();
  expect((await ask({ ...dev, rootToken: token }, 'GET', 'auth/token/lookup-self')).status).toBe(403);

  const name = uniqueName('again');
  const next = await newToken(dev, { policies: ['default'], ttl: '30m', display_name: name });
  await page.getByRole('button', { name: 'Log in again…' }).click();
  await launched.answer(async (trusted) => {
    await trusted.getByLabel('Token', { exact: true }).fill(next.token);
    await trusted.getByRole('button', { name: 'Log in' }).click();
  });
  // No data of the previous token is left on the screen.
  await expect(heading(page, `token-${name}`)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/left$/);
  await launched.close();
});

test('explains a refusal: what was asked, what comes closest, and what would allow it', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'payments/db', { password: 'x' });
  const policy = await newPolicy(
    dev,
    `# what the shop may do
path "${mount.path}metadata/*" {
  capabilities = ["list", "read"]
}
path "${mount.path}data/payment/*" {
  capabilities = ["read"]
}
path "sys/policies/acl/*" {
  capabilities = ["read"]
}
`,
  );
  const { token } = await newToken(dev, { policies: [policy], ttl: '1h' });
  const launched = await launchConnected({ address: dev.address, token, name: 'Shop' });
  const page = launched.window;
  await goTo(page, `${mount.path}payments/db`);
  const card = page
    .getByRole('main', { name: 'Entries' })
    .getByRole('region', { name: 'Not permitted' })
    .first();
  // The explanation is one step away.
  await card.getByRole('button', { name: 'Why was I refused?' }).click();
  await expect(card.getByRole('figure').first()).toContainText(policy);
  await expect(card).toContainText(`Needs read on ${mount.path}data/payments/db`);
  const rule = card.getByLabel('Policy rule that would allow it');
  await expect(rule).toContainText(`path "${mount.path}data/payments/db"`);
  expect(await findings(page)).toEqual([]);

  // The server accepts the proposed rule.
  const lines = await rule.innerText();
  await must(dev, 'PUT', `sys/policies/acl/${policy}`, { policy: lines });
  expect((await ask({ ...dev, rootToken: token }, 'GET', `${mount.path}data/payments/db`)).status).toBe(200);
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Reveal password' })).toBeVisible();
  await launched.close();
});

async function openTokens(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Tokens' }).click();
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 3, name, exact: true });
}

/** A token and its child token. */
async function family(): Promise<{ readonly parent: NewToken; readonly child: NewToken }> {
  const parent = await newToken(dev, { policies: ['root'], ttl: '1h' });
  const answer = await must({ ...dev, rootToken: parent.token }, 'POST', 'auth/token/create', { ttl: '1h' });
  const child = {
    token: textAt(answer, 'auth', 'client_token'),
    accessor: textAt(answer, 'auth', 'accessor'),
  };
  return { parent, child };
}

async function batchToken(): Promise<string> {
  const answer = await must(dev, 'POST', 'auth/token/create', {
    type: 'batch',
    policies: ['default'],
    ttl: '1h',
    renewable: false,
  });
  return textAt(answer, 'auth', 'client_token');
}

async function alive({ accessor }: NewToken): Promise<boolean> {
  return (await ask(dev, 'POST', 'auth/token/lookup-accessor', { accessor })).status === 200;
}

async function lookUp(accessor: string): Promise<unknown> {
  return at(await must(dev, 'POST', 'auth/token/lookup-accessor', { accessor }), 'data');
}

/** Accessor of the only token with a display name. */
async function accessorNamed(name: string): Promise<string> {
  const answer = await must(dev, 'GET', 'auth/token/accessors?list=true');
  const keys = at(answer, 'data', 'keys');
  for (const accessor of Array.isArray(keys) ? keys.map(String) : []) {
    const looked = await ask(dev, 'POST', 'auth/token/lookup-accessor', { accessor });
    if (at(looked.json, 'data', 'display_name') === name) return accessor;
  }
  throw new Error(`There is no token called ${name}.`);
}
