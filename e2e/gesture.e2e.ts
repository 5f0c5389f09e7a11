/**
 * A page acts only with the user's own input: calls of a compromised page without a key or click open a prompt,
 * however many events its script fakes.
 */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';
import type { Answered } from './steps/bridge-calls.ts';
import { launchConnected } from './steps/connected.ts';
import { ask, newKvMount, sharedServers, uniqueName } from './servers/index.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2);

let launched: LaunchedApp;
let sessionId = '';

test.beforeAll(async () => {
  // Opened by the sample switch: the window has had no input yet.
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const sessions = await callInPage(launched.window, 'session.list', {});
  [{ sessionId }] = sessions.value as [{ sessionId: string }];
});
test.afterAll(async () => {
  await launched.close();
});

function create(path: string): Promise<Answered> {
  const changes = [{ op: 'set', key: 'k', rawJson: '"v"' }];
  return callInPage(launched.window, 'entry.create', { sessionId, mount: mount.path, path, changes });
}

async function statusOf(path: string): Promise<number> {
  return (await ask(dev, 'GET', `${mount.path}data/${path}`)).status;
}

/** Dispatches all events that script can fake, on the page and on each of its buttons. */
function pretend(page: Page): Promise<void> {
  return page.evaluate(() => {
    const kinds = ['pointerdown', 'mousedown', 'mouseup', 'click', 'touchstart', 'touchend'];
    for (const target of [document.body, ...document.querySelectorAll('input, [tabindex]')]) {
      for (const kind of kinds) target.dispatchEvent(new MouseEvent(kind, { bubbles: true, detail: 1 }));
      for (const kind of ['keydown', 'keypress', 'keyup'])
        target.dispatchEvent(new KeyboardEvent(kind, { key: 'a', code: 'KeyA', bubbles: true }));
    }
    document.body.click();
  });
}

async function decline(call: Promise<Answered>): Promise<Answered> {
  await launched.answer(async (prompt) => {
    await expect(prompt.getByRole('dialog')).toContainText('Allow this without a key press or click?');
    await prompt.getByRole('button', { name: 'Cancel' }).click();
  });
  return call;
}

test('a page that makes up events changes nothing, and copies nothing @made-up-events', async () => {
  const path = uniqueName('made-up');
  await pretend(launched.window);
  expect(await decline(create(path))).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  expect(await statusOf(path)).toBe(404);
  const copied = callInPage(launched.window, 'clipboard.copyText', { text: 'by-the-page' });
  expect(await decline(copied)).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  expect(await launched.app.evaluate(({ clipboard }) => clipboard.readText())).not.toContain('by-the-page');
});

test('one real key is worth one change; a modifier alone and the answer to a prompt are worth none @one-key-one-change', async () => {
  const [first, second] = [uniqueName('first'), uniqueName('second')];
  for (const modifier of ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock'])
    await launched.window.keyboard.press(modifier);
  expect(await decline(create(second))).toMatchObject({ ok: false });
  await launched.window.keyboard.press('F2');
  expect(await create(first)).toMatchObject({ ok: true });
  expect(await statusOf(first)).toBe(200);
  // Keys and clicks of a prompt do not count for the page.
  expect(await decline(create(second))).toMatchObject({ ok: false });
  expect(await decline(create(second))).toMatchObject({ ok: false });
  expect(await statusOf(second)).toBe(404);
});

test('who agrees goes on, as somebody does whose tools press buttons without input', async () => {
  const path = uniqueName('agreed');
  const call = create(path);
  await launched.answer((prompt) => prompt.getByRole('button', { name: 'Allow' }).click());
  expect(await call).toMatchObject({ ok: true });
  expect(await statusOf(path)).toBe(200);
});

test('who has said no is asked nothing more until they press something', async () => {
  const slowLogin = await launchConnected(
    { address: dev.address, token: dev.rootToken },
    { env: { STRONGROOM_QUIET_MS: '' } },
  );
  const enter = () => callInPage(slowLogin.window, 'secret.enter', { kind: 'password' });
  try {
    const first = enter();
    await slowLogin.answer((prompt) => prompt.keyboard.press('Escape'));
    await first;
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await enter()).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
    await slowLogin.window.keyboard.press('F2');
    const second = enter();
    await slowLogin.answer((prompt) => prompt.keyboard.press('Escape'));
    expect(await second).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  } finally {
    await slowLogin.close();
  }
});
