/**
 * Number of steps of everyday tasks, by keyboard alone unless a click says otherwise. Each scenario ends in a state that is verified at its target
 * (the clipboard, the server), and writes its count to build/out/steps.json beside the goal. No scenario is allowed
 * more steps than its goal.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { out } from '../build/setup/places.mjs';
import { launchApp, untilClosed, type LaunchedApp } from './steps/app.ts';
import { addressField, giveToken, openTab } from './steps/connect-form.ts';
import { goTo, keyRow, launchConnected, lockByKeys, openMount, tree } from './steps/connected.ts';
import {
  at,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startSealedVault,
  writeEntry,
  type KvMount,
} from './servers/index.ts';
import { CliCounter } from './steps/cli-counter.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import { foundGrid } from './steps/search-screen.ts';
import { openCluster, verdict } from './steps/cluster-screen.ts';
import { pressShortcut, quickPage, withQuickAccess } from './steps/quick-access.ts';
import { StepCounter } from './steps/step-counter.ts';
import { onClipboard, putOnClipboard, wrappedEntry } from './steps/wrapping-steps.ts';

/** Maximum number of steps. */
const goals = {
  'first start → first value copied': { goal: 6 },
  'copy a password used daily': { goal: 4 },
  'copy a known password, from any program': { goal: 3 },
  'edit one key and save': { goal: 4 },
  'open a wrapping token': { goal: 3 },
  'leaked accessor → revoked': { goal: 4 },
  'switch server': { goal: 1 },
  'change a policy, from the list': { goal: 5 },
  // One press, then a token and Enter in each prompt.
  'come back after a lock, four sessions': { goal: 9 },
  'why refused': { goal: 1 },
  'sealed cluster seen → first share in': { goal: 3 },
  'rename a folder of 40 entries': { goal: 7 },
  'find where a password stands': { goal: 4 },
  'restore what a colleague deleted': { goal: 8 },
  'copy staging to production without two keys': { goal: 9 },
} as const satisfies Readonly<Record<string, { readonly goal: number }>>;

/** Words and keys of the flows, in one place. */
const flow = {
  palette: 'Control+k',
  path: (page: Page): Locator => page.getByRole('combobox', { name: 'Go to a path' }),
  edit: 'e',
  editKey: (page: Page, key: string): Locator =>
    page.getByRole('button', { name: `Edit ${key}`, exact: true }),
  valueField: (page: Page, key: string): Locator => page.getByRole('textbox', { name: `Value of ${key}` }),
  review: 'Control+s',
  reviewed: (page: Page): Locator => page.getByRole('button', { name: /^Save as version/ }),
  save: 'Control+Enter',
  unwrapClipboard: 'Control+Shift+O',
  unwrap: (page: Page): Locator => page.getByRole('button', { name: 'Unwrap', exact: true }),
  unwrapped: (page: Page): Locator => page.getByRole('heading', { name: 'Unwrapped' }),
  revoke: 'Control+Enter',
  unseal: (page: Page): Locator => page.getByRole('button', { name: 'Unseal…', exact: true }),
  whyRefused: (page: Page): Locator => page.getByRole('button', { name: /^Why/ }).first(),
} as const;

const { dev } = sharedServers();
const file = join(out, 'steps.json');
let launched: LaunchedApp | undefined;
let mount: KvMount;

test.beforeAll(async () => {
  mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'apps/database', { password: 'correct horse' });
});
test.afterEach(async () => {
  await launched?.close();
  launched = undefined;
});

/** Records the count and compares it with the goal, and with the lines of the CLI for the same. */
function countAs(name: keyof typeof goals, { count: steps }: StepCounter, cli?: CliCounter): void {
  const { goal } = goals[name];
  const others = known().filter((one) => one.name !== name && Object.hasOwn(goals, one.name));
  mkdirSync(out, { recursive: true });
  const counted: Counted = { name, steps, goal, ...(cli !== undefined && { cliLines: cli.count }) };
  writeFileSync(file, `${JSON.stringify([...others, counted], null, 2)}\n`);
  expect(steps, name).toBeLessThanOrEqual(goal);
  if (cli !== undefined) expect(steps, `${name}, beside the CLI`).toBeLessThan(cli.count);
}

interface Counted {
  readonly name: string;
  readonly steps: number;
  readonly goal: number;
  /** Lines at a terminal for the same, without a script; a pipe is one. */
  readonly cliLines?: number;
}

/** Counts so far: after a failure the worker restarts, and must not drop those of other scenarios. */
function known(): readonly Counted[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counted[]) : [];
}

