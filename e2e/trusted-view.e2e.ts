/** The trusted view: separate from the page, above it, answered once, gone without a trace. */
import { expect, test } from '@playwright/test';
import { launchApp, untilClosed, type LaunchedApp } from './steps/app.ts';
import { callByHand, callInPage, newCallId, type Answered } from './steps/bridge-calls.ts';
import { enableUserpass, sharedServers } from './servers/index.ts';
import type { LoginOptions } from '../shared/vault/login.ts';

let launched: LaunchedApp;

// One app for all: each prompt has a view and a process of its own.
test.beforeAll(async () => {
  launched = await launchApp();
  await launched.window.getByLabel('Address').waitFor();
});
test.afterEach(async () => {
  await launched.app.evaluate(({ nativeTheme }) => void (nativeTheme.themeSource = 'system'));
  const { value } = await callInPage(launched.window, 'session.list', {});
  for (const { sessionId } of value as readonly { readonly sessionId: string }[])
    expect(await callByHand(launched.window, 'session.close', { sessionId })).toMatchObject({ ok: true });
  await expect(launched.window.getByLabel('Address')).toBeVisible();
});
test.afterAll(() => launched.close());

/** Asks for a session; the trusted view asks for its token, or for the input of another login. */
function openSession(callId = newCallId(), login?: LoginOptions): Promise<Answered> {
  const tls = { useSystemStore: true, skipVerify: false };
  const target = { address: sharedServers().dev.address, namespace: '', tls, timeoutMs: 30_000, proxy: '' };
  const options = { target, name: 'Test server', colour: 'grey', ...(login === undefined ? {} : { login }) };
  return callByHand(launched.window, 'session.open', options, callId);
}

test('shows where the token goes, in a process and an origin of its own @own-process', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  await expect(trusted.getByRole('dialog')).toContainText(sharedServers().dev.address);
  const facts = await launched.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => ({
      origin: contents.mainFrame.origin,
      process: contents.getOSProcessId(),
    })),
  );
  expect(new Set(facts.map(({ process }) => process)).size).toBe(2);
  expect(facts.map(({ origin }) => origin).sort()).toEqual(['app://strongroom', 'app://trusted']);
  expect(
    await trusted.evaluate(() => [Reflect.has(window, 'strongroom'), Reflect.has(window, 'require')]),
  ).toEqual([false, false]);
  await launched.answer((page) => page.keyboard.press('Escape'));
  expect(await opening).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
});

test('follows a change of theme while it is open', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  for (const theme of ['dark', 'light', 'dark'] as const) {
    await launched.app.evaluate(({ nativeTheme }, source) => void (nativeTheme.themeSource = source), theme);
    await expect(trusted.locator('html')).toHaveAttribute('data-theme', theme);
  }
  await launched.answer((page) => page.keyboard.press('Escape'));
  await opening;
});

test('takes the keyboard from the page below and gives it back', async () => {
  const address = launched.window.getByLabel('Address');
  await address.fill('https://vault.example');
  const opening = openSession();
  const trusted = await launched.trusted();
  await expect(trusted.getByLabel('Token', { exact: true })).toBeFocused();

  // The page takes the focus back, and gets keys as from the window system.
  await address.evaluate((field) => field.focus());
  await launched.app.evaluate(({ BrowserWindow }) => {
    const page = BrowserWindow.getAllWindows()[0]?.webContents;
    page?.focus();
    for (const type of ['keyDown', 'char', 'keyUp'] as const) page?.sendInputEvent({ type, keyCode: 'x' });
  });
  await expect(address).toHaveValue('https://vault.example');

  await launched.answer((page) => page.getByRole('button', { name: 'Cancel' }).click());
  await opening;
  await address.press('End');
  await launched.window.keyboard.type('.org');
  await expect(address).toHaveValue('https://vault.example.org');
});

test('keeps Tab inside its prompt', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  const stops: string[] = [];
  for (let step = 0; step < 5; step++) {
    stops.push(
      await trusted.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
      }),
    );
    await trusted.keyboard.press('Tab');
  }
  expect(stops).toEqual(['', 'Show the token', 'Cancel', 'Log in', '']);
  await launched.answer((page) => page.keyboard.press('Escape'));
  await opening;
});

test('takes a pasted token without the line break around it, and says so', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  await launched.app.evaluate(
    ({ clipboard }, text) => clipboard.writeText(text),
    `${sharedServers().dev.rootToken}\r\n`,
  );
  await trusted.getByLabel('Token', { exact: true }).press('Control+v');
  await expect(trusted.getByRole('status')).toContainText('left out');
  await launched.answer((page) => page.keyboard.press('Enter'));
  expect(await opening).toMatchObject({ ok: true, value: { name: 'Test server' } });
});

test('says why a token was refused, and asks again', async () => {
  const opening = openSession();
  const first = await launched.trusted();
  await first.getByLabel('Token', { exact: true }).fill('hvs two words');
  await first.keyboard.press('Enter');
  await expect(first.getByRole('alert')).toContainText('no spaces');
  await launched.answer(async (page) => {
    await page.getByLabel('Token', { exact: true }).fill('hvs.not-a-token-of-this-server');
    await page.keyboard.press('Enter');
  });
  const second = await launched.trusted();
  await expect(second.getByRole('alert')).not.toBeEmpty();
  await launched.answer((page) => page.keyboard.press('Escape'));
  await opening;
});

