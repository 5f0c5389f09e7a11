/**
 * openapi-ready: the longest block of the page's main thread from the click on Console to a path completed from the
 * server's OpenAPI document (700 kB and more).
 *
 * A chain of messages runs through the page's event loop meanwhile; the longest gap between two of them is the
 * longest task, rendering included. Every round is a fresh app, so that the document is not loaded before the click.
 *
 * Correct: the option that completes the input is in the list, and its only source is the document.
 */
import { must, startDevVault } from '../servers/index.ts';
import type { Reachable } from '../servers/index.ts';
import { startSession } from './journey.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';

const ROUNDS = 10;
const THREE_FRAMES_MS = 3000 / 60;
const SMALLEST_DOCUMENT = 650_000;
const ENGINES = ['pki', 'transit', 'ssh', 'database'];

/** Milliseconds of the longest block, against three frames. */
export async function openapiReady(ours: Program): Promise<Part> {
  const server = await startDevVault();
  try {
    for (const type of ENGINES) await must(server, 'POST', `sys/mounts/${type}`, { type });
    const document = JSON.stringify(await must(server, 'GET', 'sys/internal/specs/openapi'));
    if (document.length < SMALLEST_DOCUMENT)
      throw new Error(`the document has only ${String(document.length)} characters`);
    const blocks: number[] = [];
    for (let round = 0; round < ROUNDS; round++) blocks.push(await openConsole(ours, server));
    return {
      measured: {
        name: 'openapi-ready',
        unit: 'ms',
        ours: median(blocks),
        reference: THREE_FRAMES_MS,
        referenceName: 'three frames',
        budget: 1,
        n: blocks.length,
      },
      notes: [`longest block ${spread(blocks)}; document ${String(Math.round(document.length / 1000))} kB`],
    };
  } finally {
    await server.stop();
  }
}

async function openConsole(program: Program, server: Reachable): Promise<number> {
  const { app, page } = await startSession(program, server);
  try {
    await page.run(watchBlocks, null);
    await page.clickOn('nav button', 'Console');
    await page.clickOn('input[role="combobox"]', 'Path');
    await page.insert('transit/enc');
    await page.until(
      'the completed path',
      () =>
        [...document.querySelectorAll('[role="option"]')].some((option) =>
          option.textContent.includes('transit/encrypt/{name}'),
        ) || null,
      null,
    );
    return await longestBlock(page);
  } finally {
    await app.close();
  }
}

/** Runs inside the page, passed as text. Leaves a function that ends the watch and returns the longest gap, in ms. */
function watchBlocks(): void {
  const world = globalThis as { benchLongest?: () => number };
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  let longest = 0;
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    port2.postMessage(0);
  };
  port2.postMessage(0);
  world.benchLongest = () => {
    port1.close();
    return longest;
  };
}

function longestBlock(page: Page): Promise<number> {
  return page.run(() => (globalThis as { benchLongest?: () => number }).benchLongest?.() ?? NaN, null);
}
