/**
 * Visible buttons as actions of the command palette. Name, state and click target are read from the page when the
 * palette opens, so that no second list has to be maintained.
 */
import { menuItemsOf } from '../ui/menu-items.ts';
import { menuActions, offeredActions, type OfferedAction } from './action-registry.ts';

/**
 * Elements whose buttons the palette leaves out, by reason. `e2e/looks/unlisted-buttons.ts` checks the screens
 * against this list.
 */
export const leftOut = {
  /** Dialogs, menus and popovers own the keyboard; the palette does not open beside them. */
  layer: '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-modal]',
  /** Tabs choose a view; the palette lists the open ones by name. */
  tab: '[role="tab"], [data-region="tabs"]',
  /** Sessions, connections and favourites, already listed in the palette by name. */
  listed: '[data-listed]',
} as const;

/** Rows of tables and trees repeat their buttons: only those of the row in use count. */
const rows = '[role="row"], [role="treeitem"], [role="option"], tr';

/** All palette actions: those offered by screens, then visible buttons whose names are not among them. */
export function listedActions(): readonly OfferedAction[] {
  const listed = offeredActions().filter(({ unlisted }) => unlisted !== true);
  const seen = new Set(listed.map(({ label }) => bare(label)));
  return [...listed, ...buttonActions().filter(({ label }) => !seen.has(bare(label)))];
}

/** Strips the ellipsis: a button can omit it and still match its action. */
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
    if (items !== undefined) return menuActions(items, { id, group, binds: false });
    const { title } = button;
    return {
      id,
      label,
      group,
      run: () => button.click(),
      ...(isDisabled(button) ? { disabled: true } : {}),
      ...(title === '' ? {} : { reason: title }),
    };
  });
}

function isMeant(button: HTMLElement): boolean {
  if (Object.values(leftOut).some((selector) => button.closest(selector) !== null)) return false;
  return isInUse(button.closest(rows)) && button.checkVisibility();
}

/** True if the row has the focus or is marked as current, or if the button is outside of rows. */
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

/** Accessible name, as a screen reader announces it. */
function nameOf(element: Element): string {
  const said = element.getAttribute('aria-label') ?? element.textContent;
  return said.replace(/\s+/g, ' ').trim();
}

/** Heading or label of the screen section around a button. */
function groupOf(button: Element): string {
  for (let part = button.parentElement; part !== null; part = part.parentElement) {
    const label = part.getAttribute('aria-label');
    if (label !== null && label !== '') return label;
    const heading = part.querySelector(':scope > h2, :scope > h3, :scope > header h2, :scope > header h3');
    if (heading !== null) return nameOf(heading);
  }
  return 'This screen';
}
