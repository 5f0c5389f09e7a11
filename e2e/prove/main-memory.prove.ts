/**
 * Traces of each kind of credential and value in main's whole memory, two minutes after a lock. They are unreferenced
 * (see the heap test), but memory is overwritten only on reuse: findings are counted and reported. Letters are typed
 * one by one, and server responses are read from the wire: the test puts no text into main itself.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { decodeRootToken } from '../../electron/core/ceremonies/root-token.ts';
import type { LoginOptions } from '../../shared/vault/login.ts';
import { launchApp, type LaunchedApp } from '../steps/app.ts';
import { agreeTo, openCeremony } from '../steps/ceremony-steps.ts';
import { addressField, addHeader, fillCertificateLogin, openTab, pressLogIn } from '../steps/connect-form.ts';
import { goTo, keyRow, lockByKeys, savedAs, tree } from '../steps/connected.ts';
import { openByHand, typeInto } from '../steps/logins-by-hand.ts';
import { openIt, openWrappingTab, paste, wrappedEntry } from '../steps/wrapping-steps.ts';
import {
  enableAppRole,
  enableCertificates,
  enableJwt,
  enableUserpass,
  encryptedKey,
  issueCertificate,
  makeAuthority,
  newKvMount,
  newToken,
  sharedServers,
  startRaftCluster,
  startRecordingProxy,
  uniqueName,
  writeEntry,
  type RaftCluster,
  type RecordingProxy,
} from '../servers/index.ts';
import { textsInHeap } from '../traces/heap-texts.ts';
import { findInMemory, type Find } from '../traces/process-memory.ts';

/** Time without an unlock: memory freed within it is freed by the app, not by the user's work. */
const AFTER_LOCK_MS = 120_000;

