/** Items of closed menus by their button: they are not in the page until the menu opens. */
import type { MenuItem } from './menu-popup.tsx';

const itemsOf = new WeakMap<Element, readonly MenuItem[]>();

/** Registers the items of a button; they are garbage-collected with it. */
export function setMenuItems(trigger: Element, items: readonly MenuItem[]): void {
  itemsOf.set(trigger, items);
}

/** Items of a button; undefined if it opens no menu. */
export function menuItemsOf(trigger: Element): readonly MenuItem[] | undefined {
  return itemsOf.get(trigger);
}
