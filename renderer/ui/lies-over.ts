/** True inside a side bar that overlays the screens, as in a narrow window while it has the focus. */
export function liesOverScreens(inside: Element): boolean {
  const bar = inside.closest('aside');
  return bar !== null && getComputedStyle(bar).position === 'absolute';
}
