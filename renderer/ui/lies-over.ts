import { focusRegion } from './focus.ts';

/** True inside a side bar that overlays the screens, as in a narrow window while it has the focus. */
export function liesOverScreens(inside: Element): boolean {
  const bar = inside.closest('[data-region="side"]');
  return bar !== null && getComputedStyle(bar).position === 'absolute';
}

/** After a choice in a side bar that overlays the screens: shows the screen. */
export function leaveSideBar(inside: Element): void {
  if (liesOverScreens(inside)) focusRegion('main');
}
