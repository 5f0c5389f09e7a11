/** A user's way from a fresh start to a folder's rows, by real clicks and keys. */
import type { Reachable } from '../servers/index.ts';
import { PAGE_GONE } from './devtools.ts';
import type { Page } from './page.ts';
import type { CrowdedFolder } from './crowd.ts';
import { RunningApp, type Program } from './running-app.ts';

/** The tree's filter. */
export const filterField = '[role="searchbox"][aria-label="Filter names"]';

/** A connected app with the tree of mounts on screen, all closed. The caller closes the app. */
export async function startSession(
  program: Program,
  server: Reachable,
  options: { readonly inspectMain?: boolean } = {},
): Promise<{ readonly app: RunningApp; readonly page: Page }> {
  const connecting = { ...program, switches: [...(program.switches ?? []), `--connect=${server.address}`] };
  const app = await RunningApp.launch(connecting, options);
  try {
    const page = await app.page((url) => url.startsWith('app://strongroom'));
    await page.until('the address', () => (document.querySelector('input')?.value ? true : null), null);
    await page.clickOn('button', 'Connect');
    await giveToken(app, server.rootToken);
    await untilMounts(page);
    return { app, page };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Waits for the tree of a session. */
export async function untilMounts(page: Page): Promise<void> {
  await page.until('the mounts', () => document.querySelector('[role="treeitem"]') && true, null);
}

/** Types a token into the prompt that opens, and submits it. */
export function giveToken(app: RunningApp, token: string): Promise<void> {
  return answerPrompt(app, async (prompt) => {
    await prompt.clickOn('input');
    await prompt.insert(token);
    await prompt.press('Enter');
  });
}

/** Waits for a prompt that can be answered, and runs `act` in it to answer it. */
export async function answerPrompt(app: RunningApp, act: (prompt: Page) => Promise<void>): Promise<void> {
  const prompt = await app.page((url) => url.startsWith('app://trusted'));
  await prompt.until('the armed prompt', () => document.querySelector('[data-armed]') && true, null);
  // It closes on the answer, perhaps before it acknowledges the key or click.
  await act(prompt).catch((error: unknown) => {
    if (!(error instanceof Error && error.message.includes(PAGE_GONE))) throw error;
  });
}

/** Runs `act` in a new session. */
export async function inSession<T>(
  program: Program,
  server: Reachable,
  act: (page: Page) => Promise<T>,
): Promise<T> {
  const { app, page } = await startSession(program, server);
  try {
    return await act(page);
  } finally {
    await app.close();
  }
}

/**
 * Opens the mount if it is closed, then clicks on the folder and returns the milliseconds from that click to its rows
 * painted. Throws unless the first row has the first name and the total count.
 */
export async function showFolder(page: Page, { mount, path, names }: CrowdedFolder): Promise<number> {
  return clickUntilPainted(page, await showRow(page, mount.path, mount.path + path), {
    selector: `[role="treeitem"][aria-setsize="${String(names.length)}"][aria-posinset="1"]`,
    text: names[0] ?? '',
  });
}

/** Expected effect of a click or key: an element, and a text in it. */
export interface Painted {
  readonly selector: string;
  readonly text: string;
}

/** Clicks and returns the milliseconds from that click to the element painted; throws if its text differs. */
export async function clickUntilPainted(page: Page, selector: string, expected: Painted): Promise<number> {
  return paintedAfter(page, 'click', expected, () => page.clickOn(selector));
}

/** Runs `act` and returns the milliseconds from its event to the element painted; throws if its text differs. */
export async function paintedAfter(
  page: Page,
  event: 'click' | 'pointerdown' | 'keydown',
  expected: Painted,
  act: () => Promise<void>,
): Promise<number> {
  await page.run(watchPaint, { ...expected, event });
  await act();
  return page.run(() => (globalThis as { benchOpened?: Promise<number> }).benchOpened ?? NaN, null);
}

/** Opens the mount if it is closed, waits for a row right below it, and returns that row's selector. */
export async function showRow(page: Page, mount: string, key: string): Promise<string> {
  const isOpen = await page.run(
    (row) => document.querySelector(row)?.getAttribute('aria-expanded') === 'true',
    rowOf(mount),
  );
  if (!isOpen) await page.clickOn(rowOf(mount));
  await page.until('the row below the mount', (row) => document.querySelector(row) && true, rowOf(key));
  return rowOf(key);
}

/** Selector of a browse path's row; folders end in a slash. */
export function rowOf(path: string): string {
  return `[role="treeitem"][data-key="${path}"]`;
}

/** Presses End in the tree and waits for the last name; throws if it does not appear. */
export async function reachLastRow(page: Page, names: readonly string[]): Promise<void> {
  await page.press('End');
  await page.until(
    'the last row',
    ({ last, count }) =>
      [...document.querySelectorAll('[role="treeitem"]')].some(
        (row) => row.textContent.includes(last) && row.getAttribute('aria-posinset') === String(count),
      ) || null,
    { last: names.at(-1) ?? '', count: names.length },
  );
}

/** Runs inside the page, passed as text. Leaves a promise of the milliseconds from the next such event to paint. */
function watchPaint(expected: Painted & { readonly event: 'click' | 'pointerdown' | 'keydown' }): void {
  const world = globalThis as { benchOpened?: Promise<number> };
  world.benchOpened = new Promise((resolve, reject) => {
    let happenedAt = 0;
    const look = (): void => {
      const first = document.querySelector(expected.selector);
      if (happenedAt === 0 || !first) return;
      stop();
      requestAnimationFrame(() => {
        requestAnimationFrame(() => {
          const elapsedMs = performance.now() - happenedAt;
          if (first.textContent.includes(expected.text)) resolve(elapsedMs);
          else reject(new Error(`the first row is ${first.textContent}`));
        });
      });
    };
    const happened = (event: Event): void => {
      happenedAt = event.timeStamp;
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`${expected.selector} did not appear in 20 s`));
    }, 20_000);
    const stop = (): void => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener(expected.event, happened, true);
    };
    addEventListener(expected.event, happened, true);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
}
