/** The clipboard and a compromised page: real keys, a real clipboard, and no credential in the page. */
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { callByHand, callInPage, newCallId } from './steps/bridge-calls.ts';
import { goTo, keyRow, launchConnected, tree } from './steps/connected.ts';
import { makeTrap, trapped as textInTrap } from './steps/trap.ts';
import { newKvMount, newToken, sharedServers, uniqueName, writeEntry } from './servers/index.ts';
import { onClipboard, putOnClipboard } from './steps/wrapping-steps.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2);
const revealed = uniqueName('canary-revealed');
await writeEntry(dev, mount, 'app', { shown: revealed });

let launched: LaunchedApp;
let token = '';
let secretRef = '';

async function launch(): Promise<void> {
  ({ token } = await newToken(dev, { policies: ['root'] }));
  launched = await launchConnected({ address: dev.address, token, name: 'Payments' });
  await lookUpToken();
}

async function lookUpToken(): Promise<void> {
  const { value } = await callInPage(launched.window, 'session.list', {});
  const [session] = value as readonly { token: { id: { secretRef: string } } }[];
  secretRef = session?.token.id.secretRef ?? '';
}

const trapped = (): Promise<string> => textInTrap(launched.window);

/** Copies the session's token with the user's consent, and waits until it is on the clipboard. */
async function copyToken(): Promise<void> {
  await launched.window.keyboard.press('F2');
  const copying = callByHand(launched.window, 'secret.copy', { secretRef });
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Copy' }).click());
  expect(await copying).toMatchObject({ ok: true });
  expect(await onClipboard(launched)).toBe(token);
}

/** Presses a key through Electron: Playwright's keys bypass the handlers that run before the page gets a key. */
async function press(keyCode: string, modifiers: ('control' | 'shift')[]): Promise<void> {
  await launched.app.evaluate(
    ({ webContents }, [code, modifier]) => {
      const page = webContents.getAllWebContents().find((one) => one.getURL() === 'app://strongroom/');
      for (const type of ['keyDown', 'keyUp'] as const)
        page?.sendInputEvent({ type, keyCode: code, modifiers: modifier });
    },
    [keyCode, modifiers] as const,
  );
}

/** Pastes by every means that a user has, and waits until the last one has arrived. */
async function pasteInEveryWay(): Promise<void> {
  const { window, app } = launched;
  await window.locator('#trap').focus();
  await press('V', ['control']);
  await press('V', ['control', 'shift']);
  await press('Insert', ['shift']);
  await app.evaluate(({ Menu }) => {
    for (const id of ['paste', 'pasteAndMatchStyle']) Menu.getApplicationMenu()?.getMenuItemById(id)?.click();
  });
  await window.locator('#trap').click({ button: 'middle' });
  // Typed after them: once it is there, so is any pasted text.
  await window.locator('#trap').press('!');
  await expect.poll(trapped).toContain('!');
}

/** Drags a text in from another program, and drops it in the trap. */
async function dropInTrap(text: string): Promise<void> {
  const { window } = launched;
  const cdp = await window.context().newCDPSession(window);
  const data = { items: [{ mimeType: 'text/plain', data: text }], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: 100, y: 30, data });
  await cdp.detach();
}

/** Electron's clipboard before 44; later the selection is a separate clipboard. */
interface SomeClipboard {
  readonly selection?: SomeClipboard;
  readonly readText: (type?: string) => string | Promise<string>;
  readonly writeText: (text: string, type?: string) => void | Promise<void>;
}

function selected({ app }: LaunchedApp): Promise<string> {
  return app.evaluate(({ clipboard }) => {
    const some = clipboard as unknown as SomeClipboard;
    return some.selection?.readText() ?? some.readText('selection');
  });
}

async function selectElsewhere({ app }: LaunchedApp, text: string): Promise<void> {
  await app.evaluate(({ clipboard }, what) => {
    const some = clipboard as unknown as SomeClipboard;
    return some.selection?.writeText(what) ?? some.writeText(what, 'selection');
  }, text);
}

