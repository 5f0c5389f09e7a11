/**
 * Every login method through its own screen, from the choice of the method to the tree: input of the form and of the
 * prompt, and the resulting token's policy. Passwords, OIDC and typed second factors are in login.e2e.ts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import type { LaunchedApp } from './steps/app.ts';
import { addressField, chooseTlsFile, openMethods, openTab, pressLogIn } from './steps/connect-form.ts';
import { tree } from './steps/connected.ts';
import {
  encryptedKey,
  enableAppRole,
  enableCertificates,
  enableJwt,
  enableUserpass,
  issueCertificate,
  makeAuthority,
  newPolicy,
  requirePush,
  sharedServers,
  startLoginAnswers,
  startLoginVault,
  temporaryFolder,
  uniqueName,
} from './servers/index.ts';
import type { AppRole, LoginAnswers, LoginVault } from './servers/index.ts';

const PASSWORD = 'a password of nobody else';
const PASSPHRASE = 'a passphrase of nobody else';

let vault: LoginVault;
let answers: LoginAnswers;
let approle: AppRole;
let jwt: string;
let launched: LaunchedApp;

test.beforeAll(async () => {
  vault = await startLoginVault();
  const policies = [vault.policy];
  answers = await startLoginAnswers(vault, policies);
  await enableUserpass(vault, 'phones', 'alice', PASSWORD, policies);
  await requirePush(vault, 'phones');
  await enableUserpass(vault, 'team/people', 'alice', PASSWORD, policies);
  approle = await enableAppRole(vault, policies);
  jwt = await enableJwt(vault, policies);
});
test.afterAll(async () => {
  await answers.stop();
  await vault.stop();
});
test.beforeEach(async () => {
  launched = await launchApp();
});
test.afterEach(() => launched.close());

/** Fills the form for a server, up to the method. */
async function chooseMethod(page: Page, address: string, name: string): Promise<void> {
  await addressField(page).fill(address);
  await openMethods(page);
  await page.getByRole('option', { name, exact: true }).click();
}

/** Fills fields of the form by label. */
async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text);
}

/** Fills the fields of the prompt, which names their destination, and submits them. */
async function give(
  fields: Readonly<Record<string, string>>,
  where = answers.address,
  mount = '',
): Promise<void> {
  await launched.answer(async (prompt) => {
    await expect(prompt.getByRole('dialog')).toContainText(where);
    await expect(prompt.getByRole('dialog')).toContainText(mount);
    for (const [label, text] of Object.entries(fields))
      await prompt.locator('input, textarea').and(prompt.getByLabel(label)).fill(text);
    await prompt.getByRole('button').last().click();
  });
}

/** Waits until the status bar shows the policy of the login for the open session's token. */
async function hasPolicy(page: Page, policy = vault.policy): Promise<void> {
  await tree(page).waitFor();
  await page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: / · / }).click();
  await expect(page.getByRole('dialog')).toContainText(policy);
}

interface Way {
  readonly method: string;
  /** Input of the form. */
  readonly form?: () => Readonly<Record<string, string>>;
  /** Option chosen in the form. */
  readonly choice?: string;
  /** Below `auth/`, as shown in the prompt. */
  readonly mount?: string;
  readonly prompt: () => Readonly<Record<string, string>>;
  /** Action outside the app, after the input. */
  readonly meanwhile?: () => Promise<unknown>;
}

