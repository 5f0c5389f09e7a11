/** Controls that look the same selected and unselected: a state shown by colour alone is lost with forced colours. */
import type { Page } from '@playwright/test';

/** One line per role whose selected member is painted like an unselected one beside it. */
export function indistinct(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const states = ['aria-selected', 'aria-checked', 'aria-current', 'aria-pressed'];
    const chosen = document.querySelectorAll<HTMLElement>(
      'input[type=radio]:checked, [aria-selected=true], [aria-checked=true], [aria-pressed=true], [aria-current]:not([aria-current=false])',
    );
    return [...chosen].flatMap((one) => {
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      // Drawn by the system.
      if (one instanceof HTMLInputElement && getComputedStyle(one).appearance !== 'none') return [];
      const other = [...(one.parentElement?.parentElement?.querySelectorAll(one.localName) ?? [])].find(
        (beside) => beside.className === one.className && !isChosen(beside) && !beside.contains(one),
      );
      return other !== undefined && painted(one) === painted(other)
        ? [`chosen as the others: ${one.localName}.${one.className} “${one.textContent.slice(0, 40)}”`]
        : [];
    });

    function isChosen(element: Element): boolean {
      if (element instanceof HTMLInputElement) return element.checked;
      return states.some((state) => !['false', null].includes(element.getAttribute(state)));
    }

    /** Visible styles of an element, its descendants and their ::before and ::after. */
    function painted(element: Element): string {
      return [element, ...element.querySelectorAll('*')]
        .flatMap((part) => [undefined, '::before', '::after'].map((drawn) => getComputedStyle(part, drawn)))
        .map((style) =>
          [
            ...[style.backgroundColor, style.backgroundImage, style.color, style.fontWeight, style.content],
            ...[style.borderColor, style.borderWidth, style.outline, style.visibility, style.boxShadow],
          ].join(' '),
        )
        .slice(0, 3)
        .join('|');
    }
  });
}
