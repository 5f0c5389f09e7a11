/**
 * Hostile strings in all names from a server, on every screen: descriptions, policies, metadata, names of nodes and
 * clusters, labels of metrics, plugins, leases, identity. Each stays text and complete, keeps its text direction to
 * itself, marks invisible characters, reaches no place read by programs, and triggers no content security policy.
 */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { isDisplayName, visible } from '../shared/vault/display-name.ts';
import { openTopic } from './steps/administration-steps.ts';
import { clusterCard } from './steps/cluster-screen.ts';
import { openCeremony } from './steps/ceremony-steps.ts';
import { launchConnected, tree } from './steps/connected.ts';
import { lookAtContent, watchWriting } from './looks/content-look.ts';
import type { Written } from './looks/content-look.ts';
import type { LaunchedApp } from './steps/app.ts';
import { openConsole, send } from './steps/console-screen.ts';
import { hostileTexts } from './attacks/hostile-texts.ts';
import { must, seedSample, startDevVault } from './servers/index.ts';
import { startDressingProxy } from './servers/dressing-proxy.ts';
import type { DressingProxy } from './servers/dressing-proxy.ts';
import type { VaultServer } from './servers/index.ts';

let server: VaultServer;
let proxy: DressingProxy;
let launched: LaunchedApp;
let written: () => Promise<Written>;
/** Screens checked by the first test; the tests below it use its results. */
const screens: string[] = [];
const refused: string[] = [];

test.beforeAll(async () => {
  server = await startDevVault();
  await seedSample(server);
  await must(server, 'PUT', 'sys/audit/file', {
    type: 'file',
    description: 'an audit device',
    options: { file_path: 'discard' },
  });
  await must(server, 'POST', 'sys/quotas/rate-limit/all', { rate: 10_000 });
  await must(server, 'POST', 'identity/entity', { name: 'alice', metadata: { team: 'payments' } });
  await must(server, 'POST', 'auth/userpass/login/ada', { password: 'sample' });
  proxy = await startDressingProxy(server, hostileTexts);
  launched = await launchConnected({ address: proxy.address, token: server.rootToken });
  await launched.window.exposeFunction('hit', () => refused.push('a text ran'));
  launched.window.on('dialog', (dialog) => void dialog.dismiss().then(() => refused.push('a dialog opened')));
  launched.window.on('console', (message) => {
    if (/Content Security Policy|unique "key"/i.test(message.text())) refused.push(message.text());
  });
  written = await watchWriting(launched.window);
});
test.afterAll(async () => {
  await launched.close();
  await proxy.stop();
  await server.stop();
});

/** Results of all screens. */
const found = {
  seen: new Set<string>(),
  /** Problems, by screen. */
  wrong: {} as Record<string, readonly string[]>,
  /** Places of responses that a screen shows truncated. */
  cut: [] as string[],
};

/** Checks a screen once it shows a hostile text; `alone`: if it can be without one. */
async function lookAt(name: string, within: string, alone = false): Promise<void> {
  const { window } = launched;
  await expect
    .poll(async () => worn(await window.locator(within).first().textContent()), { message: name })
    .toBeGreaterThan(alone ? -1 : 0);
  await expect(window.locator(within).first().getByLabel('Loading', { exact: true })).toHaveCount(0);
  const { wrong, text } = await lookAtContent(window);
  screens.push(name);
  for (const one of hostileTexts) if (text.includes(one)) found.seen.add(one);
  // Names contain no slashes.
  const shown = (part: string): boolean => text.includes(part) || text.includes(part.replaceAll('/', '∕'));
  for (const [place, { whole, start }] of proxy.places)
    if (shown(start) && !shown(whole)) found.cut.push(`${name}: ${place}`);
  if (wrong.length > 0) found.wrong[name] = [...new Set(wrong)].slice(0, 12);
}

function section(window: Page, name: string): Promise<void> {
  return window.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click();
}

function topics(window: Page) {
  return window.getByRole('navigation', { name: 'Administration' }).getByRole('button');
}

