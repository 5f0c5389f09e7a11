/**
 * palette-open, palette-type: from the key that opens the command palette to its list painted, and from a key stroke in it
 * to the ranking painted, while 100,000 names are known.
 *
 * The probe is the one of open-100k and of filter-100k: the time stamp of the real `keydown`, and two animation frames after
 * the right list is in the page. Those frames are no work of the app's, so the bare page is measured by the same means (an
 * element that a key puts there; a stroke in its input) and taken off: the figure is what the palette adds, against two frames.
 *
 * Correct: the palette opens with its field focused and a list; after every stroke the names in the list are the first of
 * those that hold the text, in the server's order, and each of them holds it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { timeBare } from './after-event.ts';
import type { CrowdedServer } from './crowd.ts';
import { interleave } from './interleave.ts';
import { paintedAfter, showFolder, startSession } from './journey.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';
import { median, p95 } from './statistics.ts';
import { growing, timeStrokes, type Stroke } from './strokes.ts';

const ROUNDS = 10;
const OPENINGS = 20;
const NAMES = 100_000;
const TWO_FRAMES_MS = 2000 / 60;
/** As many lines as the palette shows. */
const MOST = 60;
/** Digits that are in no name of a folder above, typed one by one and taken back one by one. */
const WORDS = ['4217', '3333', '9254', '8675', '5469'] as const;

const openList = '[role="dialog"]:has(input:focus) [role="listbox"]:not([hidden]) [role="option"]';

/** Milliseconds that opening adds to a key, 95th percentiles, against two frames. */
export async function openPalette(ours: Program, bare: Program, server: CrowdedServer): Promise<Part> {
  const folder = await server.folder(2, NAMES);
  const times = await interleave(
    ROUNDS,
    0,
    async () => {
      const { app, page } = await startSession(ours, server);
      try {
        await showFolder(page, folder);
        const found: number[] = [];
        for (let time = 0; time < OPENINGS; time++) {
          await atAnyMoment(time);
          found.push(
            await paintedAfter(page, 'keydown', { selector: openList, text: '' }, () => openByKey(page)),
          );
          await closePalette(page);
        }
        return found;
      } finally {
        await app.close();
      }
    },
    () => timeBare(bare, OPENINGS, 'keydown', (page) => openByKey(page)),
  );
  const [palette, key] = [times.ours.flat(), times.reference.flat()];
  return {
    measured: {
      ...{ name: 'palette-open', unit: 'ms', ours: p95(palette) - p95(key) },
      ...{ reference: TWO_FRAMES_MS, referenceName: 'two frames', budget: 1, n: palette.length },
    },
    notes: notesOf('palette', palette, key),
  };
}

/** Milliseconds that the ranking adds to typing, 95th percentiles, against two frames. */
export async function typeInPalette(ours: Program, bare: Program, server: CrowdedServer): Promise<Part> {
  const folder = await server.folder(2, NAMES);
  const strokes = strokesOf(folder.names);
  const times = await interleave(
    ROUNDS,
    0,
    async () => {
      const { app, page } = await startSession(ours, server);
      try {
        await showFolder(page, folder);
        await openByKey(page);
        await page.until('the palette', (list) => document.querySelector(list) && true, openList);
        return await timeStrokes(page, strokes, 'palette');
      } finally {
        await app.close();
      }
    },
    async () => {
      const app = await RunningApp.launch(bare);
      try {
        const page = await app.page();
        await page.clickOn('input');
        return await timeStrokes(page, strokes, 'field');
      } finally {
        await app.close();
      }
    },
  );
  const [palette, field] = [times.ours.flat(), times.reference.flat()];
  return {
    measured: {
      ...{ name: 'palette-type', unit: 'ms', ours: p95(palette) - p95(field) },
      ...{ reference: TWO_FRAMES_MS, referenceName: 'two frames', budget: 1, n: palette.length },
    },
    notes: notesOf('palette', palette, field),
  };
}

/** What was measured on both sides, in words. */
export function notesOf(what: string, ours: readonly number[], bare: readonly number[]): readonly string[] {
  return [
    `p95: ${what} ${p95(ours).toFixed(1)} ms, bare page ${p95(bare).toFixed(1)} ms`,
    `median: ${what} ${median(ours).toFixed(1)} ms, bare page ${median(bare).toFixed(1)} ms`,
  ];
}

/** Waits so that events meet every phase of a frame. */
export async function atAnyMoment(time: number): Promise<void> {
  await pause(60 + ((time * 7) % 17));
}

function openByKey(page: Page): Promise<void> {
  return page.press('k', { control: true });
}

async function closePalette(page: Page): Promise<void> {
  await page.press('Escape');
  await page.until(
    'no palette',
    () => (document.querySelector('[role="dialog"]') === null ? true : null),
    null,
  );
}

/** The strokes of all words, each with what a plain filter leaves of the names; nothing typed: no name. */
function strokesOf(names: readonly string[]): Stroke[] {
  const texts = WORDS.flatMap((word) => [...growing(word), ...growing(word).reverse().slice(1), '']);
  return texts.map((text, at) => {
    const found = text === '' ? [] : names.filter((name) => name.includes(text));
    return {
      key: text.length > (texts[at - 1] ?? '').length ? text.slice(-1) : 'Backspace',
      text,
      count: Math.min(MOST, found.length),
      first: found[0] ?? '',
    };
  });
}
