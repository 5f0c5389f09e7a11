/**
 * The promise: nothing that was on screen before the lock is in any process but main after it. The values are shown to be
 * in the page's memory first, by the same search.
 */
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './app.ts';
import { goTo, keyRow, launchConnected, lockByKeys } from './connected.ts';
import { descendants, findInMemory, processName } from './process-memory.ts';
import { gone, rendererPid } from './renderer-process.ts';
import { newKvMount, sharedServers, uniqueName, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();

/** Every process of the app but main. */
function childrenOf(launched: LaunchedApp): number[] {
  return descendants(launched.app.process().pid ?? 0);
}

test('no process but main holds a value that was revealed, edited, typed or shown raw before the lock', async () => {
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
    // Of a long text only what is in view is on the page.
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
