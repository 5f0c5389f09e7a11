/** A person at the keyboard who counts: one press is a step, and so is one text, however long. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** More Tabs than that are no way to a control. */
const MOST_TABS = 60;

/** Counts what is done by keyboard alone in one page after another. */
export class StepCounter {
  #page: Page;
  #count = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses and texts so far. */
  get count(): number {
    return this.#count;
  }

  /** Goes on in another page: a prompt, or the window again. */
  in(page: Page): void {
    this.#page = page;
  }

  /** Presses one key or chord. */
  async press(key: string): Promise<void> {
    this.#count++;
    await this.#page.keyboard.press(key);
  }

  /** Types or pastes a text into what has the focus. */
  async text(text: string): Promise<void> {
    this.#count++;
    await this.#page.keyboard.type(text);
  }

  /** Types what is not counted, e.g. the new value itself. */
  async uncounted(text: string): Promise<void> {
    await this.#page.keyboard.press('Control+a');
    await this.#page.keyboard.type(text);
  }

  /** Goes to a control by Tab, a step each; none where it has the focus already. */
  async to(control: Locator): Promise<void> {
    await expect(control).toBeVisible();
    // What takes the focus when it appears does so in a moment.
    const there = (): Promise<boolean> => control.evaluate((element) => element === document.activeElement);
    await this.#page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    for (let tabs = 0; !(await there()); tabs++) {
      if (tabs === MOST_TABS) throw new Error(`Tab does not reach ${String(control)}`);
      await this.press('Tab');
    }
  }
}
