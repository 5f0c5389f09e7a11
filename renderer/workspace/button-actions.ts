/**
 * The buttons on screen as actions of the command palette. A button describes itself: its name, its state and its press are
 * read from the page when the palette opens, so that no second list of them has to be kept.
 */
import { menuItemsOf } from '../ui/menu-items.ts';
import { menuActions, offeredActions, type OfferedAction } from './action-registry.ts';

/** Elements whose buttons the palette leaves out, by the reason. `e2e/palette-buttons.e2e.ts` holds the screens to this list. */
export const leftOut = {
  /** A dialog, menu or popover has the keyboard; the palette opens beside none of them. */
  layer: '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-modal]',
  /** Tabs choose a view; the palette lists the open ones by name. */
  tab: '[role="tab"], [data-region="tabs"]',
  /** The rail and the palette both list sessions. */
  session: '[data-region="rail"] li',
} as const;

/** A part of a list that repeats its buttons: only those of the row in use are meant. */
const row = '[role="row"], [role="treeitem"], [role="option"], tr, li';

/** Everything the palette lists: what screens offer, then the buttons on screen that offer nothing under their own name. */
export function listedActions(): readonly OfferedAction[] {
  const listed = offeredActions().filter(({ unlisted }) => unlisted !== true);
  const seen = new Set(listed.map(({ label }) => label));
  return [...listed, ...buttonActions().filter(({ label }) => !seen.has(label))];
}

function buttonActions(): readonly OfferedAction[] {
  return [...document.querySelectorAll<HTMLElement>('button, a[href]')].filter(isMeant).flatMap((button) => {
    const label = nameOf(button);
    const { title } = button;
    const group = groupOf(button);
    const id = `button ${group} ${label}`;
    const items = menuItemsOf(button);
    if (items !== undefined) return menuActions(items, { id, group });
    if (label === '') return [];
    return {
      ...{ id, label, group, run: () => button.click() },
      ...(isDisabled(button) ? { disabled: true } : {}),
      ...(title === '' ? {} : { reason: title }),
    };
  });
}

function isMeant(button: HTMLElement): boolean {
  if (Object.values(leftOut).some((selector) => button.closest(selector) !== null)) return false;
  const itsRow = button.closest(row);
  return (itsRow === null || isInUse(itsRow)) && button.checkVisibility();
}

/** The row that has the focus, or that the screen marks as the one it shows. */
function isInUse(itsRow: Element): boolean {
  const marked = '[aria-selected="true"], [aria-current]';
  return (
    itsRow.contains(document.activeElement) || itsRow.matches(marked) || itsRow.querySelector(marked) !== null
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
