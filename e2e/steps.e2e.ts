/**
 * How many steps the work of every day takes by keyboard alone. Each scenario ends in a state that is looked at where it
 * counts (the clipboard, the server), and leaves its count in build/out/steps.json beside the goal. No scenario may take
 * more steps than its goal, or than it takes today where the goal is not reached yet.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { out } from '../build/setup/places.mjs';
import { launchApp, type LaunchedApp } from './app.ts';
import { addressField } from './connect-form.ts';
import { goTo, keyRow, launchConnected, tree } from './connected.ts';
import {
  at,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  writeEntry,
  type KvMount,
} from './servers/index.ts';
import { StepCounter } from './step-counter.ts';
import { onClipboard, putOnClipboard, wrappedEntry } from './wrapping-steps.ts';

/** What each may take; `today` where that is more than the goal. */
const goals = {
  'first start → first value copied': { goal: 6, today: 30 },
  'copy a password used daily': { goal: 4 },
  'edit one key and save, beside the value': { goal: 4, today: 26 },
  'open a wrapping token': { goal: 3, today: 30 },
  'leaked accessor → revoked': { goal: 4, today: 43 },
  'switch server': { goal: 1 },
  'why refused': { goal: 1, today: 23 },
} as const satisfies Readonly<Record<string, { readonly goal: number; readonly today?: number }>>;

/** The words and keys of the flows, in one place. */
const flow = {
  palette: 'Control+k',
  path: 'Control+p',
  copyRow: 'Control+c',
  edit: 'e',
  editKey: (page: Page, key: string): Locator =>
    page.getByRole('button', { name: `Edit ${key}`, exact: true }),
  valueField: (page: Page, key: string): Locator => page.getByRole('textbox', { name: `Value of ${key}` }),
  review: 'Control+s',
  reviewed: (page: Page): Locator => page.getByRole('button', { name: /^Save as version/ }),
  save: 'Control+Enter',
  unwrapAction: 'Wrapping',
  pasteToken: (page: Page): Locator => page.getByRole('button', { name: 'Paste', exact: true }),
  sendToken: (prompt: Page): Locator => prompt.getByRole('button', { name: 'Send this token' }),
  unwrap: (page: Page): Locator => page.getByRole('button', { name: 'Open it now' }),
  unwrapped: (page: Page): Locator => page.getByRole('heading', { name: 'Unwrapped' }),
  tokensAction: 'Tokens',
  accessorField: (page: Page): Locator => page.getByRole('textbox', { name: 'Accessor' }),
  moreOfToken: (page: Page): Locator => page.getByRole('button', { name: 'More', exact: true }),
  whyRefused: (page: Page): Locator => page.getByRole('button', { name: 'Why was I refused?' }).first(),
  whyDialog: (page: Page): Locator => page.getByRole('dialog', { name: 'Why was I refused?' }),
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

/** Writes the count down and holds it to the goal. */
function countAs(name: keyof typeof goals, { count: steps }: StepCounter): void {
  const limits: { readonly goal: number; readonly today?: number } = goals[name];
  const others = known().filter((one) => one.name !== name && Object.hasOwn(goals, one.name));
  mkdirSync(out, { recursive: true });
  writeFileSync(file, `${JSON.stringify([...others, { name, steps, goal: limits.goal }], null, 2)}\n`);
  expect(steps, name).toBeLessThanOrEqual(Math.max(limits.goal, limits.today ?? 0));
}

interface Counted {
  readonly name: string;
  readonly steps: number;
  readonly goal: number;
}

/** What is counted so far: a scenario that fails starts this file anew, and must not take the others along. */
function known(): readonly Counted[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counted[]) : [];
}

async function connected(token = dev.rootToken): Promise<LaunchedApp> {
  launched = await launchConnected({ address: dev.address, token });
  return launched;
}

