/** Logging in as the user does: the method chosen in the form, secrets entered in the trusted view. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { launchApp, untilClosed } from './steps/app.ts';
import type { LaunchedApp } from './steps/app.ts';
import {
  addressField,
  closeMethods,
  confirmContact,
  openMethods,
  pressLogIn,
  trustedViewCount,
} from './steps/connect-form.ts';
import { tree } from './steps/connected.ts';
import {
  enableUserpass,
  isKnown,
  requireTotp,
  startIdentityProvider,
  startLoginVault,
  totpCode,
  wrapped,
} from './servers/index.ts';
import type { IdentityProvider, LoginVault } from './servers/index.ts';
import { freePorts } from './servers/ports.ts';

const PASSWORD = 'a password of nobody else';

let vault: LoginVault;
let provider: IdentityProvider;
let callbackPort: number;
let totpKey: string;
let launched: LaunchedApp;

test.beforeAll(async () => {
  [vault, provider] = await Promise.all([startLoginVault(), startIdentityProvider()]);
  callbackPort = (await freePorts(1))[0] ?? 0;
  await provider.enableAt(vault, 'oidc', `http://localhost:${String(callbackPort)}/oidc/callback`, [
    vault.policy,
  ]);
  await enableUserpass(vault, 'staff', 'alice', PASSWORD, [vault.policy]);
  await enableUserpass(vault, 'guarded', 'alice', PASSWORD, [vault.policy]);
  totpKey = await requireTotp(vault, 'guarded', 'alice');
});
test.afterAll(async () => {
  await Promise.all([vault.stop(), provider.stop()]);
});
test.beforeEach(async () => {
  launched = await launchApp();
  await addressField(launched.window).fill(vault.address);
});
test.afterEach(() => launched.close());

/** Chooses a login method by its name in the list. */
async function chooseMethod(page: Page, name: string | RegExp): Promise<void> {
  await openMethods(page);
  await page.getByRole('option', { name }).click();
}

/** Fills the fields of the prompt and submits it. */
async function give(fields: Readonly<Record<string, string>>): Promise<void> {
  await launched.answer(async (card) => {
    for (const [label, text] of Object.entries(fields))
      await card.getByLabel(label, { exact: true }).fill(text);
    await card.keyboard.press('Enter');
  });
}

/** Waits until the status bar shows the policy of the logins for the open session's token. */
async function hasPolicy(page: Page): Promise<void> {
  await tree(page).waitFor();
  await page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: / · / }).click();
  await expect(page.getByRole('dialog')).toContainText(vault.policy);
}

test('offers what the server advertises, and logs in there after a wrong password', async () => {
  const { window } = launched;
  // No automatic request: the server is new.
  expect(trustedViewCount(launched)).toBe(0);
  await openMethods(window);
  await closeMethods(window);
  expect(trustedViewCount(launched)).toBe(0);
  await window.getByRole('button', { name: 'List auth methods' }).click();
  await confirmContact(launched);
  await chooseMethod(window, /LDAP · Everybody at Payments/);
  await window.getByRole('textbox', { name: /^User name/ }).fill('alice');
  await pressLogIn(window);

  const first = await launched.trusted();
  await expect(first.getByRole('dialog')).toContainText(vault.address);
  await expect(first.getByLabel('User name', { exact: true })).toHaveValue('alice');
  await expect(first.getByLabel('Password', { exact: true })).toBeFocused();
  await give({ Password: 'not her password' });

  const again = await launched.trusted();
  await expect(again.getByRole('alert').filter({ hasText: 'invalid credentials' })).toBeVisible();
  await expect(again.getByLabel('User name', { exact: true })).toHaveValue('alice');
  await expect(again.getByLabel('Password', { exact: true })).toHaveValue('');
  await give({ Password: vault.ldap.people.alice });
  await hasPolicy(window);
  expect(await window.content()).not.toContain(vault.ldap.people.alice);
});

test('logs in with user name and password at any mount path, and names both in the trusted view', async () => {
  const { window } = launched;
  await chooseMethod(window, 'User name and password');
  await window.getByRole('textbox', { name: 'Mount path' }).fill('staff');
  await pressLogIn(window);
  await expect((await launched.trusted()).getByRole('dialog')).toContainText('auth/staff/');
  await give({ 'User name': 'alice', Password: PASSWORD });
  await hasPolicy(window);
});

test('logs in with a wrapping token, which is then used up', async () => {
  const { window } = launched;
  const login = await wrapped('POST', 'auth/staff/login/alice', { password: PASSWORD }, {}, vault);
  await chooseMethod(window, 'Wrapping token');
  // It belongs to no auth method of the server, so the form has no mount path.
  await expect(window.getByLabel('Mount path')).toHaveCount(0);
  await pressLogIn(window);
  const prompt = await launched.trusted();
  await expect(prompt.getByRole('dialog')).toContainText(vault.address);
  await give({ 'Wrapping token': login.token });
  await hasPolicy(window);
  expect(await isKnown(login.token, vault)).toBe(false);
  expect(await window.content()).not.toContain(login.token);
});

test('asks for the second factor, again after a wrong one', async () => {
  const { window } = launched;
  await chooseMethod(window, 'User name and password');
  await window.getByRole('textbox', { name: 'Mount path' }).fill('guarded/');
  await window.getByRole('textbox', { name: /^User name/ }).fill('alice');
  await pressLogIn(window);
  await give({ Password: PASSWORD });

  const label = 'Passcode (TOTP) for “totp-guarded”';
  const right = totpCode(totpKey);
  await give({ [label]: right === '000000' ? '111111' : '000000' });
  const again = await launched.trusted();
  await expect(again.getByRole('alert').filter({ hasText: 'did not accept the passcode' })).toBeVisible();
  await give({ [label]: totpCode(totpKey) });
  await hasPolicy(window);
});

test('logs in with OIDC through the system’s browser', async () => {
  const { app, window } = launched;
  await app.evaluate(({ shell }) => {
    shell.openExternal = (url) => {
      Reflect.set(globalThis, 'openedInBrowser', url);
      return Promise.resolve();
    };
  });
  await chooseMethod(window, 'OIDC');
  await window.getByRole('textbox', { name: /^Role/ }).fill('people');
  await window.getByRole('textbox', { name: /^Port/ }).fill(String(callbackPort));
  await pressLogIn(window);
  // A new server, then the URL for the browser: the page alone decides neither.
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText(vault.address);
    await expect(trusted.getByText('First connection to this server.')).toBeVisible();
    await trusted.getByRole('button', { name: 'Continue' }).click();
  });
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText(`Login page${new URL(provider.issuer).origin}`);
    await trusted.getByRole('button', { name: 'Open browser' }).click();
  });

  const opened = () => app.evaluate(() => String(Reflect.get(globalThis, 'openedInBrowser') ?? ''));
  await expect.poll(opened).toContain(provider.issuer);
  const waiting = await launched.trusted();
  // Replaces the browser: logs in at the provider, and follows its redirect to the app.
  await untilClosed(waiting, async () => {
    const page = await fetch(await provider.logInAt(await opened()));
    expect(page.status).toBe(200);
  });
  await hasPolicy(window);
});