const ways: Readonly<Record<string, Way>> = {
  RADIUS: {
    method: 'RADIUS',
    mount: 'auth/radius/',
    form: () => ({ 'User name': 'alice' }),
    prompt: () => ({ Password: vault.radius.people.alice }),
  },
  'Okta, approved on the phone': {
    method: 'Okta',
    mount: 'auth/okta/',
    form: () => ({ 'User name': 'alice' }),
    prompt: () => ({ Password: answers.okta.password }),
    meanwhile: async () => {
      // The first prompt lacks the number, and closes when it arrives.
      const shown = async (): Promise<string> => {
        try {
          const prompt = await launched.trusted({ armed: false });
          return await prompt.getByRole('dialog').innerText({ timeout: 1_000 });
        } catch {
          return '';
        }
      };
      await expect.poll(shown).toContain(String(answers.number));
      await answers.decide('approved');
    },
  },
  'Okta, with a passcode': {
    method: 'Okta',
    mount: 'auth/okta/',
    form: () => ({ 'User name': 'alice' }),
    prompt: () => ({
      Password: answers.okta.password,
      'Passcode of an authenticator app': answers.okta.passcode,
    }),
  },
  GitHub: {
    method: 'GitHub',
    mount: 'auth/github/',
    prompt: () => ({ 'Personal access token': vault.github.tokens.alice }),
  },
  AppRole: {
    method: 'AppRole',
    mount: 'auth/approle/',
    form: () => ({ 'Role ID': approle.roleId }),
    prompt: () => ({ 'Secret ID': approle.secretId }),
  },
  'AppRole, its secret ID wrapped': {
    method: 'AppRole',
    mount: 'auth/approle/',
    choice: 'In a wrapping token',
    form: () => ({ 'Role ID': approle.roleId, 'Expected creation path': approle.wrappedAt }),
    prompt: () => ({ 'Wrapping token of the secret ID': approle.wrappingToken }),
  },
  JWT: { method: 'JWT', mount: 'auth/jwt/', form: () => ({ Role: 'gateway' }), prompt: () => ({ JWT: jwt }) },
  Kubernetes: {
    method: 'Kubernetes',
    mount: 'auth/kubernetes/',
    form: () => ({ Role: answers.kubernetes.role }),
    prompt: () => ({ 'Service account token (JWT)': answers.kubernetes.jwt }),
  },
  'any other path': {
    method: 'Any other path',
    mount: 'auth/team/people/login/alice',
    form: () => ({
      'Mount path': 'team/people',
      'Path below the mount': 'login/alice',
      'Secret fields': 'password',
    }),
    prompt: () => ({ password: PASSWORD }),
  },
  'user name and password, with a push as second factor': {
    method: 'User name and password',
    mount: 'auth/phones/',
    form: () => ({ 'Mount path': 'phones', 'User name': 'alice' }),
    prompt: () => ({ Password: PASSWORD }),
    meanwhile: () => answers.decide('approved'),
  },
};

for (const [what, way] of Object.entries(ways)) {
  test(what, async () => {
    const { window } = launched;
    await chooseMethod(window, answers.address, way.method);
    if (way.choice !== undefined) await window.getByLabel(way.choice).click();
    await fill(window, way.form?.() ?? {});
    await pressLogIn(window);
    await give(way.prompt(), answers.address, way.mount);
    await way.meanwhile?.();
    await hasPolicy(window);
    const page = await window.content();
    for (const typed of Object.values(way.prompt())) expect(page).not.toContain(typed);
  });
}

test('TLS certificate, its key under a passphrase', async () => {
  const { tls } = sharedServers();
  const authority = makeAuthority('People of the login forms');
  const alice = issueCertificate(authority, { commonName: 'alice', usage: 'client' });
  const policy = await newPolicy(tls, 'path "secret/data/payments/*" { capabilities = ["read"] }');
  const mount = uniqueName('people');
  await enableCertificates(tls, mount, authority.cert, [policy]);
  const folder = temporaryFolder('login-forms');
  const [certificate, key] = [join(folder.path, 'alice.pem'), join(folder.path, 'alice-key.pem')];
  writeFileSync(certificate, alice.chain);
  writeFileSync(key, encryptedKey(alice, PASSPHRASE));
  try {
    const { window } = launched;
    await openTab(window, 'TLS');
    await chooseTlsFile(launched, 'ca', tls.caFile);
    await chooseMethod(window, tls.address, 'TLS certificate');
    // Shown before any request, so without a certificate to present yet.
    await fill(window, { 'Mount path': mount, 'Certificate role': 'people' });
    await expect(window.getByText('This method needs a client certificate.')).toBeVisible();
    await chooseTlsFile(launched, 'certificate', certificate);
    await chooseTlsFile(launched, 'key', key);
    await expect(window.getByText('This method needs a client certificate.')).toHaveCount(0);
    await pressLogIn(window);
    await launched.answer(async (prompt) => {
      await expect(prompt.getByRole('dialog')).toContainText('alice-key.pem');
      await prompt.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
      await prompt.getByRole('button').last().click();
    });
    await give({}, tls.address, `auth/${mount}/`);
    await hasPolicy(window, policy);
  } finally {
    folder.remove();
  }
});