/** Refreshes the list of secrets engines, and opens the drawer of one. */
async function openEngine(window: Page, name: RegExp, told: string): Promise<void> {
  await section(window, 'Administration');
  await topics(window).filter({ hasText: 'Secrets engines' }).click();
  await window.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
  await window.getByRole('row', { name }).filter({ hasText: told }).click();
  await window.getByRole('button', { name: 'Disable…' }).waitFor();
}

test('hostile strings in every field of every screen are text, keep their direction and hide nothing @text-on-every-screen', async () => {
  test.setTimeout(240_000);
  expect(hostileTexts.length).toBeGreaterThanOrEqual(300);
  const { window } = launched;

  await tree(window).waitFor();
  await lookAt('tree', '[role=tree]');
  await section(window, 'Tokens');
  await lookAt('tokens', 'main');
  await section(window, 'Policies');
  await lookAt('policies', 'body');
  await window
    .getByRole('listitem')
    .getByRole('button', { name: /^payments/ })
    .click();
  await window.locator('[data-code-editor] .cm-content').waitFor();
  await lookAt('a policy', 'main');
  await section(window, 'Cluster');
  await lookAt('cluster', 'main');
  for (const card of ['Seal', 'Encryption key', 'Leader', 'Raft', 'Audit']) {
    const button = clusterCard(window, card);
    if (!(await button.isVisible())) continue;
    await button.click();
    await lookAt(`cluster, ${card}`, 'main', true);
  }
  await section(window, 'Administration');
  await topics(window).first().waitFor();
  for (const topic of await topics(window).all()) {
    const name = (await topic.textContent()) ?? '';
    await topic.click();
    await window.getByRole('region', { name, exact: true }).waitFor();
    await lookAt(name, 'main', name !== 'Secrets engines');
    const row = window.getByRole('main').getByRole('row').nth(1);
    if (!(await row.isVisible())) continue;
    await row.click();
    await lookAt(`${name}, a row`, 'main', true);
  }
  for (const ceremony of ['Rekey', 'Generate root token']) {
    await openCeremony(window, ceremony);
    await lookAt(ceremony, 'main', true);
  }
  await openConsole(window);
  await send(launched, { path: 'sys/auth' });
  await lookAt('console', 'body');
  // A mount, under its hostile name.
  await section(window, 'Secrets');
  const mount = tree(window).getByRole('treeitem').nth(1);
  await mount.click();
  await expect(mount).toHaveAttribute('aria-expanded', 'true');
  await lookAt('folder', 'body');
  await window.keyboard.press('Control+Shift+B');
  await window.getByRole('main', { name: 'Board' }).waitFor();
  await lookAt('board', 'body', true);
  await window.keyboard.press('Escape');

  // Not every field is on a screen (Vault returns a table twice, at top level and below `data`): texts used only
  // there, and those impossible in names, are put into a description.
  const rest = hostileTexts.filter((one) => !found.seen.has(one));
  proxy.wear(['the rest', ...rest]);
  await openEngine(window, /^pki/, 'the rest');
  await lookAt('what was left', 'main');
  process.stdout.write(
    `hostile texts: ${String(found.seen.size)} on ${String(screens.length)} screens, ${String(rest.length)} of them on the last\n`,
  );
  expect(found.wrong).toEqual({});
  expect(refused).toEqual([]);
  expect(found.cut).toEqual([]);
  expect(hostileTexts.filter((one) => !proxy.told.has(one))).toEqual([]);
  expect(hostileTexts.filter((one) => !found.seen.has(one))).toEqual([]);
});