async function connected(token = dev.rootToken): Promise<LaunchedApp> {
  launched = await launchConnected({ address: dev.address, token });
  return launched;
}

/** Makes the last press in a prompt, which closes it, and continues in the window. */
async function answered(
  app: LaunchedApp,
  steps: StepCounter,
  act: (prompt: Page) => Promise<void>,
  opening?: string,
): Promise<void> {
  if (opening !== undefined) await steps.press(opening);
  await app.answer(async (prompt) => {
    steps.in(prompt);
    await act(prompt);
  });
  steps.in(app.window);
}

test('first start → first value copied', async () => {
  launched = await launchApp();
  const app = launched;
  const { window } = app;
  const steps = new StepCounter(window);
  await steps.to(addressField(window));
  await steps.text(dev.address);
  await steps.press('Enter');
  await answered(app, steps, async (prompt) => {
    await steps.to(prompt.getByLabel('Token', { exact: true }));
    await steps.text(dev.rootToken);
    await steps.press('Enter');
  });
  await steps.to(flow.path(window));
  await steps.text(`${mount.path}apps/database#password`);
  await steps.press('Enter');
  await expect.poll(() => onClipboard(app)).toBe('correct horse');
  countAs('first start → first value copied', steps);
});

test('copy a password used daily', async () => {
  const app = await connected();
  const { window } = app;
  await goTo(window, `${mount.path}apps/database`);
  await expect(keyRow(window, 'password')).toBeVisible();
  const dialog = window.getByRole('dialog', { name: 'Command palette' });
  // The day before.
  await window.keyboard.press(flow.palette);
  await dialog.getByRole('combobox').fill('database › password');
  await window.keyboard.press('Enter');
  await expect.poll(() => onClipboard(app)).toBe('correct horse');
  await expect(dialog).toBeHidden();
  await window.keyboard.press('Control+w');
  await putOnClipboard(app, 'something else');

  const steps = new StepCounter(window);
  await steps.press(flow.palette);
  await dialog.getByRole('combobox').waitFor();
  await steps.press('d');
  await steps.press('a');
  await expect(dialog.getByRole('option').first()).toContainText('database › password');
  await steps.press('Enter');
  await expect.poll(() => onClipboard(app)).toBe('correct horse');
  countAs('copy a password used daily', steps);
});

test('copy a known password, from any program', async () => {
  const server = { address: dev.address, token: dev.rootToken };
  launched = await launchConnected(server, { preferences: withQuickAccess });
  const { app, window } = launched;
  await goTo(window, `${mount.path}apps/database`);
  await expect(keyRow(window, 'password')).toBeVisible();
  await window.getByRole('button', { name: 'Add to favourites' }).click();
  // The day before, it was chosen on Home.
  await window.keyboard.press('Control+w');
  await window.getByRole('button', { name: 'Copy…' }).click();
  await window.getByRole('dialog').getByRole('row', { name: 'password' }).click();
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await putOnClipboard(launched, 'something else');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());

  const steps = new StepCounter(window);
  steps.outside(pressShortcut);
  const quick = await quickPage(launched);
  steps.in(quick);
  await expect(quick.getByRole('option', { name: /^database › password/ })).toBeVisible();
  await steps.text('data');
  await untilClosed(quick, () => steps.press('Enter'));
  const copied = launched;
  await expect.poll(() => onClipboard(copied)).toBe('correct horse');
  countAs('copy a known password, from any program', steps);
});

test('edit one key and save', async () => {
  const { window } = await connected();
  await writeEntry(dev, mount, 'apps/edited', { user: 'alice' });
  await goTo(window, `${mount.path}apps/edited`);
  await expect(keyRow(window, 'user')).toBeFocused();
  const steps = new StepCounter(window);
  await steps.press(flow.edit);
  await expect(flow.editKey(window, 'user')).toBeFocused();
  // Typing on the row replaces its value.
  await steps.text('bob');
  await expect(flow.valueField(window, 'user')).toHaveValue('bob');
  await steps.press(flow.review);
  await expect(flow.reviewed(window)).toBeVisible();
  await steps.press(flow.save);
  await expect
    .poll(async () => at(await must(dev, 'GET', `${mount.path}data/apps/edited`), 'data', 'data'))
    .toEqual({ user: 'bob' });
  countAs('edit one key and save', steps);
});

