/**
 * The promise of `canary-logins.e2e.ts` for a login by client certificate, through its form: the entered passphrase,
 * the private key that it decrypts and the resulting token are in no process except main, in no file of the app and
 * in no output.
 */
import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import { callByHand, callInPage } from './steps/bridge-calls.ts';
import { fillCertificateLogin, pressLogIn } from './steps/connect-form.ts';
import { tree } from './steps/connected.ts';
import { filesHolding } from './traces/files-holding.ts';
import { findInMemory, processName } from './traces/process-memory.ts';
import {
  enableCertificates,
  encryptedKey,
  issueCertificate,
  makeAuthority,
  sharedServers,
  uniqueName,
} from './servers/index.ts';
import { childrenOf, tracesLeft, tracesOf, watchDesktop } from './traces/traces.ts';
import { agreeToCopy, onClipboard } from './steps/wrapping-steps.ts';

let folder = '';
test.beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'strongroom-canary-'))));
test.afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

test('no process but main ever holds the key of a certificate login, its passphrase or its token @certificate-key', async () => {
  test.setTimeout(180_000);
  const { tls } = sharedServers();
  const passphrase = uniqueName('canary-passphrase');
  const mount = uniqueName('people');
  const authority = makeAuthority(uniqueName('Canary people'));
  const alice = issueCertificate(authority, { commonName: 'alice', usage: 'client' });
  await enableCertificates(tls, mount, authority.cert, ['default']);
  const [certificate, key] = [join(folder, 'alice.pem'), join(folder, 'alice-key.pem')];
  await writeFile(certificate, alice.chain);
  await writeFile(key, encryptedKey(alice, passphrase));
  // A line from the middle of the key, in each usual text format.
  const forms = (['pkcs8', 'pkcs1'] as const).map((type) =>
    createPrivateKey(alice.key).export({ type, format: 'pem' }).toString(),
  );
  const keyLines = forms.map((pem) => pem.split('\n')[8] ?? '');
  expect(keyLines.map((line) => line.length)).toEqual([64, 64]);

  const dataFolder = join(folder, 'data');
  const launched = await launchApp({ userDataDir: dataFolder, args: ['--allow-sandbox-debugging'] });
  const { window } = launched;
  await watchDesktop(launched);
  await fillCertificateLogin(launched, { ...tls, mount, certificate, key });
  await pressLogIn(window);
  const prompt = await launched.trusted();
  await prompt.getByLabel('Passphrase', { exact: true }).pressSequentially(passphrase);
  // During input it is in the prompt: the search finds it there.
  expect(findInMemory(childrenOf(launched), passphrase)).not.toEqual([]);
  await launched.answer(() => prompt.keyboard.press('Enter'));
  await launched.answer(async (login) => {
    await expect(login.getByRole('dialog')).toContainText(`auth/${mount}/`);
    await login.getByRole('button').last().click();
  });
  await tree(window).waitFor();

  const sessions = (await callInPage(window, 'session.list', {})).value;
  const [session] = sessions as readonly { token: { id: { secretRef: string } } }[];
  const copying = callByHand(window, 'secret.copy', { secretRef: session?.token.id.secretRef });
  await agreeToCopy(launched);
  expect(await copying).toMatchObject({ ok: true });
  const token = await onClipboard(launched);
  expect(token).toMatch(/^hvs\./);

  const secrets = new Map([
    ['the passphrase', passphrase],
    ...keyLines.map((line, number) => [`the key, form ${String(number + 1)}`, line] as const),
    ['the token', token],
  ]);
  expect(childrenOf(launched).map(processName)).toContain('renderer');
  expect(findInMemory(childrenOf(launched), tls.address)).not.toEqual([]);
  expect(await tracesOf(launched, secrets)).toEqual([]);

  await launched.close();
  expect(await filesHolding(dataFolder, 'call session.open')).not.toEqual([]);
  expect(await tracesLeft(launched, dataFolder, secrets)).toEqual([]);
});
