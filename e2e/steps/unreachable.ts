/** Checks that each control can be reached: it is in the window, or the user can scroll to it. */
import type { Page } from '@playwright/test';

/**
 * Unreachable controls, one line each: outside the window or covered, and not brought into view by scrolling.
 * Controls that are off screen until focused (the side bar of a narrow window) are focused first.
 */
export function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'button, a[href], input, select, textarea, summary, [role="tab"], [role="treeitem"], [role="menuitem"], [role="option"]',
      ),
    ];
    const modal = document.querySelector('[data-modal], [role="menu"]');
    const within = modal ?? document.body;
    const lost: string[] = [];
    const before = document.activeElement;
    for (const control of controls) {
      if (!within.contains(control) || !control.checkVisibility({ visibilityProperty: true })) continue;
      if (control.closest('[inert], [aria-hidden="true"], [data-reader-only]') !== null) continue;
      const side = control.closest<HTMLElement>('[data-region="side"]');
      // Released again for all other controls.
      if (side === null && document.activeElement?.closest('[data-region="side"]')) blur();
      side?.focus({ preventScroll: true });
      const why = whyLost(control);
      if (why !== undefined) lost.push(`${nameOf(control)}: ${why}`);
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return lost;

    function blur(): void {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    }

    function whyLost(control: HTMLElement): string | undefined {
      const fixed = ancestorsOf(control).filter((element) => !scrollsByHand(element));
      const at = fixed.map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop] as const);
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const moved = fixed.filter(
        (element, index) => element.scrollLeft !== at[index]?.[0] || element.scrollTop !== at[index][1],
      );
      for (const [index, element] of fixed.entries()) {
        element.scrollLeft = at[index]?.[0] ?? 0;
        element.scrollTop = at[index]?.[1] ?? 0;
      }
      if (moved.length > 0) return `only a script scrolls ${moved.map(nameOf).join(', ')}`;
      const box = control.getBoundingClientRect();
      const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2;
      const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
      if (box.right <= 0 || box.left >= innerWidth || box.bottom <= 0 || box.top >= innerHeight)
        return `at ${place(box)}, outside of ${String(innerWidth)}×${String(innerHeight)}`;
      const hit = document.elementFromPoint(x, y);
      if (hit === null) return `nothing is hit at ${place(box)}`;
      const label = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      const hits = control.contains(hit) || label.some((one) => one.contains(hit)) || hit.contains(control);
      return hits ? undefined : `lies below ${nameOf(hit)}`;
    }

    function scrollsByHand(element: HTMLElement): boolean {
      const { overflowX, overflowY } = getComputedStyle(element);
      return [overflowX, overflowY].some((way) => way === 'auto' || way === 'scroll');
    }

    function ancestorsOf(element: HTMLElement): HTMLElement[] {
      const found: HTMLElement[] = [];
      for (let up = element.parentElement; up !== null; up = up.parentElement) found.push(up);
      return found;
    }

    function place({ left, top, width, height }: DOMRect): string {
      return [left, top, width, height].map((one) => String(Math.round(one))).join(' ');
    }

    function nameOf(element: Element): string {
      const said = element.getAttribute('aria-label') ?? element.textContent;
      const title = said.trim().slice(0, 40);
      return `${element.localName}.${(element.getAttribute('class') ?? '').slice(0, 30)} ${title}`;
    }
  });
}