test('open a wrapping token', async () => {
  const app = await connected();
  const { window } = app;
  await putOnClipboard(app, await wrappedEntry(dev, mount, { user: 'wrapped' }));
  const steps = new StepCounter(window);
  await answered(
    app,
    steps,
    async () => {
      await steps.press('Enter');
    },
    flow.unwrapClipboard,
  );
  await steps.to(flow.unwrap(window));
  await steps.press('Enter');
  await expect(flow.unwrapped(window)).toBeVisible();
  countAs('open a wrapping token', steps);
});

test('leaked accessor → revoked', async () => {
  const app = await connected();
  const { window } = app;
  const { accessor } = await newToken(dev, { policies: ['default'], display_name: 'leaked' });
  const steps = new StepCounter(window);
  const dialog = window.getByRole('dialog', { name: 'Command palette' });
  await steps.press(flow.palette);
  await dialog.getByRole('combobox').waitFor();
  await steps.text(accessor);
  await expect(dialog.getByRole('option').first()).toContainText('Look up this accessor');
  await answered(
    app,
    steps,
    async (prompt) => {
      // The token's owner was looked up before the prompt.
      await expect(prompt.getByRole('dialog')).toContainText('leaked');
      await steps.press(flow.revoke);
    },
    flow.revoke,
  );
  await expect
    .poll(async () => {
      const keys = at(await must(dev, 'LIST', 'auth/token/accessors'), 'data', 'keys');
      return Array.isArray(keys) && keys.includes(accessor);
    })
    .toBe(false);
  countAs('leaked accessor → revoked', steps);
});

