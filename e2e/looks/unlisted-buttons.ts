/** Compares the buttons and menu items of a screen with the commands of its palette. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Buttons that the palette leaves out on purpose, by kind. */
export const notOffered = {
  layer: {
    selector: '[role="dialog"], [role="alertdialog"], [role="menu"], span[aria-label="Dismiss"]',
    why: 'a dialog, popover, menu or open list holds the keyboard; Cancel, Close and Dismiss are about it alone',
  },
  tab: {
    selector: '[role="tab"], [role="tablist"]',
    why: 'chooses a view, by arrow keys; open tabs are listed',
  },
  listed: { selector: '[data-listed]', why: 'sessions, connections and favourites are listed by name' },
  row: {
    selector: '[role="row"], [role="treeitem"], [role="option"], tr',
    why: 'comes again in every row: the row that has the focus or is shown offers its own',
  },
  repeated: {
    selector: 'li',
    why: 'a menu, or a name that several items of a list have, is about one item: the one in use offers its own',
  },
} as const;

/** Names already looked up in this part of the tour. */
export type LookedFor = Set<string>;

/** Buttons and menu items on screen that the palette lacks, without duplicates. */
export async function notInPalette(window: Page, lookedFor: LookedFor): Promise<string[]> {
  // While locked, the app has no palette.
  const locked = window.getByRole('heading', { name: 'Strongroom is locked' });
  const lockedBoard = window.getByRole('button', { name: 'Unlock', exact: true });
  if (await locked.or(lockedBoard).first().isVisible()) return [];
  // An open layer takes all input, and the palette would close it.
  if ((await window.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').count()) > 0) return [];
  const { repeated, ...others } = notOffered;
  const kinds = Object.values(others).map(({ selector }) => selector);
  const buttons = await window
    .locator('button:visible, a[href]:visible, [role="button"]:visible, [role="link"]:visible')
    .evaluateAll(
      (elements, [left = '', list = '']) => {
        const found = elements
          .filter((element) => element.closest(left) === null)
          .map((element) => ({
            name: (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim(),
            opensMenu: element.getAttribute('aria-haspopup') === 'menu',
            isInList: element.closest(list) !== null,
          }));
        return found.filter(
          ({ name, opensMenu, isInList }) =>
            !isInList || !(opensMenu || found.filter((other) => other.name === name).length > 1),
        );
      },
      [kinds.join(', '), repeated.selector],
    );
  const names: string[] = [];
  for (const { name, opensMenu } of buttons) {
    if (lookedFor.has(name)) continue;
    lookedFor.add(name);
    if (opensMenu) names.push(...(await itemsOfMenu(window, name)));
    else names.push(name);
  }
  return names.length === 0 ? [] : notListed(window, names);
}

/** Labels of a menu; a choice is prefixed with its group. */
async function itemsOfMenu(window: Page, name: string): Promise<string[]> {
  await window.getByRole('button', { name, exact: true }).last().click();
  const menu = window.getByRole('menu');
  const items = menu.locator('[role="menuitem"], [role="menuitemradio"]:not([aria-checked="true"])');
  // A busy machine draws the menu after the click has ended.
  await items.first().waitFor();
  const labels = await items.evaluateAll((drawn) =>
    drawn.map((item) => {
      const group = item.parentElement?.closest('[role="group"]:has([role="group"])')?.firstElementChild
        ?.textContent;
      // The first of two lines; an icon and a key stand beside it.
      const two = [...item.children].find(({ children }) => children[1]?.tagName === 'SPAN');
      const own = [...item.childNodes].filter((node) => node instanceof Text).map((text) => text.data);
      const label = two?.firstElementChild?.textContent ?? own.join('');
      return item.getAttribute('role') === 'menuitem' ? label : `${group ?? ''}: ${label}`;
    }),
  );
  expect(labels, `items of ${name}`).not.toEqual([]);
  await window.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  return labels;
}

async function notListed(window: Page, names: readonly string[]): Promise<string[]> {
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('dialog', { name: 'Command palette' });
  const missing: string[] = [];
  for (const name of names) {
    await palette.getByRole('combobox').fill(asTyped(name));
    const labels = await labelsOf(palette);
    if (!labels.some((label) => anyNumber(label) === anyNumber(name))) missing.push(name);
  }
  await window.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  return missing;
}

/** Ignores numbers, which count down, and a trailing ellipsis, which only the palette can have. */
function anyNumber(name: string): string {
  return name.replace(/\d+/g, '0').replace(/…$/, '');
}

function asTyped(name: string): string {
  return name.replace(/\d+/g, ' ').replace(/…$/, '');
}

/** First text of each line. */
function labelsOf(palette: Locator): Promise<string[]> {
  return palette
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => option.querySelector('span')?.textContent ?? ''));
}
