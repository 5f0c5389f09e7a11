/** Checks that server-supplied texts on a page stay text, hide no characters and do not affect their neighbours. */
import type { Page } from '@playwright/test';

export interface Look {
  /** Problems, each with its place. */
  readonly wrong: readonly string[];
  /** All text on the page, including characters drawn as marks. */
  readonly text: string;
}

/** Checks everything on the page now, including editors. */
export function lookAtContent(page: Page): Promise<Look> {
  return page.evaluate(() => {
    const hidden =
      /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
    const rightToLeft = /[\u0590-\u08ff]/;
    const wrong: string[] = [];
    const texts: string[] = [];
    const isolated = (element: Element | null): boolean =>
      element !== null &&
      (/isolate|plaintext/.test(getComputedStyle(element).unicodeBidi) || isolated(element.parentElement));
    /** True if a hidden character has a visible mark. */
    const isMarked = (mark: Element | null): boolean => {
      if (mark === null) return false;
      if (!mark.checkVisibility()) return true;
      const drawn = getComputedStyle(mark, '::before').content;
      return drawn.includes(mark.getAttribute('data-glyph') ?? '?') && mark.getBoundingClientRect().width > 0;
    };
    const lookIn = (root: Document | ShadowRoot): void => {
      if (root.querySelector('[data-canary]') !== null) wrong.push('a text became an element');
      const walker = document.createTreeWalker(
        root instanceof Document ? root.body : root,
        NodeFilter.SHOW_TEXT,
      );
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.nodeValue ?? '';
        const parent = node.parentElement;
        if (parent === null || parent.closest('style') !== null) continue;
        texts.push(text);
        const where = `${parent.tagName} ${parent.className}: ${JSON.stringify(text.slice(0, 80))}`;
        if (hidden.test(text) && parent.closest('textarea') === null)
          if (!isMarked(parent.closest('[data-glyph]'))) wrong.push(`hides a character: ${where}`);
        if (rightToLeft.test(text) && !isolated(parent)) wrong.push(`turns what is beside it: ${where}`);
      }
      for (const element of root.querySelectorAll('*')) {
        for (const name of [
          'title',
          'aria-label',
          'aria-description',
          'aria-valuetext',
          'placeholder',
          'alt',
        ]) {
          const value = element.getAttribute(name) ?? '';
          if (hidden.test(value))
            wrong.push(
              `hides a character: ${name} of ${element.tagName}: ${JSON.stringify(value.slice(0, 80))}`,
            );
          texts.push(`\n${value}\n`);
        }
        const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
        if (isField && hidden.test(element.value) && element.closest('div:has([data-overlooked])') === null)
          wrong.push(`hides a character in a field: ${JSON.stringify(element.value.slice(0, 80))}`);
        if (element.shadowRoot !== null) lookIn(element.shadowRoot);
      }
    };
    lookIn(document);
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) wrong.push(`the page is ${String(scrollWidth)} wide`);
    return { wrong, text: texts.join('') };
  });
}

/** Values that a page has written to places read by programs, since the watch began. */
export interface Written {
  /** Values of attributes that run, load or link: `A href`, value. */
  readonly attributes: readonly (readonly [where: string, value: string])[];
  /** Texts on canvases. */
  readonly drawn: readonly string[];
}

/** Watches a page from now on; the result returns everything written so far. */
export async function watchWriting(page: Page): Promise<() => Promise<Written>> {
  await page.evaluate(() => {
    const runs =
      /^(?:on.*|href|xlink:href|src|srcset|srcdoc|style|action|formaction|data|poster|ping|cite|background|code|codebase|manifest|archive|is|nonce|http-equiv|content)$/;
    const attributes = new Map<string, readonly [where: string, value: string]>();
    const drawn = new Set<string>();
    Object.assign(window, {
      strongroomWritten: () => ({ attributes: [...attributes.values()], drawn: [...drawn] }),
    });
    const take = (element: Element): void => {
      for (const { name, value } of element.attributes) {
        if (!runs.test(name)) continue;
        const where = `${element.tagName} ${name}`;
        attributes.set(`${where} ${value}`, [where, value]);
      }
    };
    const takeAll = (node: Node): void => {
      if (!(node instanceof Element || node instanceof DocumentFragment)) return;
      if (node instanceof Element) take(node);
      for (const element of node.querySelectorAll('*')) take(element);
    };
    const observer = new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'attributes') take(target as Element);
        for (const node of addedNodes) takeAll(node);
      }
    });
    const all = { subtree: true, childList: true, attributes: true };
    observer.observe(document, all);
    takeAll(document.documentElement);
    // Editors use shadow roots.
    Element.prototype.attachShadow = new Proxy(Reflect.get(Element.prototype, 'attachShadow'), {
      apply: (attach, element, given) => {
        const root = Reflect.apply(attach, element, given) as ShadowRoot;
        observer.observe(root, all);
        return root;
      },
    });
    type Draw = (text: string, x: number, y: number, most?: number) => void;
    const canvas = CanvasRenderingContext2D.prototype;
    for (const name of ['fillText', 'strokeText'] as const)
      canvas[name] = new Proxy<Draw>(Reflect.get(canvas, name), {
        apply: (draw, target, given: Parameters<Draw>) => {
          drawn.add(given[0]);
          Reflect.apply(draw, target, given);
        },
      });
  });
  return () =>
    page.evaluate(() => (window as unknown as { strongroomWritten: () => Written }).strongroomWritten());
}
