/**
 * The request console and the generated forms, in the real app on a real server. The console sends every operation of
 * the specification once.
 */
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { launchConnected, openFolder, openMount, treeRow } from './steps/connected.ts';
import {
  consoleAnswer,
  fillRequest,
  openConsole,
  pathField,
  pressSend,
  send,
} from './steps/console-screen.ts';
import type { TypedRequest } from './steps/console-screen.ts';
import {
  at,
  must,
  newKvMount,
  newPolicy,
  newToken,
  productOfRun,
  sharedServers,
  textAt,
  uniqueName,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();
const isOpenBao = productOfRun() === 'openbao';
const kv = await newKvMount(dev, 2);
const transit = uniqueName('transit');
const userpass = uniqueName('userpass');
const policy = await newPolicy(dev, 'path "x" { capabilities = ["read"] }');
const password = 'never-on-the-page-1';
let launched: LaunchedApp;

test.beforeAll(async () => {
  await writeEntry(dev, kv, 'app', { user: 'never-on-the-page-2' });
  await writeEntry(dev, kv, 'gone', { user: 'x' });
  await writeEntry(dev, kv, 'gone-wrapped', { user: 'x' });
  await must(dev, 'POST', `sys/mounts/${transit}`, { type: 'transit' });
  await must(dev, 'POST', `${transit}/keys/orders`, {});
  await must(dev, 'POST', `sys/auth/${userpass}`, { type: 'userpass' });
  await must(dev, 'POST', `auth/${userpass}/users/ops`, { password });
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
});
test.afterAll(() => launched.close());

interface Operation {
  readonly name: string;
  /** Created when needed: a token of this test, a wrapped secret. */
  readonly request: () => TypedRequest | Promise<TypedRequest>;
  readonly status?: number;
  /** Part of the response. */
  readonly says?: string | RegExp;
}

const throwaway = async () => newToken(dev, { policies: ['default'], ttl: '10m' });
const wrapped = async (): Promise<string> => {
  const answer = await must(
    dev,
    'POST',
    'sys/wrapping/wrap',
    { wrapped_key: 'b' },
    { 'x-vault-wrap-ttl': '5m' },
  );
  return textAt(answer, 'wrap_info', 'token');
};

const operations: readonly Operation[] = [
  { name: 'read', request: () => ({ path: `${kv.path}data/app` }), says: 'version' },
  {
    name: 'read, wrapped',
    request: () => ({ path: `${kv.path}data/app`, wrapTtl: '5m' }),
    says: `${kv.path}data/app`,
  },
  { name: 'list', request: () => ({ method: 'LIST', path: `${kv.path}metadata` }), says: 'keys' },
  {
    name: 'write',
    request: () => ({ method: 'POST', path: `${kv.path}data/written`, body: '{"data": {"a": "b"}}' }),
    says: 'version',
  },
  {
    name: 'write, wrapped',
    request: () => ({
      method: 'POST',
      path: `${kv.path}data/written`,
      body: '{"data": {"a": "c"}}',
      wrapTtl: '5m',
    }),
    says: 'one-time result',
  },
  {
    name: 'delete',
    request: () => ({ method: 'DELETE', path: `${kv.path}data/gone`, confirm: 'press' }),
    status: 204,
  },
  {
    name: 'delete, with a wrap TTL',
    request: () => ({
      method: 'DELETE',
      path: `${kv.path}data/gone-wrapped`,
      wrapTtl: '5m',
      confirm: 'press',
    }),
    status: 204,
  },
  { name: 'look up my token', request: () => ({ path: 'auth/token/lookup-self' }), says: 'accessor' },
  {
    name: 'look up a token by value',
    request: async () => ({
      method: 'POST',
      path: 'auth/token/lookup',
      secret: ['token', (await throwaway()).token],
    }),
    says: 'accessor',
  },
  {
    name: 'look up a token by value, wrapped',
    request: async () => ({
      method: 'POST',
      path: 'auth/token/lookup',
      secret: ['token', (await throwaway()).token],
      wrapTtl: '5m',
    }),
    says: 'auth/token/lookup',
  },
  {
    name: 'look up a token by accessor',
    request: async () => ({
      method: 'POST',
      path: 'auth/token/lookup-accessor',
      body: JSON.stringify({ accessor: (await throwaway()).accessor }),
    }),
    says: 'creation_ttl',
  },
  {
    name: 'renew a token',
    request: async () => ({
      method: 'POST',
      path: 'auth/token/renew',
      body: '{"increment": 600}',
      secret: ['token', (await throwaway()).token],
    }),
    says: 'default',
  },
  {
    name: 'renew a token by so little that it ends soon',
    request: async () => ({
      method: 'POST',
      path: 'auth/token/renew',
      body: '{"increment": 120}',
      secret: ['token', (await throwaway()).token],
      confirm: 'press',
      agree: 'Renew it',
    }),
    says: 'default',
  },
  {
    name: 'revoke a token',
    request: async () => ({
      method: 'POST',
      path: 'auth/token/revoke',
      secret: ['token', (await throwaway()).token],
      confirm: 'press',
    }),
    status: 204,
  },
  {
    name: 'revoke a token and leave its children',
    request: async () => ({
      method: 'POST',
      path: 'auth/token/revoke-orphan',
      secret: ['token', (await throwaway()).token],
      confirm: 'press',
    }),
    status: 204,
  },
  {
    name: 'revoke a token by accessor',
    request: async () => ({
      method: 'POST',
      path: 'auth/token/revoke-accessor',
      body: JSON.stringify({ accessor: (await throwaway()).accessor }),
      confirm: 'press',
    }),
    status: 204,
  },
  {
    name: 'log in',
    request: () => ({
      method: 'POST',
      path: `auth/${userpass}/login/ops`,
      secret: ['password', password],
      withoutToken: true,
    }),
    says: 'one-time result',
  },
  {
    name: 'unwrap with my token',
    request: async () => ({
      method: 'POST',
      path: 'sys/wrapping/unwrap',
      secret: ['token', await wrapped()],
    }),
    says: 'wrapped_key',
  },
  {
    name: 'look up a wrapping token',
    request: async () => ({
      method: 'POST',
      path: 'sys/wrapping/lookup',
      secret: ['token', await wrapped()],
      withoutToken: true,
    }),
    says: 'creation_path',
  },
  {
    name: 'seal status, without a token',
    request: () => ({ path: 'sys/seal-status', withoutToken: true }),
    says: 'sealed',
  },
  { name: 'key status', request: () => ({ path: 'sys/key-status' }), says: 'install_time' },
  { name: 'leader', request: () => ({ path: 'sys/leader' }), says: 'ha_enabled' },
  { name: 'policy', request: () => ({ path: `sys/policy/${policy}` }), says: 'rules' },
  {
    name: 'rekey progress',
    request: () => ({ path: isOpenBao ? 'sys/rotate/root/init' : 'sys/rekey/init' }),
    says: 'required',
  },
  {
    name: 'root generation progress',
    request: () => ({ path: `sys/generate-root${isOpenBao ? '-token' : ''}/attempt` }),
    says: 'progress',
  },
];

test.describe('every operation of the specification', () => {
  for (const { name, request, status = 200, says } of operations) {
    test(name, async () => {
      await openConsole(launched.window);
      const answer = await send(launched, await request());
      await expect(answer.getByText(String(status), { exact: true }).first()).toBeVisible();
      if (says !== undefined) await expect(answer).toContainText(says);
    });
  }

  test('leaves no credential on the page', async () => {
    const text = await launched.window.locator('body').innerText();
    expect(text).not.toContain('never-on-the-page');
    expect(text).not.toContain(dev.rootToken.length > 8 ? dev.rootToken : 'hvs.');
    expect(text).not.toContain('hvs.');
  });
});

test('a token revokes itself, and the session says that it is dead', async () => {
  const { token } = await newToken(dev, { policies: ['default'], ttl: '10m' });
  const mine = await launchConnected({ address: dev.address, token });
  try {
    await openConsole(mine.window);
    await send(mine, { method: 'POST', path: 'auth/token/revoke-self', confirm: 'press' });
    await fillRequest(mine, { path: 'auth/token/lookup-self' });
    await pressSend(mine, { path: 'auth/token/lookup-self' });
    await expect(mine.window.getByText('The token is no longer valid').first()).toBeVisible();
  } finally {
    await mine.close();
  }
});

test('an unknown policy is a 404 with its status, and nothing typed is lost', async () => {
  const page = launched.window;
  await openConsole(page);
  const request = { path: `sys/policy/${uniqueName('no-such')}` };
  await fillRequest(launched, request);
  await pressSend(launched, request);
  await expect(page.getByRole('alert').filter({ hasText: 'status 404' })).toBeVisible();
  await expect(pathField(page)).toHaveValue(request.path);
});

test('what is declined in the trusted view is not sent', async () => {
  const page = launched.window;
  await openConsole(page);
  await fillRequest(launched, { method: 'DELETE', path: `${kv.path}data/app` });
  const asked = launched.answer(async (trusted) => {
    await trusted.getByRole('button', { name: 'Cancel' }).click();
  });
  await page.getByRole('button', { name: /^Send / }).click();
  await asked;
  await expect(page.getByText('Cancelled: nothing was sent.')).toBeVisible();
  expect(at(await must(dev, 'GET', `${kv.path}data/app`), 'data', 'data', 'user')).toBe(
    'never-on-the-page-2',
  );
});

test('a path is completed from the server’s description, and its help stands beside it', async () => {
  const page = launched.window;
  await openConsole(page);
  await fillRequest(launched, { path: '' });
  await pathField(page).fill(`${transit}/encr`);
  await page.getByRole('option', { name: `${transit}/encrypt/{name}` }).click();
  await expect(pathField(page)).toHaveValue(`${transit}/encrypt/{name}`);
  // The name is selected: typing replaces it; the only method is chosen.
  await expect
    .poll(() =>
      pathField(page).evaluate((field: HTMLInputElement) =>
        field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
      ),
    )
    .toBe('{name}');
  await page.keyboard.type('orders');
  await expect(pathField(page)).toHaveValue(`${transit}/encrypt/orders`);
  await expect(page.getByRole('combobox', { name: 'Method' })).toContainText('POST');
  await page.getByRole('button', { name: 'About this path' }).click();
  const help = page.getByRole('region', { name: 'About this path' });
  await expect(help.getByRole('list', { name: 'Fields of POST' })).toContainText('plaintext');
  await help.getByRole('button', { name: 'Show server help' }).click();
  await expect(help).toContainText('Matching Route');
  await help.getByRole('button', { name: 'plaintext', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Body as JSON' })).toContainText('"plaintext": ""');
  expect(await findings(page)).toEqual([]);
});

test('Ctrl+Enter sends; another tab in front does not lose what stands here', async () => {
  const page = launched.window;
  await openConsole(page);
  await fillRequest(launched, { method: 'POST', path: `${transit}/random/8`, body: '{"format": "hex"}' });
  await page.getByRole('textbox', { name: 'Body as JSON' }).press('Control+Enter');
  await expect(consoleAnswer(page, `POST ${transit}/random/8`)).toContainText('random_bytes');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Policies' }).click();
  await openConsole(page);
  await expect(pathField(page)).toHaveValue(`${transit}/random/8`);
  await expect(page.getByRole('textbox', { name: 'Body as JSON' })).toContainText('"format": "hex"');
  await expect(consoleAnswer(page, `POST ${transit}/random/8`)).toBeVisible();

  // A line of the history fills the fields again.
  await send(launched, { path: 'sys/leader' });
  await fillRequest(launched, { path: 'sys/mounts' });
  await page
    .getByRole('list', { name: 'Sent requests' })
    .getByRole('button', { name: /sys\/leader/ })
    .first()
    .click();
  await expect(pathField(page)).toHaveValue('sys/leader');
});

test('a response stands below its own request; earlier ones and favourites are at hand', async () => {
  const page = launched.window;
  await openConsole(page);
  await send(launched, { path: 'sys/leader' });
  await fillRequest(launched, { method: 'POST', path: `${transit}/random/8`, body: '{"format": "hex"}' });
  await expect(page.getByRole('heading', { name: 'Response' })).toBeHidden();
  const editor = page.locator('[data-code-editor]');
  const { height = 0 } = (await editor.boundingBox()) ?? {};
  expect(height).toBeLessThan(150);
  await pressSend(launched, { method: 'POST', path: `${transit}/random/8` });
  const random = consoleAnswer(page, `POST ${transit}/random/8`);
  await expect(random).toContainText('random_bytes');
  // Method and path are shown only in the request.
  await expect(random).not.toContainText(transit);

  await page
    .getByRole('list', { name: 'Sent requests' })
    .getByRole('button', { name: /sys\/leader/ })
    .first()
    .click();
  await expect(consoleAnswer(page, 'GET sys/leader')).toContainText('ha_enabled');
  await expect(random).toBeHidden();

  await page.getByRole('button', { name: 'Add to favourites' }).click();
  await fillRequest(launched, { path: 'sys/mounts' });
  await page.getByRole('list', { name: 'Favourite requests' }).getByRole('button', { name: /^GET/ }).click();
  await expect(pathField(page)).toHaveValue('sys/leader');
  await expect(consoleAnswer(page, 'GET sys/leader')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('a request is copied for a shell without the token in it', async () => {
  const page = launched.window;
  await openConsole(page);
  await fillRequest(launched, { path: `${kv.path}data/app` });
  await page.getByRole('button', { name: 'Copy as' }).click();
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
  await expect
    .poll(() => launched.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain(`${dev.address}/v1/${kv.path}data/app`);
  const text = await launched.app.evaluate(({ clipboard }) => clipboard.readText());
  expect(text).toContain('$VAULT_TOKEN');
  expect(text).not.toContain(`Token: ${dev.rootToken}`);
});

test('the forms of an engine: from the tree to an encrypted text', async () => {
  const page = launched.window;
  await openMount(page, `${transit}/`);
  await openFolder(page, 'keys/');
  await treeRow(page, 'orders').click();
  const form = page.getByRole('form');
  await expect(form.getByRole('heading')).toContainText('keys/{name}');
  await expect(form.getByRole('textbox', { name: 'name' })).toHaveValue('orders');
  await form.getByRole('button', { name: 'Send GET' }).click();
  await expect(consoleAnswer(page, `GET ${transit}/keys/orders`)).toContainText('latest_version');

  await page.getByRole('searchbox', { name: 'Filter paths' }).fill('encrypt');
  await page.getByRole('button', { name: 'encrypt/{name} POST' }).click();
  await form.getByRole('button', { name: 'Send POST' }).click();
  await expect(form.getByText('Required.')).toBeVisible();
  await form.getByRole('textbox', { name: 'name' }).fill('orders');
  await form.getByRole('textbox', { name: 'plaintext' }).fill('hello');
  await form.getByRole('button', { name: 'Send POST' }).click();
  const encrypted = consoleAnswer(page, `POST ${transit}/encrypt/orders`);
  await expect(encrypted).toContainText('vault:v1:');
  expect(await findings(page)).toEqual([]);

  // Encrypted text is decrypted to the original.
  const ciphertext = /vault:v1:[\w+/=]+/.exec(await encrypted.innerText())?.[0] ?? '';
  await page.getByRole('searchbox', { name: 'Filter paths' }).fill('decrypt');
  await page.getByRole('button', { name: 'decrypt/{name} POST' }).click();
  await expect(encrypted).toBeHidden();
  await form.getByRole('textbox', { name: 'name' }).fill('orders');
  await form.getByRole('textbox', { name: 'ciphertext' }).fill(ciphertext);
  await form.getByRole('button', { name: 'Send POST' }).click();
  const decrypted = consoleAnswer(page, `POST ${transit}/decrypt/orders`);
  await decrypted.getByRole('button', { name: 'Reveal plaintext' }).click();
  await expect(decrypted.getByText('hello', { exact: true })).toBeVisible();
  expect(at(await must(dev, 'POST', `${transit}/decrypt/orders`, { ciphertext }), 'data', 'plaintext')).toBe(
    Buffer.from('hello').toString('base64'),
  );

  await page.getByRole('searchbox', { name: 'Filter paths' }).fill('');
  await page.getByRole('button', { name: 'Browse keys/' }).click();
  await page.getByRole('list', { name: 'In keys/' }).getByRole('button', { name: 'orders' }).click();
  await expect(form.getByRole('heading')).toContainText('keys/{name}');
});
