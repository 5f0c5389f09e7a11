/** System-level key presses on the world's keyboard layouts: none brings a credential into the page. */
import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { keysAt } from './release/keys.ts';
import type { LaunchedApp } from './steps/app.ts';
import { callByHand, callInPage, newCallId } from './steps/bridge-calls.ts';
import { launchConnected } from './steps/connected.ts';
import { makeTrap, trapped } from './steps/trap.ts';
import { onClipboard, putOnClipboard } from './steps/wrapping-steps.ts';
import { newKvMount, newToken, sharedServers, uniqueName, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();

/** X11 key codes: a key name would be looked up on the layout. */
const [CONTROL, SHIFT, V, PERIOD, INSERT, A] = ['37', '50', '55', '60', '118', '38'];

const layouts = ['us', 'ru', 'gr', 'il', 'ara', 'de', 'us(dvorak)'] as const;
type Layout = (typeof layouts)[number];

let launched: LaunchedApp;
let token = '';

test.beforeEach(async () => {
  ({ token } = await newToken(dev, { policies: ['root'] }));
  launched = await launchConnected({ address: dev.address, token, name: 'Payments' });
});
test.afterEach(async () => {
  useLayout('us');
  await launched.close();
});

function useLayout(layout: Layout): void {
  const [, name = '', variant = ''] = /^(\w+)(?:\((\w+)\))?$/.exec(layout) ?? [];
  execFileSync('setxkbmap', ['-layout', name, '-variant', variant], { env: process.env });
}

function press(...chords: readonly (readonly (string | undefined)[])[]): void {
  keysAt(process.env, 'Strongroom').press(...chords.map((chord) => chord.join('+')));
}

/** Every chord that pastes on one of the layouts. */
const chords = [
  [CONTROL, V],
  [CONTROL, SHIFT, V],
  [CONTROL, PERIOD],
  [SHIFT, INSERT],
];

for (const layout of layouts)
  test(`with layout ${layout} no key brings a copied token into the page @attack-1`, async () => {
    const { window } = launched;
    const { value } = await callInPage(window, 'session.list', {});
    const [session] = value as readonly { token: { id: { secretRef: string } } }[];
    await window.keyboard.press('F2');
    const copying = callByHand(window, 'secret.copy', { secretRef: session?.token.id.secretRef ?? '' });
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Copy' }).click());
    expect(await copying).toMatchObject({ ok: true });

    useLayout(layout);
    await makeTrap(window);
    press(...chords, [A]);
    await expect.poll(() => trapped(window)).not.toBe('');
    const typed = await trapped(window);
    expect([typed.length, typed.includes(token)]).toEqual([1, false]);

    // Another program has copied something meanwhile: its text is pasted as usual.
    await putOnClipboard(launched, ' harmless');
    press(layout === 'us(dvorak)' ? [CONTROL, PERIOD] : [CONTROL, V]);
    await expect.poll(() => trapped(window)).toBe(`${typed} harmless`);
  });

test('the Control of a Ctrl+V pays for no copy of a token in an entry, and its V pastes none @attack-7', async () => {
  const { window } = launched;
  const mount = await newKvMount(dev, 2);
  const path = uniqueName('entry');
  await writeEntry(dev, mount, path, { held: token });
  const sessions = await callInPage(window, 'session.list', {});
  const [{ sessionId }] = sessions.value as [{ sessionId: string }];
  const opened = await callInPage(window, 'entry.open', { sessionId, mount: mount.path, path });
  const { entryId } = opened.value as { entryId: string };
  await makeTrap(window);
  await window.evaluate(
    ([id, callId]) => {
      document.addEventListener('keydown', ({ key }) => {
        if (key === 'Control')
          Reflect.set(
            globalThis,
            'copying',
            globalThis.window.strongroom.call('entry.copy', { entryId: id, key: 'held' }, callId),
          );
      });
    },
    [entryId, newCallId()] as const,
  );
  press([CONTROL, V]);
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText(/without a key press|Copy this credential/);
    await trusted.getByRole('button', { name: 'Cancel' }).click();
  });
  expect(await window.evaluate(() => Reflect.get(globalThis, 'copying') as Promise<unknown>)).toMatchObject({
    ok: false,
  });
  expect(await onClipboard(launched)).not.toContain(token);
  press([A]);
  await expect.poll(() => trapped(window)).toMatch(/a$/);
  expect(await trapped(window)).not.toContain(token);
});
