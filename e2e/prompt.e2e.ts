/** Conditions for answering a prompt: attacks of a page that redirects its own input to a prompt. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { TrustedBridge } from '../shared/ipc/trusted-contract.ts';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { callInPage, newCallId, type Answered } from './steps/bridge-calls.ts';
import { drawInstead, resizeTo } from './steps/prompt-steps.ts';
import { newToken, sharedServers, startRecordingProxy, type RecordingProxy } from './servers/index.ts';
import { prompts } from './tour/prompts.ts';

const { dev } = sharedServers();

/** Longer than any test: the prompt is never armed. */
const NEVER = { STRONGROOM_PROMPT_ARMED_MS: '3600000' };
/** The delay for a real user. */
const REAL = { STRONGROOM_PROMPT_ARMED_MS: '' };

let home: string;
let recorder: RecordingProxy;
let launched: LaunchedApp | undefined;

test.beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'strongroom-prompt-'));
  await writeFile(join(home, '.vault-token'), `${dev.rootToken}\n`, { mode: 0o600 });
  recorder = await startRecordingProxy(dev);
});
test.afterEach(async () => {
  await launched?.close();
  launched = undefined;
  await recorder.stop();
  await rm(home, { recursive: true, force: true });
});

async function launch(env: Readonly<Record<string, string>> = {}): Promise<LaunchedApp> {
  // Calls of the page work without input, as for users of assistive tools: the subject here is the prompt.
  const preferences = { actWithoutInput: true };
  launched = await launchApp({ preferences, env: { HOME: home, ...env } });
  await launched.window.getByLabel('Address').waitFor();
  return launched;
}

function openSession(app: LaunchedApp, more: object = {}, callId = newCallId()): Promise<Answered> {
  const tls = { useSystemStore: true, skipVerify: false };
  const target = { address: recorder.address, namespace: '', tls, timeoutMs: 30_000, proxy: '' };
  return callInPage(app.window, 'session.open', { target, name: 'Real', colour: 'grey', ...more }, callId);
}

/** The page asks for the environment's token to be sent to an address of its choice. */
async function openWithEnvironmentToken(app: LaunchedApp): Promise<Promise<Answered>[]> {
  const { value } = await callInPage(app.window, 'connection.environment', {});
  const [found] = value as readonly { readonly environmentId: string }[];
  // Wrapped, so that it is not awaited here but after it has been answered.
  return [openSession(app, { environmentId: found?.environmentId })];
}

function tokensSent(): readonly unknown[] {
  return recorder.requests.map(({ headers }) => headers['x-vault-token']).filter(Boolean);
}

/** True if main would accept an answer; earlier calls of the prompt's page have been answered by then. */
function mayAnswer(trusted: Page): Promise<boolean> {
  return trusted.evaluate(() => {
    const { trusted: bridge } = window as unknown as { readonly trusted: TrustedBridge };
    return bridge.mayAnswer();
  });
}

test('keys and clicks that were meant for the page answer nothing @stray-input', async () => {
  const app = await launch(NEVER);
  const [opening] = await openWithEnvironmentToken(app);
  const trusted = await app.trusted({ armed: false });
  const send = trusted.getByRole('button', { name: 'Send this token' });
  await expect(trusted.getByRole('dialog')).toBeFocused();
  await trusted.keyboard.type('a sentence with spaces\n');
  await send.focus();
  for (const key of ['Space', 'Enter', 'Space', 'Enter', 'Escape']) await trusted.keyboard.press(key);
  await trusted.keyboard.down('Enter');
  for (let repeat = 0; repeat < 5; repeat++) await trusted.keyboard.down('Enter');
  await trusted.keyboard.up('Enter');

  const place = await send.boundingBox();
  if (place === null) throw new Error('The button is not on screen.');
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  await trusted.mouse.click(x, y);
  await trusted.mouse.dblclick(x, y);
  await trusted.mouse.click(x, y, { clickCount: 3 });
  // A prompt page that skips this check is refused all the same.
  await trusted.evaluate(async () => {
    const { trusted: bridge } = window as unknown as { readonly trusted: TrustedBridge };
    await bridge.answer({ kind: 'submit', text: '' });
    await bridge.answer({ kind: 'cancel' });
  });
  expect(await mayAnswer(trusted)).toBe(false);
  await expect(send).toBeVisible();
  expect(tokensSent()).toEqual([]);
  // A lock or a quit withdraws it.
  opening?.catch(() => undefined);
});

