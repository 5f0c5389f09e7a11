/** An attacker's field in the page, which takes the focus and with it the user's key presses. */
import type { Page } from '@playwright/test';

/** Puts the field over the page, with the focus. */
export async function makeTrap(window: Page): Promise<void> {
  await window.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'trap';
    field.style.cssText = 'position:fixed;top:0;left:0;z-index:9999;width:300px;height:60px';
    document.body.append(field);
    field.focus();
  });
}

/** Text that the field has received. */
export function trapped(window: Page): Promise<string> {
  return window.locator('#trap').inputValue();
}
