/** From an address to a session: refusals, explanations, and the destination of a token. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { SessionView } from '../shared/ipc/contract.ts';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';
import {
  addressField,
  answerFileDialogs,
  checkStep,
  chooseTlsFile,
  fileFacts,
  formFailure,
  giveToken,
  hostOf,
  openDetails,
  openTab,
  checkNew,
  confirmContact,
  pressCheck,
  pressLogIn,
  trustedViewCount,
} from './steps/connect-form.ts';
import { logIn, logOut, openFolder, tree, treeRow } from './steps/connected.ts';
import { filesHolding } from './traces/files-holding.ts';
import { freePorts } from './servers/ports.ts';
import {
  ask,
  factsOf,
  newKvMount,
  newToken,
  sharedServers,
  startDevVault,
  startRecordingProxy,
  startSealedVault,
  writeEntry,
} from './servers/index.ts';

const { dev, tls, mutualTls } = sharedServers();
const facts = factsOf();

async function temporary(
  name: string,
): Promise<{ path: string; [Symbol.asyncDispose]: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `strongroom-${name}-`));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

test.describe('an address', () => {
  let launched: LaunchedApp;
  test.beforeAll(async () => {
    launched = await launchApp();
  });
  test.afterAll(() => launched.close());

  test('that cannot be one is refused at its field with the reason, and nothing is sent', async () => {
    const { window } = launched;
    const recorder = await startRecordingProxy(dev);
    const host = hostOf(recorder);
    const table = [
      [host, `The address has no scheme. Did you mean https://${host}?`],
      [
        `http://${host}/v1/secret/data/app`,
        `The address includes a path of Vault’s API or web UI. Use http://${host} as the address. To open a secret by its URL, connect first. Then paste it into “go to path”.`,
      ],
      [
        `http://alice:wonderland@${host}`,
        'The address contains a user name or password before “@”. Leave it out: the credential is asked for separately and never stored.',
      ],
      [
        'file:///etc/passwd',
        'The address begins with “file:”, which is not a way to reach a server. Use https:// (or http:// for a development server).',
      ],
      [
        'http://127.0.0.1:0',
        '0 is not a port. A port is a number from 1 to 65535; Vault usually listens on 8200.',
      ],
      [`http://${host}?x=1`, `The address contains a query (“?…”). Use http://${host} as the address.`],
      ['', 'Type the address of a server, e.g. https://vault.example.com:8200.'],
    ] as const;
    for (const press of [pressLogIn, pressCheck]) {
      for (const [typed, sentence] of table) {
        await addressField(window).fill(typed);
        await expect(addressField(window)).not.toHaveAttribute('aria-invalid');
        await press(window);
        await expect(addressField(window)).toHaveAccessibleDescription(sentence);
        await expect(addressField(window)).toHaveAttribute('aria-invalid', 'true');
        await expect(addressField(window)).toHaveValue(typed);
      }
    }
    expect(trustedViewCount(launched)).toBe(0);
    expect(recorder.requests).toEqual([]);
    await expect(window.getByText('Servers you log in to are remembered here.')).toBeVisible();

    await addressField(window).fill(recorder.address);
    await checkNew(launched);
    await expect(checkStep(window, 'State')).toContainText('passed');
    expect(recorder.requests).not.toEqual([]);
    await recorder.stop();
  });

  test('that works is checked step by step without a token', async () => {
    const { window } = launched;
    const recorder = await startRecordingProxy(dev);
    await addressField(window).fill(recorder.address);
    await checkNew(launched);
    for (const step of ['DNS', 'TLS']) await expect(checkStep(window, step)).toContainText('not used');
    for (const step of ['TCP', 'Server', 'State'])
      await expect(checkStep(window, step)).toContainText('passed');
    await expect(checkStep(window, 'State')).toContainText('The server is unsealed and leads.');
    await expect(checkStep(window, 'Server')).toContainText(`${facts.name} ${facts.version} answers.`);
    expect(recorder.requests.map(({ headers }) => headers['x-vault-token'])).toEqual(
      recorder.requests.map(() => undefined),
    );
    await recorder.stop();
  });

  test('where nothing listens is told from a server that fails', async () => {
    const { window } = launched;
    const [port] = await freePorts(1);
    await addressField(window).fill(`http://127.0.0.1:${String(port)}`);
    await checkNew(launched);
    await expect(checkStep(window, 'TCP')).toContainText(
      `Nothing listens on port ${String(port)} of 127.0.0.1.`,
    );
    await expect(checkStep(window, 'TLS')).toContainText('not reached');
    await pressLogIn(window);
    await expect(formFailure(window)).toContainText('Cannot connect');
    await expect(formFailure(window)).toContainText(`127.0.0.1:${String(port)} refused the connection.`);
    expect(trustedViewCount(launched)).toBe(0);
  });

  test('with the wrong one of http and https says so', async () => {
    const { window } = launched;
    await addressField(window).fill(dev.address.replace('http:', 'https:'));
    await checkNew(launched);
    await expect(checkStep(window, 'TLS')).toContainText(
      `${hostOf(dev)} does not speak TLS on this port, but the address says https.`,
    );
    await expect(formFailure(window)).toContainText('This port speaks plain HTTP, not TLS');

    await addressField(window).fill(tls.address.replace('https:', 'http:'));
    await checkNew(launched);
    await expect(checkStep(window, 'TLS')).toContainText(
      `${hostOf(tls)} speaks TLS on this port, but the address says http.`,
    );
    await expect(formFailure(window)).toContainText('This port speaks TLS, not plain HTTP');
    await expect(formFailure(window)).toContainText(`Use ${tls.address} as the address.`);
  });

  test('of a sealed server is reachable, and no token is asked for', async () => {
    const { window } = launched;
    const sealed = await startSealedVault();
    await addressField(window).fill(sealed.address);
    await checkNew(launched);
    await expect(checkStep(window, 'Server')).toContainText('passed');
    await expect(checkStep(window, 'State')).toContainText(
      'The server is sealed (0 of 3 key shares entered): no logins until it is unsealed.',
    );
    await pressLogIn(window);
    await expect(formFailure(window)).toContainText('The server is sealed');
    await expect(formFailure(window)).toContainText('0 of 3 key shares entered.');
    expect(trustedViewCount(launched)).toBe(0);
    await sealed.stop();
  });
});

test('an unknown authority is shown with its chain, and its CA file makes the server trusted', async () => {
  const launched = await launchApp();
  const { window } = launched;
  await addressField(window).fill(tls.address);
  await checkNew(launched);
  await expect(checkStep(window, 'TLS')).toContainText(
    `The certificate of ${hostOf(tls)} is issued by “Strongroom test root”, which this connection does not trust.`,
  );
  await expect(checkStep(window, 'Server')).toContainText('not reached');
  await expect(formFailure(window)).toContainText('The server’s certificate is not trusted');
  const details = await openDetails(window);
  await expect(details.getByText(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/).first()).toBeVisible();
  await window.keyboard.press('Escape');

  await answerFileDialogs(launched, [tls.caFile]);
  await window.getByRole('button', { name: 'Trust a CA file…' }).click();
  await expect(fileFacts(window, 'ca.pem')).toContainText('CN=Strongroom test root');
  // A file chosen for a failed connection is tried at once, and needs a new confirmation.
  await confirmContact(launched);
  await expect(checkStep(window, 'TLS')).toContainText('The certificate is trusted until');
  await expect(checkStep(window, 'State')).toContainText('passed');

  await pressLogIn(window);
  await expect((await launched.trusted()).getByRole('dialog')).toContainText('verified by CA file ca.pem');
  await giveToken(launched, tls.rootToken);
  await expect(treeRow(window, 'secret/')).toBeVisible();
  await launched.close();
});

test('a server that asks for a client certificate says so, and lets in who has one', async () => {
  const launched = await launchApp({
    env: { VAULT_ADDR: mutualTls.address, VAULT_CACERT: mutualTls.caFile },
  });
  const { window } = launched;
  await window.getByRole('button', { name: 'Fill in', exact: true }).click();
  await expect(addressField(window)).toHaveValue(mutualTls.address);
  await checkNew(launched);
  await expect(checkStep(window, 'TLS')).toContainText(
    `${hostOf(mutualTls)} talks only to clients that show a certificate.`,
  );
  await expect(formFailure(window)).toContainText('The server asks for a client certificate');

  await openTab(window, 'TLS');
  await chooseTlsFile(launched, 'certificate', mutualTls.certFile);
  await chooseTlsFile(launched, 'key', mutualTls.keyFile);
  await checkNew(launched);
  await expect(checkStep(window, 'State')).toContainText('passed');
  await pressLogIn(window);
  await giveToken(launched, mutualTls.rootToken);
  await expect(treeRow(window, 'secret/')).toBeVisible();
  await launched.close();
});

test('a refused token is asked for again with the reason; Escape ends it without a word', async () => {
  const launched = await launchApp();
  const { window } = launched;
  await addressField(window).fill(dev.address);
  await pressLogIn(window);
  await giveToken(launched, 'certainly-not-a-token');
  const again = await launched.trusted();
  await expect(again.getByRole('alert')).toContainText(
    /The server does not (?:accept this token\. It has expired, was revoked, or has no permissions here\.|know this token: it has expired, was revoked, or belongs to another server or namespace\.)/,
  );
  await expect(again.getByLabel('Token', { exact: true })).toHaveValue('');
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));

  await expect(window.getByRole('button', { name: 'Connect', exact: true })).toBeEnabled();
  await expect(formFailure(window)).toHaveCount(0);
  await expect(addressField(window)).toHaveValue(dev.address);
  await expect(window.getByText('Servers you log in to are remembered here.')).toBeVisible();

  await pressLogIn(window);
  await giveToken(launched, dev.rootToken);
  await expect(tree(window)).toBeVisible();
  await launched.close();
});

test('white space around a pasted token is taken off in the open; inside it is refused and not sent', async () => {
  const launched = await launchApp();
  const { window } = launched;
  const recorder = await startRecordingProxy(dev);
  await addressField(window).fill(recorder.address);
  await pressLogIn(window);
  const trusted = await launched.trusted();
  const field = trusted.getByLabel('Token', { exact: true });
  const paste = async (text: string): Promise<void> => {
    await launched.app.evaluate(({ clipboard }, pasted) => clipboard.writeText(pasted), text);
    await field.selectText();
    await trusted.keyboard.press('Control+v');
  };

  await paste('first half\nsecond half');
  await expect(field).toHaveValue(/second half/);
  await trusted.getByRole('button', { name: 'Log in' }).click();
  await expect(field).toHaveAccessibleDescription(
    /^A token has no spaces, line breaks or special characters/,
  );
  expect(recorder.requests.filter(({ headers }) => headers['x-vault-token'] !== undefined)).toEqual([]);

  await paste(`  ${dev.rootToken}\n`);
  await expect(field).toHaveValue(dev.rootToken);
  await expect(field).toHaveAccessibleDescription(/^Spaces or line breaks around the token were left out\./);
  await launched.answer(() => trusted.keyboard.press('Enter'));
  await expect(tree(window)).toBeVisible();
  const sent = new Set(recorder.requests.map(({ headers }) => headers['x-vault-token']));
  expect(sent).toEqual(new Set([undefined, dev.rootToken]));
  await launched.close();
  await recorder.stop();
});

test('what the environment offers is imported, and its token sent, only when a person says so', async () => {
  await using home = await temporary('home');
  await writeFile(join(home.path, '.vault-token'), `${dev.rootToken}\n`, { mode: 0o600 });
  const recorder = await startRecordingProxy(dev);
  const launched = await launchApp({ env: { HOME: home.path, VAULT_ADDR: recorder.address } });
  const { window } = launched;
  const found = window.getByRole('region', { name: 'Found in your shell' });
  await expect(found).toContainText(`VAULT_ADDR = ${recorder.address}`);
  await expect(found).toContainText('a token from ~/.vault-token, sent only after you confirm the server');
  await expect(addressField(window)).toHaveValue('');

  await found.getByRole('button', { name: 'Fill in' }).click();
  await expect(addressField(window)).toHaveValue(recorder.address);
  await expect(found.getByRole('button', { name: 'Filled in' })).toBeVisible();
  expect(recorder.requests).toEqual([]);

  await pressLogIn(window);
  const trusted = await launched.trusted();
  await expect(trusted.getByRole('dialog')).toContainText(/Token from\s*~\/.vault-token/);
  await expect(trusted.getByRole('definition').first()).toHaveText(recorder.address);
  expect(recorder.requests.filter(({ headers }) => headers['x-vault-token'] !== undefined)).toEqual([]);

  await launched.answer(() => trusted.getByRole('button', { name: 'Send this token' }).click());
  await expect(tree(window)).toBeVisible();
  expect(recorder.requests.some(({ headers }) => headers['x-vault-token'] === dev.rootToken)).toBe(true);
  await launched.close();
  await recorder.stop();
});

test('a remembered connection comes back after a restart without its token', async () => {
  await using data = await temporary('data');
  const { token } = await newToken(dev);
  const first = await launchApp({ userDataDir: data.path });
  await logIn(first, { address: dev.address, token, name: 'Payments' });
  await first.close();
  expect(await filesHolding(data.path, dev.address)).not.toEqual([]);
  expect(await filesHolding(data.path, token)).toEqual([]);

  const second = await launchApp({ userDataDir: data.path });
  const { window } = second;
  await window
    .getByRole('button', { name: /Payments/ })
    .first()
    .click();
  await expect(addressField(window)).toHaveValue(dev.address);
  await pressLogIn(window);
  await expect((await second.trusted()).getByLabel('Token', { exact: true })).toHaveValue('');
  await giveToken(second, token);
  await expect(window.getByRole('heading', { name: 'Payments' })).toBeVisible();

  await window.getByRole('button', { name: 'Session', exact: true }).click();
  await logOut(second);
  await window.getByRole('button', { name: 'Forget Payments' }).click();
  await second.answer(async (trusted) => {
    await expect(trusted.getByRole('heading', { name: 'Remove this saved connection?' })).toBeVisible();
    await trusted.getByRole('button', { name: 'Remove' }).click();
  });
  await expect(window.getByText('Servers you log in to are remembered here.')).toBeVisible();
  await second.close();
  // The app remembers that it has contacted this server, to tell another one of the same name apart.
  const holding = await filesHolding(data.path, dev.address);
  expect(holding.map((file) => basename(file))).toEqual(['servers-seen.json']);
});

// Only a server without namespaces would ignore the header.
if (!facts.namespaces)
  test('a namespace is refused on a server that would ignore it, before anything is sent in it', async () => {
    const launched = await launchApp();
    const { window } = launched;
    const recorder = await startRecordingProxy(dev);
    await addressField(window).fill(recorder.address);
    await openTab(window, 'Advanced');
    const namespace = window.getByRole('textbox', { name: 'Namespace' });
    await namespace.fill('team-payments/');
    await pressLogIn(window);
    await giveToken(launched, dev.rootToken);
    await expect(namespace).toHaveAccessibleDescription(
      /^This server \(Vault \S+\) has no namespaces: it would ignore “team-payments” and use its root namespace instead\. Nothing was sent\. Leave the namespace empty, or connect to a server that has it\.$/,
    );
    expect(trustedViewCount(launched)).toBe(0);
    expect(recorder.requests.map(({ url }) => url.replace(/\?.*/, ''))).not.toContain(
      '/v1/auth/token/lookup-self',
    );
    for (const { headers } of recorder.requests) {
      expect(headers).not.toHaveProperty('x-vault-token');
      expect(headers).not.toHaveProperty('x-vault-namespace');
    }
    await namespace.fill('');
    await pressLogIn(window);
    await giveToken(launched, dev.rootToken);
    await expect(tree(window)).toBeVisible();
    await launched.close();
    await recorder.stop();
  });