let folder = '';
let cluster: RaftCluster;
let proxy: RecordingProxy;
let launched: LaunchedApp;
/** Texts that main has released by the lock, by description. */
const letGo = new Map<string, string>();
/** Texts that main keeps while locked, because they are unrecoverable or needed until it quits. */
const retained = new Map<string, string>();

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-memory-'));
  cluster = await startRaftCluster({ nodes: 1, keys: { shares: 3, threshold: 2 } });
  proxy = await startRecordingProxy(cluster);
});
test.afterAll(async () => {
  await proxy.stop();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('nothing holds on to a credential or value two minutes after a lock, and what is left of each is counted @main-memory', async () => {
  test.setTimeout(600_000);
  launched = await launchApp({ userDataDir: join(folder, 'data') });
  try {
    await test.step('logins by token, password, certificate, AppRole and JWT', async () => {
      await logInByToken();
      await logInOtherwise();
      await logInByCertificate();
    });
    await test.step('an entry is read, revealed, edited and saved', useEntry);
    await test.step('a token is opened, another one made', unwrapAndMake);
    await test.step('new unseal keys and a root token', giveShares);
    const all = [...letGo.values(), ...retained.values()];
    expect(new Set(all).size).toBe(letGo.size + retained.size);
    await lockByKeys(launched.window);
    await pause(AFTER_LOCK_MS);
    const found = findInMemory([launched.app.process().pid ?? 0], ...all);
    const referred = await textsInHeap(launched, folder, all);
    expect(namesOf(referred)).toEqual(namesOf([...retained.values()]));
    tell(found);
  } finally {
    await launched.close();
  }
});

function namesOf(texts: readonly string[]): readonly string[] {
  return [...letGo, ...retained].flatMap(([what, text]) => (texts.includes(text) ? [what] : []));
}

/** Reports in how many regions each text was found. The retained texts prove that the search works. */
function tell(found: readonly Find[]): void {
  expect(namesOf(found.map(({ text }) => text))).toEqual(expect.arrayContaining([...retained.keys()]));
  // An edit exists only as a JavaScript string: V8's heap is the 4 GiB around it.
  const blockOf = ({ address }: Find): number => Math.floor(address / 2 ** 32);
  const heap = new Set(found.filter(({ text }) => text === retained.get('unsaved edit')).map(blockOf));
  for (const [what, text] of letGo) {
    const own = found.filter((find) => find.text === text);
    const inHeap = own.filter((find) => heap.has(blockOf(find))).length;
    say(`${what}: ${String(inHeap)} in V8's heap, ${String(own.length - inHeap)} elsewhere`);
  }
  const { length: left } = [...letGo.values()].filter((text) => found.some((find) => find.text === text));
  say(`${String(left)} of ${String(letGo.size)} kinds are left in memory that is free`);
}

function say(line: string): void {
  process.stdout.write(`@main-memory ${line}\n`);
}

async function logInByToken(): Promise<void> {
  const { window } = launched;
  const token = uniqueName('canary-token');
  await newToken(cluster, { id: token, policies: ['root'] });
  await addressField(window).fill(proxy.address);
  await openTab(window, 'Advanced');
  const header = uniqueName('canary-header');
  await addHeader(launched, 'X-Gateway-Key', header);
  await pressLogIn(window);
  // A prompt of its own saves a connection with a header.
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save connection' }).click());
  await typeInto(launched, { Token: token });
  await tree(window).waitFor();
  letGo.set('login: token', token);
  retained.set('value of an extra header', header);
}

/** Other logins, each in a session of its own with a token from the server. */
async function logInOtherwise(): Promise<void> {
  const [password, wrong] = [uniqueName('canary-password'), uniqueName('wrong-password')];
  await enableUserpass(cluster, 'people', 'alice', password);
  const { roleId, wrappedId, wrappingToken, wrappedAt } = await enableAppRole(cluster, ['default']);
  const jwt = await enableJwt(cluster, ['default']);
  const wrapped = { roleId, secretId: 'wrapped', expectedPath: wrappedAt };
  const ways: readonly (readonly [LoginOptions, ...Readonly<Record<string, string>>[]])[] = [
    [
      { type: 'userpass', mount: 'people/', fields: { username: 'alice' } },
      { Password: wrong },
      { Password: password },
    ],
    [
      { type: 'approle', mount: 'approle/', fields: wrapped },
      { 'Wrapping token of the secret ID': wrappingToken },
    ],
    [{ type: 'jwt', mount: 'jwt/', fields: { role: 'gateway' } }, { JWT: jwt }],
  ];
  for (const [login, ...typed] of ways) {
    const opening = openByHand(launched, proxy.address, login);
    for (const fields of typed) await typeInto(launched, fields);
    expect(await opening).toMatchObject({ ok: true });
    const token = proxy.requests.findLast(({ url }) => url === '/v1/auth/token/lookup-self')?.headers;
    letGo.set(`token of the session by ${login.type}`, String(token?.['x-vault-token']));
  }
  letGo.set('login: password', password);
  letGo.set('login: refused password', wrong);
  letGo.set('login: wrapping token', wrappingToken);
  letGo.set('login: unwrapped secret ID', wrappedId);
  letGo.set('login: JWT', jwt);
}

async function logInByCertificate(): Promise<void> {
  const { tls } = sharedServers();
  const [passphrase, mount] = [uniqueName('canary-passphrase'), uniqueName('people')];
  const authority = makeAuthority(uniqueName('Canary people'));
  const alice = issueCertificate(authority, { commonName: 'alice', usage: 'client' });
  await enableCertificates(tls, mount, authority.cert, ['default']);
  const [certificate, key] = [join(folder, 'alice.pem'), join(folder, 'alice-key.pem')];
  await writeFile(certificate, alice.chain);
  await writeFile(key, encryptedKey(alice, passphrase));
  await launched.window.getByRole('button', { name: 'Connect to another server' }).click();
  await fillCertificateLogin(launched, { ...tls, mount, certificate, key });
  await pressLogIn(launched.window);
  await typeInto(launched, { Passphrase: passphrase });
  await launched.answer((login) => login.getByRole('button').last().click());
  await tree(launched.window).waitFor();
  letGo.set('TLS key passphrase', passphrase);
  letGo.set('TLS key, a line of its PEM', alice.key.split('\n')[8] ?? '');
}

async function useEntry(): Promise<void> {
  const { window } = launched;
  const mount = await newKvMount(cluster, 2);
  const values = Object.fromEntries(
    ['revealed', 'copied', 'hidden'].map((name) => [name, uniqueName(`canary-${name}`)]),
  );
  const [saved, draft, beside] = ['saved', 'draft', 'beside'].map((name) => uniqueName(`canary-${name}`)) as [
    string,
    string,
    string,
  ];
  await writeEntry(cluster, mount, 'read', values);
  await writeEntry(cluster, mount, 'saved', { edited: 'x' });
  await writeEntry(cluster, mount, 'draft', { edited: 'x', beside });
  await window.getByRole('navigation', { name: 'Sessions' }).getByRole('button').first().click();
  await goTo(window, `${mount.path}read`);
  await keyRow(window, 'revealed').getByRole('button', { name: 'Reveal revealed' }).click();
  await keyRow(window, 'revealed').getByText('canary-revealed').waitFor();
  await keyRow(window, 'copied').getByRole('button', { name: 'Copy copied' }).click();
  await expect(window.getByText('without showing it.')).toBeVisible();
  for (const [name, value] of Object.entries(values)) letGo.set(`value: ${name}`, value);
  await typeEdit(`${mount.path}saved`, saved);
  await window.getByRole('button', { name: 'Review and save…' }).click();
  await window.getByRole('button', { name: 'Save as version 2' }).click();
  await savedAs(window, 2);
  await typeEdit(`${mount.path}draft`, draft);
  letGo.set('value: typed and saved', saved);
  retained.set('unsaved edit', draft);
  retained.set('unsaved edit: another value of its entry', beside);
}

async function typeEdit(path: string, text: string): Promise<void> {
  const { window } = launched;
  await goTo(window, path);
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit edited' }).click();
  const field = window.getByRole('textbox', { name: 'Value of edited' });
  await field.fill('');
  await field.pressSequentially(text);
}

async function unwrapAndMake(): Promise<void> {
  const { window } = launched;
  const unwrapped = uniqueName('canary-unwrapped');
  const mount = await newKvMount(cluster, 2);
  await openWrappingTab(launched);
  await paste(launched, await wrappedEntry(cluster, mount, { unwrapped }));
  await openIt(window).click();
  await expect(window.getByRole('treegrid')).toBeVisible();
  retained.set('unwrapped secret, a one-time result', unwrapped);
  await window.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Tokens' }).click();
  await window.getByRole('button', { name: 'New token' }).click();
  await window.getByRole('button', { name: 'default', exact: true }).click();
  await window.getByLabel('TTL', { exact: true }).fill('45m');
  await window.getByRole('button', { name: 'Create token' }).click();
  await window.getByRole('group', { name: 'Client token' }).waitFor();
  retained.set('minted token, a one-time result', answered(/token\/create/, 'client_token')[0] ?? '');
}

async function giveShares(): Promise<void> {
  const { window } = launched;
  const give = async (button: string, shares: readonly string[]): Promise<void> => {
    for (const share of shares) {
      await window.getByRole('button', { name: button, exact: true }).click();
      await typeInto(launched, { share });
    }
  };
  const save = async (result: string, count: number): Promise<void> => {
    const card = window.getByRole('region', { name: result, exact: true });
    await card.getByRole('button', { name: 'Show and save…' }).click();
    for (let index = 0; index < count; index++)
      await launched.answer((trusted) => trusted.getByRole('button', { name: 'I have saved it' }).click());
    await expect(card.getByRole('status')).toHaveText(/aved\.$/);
  };
  const [typed = '', other = ''] = cluster.shares;
  await openCeremony(window, 'Rekey');
  await window.getByRole('textbox', { name: 'Key shares' }).fill('3');
  await window.getByRole('textbox', { name: 'Threshold' }).fill('2');
  await agreeTo(launched, 'Begin rekey…', 'Begin rekey');
  await give('Enter key share…', [typed, other]);
  await save('New unseal keys', 3);
  const [first = '', second = '', third = ''] = answered(/rekey/, 'keys_base64');
  await give('Enter new key share…', [first, second]);
  await expect(window.getByRole('button', { name: 'Begin rekey…' })).toBeVisible();
  await openCeremony(window, 'Generate root token');
  await agreeTo(launched, 'Begin root generation…', 'Begin root generation');
  await expect(window.getByText('0 of 2 entered')).toBeVisible();
  await give('Enter key share…', [first, second]);
  await save('Root token', 1);
  const [otp = ''] = answered(/generate-root/, 'otp');
  const encoded = answered(/generate-root/, 'encoded_root_token').at(-1) ?? '';
  letGo.set('key share, typed', typed);
  retained.set('new key share, typed too', first);
  retained.set('new key share', third);
  retained.set('root token', decodeRootToken(encoded, otp) ?? '');
}

/** Texts in a field of the server's responses, without empty ones. */
function answered(url: RegExp, field: string): readonly string[] {
  return proxy.requests
    .filter((request) => url.test(request.url))
    .flatMap(({ answer = '' }) => [...answer.matchAll(new RegExp(`"${field}":("[^"]*"|\\[[^\\]]*\\])`, 'g'))])
    .flatMap(([, json = '""']) => JSON.parse(json) as string | readonly string[])
    .filter((text) => text !== '');
}