test('no attribute that runs, loads or leads somewhere ever holds what a server has named @no-attribute', async () => {
  expect(screens).toContain('what was left');
  const { attributes } = await written();
  // The watch works: it sees our own values.
  expect(attributes.map(([where]) => where)).toEqual(expect.arrayContaining(['LINK href', 'DIV style']));
  const telling = hostileTexts.filter((one) => one.length > 3);
  expect(
    attributes.filter(([where, value]) => {
      const [, name = ''] = where.split(' ');
      const isOwn =
        name === 'style'
          ? !/url\(|@import|expression/i.test(value)
          : /^(?:LINK href|SCRIPT src|IMG src) (?:(?:app:\/\/strongroom)?\/assets\/[\w.-]+|data:image\/[^"<>]*)$/.test(
              `${where} ${value}`,
            ) || where === 'META content';
      return !isOwn || telling.some((one) => value.includes(one));
    }),
  ).toEqual([]);
});

test('charts draw numbers and times: names of metrics stand beside them as marked text @no-canvas', async () => {
  expect(screens).toContain('Metrics');
  const { drawn } = await written();
  expect(drawn.filter((text) => /^\d\d:\d\d$/.test(text))).not.toEqual([]);
  expect(drawn.filter((text) => !/^[\d.,:\s–-]*$/.test(text))).toEqual([]);
});

test('windows and menus of the system hold nothing that a server has named @titles-and-menus', async () => {
  expect(screens).toContain('board');
  const { titles, labels } = await launched.app.evaluate(({ BrowserWindow, Menu }) => {
    const labelsOf = (menu: Electron.Menu | undefined | null): string[] =>
      (menu?.items ?? []).flatMap(({ label, toolTip, submenu }) => [label, toolTip, ...labelsOf(submenu)]);
    return {
      titles: BrowserWindow.getAllWindows().map((window) => window.getTitle()),
      labels: labelsOf(Menu.getApplicationMenu()),
    };
  });
  expect(new Set(titles)).toEqual(new Set(['Strongroom']));
  expect(labels.length).toBeGreaterThan(30);
  expect(labels.filter((label) => !isDisplayName(label) || label.includes('data-canary'))).toEqual([]);
});

test('the prompt for a hostile name marks it, and is not confirmed by what it looks like @marked-in-prompt', async () => {
  const { window } = launched;
  const worn = ['pay\u202estnem', 'zero\u200bwidth', '\u2066x\u2069', 'аdmin', 'שלום 1'];
  proxy.wear(worn);
  const page = await openTopic(window, 'Identity');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page
    .getByRole('row', { name: /^alice/ })
    .filter({ hasText: 'аdmin' })
    .click();
  await window.getByRole('button', { name: 'Delete…' }).click();
  const name = `alice ${worn.join(' ')}`;
  await expectUnmistakable(name, 'Delete', [
    ...['alice', visible(name), name.replace('аdmin', 'admin'), name.replace('\u200b', '')],
    name.replace('pay\u202estnem', 'payments'),
  ]);
  const marks = ['⟨U+202E⟩', '⟨U+200B⟩', '⟨U+2066⟩', '⟨U+2069⟩'];
  await expect((await launched.trusted()).locator('label .unseen')).toHaveText(marks);
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await must(server, 'GET', 'identity/entity/name/alice');

  // A path with such characters is not sent at all; look-alike letters are.
  proxy.wear(['аdmin']);
  await openEngine(window, /^pki/, 'аdmin');
  await window.getByRole('button', { name: 'Disable…' }).click();
  await expectUnmistakable('pki аdmin/', 'Disable', ['pki/', 'pki admin/']);
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  expect(await must(server, 'GET', 'sys/mounts')).toHaveProperty(['pki/']);
});

/** Checks a prompt that asks to type a name: it marks the name, and refuses look-alikes. */
async function expectUnmistakable(name: string, action: string, looksLike: readonly string[]): Promise<void> {
  const prompt = await launched.trusted();
  const { wrong, text } = await lookAtContent(prompt);
  expect(wrong).toEqual([]);
  expect(text).toContain(`Type ${visible(name)} to confirm`);
  expect(text).toContain('а is U+0430');
  const agrees = prompt.getByRole('button', { name: action, exact: true });
  const field = prompt.getByRole('textbox');
  for (const typed of looksLike) {
    await field.fill('');
    await field.fill(typed);
    // The beginning of a name can still become it.
    await expect(prompt.getByText('This is not the name.')).toHaveCount(name.startsWith(typed) ? 0 : 1);
    await expect(agrees).toBeDisabled();
  }
  await field.fill(name);
  await expect(agrees).toBeEnabled();
}

/** Number of hostile texts within a text. */
function worn(text: string | null): number {
  return text === null ? 0 : hostileTexts.filter((one) => text.includes(one)).length;
}
