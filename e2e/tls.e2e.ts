/** Every TLS failure as shown to the user: one app, one real Vault with a listener for each. */
import { expect, test, type Page } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import {
  addressField,
  checkStep,
  chooseTlsFile,
  fileFacts,
  formFailure,
  giveToken,
  openDetails,
  openTab,
  checkNew,
  confirmContact,
  pressCheck,
  pressLogIn,
  profileRow,
  trustedViewCount,
} from './steps/connect-form.ts';
import { logOut, tree } from './steps/connected.ts';
import { MATRIX_PASSPHRASE, startTlsMatrix } from './servers/index.ts';
import type { Door, TlsMatrix } from './servers/index.ts';

let matrix: TlsMatrix;
test.beforeAll(async () => {
  matrix = await startTlsMatrix();
});
test.afterAll(() => matrix.stop());

interface Refusal {
  readonly door: Door;
  readonly title: string;
  readonly sentence: RegExp;
  /** Facts on screen about the server's certificate. */
  readonly shows?: RegExp;
  readonly canTrustCa?: boolean;
  readonly client?: (files: TlsMatrix['files']) => { readonly certificate: string; readonly key?: string };
}

const day = String.raw`20\d\d-\d\d-\d\d`;
const refusals: Readonly<Record<string, Refusal>> = {
  expired: {
    door: 'expired',
    title: 'The server’s certificate has expired',
    sentence: new RegExp(`expired on ${day}`),
    shows: /expired 2 d ago/,
  },
  'not yet valid': {
    door: 'notYetValid',
    title: 'The server’s certificate is not valid yet',
    sentence: new RegExp(`is not valid yet before ${day}`),
    shows: /not valid yet, only in \d d/,
  },
  'wrong host': {
    door: 'wrongHost',
    title: 'The certificate is for another name',
    sentence: /was issued for DNS:vault\.elsewhere\.example/,
    shows: /vault\.elsewhere\.example/,
  },
  'unknown CA': {
    door: 'unknownCa',
    title: 'The server’s certificate is not trusted',
    sentence: /issued by “A stranger”, which this connection does not trust/,
    shows: /CN=A stranger/,
    canTrustCa: true,
  },
  'self-signed': {
    door: 'selfSigned',
    title: 'The server’s certificate is self-signed',
    sentence: /is self-signed/,
    shows: /SHA-256/,
    canTrustCa: true,
  },
  'weak key': {
    door: 'weakKey',
    title: 'The server’s certificate is too weak',
    sentence: /1024-bit RSA key/,
    shows: /SHA-256/,
  },
  'missing intermediate': {
    door: 'missingIntermediate',
    title: 'The server sends an incomplete chain',
    sentence: /does not send the intermediate certificate “Strongroom matrix intermediate”/,
    shows: /Strongroom matrix intermediate/,
    canTrustCa: true,
  },
  'missing client certificate': {
    door: 'clientCertificate',
    title: 'The server asks for a client certificate',
    sentence: /talks only to clients that show a certificate/,
  },
  'wrong client certificate': {
    door: 'clientCertificate',
    title: 'The server refused your client certificate',
    sentence: /refused the client certificate “mallory”/,
    client: ({ stranger, strangerKey }) => ({ certificate: stranger, key: strangerKey }),
  },
  'a key that does not match': {
    door: 'clientCertificate',
    title: 'The key does not belong to the client certificate',
    sentence: /mallory-key\.pem does not belong to the certificate alice\.pem/,
    client: ({ client, strangerKey }) => ({ certificate: client, key: strangerKey }),
  },
  'TLS 1.0': {
    door: 'oldTls',
    title: 'The server’s TLS is too old',
    sentence: /share no TLS version. The oldest accepted is 1\.2/,
  },
};

/** Removes the client's files from the form. */
async function withoutClient(page: Page): Promise<void> {
  const group = page.getByRole('region', { name: 'Client authentication' });
  const drop = group.getByRole('button', { name: /^Do not use/ });
  for (let left = await drop.count(); left > 0; left--) {
    await drop.first().click();
    await expect(drop).toHaveCount(left - 1);
  }
}