test('leaves no other way in for a page that takes its place', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  const went = await launched.app.evaluate(async ({ webContents }) => {
    const view = webContents
      .getAllWebContents()
      .find((contents) => contents.getURL().startsWith('app://trusted'));
    await view?.executeJavaScript('location.href = "app://strongroom/"; undefined');
    return view?.getURL();
  });
  expect(went).toBe('app://trusted/');
  // Through Electron: Playwright keeps waiting for the end of the refused navigation.
  await untilClosed(trusted, () =>
    launched.app.evaluate(({ webContents }) => {
      const view = webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().startsWith('app://trusted'));
      view?.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' });
    }),
  );
  await opening;
});

test('asks for a login in one form, and again for what was wrong', async () => {
  const mount = `people-${String(Date.now())}`;
  await enableUserpass(sharedServers().dev, mount, 'ops', 'the right one');
  const opening = openSession(newCallId(), {
    type: 'userpass',
    mount: `${mount}/`,
    fields: { username: 'ops' },
  });
  const form = await launched.trusted();
  await expect(form.getByRole('dialog')).toContainText(sharedServers().dev.address);
  await expect(form.getByLabel('User name', { exact: true })).toHaveValue('ops');
  const password = form.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('type', 'password');
  await form.keyboard.press('Enter');
  await expect(
    form.getByRole('alert').filter({ hasText: 'Type or paste the password first.' }),
  ).toBeVisible();

  await password.fill('a wrong one');
  const stops: string[] = [];
  for (let step = 0; step < 5; step++) {
    await form.keyboard.press('Tab');
    stops.push(
      await form.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
      }),
    );
  }
  // Once around, back to the password.
  expect(stops).toEqual(['Show the password', 'Cancel', 'Log in', '', '']);
  await launched.answer((page) => page.keyboard.press('Enter'));

  const again = await launched.trusted();
  await expect(again.getByRole('alert').filter({ hasText: 'invalid username or password' })).toBeVisible();
  await expect(again.getByLabel('Password', { exact: true })).toBeEmpty();
  await launched.answer(async (page) => {
    await page.keyboard.type('the right one');
    await page.keyboard.press('Enter');
  });
  expect(await opening).toMatchObject({
    ok: true,
    value: {
      login: { type: 'userpass', fields: { username: 'ops' } },
      token: { displayName: `${mount}-ops` },
    },
  });
});

test('masks a credential of several lines, and keeps its selection to itself until it is shown', async () => {
  const opening = openSession(newCallId(), { type: 'jwt', mount: 'jwt/', fields: { role: 'ci' } });
  const form = await launched.trusted();
  const jwt = form.getByLabel('JWT', { exact: true });
  const put = (text: string): Promise<void> =>
    launched.app.evaluate(({ clipboard }, given) => clipboard.writeText(given), text);
  const read = (which: 'clipboard' | 'selection'): Promise<string> =>
    which === 'selection'
      ? selectionText(launched)
      : launched.app.evaluate(({ clipboard }) => clipboard.readText());
  await put('eyJ.first\neyJ.second');
  await jwt.press('Control+v');
  await expect(jwt).toHaveAttribute('type', 'password');
  await expect(jwt).toHaveValue(/^eyJ\.first\s+eyJ\.second$/);

  await put('what was there');
  await jwt.press('Control+a');
  await jwt.press('Control+c');
  expect(await read('clipboard')).toBe('what was there');
  // X11 offers selected text to every program.
  expect(await read('selection')).not.toContain('eyJ');
  await jwt.dblclick();
  expect(await read('selection')).not.toContain('eyJ');
  await form.getByRole('button', { name: 'Show the JWT' }).click();
  await expect(jwt).toHaveValue('eyJ.first\neyJ.second');
  await launched.answer((page) => page.keyboard.press('Escape'));
  expect(await opening).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
});

test('lets a masked field be replaced as a whole, though nothing in it is ever selected', async () => {
  const opening = openSession();
  const trusted = await launched.trusted();
  const token = trusted.getByLabel('Token', { exact: true });
  await launched.app.evaluate(async ({ clipboard }) => {
    await clipboard.writeText('hvs.pasted');
    const both = clipboard as unknown as BothClipboards;
    await (both.selection?.writeText('selected elsewhere') ??
      both.writeText('selected elsewhere', 'selection'));
  });
  await trusted.keyboard.type('hvs.mistyped');
  await token.press('Control+a');
  await token.press('x');
  await expect(token).toHaveValue('x');
  await trusted.keyboard.type('yz');
  await expect(token).toHaveValue('xyz');
  await token.press('Control+a');
  await token.press('ArrowLeft');
  await token.press('Backspace');
  await expect(token).toHaveValue('xz');
  await token.press('Control+a');
  await token.press('Delete');
  await expect(token).toBeEmpty();

  await trusted.keyboard.type('hvs.another-one');
  await token.press('Shift+Home');
  await token.click({ clickCount: 3 });
  // X11 offers selected text to every program.
  expect(await selectionText(launched)).toBe('selected elsewhere');
  await token.press('Control+v');
  await expect(token).toHaveValue('hvs.pasted');
  await launched.answer((page) => page.keyboard.press('Escape'));
  await opening;
});

/** X11's other clipboard, by Electron's interface before 44 and from 44 on. */
interface BothClipboards {
  readonly readText: (which: 'selection') => string;
  readonly writeText: (text: string, which: 'selection') => void;
  readonly selection?: {
    readonly readText: () => Promise<string>;
    readonly writeText: (text: string) => Promise<void>;
  };
}

/** Selected text, which every program can paste. */
function selectionText(app: LaunchedApp): Promise<string> {
  return app.app.evaluate(({ clipboard }) => {
    const both = clipboard as unknown as BothClipboards;
    return both.selection?.readText() ?? both.readText('selection');
  });
}