test('two servers are open side by side; closing one forgets it and leaves the other', async () => {
  const other = await startDevVault();
  const [here, there] = await Promise.all([newKvMount(dev, 2), newKvMount(other, 1)]);
  await writeEntry(dev, here, 'alpha-folder/entry', { a: '1' });
  await writeEntry(other, there, 'beta-folder/entry', { b: '2' });
  const launched = await launchApp();
  const { window } = launched;
  const rail = window.getByRole('navigation', { name: 'Sessions' });
  const badge = (name: string) => rail.getByRole('button', { name, exact: true });

  await logIn(launched, { address: dev.address, token: dev.rootToken, name: 'Alpha' });
  await openFolder(window, here.path);
  await expect(treeRow(window, 'alpha-folder/')).toBeVisible();
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await logIn(launched, { address: other.address, token: other.rootToken, name: 'Beta' });
  await expect(badge('Beta')).toHaveAttribute('aria-current', 'true');
  await openFolder(window, there.path);
  await expect(treeRow(window, 'beta-folder/')).toBeVisible();
  await expect(treeRow(window, here.path)).toHaveCount(0);

  await badge('Alpha').click();
  await expect(treeRow(window, 'alpha-folder/')).toBeVisible();
  await expect(treeRow(window, there.path)).toHaveCount(0);
  await badge('Beta').click();
  await expect(treeRow(window, 'beta-folder/')).toBeVisible();

  const { value } = await callInPage(window, 'session.list', {});
  const sessionIds = (value as readonly SessionView[]).map(({ sessionId }) => sessionId);
  expect(sessionIds).toHaveLength(2);
  const closeSession = async (): Promise<void> => {
    await window.getByRole('button', { name: 'Session', exact: true }).click();
    await logOut(launched);
  };
  await closeSession();
  await expect(badge('Beta')).toHaveCount(0);
  await expect(treeRow(window, 'alpha-folder/')).toBeVisible();
  await closeSession();
  await expect(addressField(window)).toBeVisible();

  for (const sessionId of sessionIds) {
    expect(await callInPage(window, 'mount.list', { sessionId })).toMatchObject({
      ok: false,
      error: { message: 'This session is no longer open.' },
    });
  }
  // Forgotten by the app, not revoked on the server.
  expect((await ask(other, 'GET', 'auth/token/lookup-self')).status).toBe(200);
  await launched.close();
  await other.stop();
});