/** Does the last press in a prompt, which closes it, and goes on in the window. */
async function answered(
  app: LaunchedApp,
  steps: StepCounter,
  act: (prompt: Page) => Promise<void>,
): Promise<void> {
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
  await tree(window).waitFor();
  await steps.press(flow.path);
  await steps.text(`${mount.path}apps/database`);
  await steps.press('Enter');
  await steps.to(keyRow(window, 'password'));
  await steps.press(flow.copyRow);
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

test('edit one key and save, beside the value', async () => {
  const { window } = await connected();
  await writeEntry(dev, mount, 'apps/edited', { user: 'alice' });
  await goTo(window, `${mount.path}apps/edited`);
  await expect(keyRow(window, 'user')).toBeVisible();
  const steps = new StepCounter(window);
  await steps.press(flow.edit);
  const field = flow.valueField(window, 'user');
  await field.or(flow.editKey(window, 'user')).first().waitFor();
  if (!(await field.isVisible())) {
    await steps.to(flow.editKey(window, 'user'));
    await steps.press('Enter');
  }
  await steps.to(field);
  await steps.uncounted('bob');
  await steps.press(flow.review);
  await expect(flow.reviewed(window)).toBeVisible();
  await steps.press(flow.save);
  await expect
    .poll(async () => at(await must(dev, 'GET', `${mount.path}data/apps/edited`), 'data', 'data'))
    .toEqual({ user: 'bob' });
  countAs('edit one key and save, beside the value', steps);
});

test('open a wrapping token', async () => {
  const app = await connected();
  const { window } = app;
  await putOnClipboard(app, await wrappedEntry(dev, mount, { user: 'wrapped' }));
  const steps = new StepCounter(window);
  await runAction(window, steps, flow.unwrapAction);
  const paste = flow.pasteToken(window);
  const send = flow.unwrap(window);
  await paste.or(send).first().waitFor();
  if (!(await send.isVisible())) {
    await steps.to(paste);
    await steps.press('Enter');
    await answered(app, steps, async (prompt) => {
      await steps.to(flow.sendToken(prompt));
      await steps.press('Enter');
    });
  }
  await steps.to(send);
  await steps.press('Enter');
  await expect(flow.unwrapped(window)).toBeVisible();
  countAs('open a wrapping token', steps);
});

test('leaked accessor → revoked', async () => {
  const app = await connected();
  const { window } = app;
  const { accessor } = await newToken(dev, { policies: ['default'] });
  const steps = new StepCounter(window);
  await runAction(window, steps, flow.tokensAction);
  await steps.to(flow.accessorField(window));
  await steps.text(accessor);
  await steps.press('Enter');
  await expect(window.getByText(accessor, { exact: true }).first()).toBeVisible();
  await pickByKeys(window, steps, flow.moreOfToken(window), 'Revoke…');
  const dialog = window.getByRole('dialog', { name: 'Revoke this token' });
  await steps.to(dialog.getByRole('button', { name: 'Revoke…' }));
  await steps.press('Enter');
  await answered(app, steps, async (prompt) => {
    await steps.to(prompt.getByRole('button', { name: /^Revoke/ }));
    await steps.press('Enter');
  });
  await expect
    .poll(async () => {
      const keys = at(await must(dev, 'LIST', 'auth/token/accessors'), 'data', 'keys');
      return Array.isArray(keys) && keys.includes(accessor);
    })
    .toBe(false);
  countAs('leaked accessor → revoked', steps);
});

test('switch server', async () => {
  const { window } = await connected();
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await addressField(window).fill(dev.address);
  await window.getByRole('textbox', { name: /^Name\b/ }).fill('The second');
  await window.getByRole('button', { name: 'Log in…' }).click();
  await launched?.answer(async (prompt) => {
    await prompt.getByLabel('Token', { exact: true }).fill(dev.rootToken);
    await prompt.getByRole('button', { name: 'Log in' }).click();
  });
  await expect(window.getByRole('heading', { level: 1, name: 'The second' })).toBeVisible();
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
  const rule = window.getByText(`path "${mount.path}data/apps/database"`).first();
  await why.or(rule).first().waitFor();
  const steps = new StepCounter(window);
  await steps.to(why);
  await steps.press('Enter');
  await expect(flow.whyDialog(window)).toBeVisible();
  countAs('why refused', steps);
});

/** Opens a menu and goes down to an item. */
async function pickByKeys(window: Page, steps: StepCounter, button: Locator, name: string): Promise<void> {
  await steps.to(button);
  await steps.press('Enter');
  const item = window.getByRole('menuitem', { name });
  await item.waitFor();
  const isThere = (): Promise<boolean> => item.evaluate((element) => element === document.activeElement);
  while (!(await isThere())) await steps.press('ArrowDown');
  await steps.press('Enter');
}

/** Runs an action of the palette by its name: opens it, types, Enter. */
async function runAction(window: Page, steps: StepCounter, name: string): Promise<void> {
  const dialog = window.getByRole('dialog', { name: 'Command palette' });
  await dialog.waitFor({ state: 'detached' });
  await steps.press(flow.palette);
  await dialog.getByRole('combobox').waitFor();
  await steps.text(name);
  await expect(dialog.getByRole('option').first()).toContainText(name);
  await steps.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}
