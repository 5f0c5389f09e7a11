/**
 * The promise: after a lock, no process except main holds any content that was on screen, and main itself keeps only
 * unrecoverable data. The same search first finds the values in the page's memory.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import type { LaunchedApp } from './steps/app.ts';
import { addressField, pressLogIn } from './steps/connect-form.ts';
import { goTo, keyRow, launchConnected, lockByKeys, tree } from './steps/connected.ts';
import { openByHand, typeInto } from './steps/logins-by-hand.ts';
import { textsInHeap } from './traces/heap-texts.ts';
import { descendants, findInMemory, processName } from './traces/process-memory.ts';
import { gone, rendererPid } from './steps/renderer-process.ts';
import {
  enableUserpass,
  newKvMount,
  newToken,
  sharedServers,
  uniqueName,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();

/** Every process of the app except main. */
function childrenOf(launched: LaunchedApp): number[] {
  return descendants(launched.app.process().pid ?? 0);
}

test('no process but main holds a value that was revealed, edited, typed or shown raw before the lock @page-memory', async () => {
  test.setTimeout(180_000);
  const values = {
    revealed: uniqueName('lock-canary-revealed'),
    // Beyond 1,024 characters: such strings are kept outside V8's heap.
    long: `${uniqueName('lock-canary-long')}${'-'.repeat(3_000)}`,
    edited: uniqueName('lock-canary-edited'),
    raw: uniqueName('lock-canary-raw'),
  };
  const typed = uniqueName('lock-canary-typed');
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', values);
  const server = { address: dev.address, token: dev.rootToken, name: 'Locked server' };
  const launched = await launchConnected(server, { args: ['--allow-sandbox-debugging'] });
  try {
    const { window } = launched;
    const shown = [...Object.values(values), typed];
    await goTo(window, `${mount.path}app`);
    await window.getByRole('button', { name: 'More', exact: true }).click();
    await window.getByRole('menuitem', { name: 'Show raw JSON' }).click();
    const raw = window.getByRole('region', { name: 'Raw JSON' });
    await raw
      .getByRole('button', { name: /^(Reveal|Show) / })
      .first()
      .click();
    // Only the visible part of a long text is in the page.
    await raw.getByRole('textbox', { name: 'JSON' }).press('Control+End');
    await expect(raw).toContainText(values.raw);
    await window.getByRole('button', { name: 'More', exact: true }).click();
    await window.getByRole('menuitem', { name: 'Show keys' }).click();
    for (const key of ['revealed', 'long'] as const) {
      await keyRow(window, key)
        .getByRole('button', { name: `Reveal ${key}` })
        .click();
      await expect(keyRow(window, key)).toContainText(values[key]);
    }
    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    await window.getByRole('button', { name: 'Edit edited' }).click();
    const field = window.getByRole('textbox', { name: 'Value of edited' });
    await expect(field).toHaveValue(values.edited);
    await field.fill(typed);
    const before = await rendererPid(launched);
    const found = new Set(findInMemory([before], ...shown).map(({ text }) => text));
    expect(shown.filter((value) => found.has(value))).toEqual(shown);

    await lockByKeys(window);
    await gone(before);

    const after = childrenOf(launched);
    expect(after.map(processName)).toContain('renderer');
    expect(after).toContain(await rendererPid(launched));
    expect(existsSync(`/proc/${String(before)}`)).toBe(false);
    expect(
      findInMemory(after, ...shown).map(({ process, region, text }) => `${process} ${region} ${text}`),
    ).toEqual([]);
  } finally {
    await launched.close();
  }
});

test('main keeps no token, password or value in its JavaScript heap after the lock @main-heap', async () => {
  test.setTimeout(120_000);
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-heap-'));
  const [value, token] = [uniqueName('lock-canary-value'), uniqueName('lock-canary-token')];
  const [password, users] = [uniqueName('lock-canary-password'), uniqueName('people')];
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { value });
  await newToken(dev, { id: token, policies: ['root'] });
  await enableUserpass(dev, users, 'alice', password);
  const launched = await launchApp();
  try {
    const { window } = launched;
    await addressField(window).fill(dev.address);
    await pressLogIn(window);
    await typeInto(launched, { Token: token });
    await tree(window).waitFor();
    await goTo(window, `${mount.path}app`);
    await keyRow(window, 'value').getByRole('button', { name: 'Reveal value' }).click();
    await keyRow(window, 'value').getByText('lock-canary-').waitFor();
    const login = { type: 'userpass', mount: `${users}/`, fields: { username: 'alice' } } as const;
    const opening = openByHand(launched, dev.address, login);
    await typeInto(launched, { Password: password });
    expect(await opening).toMatchObject({ ok: true });
    // While the session is open it is there: the search finds it.
    expect(await textsInHeap(launched, folder, [token])).toEqual([token]);

    await lockByKeys(window);
    const left = await textsInHeap(launched, folder, [token, password, value]);
    expect(left).toEqual([]);
  } finally {
    await launched.close();
    await rm(folder, { recursive: true });
  }
});