test.describe('in a session', () => {
  test.beforeAll(launch);
  test.beforeEach(async () => {
    // Without the listeners and the trap of the test before.
    await launched.window.reload();
    await tree(launched.window).waitFor();
    await putOnClipboard(launched, 'of nobody');
    await lookUpToken();
  });
  test.afterAll(() => launched.close());

  test('a page copies the token as somebody presses Ctrl, and their own Ctrl+V brings it nothing @no-copy', async () => {
    const { window } = launched;
    await putOnClipboard(launched, 'harmless');
    await makeTrap(launched.window);
    await window.evaluate(
      ([ref, callId]) => {
        document.addEventListener('keydown', ({ key }) => {
          if (key !== 'Control') return;
          Reflect.set(
            globalThis,
            'copying',
            globalThis.window.strongroom.call('secret.copy', { secretRef: ref }, callId),
          );
        });
      },
      [secretRef, newCallId()] as const,
    );
    // An earlier Alt does not count as a gesture, nor does the Ctrl.
    await window.keyboard.press('Alt');
    await window.keyboard.down('Control');
    await launched.answer(async (trusted) => {
      await expect(trusted.getByRole('dialog')).toContainText('Allow this without a key press or click?');
      await trusted.keyboard.up('Control');
      await trusted.keyboard.press('Escape');
    });
    await window.evaluate(() => Reflect.get(globalThis, 'copying') as Promise<unknown>);
    expect(await onClipboard(launched)).toBe('harmless');
    // The prompt has heard its release, the keyboard of this page has not.
    await window.keyboard.up('Control');
  });

  test('no paste brings a copied credential into the page; a value and what others copied are pasted @no-paste', async () => {
    const { window } = launched;
    await makeTrap(launched.window);
    await copyToken();
    await pasteInEveryWay();
    expect(await trapped()).toBe('!');
    expect(
      await window.evaluate(() => {
        const field = document.querySelector('textarea');
        field?.focus();
        const run: unknown = Reflect.get(document, 'execCommand');
        return [run instanceof Function && Reflect.apply(run, document, ['paste']), field?.value] as const;
      }),
    ).toEqual([false, '!']);

    // The user copies other text in another program: it is pasted as usual.
    await putOnClipboard(launched, 'harmless');
    await window.locator('#trap').fill('');
    await window.locator('#trap').focus();
    await press('V', ['control']);
    await expect.poll(trapped).toBe('harmless');

    await window.keyboard.press('F2');
    await callInPage(window, 'clipboard.copySecretText', { text: 'a value' });
    await window.locator('#trap').fill('');
    await press('Insert', ['shift']);
    await expect.poll(trapped).toBe('a value');
  });

  test('a person is told whose token is copied, and where it is from', async () => {
    await launched.window.keyboard.press('F2');
    const copying = callByHand(launched.window, 'secret.copy', { secretRef });
    await launched.answer(async (trusted) => {
      await expect(trusted.getByRole('dialog')).toContainText('Payments');
      await expect(trusted.getByRole('dialog')).toContainText(dev.address);
      await trusted.getByRole('button', { name: 'Cancel' }).click();
    });
    expect(await copying).toMatchObject({ ok: false });
  });

  test('a copied credential is pasted into a prompt', async () => {
    await copyToken();
    const entering = callByHand(launched.window, 'secret.enter', {
      kind: 'client-token',
    });
    await launched.answer(async (trusted) => {
      const field = trusted.locator('input');
      await field.focus();
      await trusted.keyboard.press('Control+v');
      await expect(field).toHaveValue(token);
      await trusted.getByRole('button', { name: 'Use it' }).click();
    });
    expect(await entering).toMatchObject({ ok: true, value: { length: token.length } });
  });

  test('no text is dropped into the page while a credential is on the clipboard', async () => {
    await makeTrap(launched.window);
    await copyToken();
    await dropInTrap(token);
    await launched.window.locator('#trap').press('!');
    await expect.poll(trapped).toBe('!');
    // Other text is on the clipboard now: drops work as usual.
    await putOnClipboard(launched, 'harmless');
    await expect(async () => {
      await dropInTrap('dropped');
      expect(await trapped()).toContain('dropped');
    }).toPass();
  });
});

test.describe('until a lock', () => {
  test.beforeEach(launch);
  test.afterEach(() => launched.close());

  test('a selected value does not stay in the primary selection over a lock', async () => {
    const { window } = launched;
    await selectElsewhere(launched, 'of a terminal');
    await goTo(window, `${mount.path}app`);
    const row = keyRow(window, 'shown');
    await row.getByRole('button', { name: 'Reveal shown' }).click();
    await row.getByText(revealed).click({ clickCount: 3 });
    await expect.poll(() => selected(launched)).toContain(revealed);
    await window.keyboard.press('Control+Shift+L');
    await expect(window.getByRole('heading', { name: 'Strongroom is locked' })).toBeVisible();
    await expect.poll(() => selected(launched)).toBe('');
  });

  test('what is selected in a prompt is not pasted by the middle button, and does not stay', async () => {
    await makeTrap(launched.window);
    const secret = uniqueName('hvs.typed');
    const entering = callByHand(launched.window, 'secret.enter', { kind: 'client-token' });
    await launched.answer(async (trusted) => {
      const field = trusted.getByRole('textbox', { name: 'Token' });
      await field.fill(secret);
      await trusted.getByRole('button', { name: 'Show the token' }).click();
      await field.click({ clickCount: 3 });
      await expect.poll(() => selected(launched)).toBe(secret);
      expect(
        await trusted.evaluate(() =>
          document.dispatchEvent(new DragEvent('dragstart', { cancelable: true, bubbles: true })),
        ),
      ).toBe(false);
      await trusted.keyboard.press('Enter');
    });
    await entering;
    await launched.window.locator('#trap').click({ button: 'middle' });
    await launched.window.locator('#trap').press('!');
    await expect.poll(trapped).toBe('!');
    await launched.window.keyboard.press('Control+Shift+L');
    await expect(launched.window.getByRole('heading', { name: 'Strongroom is locked' })).toBeVisible();
    await expect.poll(() => selected(launched)).toBe('');
  });
});
