/** Invalid responses of a server, and malformed entries: each gets a clear message and loses no data. */
import { expect, test, type Locator } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { addressField, giveToken, openTab, pressLogIn } from './steps/connect-form.ts';
import { goTo, keyRow, launchConnected, savedAs, tree } from './steps/connected.ts';
import {
  ask,
  at,
  must,
  newKvMount,
  sharedServers,
  startFaultProxy,
  writeEntry,
  type Fault,
  type KvMount,
} from './servers/index.ts';

const { dev } = sharedServers();
const proxy = await startFaultProxy(dev);
const v2 = await newKvMount(dev, 2);
const v1 = await newKvMount(dev, 1);
let launched: LaunchedApp;

test.beforeAll(async () => {
  for (const name of ['good', 'struck', 'edited', 'unheard', 'gateway'])
    await writeEntry(dev, v2, name, { user: 'alice' });
  launched = await launchConnected({ address: proxy.address, token: dev.rootToken });
});
test.afterEach(async () => {
  proxy.heal();
  if (launched.window.isClosed()) return;
  // After any fault the next action works.
  await goTo(launched.window, `${v2.path}good`);
  await expect(entryHeading('good')).toBeVisible();
  await reveal('user');
  await expect(keyRow(launched.window, 'user')).toContainText('alice');
  // Closed, or the next check would find it already revealed.
  await launched.window.keyboard.press('Control+w');
});
test.afterAll(async () => {
  await launched.close();
  await proxy.stop();
});

function entryHeading(name: string): Locator {
  return launched.window.getByRole('heading', { level: 2, name, exact: true });
}

/** Panel with the reason for which an entry is unavailable. */
function problem(): Locator {
  return launched.window.getByRole('main', { name: 'Entries' }).getByRole('alert');
}

async function reveal(key: string): Promise<void> {
  await launched.window.getByRole('button', { name: `Reveal ${key}`, exact: true }).click();
}

const unusualAnswers: readonly (readonly [name: string, fault: Fault, said: readonly string[]])[] = [
  [
    'of 33 MiB',
    { kind: 'huge' },
    ['The answer is too large', 'The answer is larger than 32 MiB and was not read to its end.'],
  ],
  [
    'of 33 MiB that does not announce its length',
    { kind: 'huge', chunked: true },
    ['The answer is too large', 'The answer is larger than 32 MiB and was not read to its end.'],
  ],
  [
    'in HTML from a gateway',
    { kind: 'html', status: 502 },
    ['Not a Vault response', 'returned a web page (status 502, text/html): “502 Bad Gateway nginx”'],
  ],
  [
    'in HTML from a login page',
    { kind: 'html', status: 200 },
    ['Not a Vault response', 'returned a web page (status 200, text/html)'],
  ],
  ['that breaks off', { kind: 'half-body' }, ['Not a Vault response', 'broke off in the middle.']],
  [
    'that asks for patience',
    {
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': '60' },
      body: { errors: ['rate limit quota exceeded'] },
    },
    ['Too many requests', 'Try again in 60 s.', 'rate limit quota exceeded'],
  ],
];

for (const [name, fault, said] of unusualAnswers) {
  test(`an answer ${name} is told as what it is, and reading again works`, async () => {
    proxy.add({ fault, url: /\/data\/struck/ });
    await goTo(launched.window, `${v2.path}struck`);
    for (const words of said) await expect(problem()).toContainText(words);
    proxy.heal();
    await problem().getByRole('button', { name: 'Retry' }).click();
    await expect(keyRow(launched.window, 'user')).toBeVisible();
    await launched.window.keyboard.press('Control+w');
  });
}

test('a server that asks for a second of patience is given it', async () => {
  const before = proxy.arrived.length;
  proxy.add({
    fault: { kind: 'answer', status: 429, headers: { 'retry-after': '1' } },
    url: /\/data\/struck/,
    times: 1,
  });
  await goTo(launched.window, `${v2.path}struck`);
  await expect(keyRow(launched.window, 'user')).toBeVisible();
  expect(proxy.arrived.slice(before).filter((line) => line.includes('/data/struck'))).toHaveLength(2);
});

test('a server that never answers is given up on at the time limit of its connection', async () => {
  const other = await launchApp();
  const { window } = other;
  proxy.add({ fault: { kind: 'never' }, url: /\/data\/struck/ });
  await addressField(window).fill(proxy.address);
  await openTab(window, 'Advanced');
  await window.getByRole('textbox', { name: 'Request timeout (s)' }).fill('1');
  await pressLogIn(window);
  await giveToken(other, dev.rootToken);
  await tree(window).waitFor();
  await goTo(window, `${v2.path}struck`);
  const entries = window.getByRole('main', { name: 'Entries' });
  await expect(entries.getByRole('alert')).toContainText('No answer in time');
  await expect(entries.getByRole('alert')).toContainText(
    `${new URL(proxy.address).host} did not answer within 1 s.`,
  );
  proxy.heal();
  await entries.getByRole('button', { name: 'Retry' }).click();
  await expect(keyRow(window, 'user')).toBeVisible();
  await other.close();
});

