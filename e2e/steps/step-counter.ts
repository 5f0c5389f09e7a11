/** Counts steps: one press or click is a step, and so is one text of any length. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** A control that needs more Tabs counts as unreachable. */
const MOST_TABS = 60;

/** Counts keyboard steps in one page after another. */
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

  /** Continues in another page: a prompt, or the window again. */
  in(page: Page): void {
    this.#page = page;
  }

  /** Presses one key or chord. */
  async press(key: string): Promise<void> {
    this.#count++;
    await this.#page.keyboard.press(key);
  }

  /** Presses once where no page of ours hears it. */
  outside(press: () => void): void {
    this.#count++;
    press();
  }

  /** Clicks a control. */
  async click(control: Locator): Promise<void> {
    this.#count++;
    await control.click();
  }

  /** Types or pastes a text into the focused element. */
  async text(text: string): Promise<void> {
    this.#count++;
    await this.#page.keyboard.type(text);
  }

  /** Goes to a control by Tab, or back to it, one step each; no step if it is focused already. */
  async to(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(control).toBeVisible();
    // An element that takes the focus on appearing does so within two frames.
    const there = (): Promise<boolean> => control.evaluate((element) => element === document.activeElement);
    await this.#page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    for (let tabs = 0; !(await there()); tabs++) {
      if (tabs === MOST_TABS) throw new Error(`Tab does not reach ${String(control)}`);
      await this.press(key);
    }
  }
}