test('is armed after a second, and then takes the first key', async () => {
  const app = await launch(REAL);
  const begunMs = Date.now();
  const [opening] = await openWithEnvironmentToken(app);
  const trusted = await app.trusted();
  expect(Date.now() - begunMs).toBeGreaterThanOrEqual(1_000);
  await trusted.getByRole('button', { name: 'Send this token' }).focus();
  await app.answer((page) => page.keyboard.press('Enter'));
  expect(await opening).toMatchObject({ ok: true });
  expect(tokensSent()).toContain(dev.rootToken);
});

test('a key that repeats never answers, even once it is armed', async () => {
  const app = await launch();
  const [opening] = await openWithEnvironmentToken(app);
  const trusted = await app.trusted();
  await trusted.getByRole('button', { name: 'Send this token' }).focus();
  await trusted.evaluate(() => {
    document.addEventListener('keydown', ({ repeat }) => {
      if (repeat) document.documentElement.append(document.createElement('wbr'));
    });
  });
  await app.app.evaluate(({ webContents }) => {
    const view = webContents
      .getAllWebContents()
      .find((contents) => contents.getURL().startsWith('app://trusted/'));
    for (let repeat = 0; repeat < 3; repeat++)
      for (const type of ['keyDown', 'char'] as const)
        view?.sendInputEvent({ type, keyCode: 'Enter', modifiers: ['isautorepeat'] });
  });
  await expect(trusted.locator('html > wbr')).toHaveCount(3);
  expect(await mayAnswer(trusted)).toBe(false);
  expect(tokensSent()).toEqual([]);
  await app.answer((page) => page.keyboard.press('Enter'));
  expect(await opening).toMatchObject({ ok: true });
});

test('Ctrl+Enter that a person means for the page revokes nothing: pressed before, still held, or pressed again', async () => {
  const app = await launch(REAL);
  const opening = openSession(app);
  await app.trusted();
  await app.answer(async (page) => {
    await page.keyboard.type(dev.rootToken);
    await page.keyboard.press('Enter');
  });
  const { value } = await opening;
  const { accessor } = await newToken(dev, { policies: ['default'] });
  const input = {
    sessionId: (value as { readonly sessionId: string }).sessionId,
    token: { by: 'accessor', accessor },
    orphan: false,
  };
  const revoked = (): boolean => recorder.requests.some(({ url }) => url.endsWith('revoke-accessor'));

  // The page calls while the user saves something.
  await app.window.keyboard.down('Control');
  await app.window.keyboard.down('Enter');
  const revoking = callInPage(app.window, 'token.revoke', input);
  const early = await app.trusted({ armed: false });
  await early.keyboard.press('Control+Enter');
  await early.keyboard.down('Control');
  const trusted = await app.trusted();
  expect(revoked()).toBe(false);
  // No visible effect: once more, Ctrl still down; then held.
  await trusted.keyboard.press('Enter');
  expect(await mayAnswer(trusted)).toBe(false);
  await trusted.keyboard.down('Enter');
  await trusted.keyboard.down('Enter');
  expect(await mayAnswer(trusted)).toBe(false);
  await trusted.keyboard.up('Enter');
  await trusted.keyboard.up('Control');
  await trusted.keyboard.press('Enter');
  expect(await mayAnswer(trusted)).toBe(true);
  await expect(trusted.getByRole('button', { name: 'Revoke', exact: true })).toBeVisible();
  expect(revoked()).toBe(false);

  await app.answer((page) => page.keyboard.press('Control+Enter'));
  expect(await revoking).toMatchObject({ ok: true });
  expect(revoked()).toBe(true);
  await app.window.keyboard.up('Enter');
  await app.window.keyboard.up('Control');
});

