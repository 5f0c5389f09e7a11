/** Checks beyond axe: targets too small to hit, and fields whose edge is invisible. */
import type { Page } from '@playwright/test';

/** One line each: controls smaller than 24 × 24 CSS pixels, and edges of fields and boxes below 3 : 1. */
export async function lookFindings(page: Page): Promise<string[]> {
  // Each function below runs in the page by itself: it reaches nothing outside of it.
  const controls = await page.evaluateHandle(controlsInView);
  const [names, sizes, contrasts] = await Promise.all([
    controls.evaluate(namesOf),
    controls.evaluate(sizesTooSmall),
    controls.evaluate(contrastsOfEdges),
  ]);
  await controls.dispose();
  return names.flatMap((name, at) => {
    const [size, contrast] = [sizes[at], contrasts[at]];
    return [
      ...(size === undefined ? [] : [`target of ${size}: ${name}`]),
      ...(contrast === undefined || contrast >= 2.95 ? [] : [`edge at ${contrast.toFixed(2)} : 1: ${name}`]),
    ];
  });
}

/** Controls that a user can aim at now. */
function controlsInView(): HTMLElement[] {
  const least = 24;
  const modal = document.querySelector('[data-modal]:not([data-closed])');
  const within = modal ?? document.body;
  const controls = within.querySelectorAll<HTMLElement>(
    'button, input, select, textarea, summary, [role="tab"], [role="menuitem"], [role="option"], [role="treeitem"]',
  );
  return [...controls].filter((control) => {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (control.closest('[inert], [data-reader-only], [aria-hidden="true"]') !== null) return false;
    const box = control.getBoundingClientRect();
    return box.width > 0 && inView(box) && !isScrolledAway(control, box);
  });

  function inView(box: DOMRect): boolean {
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  }

  /** Rows rendered ahead or cut off by a scroll area: users aim at them only once they are in view. */
  function isScrolledAway(control: HTMLElement, box: DOMRect): boolean {
    for (let up = control.parentElement; up !== null; up = up.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(up).overflowY)) continue;
      const { top, bottom } = up.getBoundingClientRect();
      const middle = (box.top + box.bottom) / 2;
      if (middle - least / 2 < top || middle + least / 2 > bottom) return true;
    }
    return false;
  }
}

/** Sizes of the controls that are too small to hit; undefined for the others. */
function sizesTooSmall(controls: readonly HTMLElement[]): (string | undefined)[] {
  const least = 24;
  return controls.map((control) => {
    const box = control.getBoundingClientRect();
    return isLargeEnough(control, box)
      ? undefined
      : `${String(Math.round(box.width))} × ${String(Math.round(box.height))}`;
  });

  /** A smaller drawing can have a larger target, made of the control, its label or its container. */
  function isLargeEnough(control: HTMLElement, box: DOMRect): boolean {
    if (box.width >= least - 0.5 && box.height >= least - 0.5) return true;
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const reach = least / 2 - 0.5;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const middle = document.elementFromPoint(x, y);
    const isOwn = (hit: Element): boolean =>
      control.contains(hit) || hit.contains(control) || labels.some((label) => label.contains(hit));
    // Below an open list no element is hit.
    if (middle !== null && !isOwn(middle)) return true;
    const points = [
      [0, -reach],
      [0, reach],
      [-reach, 0],
      [reach, 0],
    ] as const;
    return points.every(([dx, dy]) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      if (hit === null) return false;
      return control.contains(hit) || labels.some((label) => label.contains(hit));
    });
  }
}

/** Contrast of the edges of fields with what lies beside them; undefined for other controls. */
function contrastsOfEdges(controls: readonly HTMLElement[]): (number | undefined)[] {
  type Rgb = readonly [number, number, number];
  return controls.map((control) =>
    control.matches('input, textarea, select, [role="combobox"]') ? edgeContrast(control) : undefined,
  );

  /** Undefined if neither the control nor the field around it has an edge. */
  function edgeContrast(control: HTMLElement): number | undefined {
    const field = hasEdge(control) ? control : control.parentElement;
    if (field === null || !hasEdge(field)) return undefined;
    if (control.matches(':disabled, [aria-disabled="true"]')) return undefined;
    const edge = rgb(getComputedStyle(field).borderBottomColor);
    if (edge === undefined) return undefined;
    return Math.max(...[groundOf(field.parentElement), groundOf(field)].map((ground) => ratio(edge, ground)));
  }

  function hasEdge(element: HTMLElement): boolean {
    const { borderBottomWidth, borderTopWidth, borderBottomStyle } = getComputedStyle(element);
    return (
      Number.parseFloat(borderBottomWidth) > 0 &&
      Number.parseFloat(borderTopWidth) > 0 &&
      borderBottomStyle !== 'none'
    );
  }

  function groundOf(element: HTMLElement | null): Rgb {
    for (let up = element; up !== null; up = up.parentElement) {
      const colour = rgb(getComputedStyle(up).backgroundColor);
      if (colour !== undefined) return colour;
    }
    return [255, 255, 255];
  }

  /** Undefined if translucent. */
  function rgb(text: string): Rgb | undefined {
    const [r, g, b, a] = (text.match(/[\d.]+/g) ?? []).map(Number);
    if (r === undefined || g === undefined || b === undefined || (a !== undefined && a < 1)) return undefined;
    return text.startsWith('color(srgb') ? [r * 255, g * 255, b * 255] : [r, g, b];
  }

  function ratio(one: Rgb, other: Rgb): number {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  function luminance(colour: Rgb): number {
    const [r = 0, g = 0, b = 0] = colour.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
}

function namesOf(controls: readonly HTMLElement[]): string[] {
  return controls.map((control) => {
    const label = control instanceof HTMLInputElement ? (control.labels?.[0]?.textContent ?? '') : '';
    const said = control.getAttribute('aria-label') ?? (label || control.textContent);
    return `${control.localName}.${control.className.split(' ')[0] ?? ''} “${said.trim().slice(0, 40)}”`;
  });
}