/** Opens another session, which comes to the front. */
async function connectToo(app: LaunchedApp, name: string): Promise<void> {
  const { window } = app;
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await addressField(window).fill(dev.address);
  await openTab(window, 'Appearance');
  await window.getByRole('textbox', { name: /^Name\b/ }).fill(name);
  // A second remembered connection to one server is asked about.
  await window.getByRole('checkbox', { name: 'Remember this connection' }).uncheck();
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
  await giveToken(app, dev.rootToken);
  await expect(window.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('change a policy, from the list', async () => {
  const name = await newPolicy(dev, 'path "a" { capabilities = ["read"] }');
  const app = await connected();
  const { window } = app;
  await window
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Policies' })
    .click();
  const steps = new StepCounter(window);
  await steps.click(window.getByRole('navigation', { name: 'Policies' }).getByRole('button', { name }));
  await expect(window.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await steps.press(flow.edit);
  await expect(window.getByRole('textbox', { name: `Policy ${name}` })).toBeFocused();
  await window.keyboard.press('Control+a');
  await steps.text('path "b" {}');
  await answered(
    app,
    steps,
    async (prompt) => {
      await expect(prompt.getByRole('group', { name: 'Changed lines' })).toContainText('path "b" {}');
      await steps.press(flow.save);
    },
    flow.review,
  );
  await expect
    .poll(async () => at(await must(dev, 'GET', `sys/policies/acl/${name}`), 'data', 'policy'))
    .toBe('path "b" {}');
  countAs('change a policy, from the list', steps);
});

test('come back after a lock, four sessions', async () => {
  const app = await connected();
  const { window } = app;
  for (const name of ['The second', 'The third', 'The fourth']) await connectToo(app, name);
  await lockByKeys(window);
  await expect(window.getByRole('button', { name: 'Unlock all…' })).toBeFocused();
  const steps = new StepCounter(window);
  for (let count = 0; count < 4; count++)
    await answered(
      app,
      steps,
      async (prompt) => {
        await steps.to(prompt.getByLabel('Token', { exact: true }));
        await steps.text(dev.rootToken);
        await steps.press('Enter');
      },
      count === 0 ? 'Enter' : undefined,
    );
  for (const name of ['Test server', 'The second', 'The third', 'The fourth'])
    // A locked one says so behind its name.
    await expect(window.getByRole('button', { name: new RegExp(`^${name}(?: \\(\\d\\))?$`) })).toBeVisible();
  countAs('come back after a lock, four sessions', steps);
});

test('switch server', async () => {
  const app = await connected();
  const { window } = app;
  await connectToo(app, 'The second');
  const steps = new StepCounter(window);
  await steps.press('Control+Alt+Digit1');
  await expect(window.getByRole('heading', { level: 1, name: 'Test server' })).toBeVisible();
  countAs('switch server', steps);
});

test('why refused', async () => {
  const policy = await newPolicy(dev, `path "${mount.path}data/other" { capabilities = ["read"] }`);
  const { token } = await newToken(dev, { policies: [policy] });
  const { window } = await connected(token);
  await goTo(window, `${mount.path}apps/database`);
  const why = flow.whyRefused(window);
  await why.waitFor();
  const steps = new StepCounter(window);
  await steps.to(why);
  await steps.press('Enter');
  await expect(window.getByText(/closest|No (visible )?rule/i).first()).toBeVisible();
  countAs('why refused', steps);
});

test('sealed cluster seen → first share in', async () => {
  const vault = await startSealedVault();
  await vault.unseal();
  launched = await launchConnected({ address: vault.address, token: vault.rootToken });
  const { window } = launched;
  await openCluster(window);
  await must(vault, 'PUT', 'sys/seal');
  await expect(verdict(window).getByRole('status')).toHaveText('Sealed');
  const steps = new StepCounter(window);
  await steps.click(flow.unseal(window));
  await answered(launched, steps, async (prompt) => {
    await prompt.getByRole('textbox', { name: 'Unseal key share' }).waitFor();
    await steps.text(vault.shares[0] ?? '');
    await steps.press('Enter');
  });
  await expect(verdict(window)).toContainText('1 of 3 key shares entered');
  expect(await must(vault, 'GET', 'sys/seal-status')).toMatchObject({ progress: 1 });
  countAs('sealed cluster seen → first share in', steps);
  await vault.stop();
});

/** Entries of the tasks beside the CLI, in four folders. */
const paths = Array.from({ length: 40 }, (_, at) => `team-${String(at % 4)}/entry-${String(at)}`);
const deleted = paths.filter((path) => /team-1\/entry-[159]$/.test(path));

/** A mount with 40 entries below `staging/`. */
async function stagingMount(): Promise<KvMount> {
  const many = await newKvMount(dev, 2);
  for (const [at, path] of paths.entries())
    await writeEntry(dev, many, `staging/${path}`, {
      user: 'svc',
      password: at === 17 ? 'zebra crossing' : `other ${String(at)}`,
      host: 'staging.example',
    });
  return many;
}

/** Opens it by a token for it alone. */
async function openedAt(many: KvMount): Promise<LaunchedApp> {
  const policy = await newPolicy(
    dev,
    `path "${many.path}*" { capabilities = ["create", "read", "update", "delete", "list"] }`,
  );
  const { token } = await newToken(dev, { policies: [policy] });
  return connected(token);
}

async function namesBelow(of: KvMount, folder: string): Promise<unknown> {
  return at(await must(dev, 'LIST', `${of.path}metadata/${folder}`), 'data', 'keys');
}

async function valuesAt(of: KvMount, path: string): Promise<unknown> {
  return at(await must(dev, 'GET', `${of.path}data/${path}`), 'data', 'data');
}

/** One line for each, a few at a time. */
async function eachLine(of: readonly string[], line: (path: string) => Promise<unknown>): Promise<void> {
  const waiting = [...of];
  const next = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await line(path);
  };
  await Promise.all([next(), next(), next(), next()]);
}

/** Runs the plan that is shown, and agrees to it. */
async function runPlan(app: LaunchedApp, steps: StepCounter, rows: number, agree: RegExp): Promise<void> {
  const { window } = app;
  const run = window.getByRole('button', { name: `Run ${String(rows)} rows…` });
  await run.waitFor();
  await expect(run).toBeFocused();
  await answered(
    app,
    steps,
    async (prompt) => {
      await readToEnd(prompt);
      await steps.click(prompt.getByRole('button', { name: agree }));
    },
    'Enter',
  );
  await expect(window.getByRole('status', { name: 'Result' })).toContainText(`${String(rows)} done`);
}

test('rename a folder of 40 entries', async () => {
  const many = await stagingMount();
  const app = await openedAt(many);
  const { window } = app;
  await openMount(window, many.path);
  await tree(window).focus();
  const steps = new StepCounter(window);
  await steps.text('staging');
  await steps.press('F2');
  await expect(window.getByRole('combobox', { name: 'To folder' })).toBeFocused();
  await steps.press('Control+a');
  await steps.text('integration/');
  await steps.press('Enter');
  await runPlan(app, steps, 40, /^(?:Move|Rename)/);
  expect(await namesBelow(many, '')).toEqual(['integration/']);

  const other = await stagingMount();
  const cli = new CliCounter(dev);
  await eachLine(await cli.entriesBelow(other.path, 'staging/'), async (path) => {
    const at = `-mount=${other.path}`;
    const to = path.replace('staging/', 'integration/');
    await cli.line(['kv', 'get', at, '-format=json', '-field=data', path], ['kv', 'put', at, to, '-']);
    await cli.line(['kv', 'metadata', 'delete', at, path]);
  });
  expect(await namesBelow(other, '')).toEqual(['integration/']);
  countAs('rename a folder of 40 entries', steps, cli);
});

test('find where a password stands', async () => {
  const many = await stagingMount();
  const app = await openedAt(many);
  const { window } = app;
  const steps = new StepCounter(window);
  await steps.press('Control+Shift+F');
  const values = window.getByRole('button', { name: 'Search values…' });
  await values.waitFor();
  await steps.click(values);
  await answered(app, steps, async (prompt) => {
    await steps.to(prompt.getByLabel('Text to find', { exact: true }));
    await steps.text('zebra crossing');
    await steps.press('Enter');
  });
  await expect(foundGrid(window).getByRole('row').nth(1)).toContainText('entry-17');

  const cli = new CliCounter(dev);
  const found: string[] = [];
  await eachLine(await cli.entriesBelow(many.path, 'staging/'), async (path) => {
    const values = await cli.line(['kv', 'get', `-mount=${many.path}`, path]);
    if (values.includes('zebra crossing')) found.push(path);
  });
  expect(found).toEqual(['staging/team-1/entry-17']);
  countAs('find where a password stands', steps, cli);
});

test('restore what a colleague deleted', async () => {
  const many = await stagingMount();
  const other = await stagingMount();
  for (const path of deleted)
    for (const { path: mount } of [many, other]) await must(dev, 'DELETE', `${mount}data/staging/${path}`);
  const app = await openedAt(many);
  const { window } = app;
  await openMount(window, many.path);
  await tree(window).focus();
  const steps = new StepCounter(window);
  await steps.text('staging');
  await steps.press('Control+Enter');
  await steps.click(window.getByRole('button', { name: 'All below', exact: true }));
  await steps.click(window.getByRole('button', { name: 'Deleted', exact: true }));
  await steps.click(window.getByRole('checkbox', { name: 'Select all shown' }));
  await steps.click(window.getByRole('button', { name: 'Undelete…' }));
  await runPlan(app, steps, 3, /^Undelete/);
  expect(await valuesAt(many, 'staging/team-1/entry-5')).toHaveProperty('user', 'svc');

  const cli = new CliCounter(dev);
  await eachLine(await cli.entriesBelow(other.path, 'staging/'), async (path) => {
    const at = `-mount=${other.path}`;
    const facts = await cli.line(['kv', 'metadata', 'get', at, path]);
    if (!/deletion_time +n\/a/.test(facts)) await cli.line(['kv', 'undelete', at, '-versions=1', path]);
  });
  for (const path of deleted) expect(await valuesAt(other, `staging/${path}`)).toHaveProperty('user', 'svc');
  countAs('restore what a colleague deleted', steps, cli);
});

test('copy staging to production without two keys', async () => {
  const many = await stagingMount();
  const app = await openedAt(many);
  const { window } = app;
  await openMount(window, many.path);
  await tree(window).focus();
  const steps = new StepCounter(window);
  await steps.text('staging');
  await steps.press('ContextMenu');
  await steps.click(window.getByRole('menuitem', { name: 'Copy to…' }));
  await expect(window.getByRole('combobox', { name: 'To folder' })).toBeFocused();
  await steps.text('production/');
  await steps.click(window.getByRole('textbox', { name: /^Leave out keys/ }));
  await steps.text('password, host');
  await steps.press('Enter');
  await runPlan(app, steps, 40, /^Copy/);
  expect(await valuesAt(many, `production/${paths[0] ?? ''}`)).toEqual({ user: 'svc' });

  const other = await stagingMount();
  const cli = new CliCounter(dev);
  const without = (text: string): string => {
    const { password: _password, host: _host, ...rest } = JSON.parse(text) as Record<string, string>;
    return JSON.stringify(rest);
  };
  await eachLine(await cli.entriesBelow(other.path, 'staging/'), (path) => {
    const at = `-mount=${other.path}`;
    const to = path.replace('staging/', 'production/');
    return cli.line(
      ['kv', 'get', at, '-format=json', '-field=data', path],
      // `jq 'del(.password, .host)'`
      without,
      ['kv', 'put', at, to, '-'],
    );
  });
  expect(await valuesAt(other, `production/${paths[0] ?? ''}`)).toEqual({ user: 'svc' });
  countAs('copy staging to production without two keys', steps, cli);
});
