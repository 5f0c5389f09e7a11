/** One page (or trusted view) of a running app, driven over the DevTools protocol with real input events. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DevTools } from './devtools.ts';
import { within } from './within.ts';

/** Time limit for a state to appear: generous, for two busy cores. */
export const PATIENCE_MS = 30_000;

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

export class Page {
  readonly #browser: DevTools;
  readonly #sessionId: string;

  constructor(browser: DevTools, sessionId: string) {
    this.#browser = browser;
    this.#sessionId = sessionId;
  }

  send(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return this.#browser.send(method, params, this.#sessionId);
  }

  /** Events of this page only; returns the function that ends it. */
  on(method: string, listener: (params: Readonly<Record<string, unknown>>) => void): () => void {
    return this.#browser.on(method, (params, sessionId) => {
      if (sessionId === this.#sessionId) listener(params);
    });
  }

  /**
   * Runs a function inside the page and returns its result (or that of its promise). The function is passed as text:
   * it sees the page's globals and `argument`, but not its own module. Rejects with the page's own error.
   */
  run<A, T>(inPage: (argument: A) => T | Promise<T>, argument: A): Promise<T> {
    return this.evaluate<T>(`(${String(inPage)})(${JSON.stringify(argument)})`);
  }

  /**
   * Waits until the function, called every 16 ms inside the page, returns something other than null; returns that. If
   * the page navigates meanwhile (a window's first document is empty), the wait continues in its new document.
   */
  async until<A, T>(what: string, inPage: (argument: A) => T | null, argument: A): Promise<T> {
    const source = `async (argument) => {
      const ask = ${String(inPage)};
      for (;;) {
        const answer = ask(argument);
        if (answer !== null) return answer;
        await new Promise((resolve) => setTimeout(resolve, 16));
      }
    }`;
    const expression = `(${source})(${JSON.stringify(argument)})`;
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await within(PATIENCE_MS, `waiting for ${what}`, this.evaluate<T>(expression));
      } catch (error) {
        const navigated =
          error instanceof Error &&
          /context was destroyed|navigated or closed|Cannot find|Promise was collected/.test(error.message);
        if (!navigated || performance.now() > deadline) throw error;
        await pause(16);
      }
    }
  }

  /**
   * Waits for a matching visible element and presses its middle. `name` is compared with its `aria-label`, else its
   * text: equal, or contained if `part` is set.
   */
  async clickOn(selector: string, name?: string, part = false): Promise<void> {
    await this.click(
      await this.until(
        `${selector} ${name ?? ''}`,
        (wanted) => {
          for (const element of document.querySelectorAll(wanted.selector)) {
            const said = (element.getAttribute('aria-label') ?? element.textContent).trim();
            const fits =
              wanted.name === null || (wanted.part ? said.includes(wanted.name) : said === wanted.name);
            const box = element.getBoundingClientRect();
            if (!fits || box.width === 0 || (element instanceof HTMLButtonElement && element.disabled))
              continue;
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
          }
          return null;
        },
        { selector, name: name ?? null, part },
      ),
    );
  }

  /** Presses and releases the main button at a point of the page, in CSS pixels. */
  async click(point: { readonly x: number; readonly y: number }): Promise<void> {
    const mouse = { ...point, button: 'left', clickCount: 1 };
    await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point });
    await this.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse });
    await this.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse });
  }

  /** Evaluates a script inside the page; returns its value. Rejects with the page's own error. */
  async evaluate<T>(expression: string): Promise<T> {
    const request = { expression, awaitPromise: true, returnByValue: true };
    const evaluated = (await this.send('Runtime.evaluate', request)) as Evaluated;
    const problem = evaluated.exceptionDetails;
    if (problem) throw new Error(`in the page: ${problem.exception?.description ?? problem.text}`);
    return evaluated.result.value as T;
  }

  /** Types into the focused element, as one insertion (for text whose timing does not matter). */
  async insert(text: string): Promise<void> {
    await this.send('Input.insertText', { text });
  }

  /**
   * Presses and releases a key: a character (`a`) or a named key (`Backspace`, `End`), optionally with Ctrl and
   * Shift.
   */
  async press(
    key: string,
    { control = false, shift = false }: { readonly control?: boolean; readonly shift?: boolean } = {},
  ): Promise<void> {
    const modifiers = CONTROL | (shift ? SHIFT : 0);
    const stroke = control ? { ...strokeOf(key), text: '', modifiers } : strokeOf(key);
    await Promise.all([
      this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke }),
      this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke, text: '' }),
    ]);
  }
}

/** Bits of the modifier keys in the protocol. */
const CONTROL = 2;
const SHIFT = 8;

const namedKeys: Readonly<Record<string, number>> = {
  Backspace: 8,
  Enter: 13,
  Escape: 27,
  End: 35,
  Home: 36,
};

function strokeOf(key: string): Readonly<Record<string, unknown>> {
  const named = namedKeys[key];
  if (named !== undefined) {
    return { key, code: key, windowsVirtualKeyCode: named, text: key === 'Enter' ? '\r' : '' };
  }
  const code = /[a-z]/i.test(key) ? `Key${key.toUpperCase()}` : /\d/.test(key) ? `Digit${key}` : '';
  return { key, code, text: key, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) };
}
