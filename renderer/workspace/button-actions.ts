/**
 * The buttons on screen as actions of the command palette. A button describes itself: its name, its state and its press are
 * read from the page when the palette opens, so that no second list of them has to be kept.
 */
import { menuItemsOf } from '../ui/menu-items.ts';
import { menuActions, offeredActions, type OfferedAction } from './action-registry.ts';

/** Elements whose buttons the palette leaves out, by the reason. `e2e/looks/unlisted-buttons.ts` holds the screens to this list. */
export const leftOut = {
  /** A dialog, menu or popover has the keyboard; the palette opens beside none of them. */
  layer: '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-modal]',
  /** Tabs choose a view; the palette lists the open ones by name. */
  tab: '[role="tab"], [data-region="tabs"]',
  /** Sessions, connections and favourites, which the palette lists by name already. */
  listed: '[data-listed]',
} as const;

/** Rows of tables and trees, whose buttons come again in each: only those of the row in use are meant. */
const rows = '[role="row"], [role="treeitem"], [role="option"], tr';

/** Everything the palette lists: what screens offer, then the buttons on screen that offer nothing under their own name. */
export function listedActions(): readonly OfferedAction[] {
  const listed = offeredActions().filter(({ unlisted }) => unlisted !== true);
  const seen = new Set(listed.map(({ label }) => bare(label)));
  return [...listed, ...buttonActions().filter(({ label }) => !seen.has(bare(label)))];
}

/** A button may leave out the dots of what asks on: one of both names is enough. */
function bare(label: string): string {
  return label.replace(/…$/, '');
}

function buttonActions(): readonly OfferedAction[] {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, a[href]')].filter(isMeant);
  const named = Map.groupBy(buttons, nameOf);
  return buttons.flatMap((button) => {
    const label = nameOf(button);
    const items = menuItemsOf(button);
    const repeats = items !== undefined || (named.get(label) ?? []).length > 1;
    if (label === '' || (repeats && !isInUse(button.closest('li')))) return [];
    const group = groupOf(button);
    const id = `button ${group} ${label}`;
    if (items !== undefined) return menuActions(items, { id, group });
    const { title } = button;
    return {
      ...{ id, label, group, run: () => button.click() },
      ...(isDisabled(button) ? { disabled: true } : {}),
      ...(title === '' ? {} : { reason: title }),
    };
  });
}

function isMeant(button: HTMLElement): boolean {
  if (Object.values(leftOut).some((selector) => button.closest(selector) !== null)) return false;
  return isInUse(button.closest(rows)) && button.checkVisibility();
}

/** The row has the focus, or the screen marks it as the one it shows; so is what stands in no row. */
function isInUse(row: Element | null): boolean {
  const marked = '[aria-selected="true"], [aria-current]';
  return (
    row === null ||
    row.contains(document.activeElement) ||
    row.matches(marked) ||
    row.querySelector(marked) !== null
  );
}

function isDisabled(button: HTMLElement): boolean {
  return button.matches(':disabled, [aria-disabled="true"]');
}

/** The name that a screen reader says. */
function nameOf(element: Element): string {
  const said = element.getAttribute('aria-label') ?? element.textContent;
  return said.replace(/\s+/g, ' ').trim();
}

/** The heading or name of the part of the screen around a button. */
function groupOf(button: Element): string {
  for (let part = button.parentElement; part !== null; part = part.parentElement) {
    const label = part.getAttribute('aria-label');
    if (label !== null && label !== '') return label;
    const heading = part.querySelector(':scope > h2, :scope > h3, :scope > header h2, :scope > header h3');
    if (heading !== null) return nameOf(heading);
  }
  return 'This screen';
}