test('takes what is typed into its field before it is armed, and sends it after', async () => {
  const app = await launch(REAL);
  const opening = openSession(app);
  const trusted = await app.trusted({ armed: false });
  const token = trusted.getByLabel('Token', { exact: true });
  await expect(token).toBeFocused();
  await trusted.keyboard.type(dev.rootToken);
  await app.answer((page) => page.keyboard.press('Enter'));
  expect(await opening).toMatchObject({ ok: true });
});

test('a prompt that the page withdraws stays, takes no text, and lets no other slip into its place @withdrawn-prompt', async () => {
  const app = await launch();
  const callId = newCallId();
  const first = openSession(app, {}, callId);
  const trusted = await app.trusted();
  await trusted.keyboard.type('hvs.the-first-half');
  const second = openSession(app, {
    login: { type: 'userpass', mount: 'userpass/', fields: { username: 'somebody-else' } },
  });
  await app.window.evaluate((id) => {
    const bridge = Reflect.get(window, 'strongroom') as { cancel: (callId: number) => void };
    bridge.cancel(id);
  }, callId);
  expect(await first).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  await expect(trusted.getByRole('alert')).toContainText('is no longer asked for');
  await trusted.keyboard.type('and-the-second\n');
  await expect(trusted.locator('input, textarea')).toHaveCount(0);
  expect(await openSession(app, { name: 'A third' })).toMatchObject({
    ok: false,
    error: { kind: 'conflict', message: 'Another question is waiting for your answer.' },
  });
  expect(app.app.windows()).toHaveLength(2);

  await app.answer((page) => page.getByRole('button', { name: 'Close' }).click());
  const next = await app.trusted();
  await expect(next.getByRole('dialog')).toContainText('userpass');
  await expect(next.getByLabel('Password', { exact: true })).toHaveValue('');
  await app.answer((page) => page.keyboard.press('Escape'));
  expect(await second).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  expect(tokensSent()).toEqual([]);
});

test('a prompt of a page that reloads stays until it is closed', async () => {
  const app = await launch();
  openSession(app).catch(() => undefined);
  const trusted = await app.trusted();
  await app.window.reload();
  await expect(trusted.getByRole('alert')).toContainText('is no longer asked for');
  await app.answer((page) => page.getByRole('button', { name: 'Close' }).click());
});

test('facts and buttons stay in view, and the action waits until all was read', async () => {
  const app = await launch();
  const opening = openSession(app);
  const trusted = await app.trusted();
  const { ['confirm-long']: long, ['confirm-many-facts']: many, ['enter-token-warned']: warned } = prompts;
  if (long === undefined || many === undefined || warned === undefined) throw new Error('There are none.');
  for (const request of [long, many, warned]) {
    await drawInstead(app, trusted, request, true);
    await resizeTo(app, trusted, { width: 960, height: 600 });
    const footer = trusted.getByRole('contentinfo').or(trusted.locator('footer'));
    for (const part of [
      trusted.locator('.phrase'),
      trusted.getByRole('heading'),
      trusted.locator('dt').first(),
      trusted.getByRole('button', { name: 'Cancel' }),
      footer.first(),
    ])
      await expect(part).toBeInViewport({ ratio: 0.99 });
  }
  await expect(trusted.locator('.notice')).toHaveCount(3);
  // The dangers without a scroll; the rest before the action is on.
  for (const risk of await trusted.locator('.notice.risk').all()) await expect(risk).toBeInViewport();
  await expect(trusted.getByText('Scroll to the end to go on')).toBeVisible();

  await drawInstead(app, trusted, many);
  const revoke = trusted.getByRole('button', { name: 'Revoke 200 tokens' });
  await expect(revoke).toBeDisabled();
  await expect(trusted.getByText('Scroll to the end to go on')).toBeVisible();
  await expect(trusted.locator('.middle')).toBeFocused();
  await trusted.keyboard.press('End');
  await expect(revoke).toBeEnabled();

  const scrim = await trusted.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(Number(/\/ ([\d.]+)\)$/.exec(scrim)?.[1] ?? '1')).toBeGreaterThanOrEqual(0.92);
  await app.answer((page) => page.keyboard.press('Escape'));
  await opening;
});
