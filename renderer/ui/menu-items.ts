/** The items of closed menus, by the button that opens each: a menu has none in the page until it opens. */
import type { MenuItem } from './menu-popup.tsx';

const itemsOf = new WeakMap<Element, readonly MenuItem[]>();

/** Remembers the items behind a button; they go with the button. */
export function setMenuItems(trigger: Element, items: readonly MenuItem[]): void {
  itemsOf.set(trigger, items);
}

/** The items behind a button; undefined: it opens no menu. */
export function menuItemsOf(trigger: Element): readonly MenuItem[] | undefined {
  return itemsOf.get(trigger);
}