test.describe('a server that cannot be trusted or does not trust', () => {
  let launched: LaunchedApp;
  const sentences = new Map<string, string>();
  test.beforeAll(async () => {
    launched = await launchTrusting();
  });
  test.afterAll(() => launched.close());

  /** An app whose form trusts only the matrix's CA. */
  async function launchTrusting(): Promise<LaunchedApp> {
    const app = await launchApp();
    await addressField(app.window).waitFor();
    await openTab(app.window, 'TLS');
    await chooseTlsFile(app, 'ca', matrix.files.ca);
    await app.window.getByRole('checkbox', { name: /^Trust the system’s certificates/ }).uncheck();
    return app;
  }

  for (const [what, refusal] of Object.entries(refusals)) {
    test(what, async () => {
      const { window } = launched;
      const { door, title, sentence, shows, canTrustCa = false, client } = refusal;
      await withoutClient(window);
      if (client !== undefined) {
        const { certificate, key } = client(matrix.files);
        await chooseTlsFile(launched, 'certificate', certificate);
        if (key !== undefined) await chooseTlsFile(launched, 'key', key);
      }
      await addressField(window).fill(matrix.addresses[door]);
      await checkNew(launched);
      await expect(formFailure(window)).toContainText(title);
      await expect(formFailure(window)).toContainText(sentence);
      await expect(checkStep(window, 'TLS')).toContainText(sentence);
      await expect(checkStep(window, 'Server')).toContainText('not reached');
      const chain = window.getByRole('list', { name: 'Certificate chain' });
      await openDetails(window);
      if (shows === undefined) await expect(chain.getByText('ended')).toHaveCount(0);
      else await expect(chain).toContainText(shows);
      await window.keyboard.press('Escape');
      await expect(window.getByRole('button', { name: 'Trust a CA file…' })).toHaveCount(canTrustCa ? 1 : 0);

      await pressLogIn(window);
      await expect(formFailure(window)).toContainText(sentence);
      if (shows !== undefined) {
        await openDetails(window);
        await expect(chain).toContainText(shows);
        await window.keyboard.press('Escape');
      }
      expect(trustedViewCount(launched)).toBe(0);
      const told = (await formFailure(window).innerText()).replace(/127\.0\.0\.1:\d+/g, 'the server');
      expect(sentences.get(told), 'another reason says the same').toBeUndefined();
      sentences.set(told, what);
    });
  }

  test('an encrypted key asks for its passphrase, again after a wrong one, and then for the token', async () => {
    // An app of its own: with a key still locked, an earlier test can have confirmed the same target.
    await launched.close();
    launched = await launchTrusting();
    const { window } = launched;
    await chooseTlsFile(launched, 'certificate', matrix.files.client);
    await chooseTlsFile(launched, 'key', matrix.files.encryptedKey);
    await expect(fileFacts(window, 'alice-encrypted-key.pem')).toContainText('private key, encrypted');
    await addressField(window).fill(matrix.addresses.clientCertificate);
    await pressCheck(window);
    await launched.answer((trusted) => trusted.keyboard.press('Escape'));
    await confirmContact(launched);
    await expect(formFailure(window)).toContainText('The client key is encrypted');
    await expect(checkStep(window, 'TLS')).toContainText('alice-encrypted-key.pem is encrypted');
    await pressLogIn(window);
    const passphrase = async (text: string): Promise<void> => {
      await launched.answer(async (trusted) => {
        await expect(trusted.getByRole('dialog')).toContainText('alice-encrypted-key.pem');
        await trusted.getByLabel('Passphrase', { exact: true }).fill(text);
        await trusted.keyboard.press('Enter');
      });
    };
    await passphrase('wrong');
    await expect((await launched.trusted()).getByRole('alert')).not.toBeEmpty();
    await passphrase(MATRIX_PASSPHRASE);
    const trusted = await launched.trusted();
    await expect(trusted.getByRole('dialog')).toContainText('verified by CA file matrix-ca.pem');
    await launched.answer((page) => page.keyboard.press('Escape'));
    await expect(formFailure(window)).toHaveCount(0);
  });

  test('an old PKCS#12 file is opened with its passphrase', async () => {
    const { window } = launched;
    await withoutClient(window);
    await chooseTlsFile(launched, 'certificate', matrix.files.legacyPkcs12);
    await expect(fileFacts(window, 'alice-legacy.p12')).toContainText('PKCS#12');
    await addressField(window).fill(matrix.addresses.clientCertificate);
    await pressLogIn(window);
    await launched.answer(async (trusted) => {
      await expect(trusted.getByRole('dialog')).toContainText('alice-legacy.p12');
      await trusted.getByLabel('Passphrase', { exact: true }).fill(MATRIX_PASSPHRASE);
      await trusted.keyboard.press('Enter');
    });
    await expect((await launched.trusted()).getByLabel('Token', { exact: true })).toBeVisible();
    await launched.answer((page) => page.keyboard.press('Escape'));
  });

  test('the name of the certificate, told as server name, makes it the right host', async () => {
    const { window } = launched;
    await withoutClient(window);
    await addressField(window).fill(matrix.addresses.wrongHost);
    const serverName = window.getByRole('textbox', { name: 'Server name' });
    await serverName.fill('vault.elsewhere.example');
    await checkNew(launched);
    await expect(checkStep(window, 'TLS')).toContainText('passed');
    await serverName.fill('');
  });
});

