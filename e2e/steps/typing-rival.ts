/** A user at an app's window who saves one entry over and over, with real keys and clicks, and merges clashes. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { KnownChange } from '../../shared/vault/entry.ts';
import { goTo } from './connected.ts';
import { KEYS, savesOf, type Contest } from './rivals.ts';

/** Turns that one side gives and the other waits for; once open, neither waits. */
export interface Turns {
  readonly give: () => void;
  readonly take: () => Promise<void>;
  readonly open: () => void;
}

export function turns(): Turns {
  let free = 0;
  const waiting: (() => void)[] = [];
  const give = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return {
    give,
    take: async () => {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free--;
    },
    open: () => {
      free = Number.POSITIVE_INFINITY;
      while (waiting.length > 0) give();
    },
  };
}

/** Saves until its share is done. `typed` is called when a change is in the editor and not yet saved. */
export async function typingRival(
  contest: Contest,
  by: string,
  page: Page,
  random: () => number,
  typed: () => void,
): Promise<void> {
  await goTo(page, contest.mount.path + contest.path);
  for (let round = 0; savesOf(contest, by) < contest.each; round++) {
    await beginEdit(page);
    const changes = await typeChanges(page, random, `${by} ${String(round)}`);
    typed();
    await press(page, 'Review and save…');
    await saveOrMerge(contest, by, page, random, changes);
  }
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** After another writer's save the version on screen is old: the new one is read first. */
async function beginEdit(page: Page): Promise<void> {
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  const newer = page.getByRole('button', { name: /^Read version \d+$/ });
  // The window can hear of a newer version between the look and the click: that replaces the button.
  await expect(async () => {
    if (await newer.isVisible()) await newer.click({ timeout: 1_000 });
    await edit.click({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}

/** Sets, adds and removes some keys in the editor on screen. */
async function typeChanges(page: Page, random: () => number, value: string): Promise<readonly KnownChange[]> {
  const removers = page.getByRole('button', { name: /^Remove [a-z]$/ });
  await removers.first().waitFor();
  const there = new Set(
    await removers.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.slice(-1))),
  );
  const drawn = KEYS.filter(() => random() < 0.25);
  const changes: KnownChange[] = [];
  for (const key of drawn.length > 0 ? drawn : KEYS.slice(0, 1)) {
    if (there.has(key) && random() < 0.2) {
      await press(page, `Remove ${key}`);
      changes.push({ op: 'remove', key });
      continue;
    }
    if (there.has(key)) await press(page, `Edit ${key}`);
    else {
      await press(page, 'Add a key');
      const name = page.getByRole('textbox', { name: 'Name of the new key' }).and(page.locator(':focus'));
      await expect(name).toHaveValue('');
      await page.keyboard.type(key);
    }
    const field = page.getByRole('textbox', { name: `Value of ${key}`, exact: true });
    await field.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(`${value} ${key}`);
    await expect(field).toHaveValue(`${value} ${key}`);
    changes.push({ op: 'set', key, rawJson: JSON.stringify(`${value} ${key}`) });
  }
  return changes;
}

/** From review to save, over each version that others save first; ends early if no own change is left. */
async function saveOrMerge(
  contest: Contest,
  by: string,
  page: Page,
  random: () => number,
  typed: readonly KnownChange[],
): Promise<void> {
  const main = page.getByRole('main', { name: 'Entries' });
  const save = main.getByRole('button', { name: /^Save as version \d+$/ });
  const nothingLeft = main.getByText('Nothing left to save.');
  const merged = main.getByRole('button', { name: 'Continue', exact: true });
  const saved = main.getByText(/^Saved as version \d+\.$/);
  let changes = typed;
  for (let conflicts = 0; ; conflicts++) {
    await save.or(nothingLeft).waitFor();
    if (await nothingLeft.isVisible()) return;
    const base = (await numberIn(save)) - 1;
    await save.click();
    await saved.or(merged).waitFor();
    if (await saved.isVisible()) {
      contest.done.push({ by, base, version: await numberIn(saved), changes, conflicts });
      return;
    }
    const dropped = await chooseSides(page, random);
    changes = changes.filter(({ key }) => !dropped.has(key));
    await merged.click();
  }
}

async function numberIn(words: Locator): Promise<number> {
  return Number(/\d+/.exec((await words.textContent()) ?? '')?.[0]);
}

/**
 * Chooses a side for each clashing key by coin toss. Returns the keys whose change the merge drops: theirs was chosen, or both
 * made the same change (a third writer can undo it before the merged draft is saved).
 */
async function chooseSides(page: Page, random: () => number): Promise<ReadonlySet<string>> {
  const theSame = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: 'the same', exact: true }) });
  const dropped = new Set(await theSame.getByRole('rowheader').allTextContents());
  for (const group of await page.getByRole('radiogroup', { name: /^Result for [a-z]$/ }).all()) {
    const side = random() < 0.5 ? 'Yours' : 'Theirs';
    await group.getByRole('radio', { name: side }).click();
    if (side === 'Theirs') dropped.add((await group.getAttribute('aria-label'))?.slice(-1) ?? '');
  }
  return dropped;
}
