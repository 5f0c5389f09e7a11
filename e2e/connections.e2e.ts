/**
 * Only confirmed hosts are contacted, by any process of the app: every connection and message of every process, from
 * its first instruction on, as seen by strace. DNS look-ups count.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import type { LaunchedApp } from './steps/app.ts';
import {
  addressField,
  closeMethods,
  hostOf,
  openMethods,
  openTab,
  pressLogIn,
} from './steps/connect-form.ts';
import { lockByKeys, tree } from './steps/connected.ts';
import { walkEveryScreen } from './steps/every-screen.ts';
import { newKvMount, newToken, sharedServers, uniqueName, writeEntry } from './servers/index.ts';
import { contactsIn, straced } from './traces/system-calls.ts';

const { dev } = sharedServers();

/** An address without a listener: the test's own connection to it marks that all earlier ones have been recorded. */
const marker = '127.0.0.9:9';

/** Local sockets that the app is allowed to use. */
const local: readonly (readonly [RegExp, string])[] = [
  [/^\/tmp\/\.X11-unix\/X\d+$/, 'the screen'],
  [/^\/(?:var\/)?run\/dbus\/system_bus_socket$/, 'the system: power, sleep, locks of the screen'],
  [/^\/var\/run\/nscd\/socket$/, 'users and groups, which the C library asks for'],
  [/\/SingletonSocket$/, 'whether this app runs already'],
];

/**
 * At its start Chromium checks for an IPv6 route: it connects a datagram socket to this address, and closes it. No
 * packet leaves the machine. No switch turns this off.
 */
const askedForRoute = '[2001:4860:4860::8888]:443';

/** Other address families, answered by the kernel itself without network traffic. */
const kernel: ReadonlySet<string> = new Set(['AF_NETLINK', 'AF_UNSPEC']);

let folder = '';
let calls = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-calls-'));
  calls = join(folder, 'calls');
});
test.afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Unexpected contacts, one line each. */
function unexpected(...confirmed: readonly string[]): readonly string[] {
  const others = contactsIn(calls).filter(({ kind, to, sent }) => {
    if (kind === 'ip') return !confirmed.includes(to) && (to !== askedForRoute || sent);
    return kind === 'local' ? !local.some(([path]) => path.test(to)) : !kernel.has(to);
  });
  return [...new Set(others.map(({ to }) => to))];
}

/** Waits until all earlier calls are recorded. */
async function settle({ app }: LaunchedApp): Promise<void> {
  await app.evaluate((_, [host, port]) => {
    const { connect } = process.getBuiltinModule('node:net');
    connect(Number(port), host).on('error', () => undefined);
  }, marker.split(':'));
  await expect.poll(() => contactsIn(calls).some(({ to }) => to === marker)).toBe(true);
}

test('the connect screen contacts nobody, whatever is typed and chosen, and looks up no name @connect-screen', async () => {
  const launched = await launchApp({ under: straced(calls) });
  const { window } = launched;
  for (const address of ['https://vault.example:8200', dev.address]) {
    await addressField(window).fill(address);
    for (const tab of ['TLS', 'Proxy', 'Advanced', 'Appearance'] as const) await openTab(window, tab);
    await openMethods(window);
    await closeMethods(window);
  }
  await window.getByRole('textbox', { name: /^Name\b/ }).fill('Not confirmed');
  await pressLogIn(window);
  // The app asks about it, and the user declines.
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await settle(launched);
  expect(unexpected()).toEqual([marker]);

  await test.step('a look-up of a name would be found', async () => {
    await launched.app.evaluate(() => {
      process.getBuiltinModule('node:dns').lookup('strongroom-control.invalid', () => undefined);
    });
    await expect.poll(() => unexpected(marker)).not.toEqual([]);
  });
  await launched.close();
});

test('every screen connects to the confirmed server and to nobody else, and tells no program a token @every-screen', async () => {
  test.setTimeout(120_000);
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { user: 'u' });
  const token = uniqueName('canary-token');
  await newToken(dev, { id: token, policies: ['root'] });
  const launched = await launchApp({ under: straced(calls) });
  const { window } = launched;
  await addressField(window).fill(dev.address);
  await pressLogIn(window);
  await launched.answer(async (trusted) => {
    await trusted.getByLabel('Token', { exact: true }).fill(token);
    await trusted.getByRole('button', { name: 'Log in' }).click();
  });
  await tree(window).waitFor();
  await walkEveryScreen(launched, `${mount.path}app`);
  await lockByKeys(window);
  await settle(launched);
  const contacts = contactsIn(calls);
  expect(contacts.map(({ to }) => to)).toContain(hostOf(dev));
  expect(unexpected(hostOf(dev))).toEqual([marker]);
  const programs = readFileSync(calls, 'latin1').match(/^\d+ +execve\(.*$/gm) ?? [];
  expect(programs.join('\n')).toContain('--type=');
  expect(programs.filter((line) => line.includes(token))).toEqual([]);
  await launched.close();
});