test('a certificate that changed since the last login is told before a token is typed', async () => {
  const launched = await launchApp();
  const { window } = launched;
  const logIn = async (): Promise<void> => {
    await pressLogIn(window);
    await giveToken(launched, matrix.rootToken);
    await expect(tree(window)).toBeVisible();
    await window.getByRole('button', { name: 'Session', exact: true }).click();
    await logOut(launched);
    await addressField(window).waitFor();
  };
  await addressField(window).fill(matrix.addresses.good);
  await window.getByRole('textbox', { name: /^Name\b/ }).fill('Matrix');
  await openTab(window, 'TLS');
  await chooseTlsFile(launched, 'ca', matrix.files.ca);
  await logIn();
  await expect(profileRow(window, 'Matrix')).toContainText(/ago|just now/);
  await profileRow(window, 'Matrix').getByRole('button').first().click();

  await pressLogIn(window);
  const same = await launched.trusted();
  await expect(same.getByRole('dialog')).not.toContainText('since your last login');
  await launched.answer((page) => page.keyboard.press('Escape'));

  await matrix.replaceGood('same-authority');
  await pressLogIn(window);
  const renewed = await launched.trusted();
  await expect(renewed.locator('.notice.info')).toContainText('Certificate renewed by the same issuer');
  await launched.answer((page) => page.keyboard.press('Escape'));

  await matrix.replaceGood('another-authority');
  await pressLogIn(window);
  // A certificate alone cannot tell a missing intermediate from an unknown CA.
  await expect(formFailure(window)).toContainText(/is not trusted|incomplete chain/);
  await expect(formFailure(window)).toContainText('Another root');
  expect(trustedViewCount(launched)).toBe(0);
  await launched.close();
});

test('a certificate that has ended is told for as long as the session is open, and so is that nobody checks it', async () => {
  const launched = await launchApp();
  const { window } = launched;
  await addressField(window).fill(matrix.addresses.expired);
  await window.getByRole('textbox', { name: /^Name\b/ }).fill('Expired');
  await openTab(window, 'TLS');
  await window.getByRole('checkbox', { name: 'Do not verify the server’s certificate' }).check();
  await pressLogIn(window);
  await expect((await launched.trusted()).getByRole('dialog')).toContainText(
    'Not verified: anyone on the network can read and change the traffic.',
  );
  await launched.answer((page) => page.getByRole('button', { name: 'Save connection' }).click());
  await expect((await launched.trusted()).getByRole('dialog')).toContainText(
    'Not verified: anyone on the network can read and change the traffic.',
  );
  await giveToken(launched, matrix.rootToken);
  await launched.answer(async (page) => {
    await expect(page.getByRole('dialog')).toContainText('Trust this certificate?');
    await expect(page.getByRole('dialog')).toContainText(/SHA-256.*(?:[0-9A-F]{2}:){31}/s);
    await page.getByRole('button', { name: 'Trust certificate' }).click();
  });
  await expect(tree(window)).toBeVisible();
  await expect(window.getByText(/ · Not verified: anyone on the network/)).toBeVisible();
  const notice = window.getByRole('button', { name: 'Server certificate expired 2 d ago' });
  await notice.click();
  const card = window.getByRole('dialog', { name: 'Expiring certificates' });
  await expect(card).toContainText('CN=localhost');
  await expect(card).toContainText('Ask the server’s operator to renew it');
  await window.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(notice).toBeFocused();
  await launched.close();
});
