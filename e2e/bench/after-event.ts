/**
 * The bare reference for the effect of a key or click: the bare page, which adds one element on the event. It is
 * watched by the same means as ours, for comparison.
 */
import { paintedAfter } from './journey.ts';
import { RunningApp, type Program } from './running-app.ts';
import type { Page } from './page.ts';

/** Milliseconds from each of `times` events to that element painted. `act` triggers the event. */
export async function timeBare(
  program: Program,
  times: number,
  event: 'pointerdown' | 'keydown',
  act: (page: Page) => Promise<void>,
): Promise<number[]> {
  const app = await RunningApp.launch(program);
  try {
    const page = await app.page();
    await page.clickOn('input');
    await page.run((kind) => {
      addEventListener(kind, () => {
        const shown = document.createElement('p');
        shown.id = 'shown';
        shown.textContent = 'shown';
        document.body.append(shown);
      });
    }, event);
    const found: number[] = [];
    for (let time = 0; time < times; time++) {
      found.push(await paintedAfter(page, event, { selector: '#shown', text: 'shown' }, () => act(page)));
      await page.run(() => {
        document.querySelector('#shown')?.remove();
      }, null);
    }
    return found;
  } finally {
    await app.close();
  }
}
