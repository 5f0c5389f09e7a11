/** No screen writes an inline style: the policy would block it, and its effect would be missing. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import { goTo, launchConnected } from './steps/connected.ts';
import { newKvMount, sharedServers, uniqueName, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2);

/** Records blocks by the page's policy from now on; returns a function that lists them with their elements. */
async function blocked(window: Page): Promise<() => Promise<readonly string[]>> {
  await window.evaluate(() => {
    const seen: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, target }) => {
      const element = target instanceof Element ? target.outerHTML.slice(0, 200) : '';
      seen.push(`${violatedDirective}: ${element}`);
    });
    Reflect.set(globalThis, 'blocked', seen);
  });
  return () => window.evaluate(() => Reflect.get(globalThis, 'blocked') as string[]);
}

test('the lists of the connect screen, before anybody is logged in', async () => {
  const launched = await launchApp();
  try {
    const { window } = launched;
    const seen = await blocked(window);
    const lists = window.getByRole('combobox');
    await lists.first().waitFor();
    for (const list of await lists.all()) {
      await list.click();
      await window.getByRole('listbox').waitFor();
      await window.keyboard.press('Escape');
      await window.getByRole('listbox').waitFor({ state: 'hidden' });
    }
    expect(await seen()).toEqual([]);
  } finally {
    await launched.close();
  }
});

test('the JSON editor, whatever is typed over, joined or dragged @no-inline-style', async () => {
  const path = uniqueName('entry');
  await writeEntry(dev, mount, path, '{"a":"1","b":{"c":[1,2,true],"d":null},"e":"2"}');
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  try {
    const { window } = launched;
    await goTo(window, mount.path + path);
    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    await window.getByRole('button', { name: /^Edit as JSON/ }).click();
    const text = window.getByRole('textbox', { name: `${path} as JSON` });
    await text.waitFor();
    const before = await text.innerText();
    const seen = await blocked(window);
    const { keyboard } = window;
    const steps: readonly (readonly string[])[] = [
      ['Control+Home', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'x'],
      ['Control+z'],
      ['Control+Home', 'ArrowDown', 'End', 'Delete'],
      ['Control+z'],
      ['Control+Home', 'ArrowDown', 'ArrowDown', 'Home', 'Backspace'],
      ['Control+z'],
      ['Control+a', '{'],
      ['Control+z'],
      ['Control+b', 'Control+i', 'Control+u', 'Control+Backspace', 'Control+Delete'],
      ['Control+Home', 'Shift+Control+End', 'Enter'],
      ['Control+z', 'Control+z'],
    ];
    for (const key of ['Control+Home', 'ArrowDown', 'Shift+End', 'y', 'z']) await keyboard.press(key);
    await expect.poll(async () => (await text.innerText()).split('\n')[1]).toBe('yz');
    for (const keys of steps) for (const key of keys) await keyboard.press(key);
    const box = await text.boundingBox();
    if (box === null) throw new Error('the editor is not on screen');
    await keyboard.press('Control+a');
    await window.mouse.move(box.x + 60, box.y + 30);
    await window.mouse.down();
    await window.mouse.move(box.x + 60, box.y + 120, { steps: 5 });
    await window.mouse.up();
    expect(await seen()).toEqual([]);
    for (let nth = 0; nth < 30; nth++) await keyboard.press('Control+z');
    await expect.poll(() => text.innerText()).toBe(before);
  } finally {
    await launched.close();
  }
});