const lostWrites = [
  { name: 'edited', fault: { kind: 'lost-answer' }, happened: true },
  { name: 'unheard', fault: { kind: 'cut' }, happened: false },
  { name: 'gateway', fault: { kind: 'html', status: 502 }, happened: false },
] as const satisfies readonly { name: string; fault: Fault; happened: boolean }[];

for (const { name, fault, happened } of lostWrites) {
  test(`a save whose answer is lost (${fault.kind}) is not repeated; a look finds out what holds`, async () => {
    const { window } = launched;
    await goTo(window, `${v2.path}${name}`);
    await expect(entryHeading(name)).toBeVisible();
    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    await window.getByRole('button', { name: 'Edit user' }).click();
    const editor = window.getByRole('textbox', { name: 'Value of user' });
    await editor.fill('bob');
    const before = proxy.arrived.length;
    proxy.add({ fault, method: 'POST', url: new RegExp(`/data/${name}`) });
    await window.getByRole('button', { name: 'Review and save…' }).click();
    await window.getByRole('button', { name: 'Save as version 2' }).click();
    await expect(problem()).toContainText('Save not confirmed');
    await expect(problem()).toContainText('Unknown whether the server carried it out.');
    const writes = proxy.arrived.slice(before).filter((line) => line.startsWith('POST'));
    expect(writes.filter((line) => line.includes(`/data/${name}`))).toHaveLength(1);

    proxy.heal();
    await window.getByRole('button', { name: 'Check now' }).click();
    if (!happened) {
      await expect(
        window.getByText('The entry is still at version 1: your changes were not saved. You can save again.'),
      ).toBeVisible();
      await window.getByRole('button', { name: 'Back to editing' }).click();
      await expect(editor).toHaveValue('bob');
      await window.getByRole('button', { name: 'Review and save…' }).click();
      await window.getByRole('button', { name: 'Save as version 2' }).click();
    }
    await savedAs(window, 2);
    // The view from before the save would be replaced, and the revealed value with it.
    await expect(window.getByText('version 2 · current')).toBeVisible();
    await reveal('user');
    await expect(keyRow(window, 'user')).toContainText('bob');
    const saved = await must(dev, 'GET', `${v2.path}data/${name}`);
    expect(at(saved, 'data', 'data')).toEqual({ user: 'bob' });
    expect(at(saved, 'data', 'metadata', 'version')).toBe(2);
  });
}

/** Members of an entry's data in the server's order, values as their JSON text. */
async function membersSent(mount: KvMount, name: string): Promise<readonly (readonly [string, string])[]> {
  const path = mount.version === 2 ? `${mount.path}data/${name}` : mount.path + name;
  const { text } = await ask(dev, 'GET', path);
  const data = /"data":\{(?:"data":\{)?([^{}]*)\}/.exec(text)?.[1] ?? '';
  return [...data.matchAll(/"([^"]*)":("[^"]*"|[^,]+)/g)].map(([, key = '', value = '']) => [key, value]);
}

for (const mount of [v1, v2]) {
  const version = `KV v${String(mount.version)}`;

  test(`keys that JavaScript would lose or reorder stay as ${version} sends them`, async () => {
    const { window } = launched;
    await writeEntry(
      dev,
      mount,
      'odd-keys',
      '{"10":"ten","2":"two","__proto__":"polluted","constructor":"built","toString":"text"}',
    );
    const sent = await membersSent(mount, 'odd-keys');
    expect(sent.map(([key]) => key)).toEqual(['10', '2', '__proto__', 'constructor', 'toString']);
    await goTo(window, `${mount.path}odd-keys`);
    await expect(entryHeading('odd-keys')).toBeVisible();
    await expect(window.getByRole('rowheader')).toHaveText(sent.map(([key]) => key));
    await reveal('__proto__');
    await expect(keyRow(window, '__proto__')).toContainText('polluted');

    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    await window.getByRole('button', { name: 'Edit __proto__' }).click();
    await window.getByRole('textbox', { name: 'Value of __proto__' }).fill('changed');
    await window.getByRole('button', { name: 'Review and save…' }).click();
    await window.getByRole('button', { name: /^Save/ }).click();
    // KV v1 has no versions to restore.
    if (mount.version === 1)
      await launched.answer((trusted) => trusted.getByRole('button', { name: 'Replace it' }).click());
    await savedAs(window, mount.version === 2 ? 2 : undefined);
    expect(await membersSent(mount, 'odd-keys')).toEqual(
      sent.map(([key, value]) => [key, key === '__proto__' ? '"changed"' : value]),
    );
    await window.keyboard.press('Control+w');
  });

  test(`a number of 2^63 is shown as ${version} sends it`, async () => {
    const { window } = launched;
    await writeEntry(dev, mount, 'big', '{"big":9223372036854775808,"exact":9007199254740993}');
    const sent = await membersSent(mount, 'big');
    await goTo(window, `${mount.path}big`);
    await expect(entryHeading('big')).toBeVisible();
    for (const [key, value] of sent) {
      await reveal(key);
      await expect(keyRow(window, key).getByText(value, { exact: true })).toBeVisible();
    }
    if (mount.version === 1)
      expect(sent).toEqual([
        ['big', '9223372036854775808'],
        ['exact', '9007199254740993'],
      ]);
    await window.keyboard.press('Control+w');
  });
}

test('an entry of 7,000 keys is whole: the last one can be reached and read', async () => {
  const { window } = launched;
  const names = Array.from({ length: 7_000 }, (_, index) => `key-${String(index).padStart(4, '0')}`);
  await writeEntry(dev, v2, 'wide', Object.fromEntries(names.map((name) => [name, `value of ${name}`])));
  await goTo(window, `${v2.path}wide`);
  await expect(window.getByRole('grid')).toHaveAttribute('aria-rowcount', '7000');
  await expect(window.getByText('7,000 keys')).toBeVisible();
  await keyRow(window, 'key-0000').click();
  await keyRow(window, 'key-0000').focus();
  await window.keyboard.press('End');
  await expect(keyRow(window, 'key-6999')).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(keyRow(window, 'key-6999')).toContainText('value of key-6999');
  await window.getByRole('searchbox', { name: 'Filter keys' }).fill('key-3456');
  await expect(window.getByRole('rowheader')).toHaveText(['key-3456']);
  await window.keyboard.press('Control+w');
});

test('the table of 7,000 keys stays in the order of Tab when the row of the focus is scrolled away', async () => {
  const { window } = launched;
  const names = Array.from({ length: 7_000 }, (_, index) => `key-${String(index).padStart(4, '0')}`);
  await writeEntry(dev, v2, 'long', Object.fromEntries(names.map((name) => [name, `value of ${name}`])));
  await goTo(window, `${v2.path}long`);
  const first = keyRow(window, 'key-0000');
  await first.focus();
  await first.hover();
  await window.mouse.wheel(0, 37 * 3_000);
  await expect(keyRow(window, 'key-3000')).toBeInViewport();
  await expect(first).toBeFocused();
  await window.keyboard.press('Shift+Tab');
  await expect(window.getByRole('searchbox', { name: 'Filter keys' })).toBeFocused();
  await window.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
  await window.keyboard.press('Control+End');
  await expect(keyRow(window, 'key-6999')).toBeFocused();
  await window.keyboard.press('Control+Home');
  await expect(first).toBeFocused();
  await window.keyboard.press('ArrowRight');
  await expect(first.getByRole('button', { name: 'Reveal key-0000' })).toBeFocused();
  await window.keyboard.press('ArrowDown');
  await expect(keyRow(window, 'key-0001')).toBeFocused();
  await window.keyboard.press('Control+w');
});

test('a path that the server would resolve elsewhere or refuse is not sent; doubled slashes are put in order', async () => {
  const { window } = launched;
  const before = proxy.arrived.length;
  const host = new URL(proxy.address).host;
  const refused = [
    [`${v2.path}a/../good`, 'contains “..”, which the server would resolve to another path.'],
    [
      `http://${host}/v1/${v2.path}data/%2e%2e/good`,
      'contains “..”, which the server would resolve to another',
    ],
    [`http://${host}/v1/${v2.path}data/good%0a`, 'a character the server refuses in every path.'],
    [`http://${host}/v1/${v2.path}data/%zz`, '%'],
  ] as const;
  for (const [typed, said] of refused) {
    await goTo(window, typed);
    const overlay = window.getByRole('dialog', { name: 'Go to path' });
    await expect(overlay.getByRole('status')).toContainText(said);
    await expect(overlay.getByRole('combobox')).toHaveValue(typed);
    await window.keyboard.press('Escape');
    await expect(overlay).toHaveCount(0);
  }
  // Requests for the typed path only: a read of the previous test can still be pending or retried.
  expect(proxy.arrived.slice(before).filter((line) => /good|\.\.|%/i.test(line))).toEqual([]);
  await goTo(window, `/${v2.path}/good`);
  await expect(entryHeading('good')).toBeVisible();
  // A tab that is already open shows its heading at once, before its request.
  await expect.poll(() => proxy.arrived.slice(before)).toContain(`GET /v1/${v2.path}data/good`);
});
