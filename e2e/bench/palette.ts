/**
 * palette-open, palette-type: from the key that opens the command palette to its list painted, and from a key stroke
 * in it to the ranking painted, with 100,000 names loaded.
 *
 * The probe is the one of open-100k and of filter-100k: the time stamp of the real `keydown`, and two animation
 * frames after the right list is in the page. The bare page is measured by the same means (an element added on a key;
 * a stroke in its input) and stands beside it: the figures are the user's wait.
 *
 * Correct: the palette opens with its field focused and a list; after every stroke the names in the list are the
 * first, in the server's order, of those that contain the text.
 */
import { measureFelt, typeBarely } from './felt.ts';
import { timeBare } from './after-event.ts';
import type { CrowdedServer } from './crowd.ts';
import { inSession, paintedAfter, showFolder } from './journey.ts';
import { atAnyMoment } from './moment.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { strokesOf, timeStrokes } from './strokes.ts';

const OPENINGS = 20;
const NAMES = 100_000;
/** Maximum number of lines in the palette. */
const MOST = 60;
/** Digits that occur in no parent folder's name, typed and deleted one by one. */
const WORDS = ['4217', '3333', '9254', '8675', '5469'] as const;

const openList = '[role="dialog"]:has(input:focus) [role="listbox"]:not([hidden]) [role="option"]';

/** Milliseconds from key to list, 95th percentiles; against a bare page, plus two frames. */
export async function openPalette(ours: Program, bare: Program, server: CrowdedServer): Promise<Part> {
  const folder = await server.folder(2, NAMES);
  return measureFelt({
    name: 'palette-open',
    what: 'palette',
    frames: 2,
    ours: () =>
      inSession(ours, server, async (page) => {
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
      }),
    bare: () => timeBare(bare, OPENINGS, 'keydown', (page) => openByKey(page)),
  });
}

/** Milliseconds from key to ranking, 95th percentiles; against a bare input, plus two frames. */
export async function typeInPalette(ours: Program, bare: Program, server: CrowdedServer): Promise<Part> {
  const folder = await server.folder(2, NAMES);
  // Each with the result of a plain filter over the names; an empty text has no names.
  const strokes = strokesOf(WORDS, (text) => {
    const found = text === '' ? [] : folder.names.filter((name) => name.includes(text));
    return { text, count: Math.min(MOST, found.length), first: found[0] ?? '' };
  });
  return measureFelt({
    name: 'palette-type',
    what: 'palette',
    frames: 2,
    ours: () =>
      inSession(ours, server, async (page) => {
        await showFolder(page, folder);
        await openByKey(page);
        await page.until('the palette', (list) => document.querySelector(list) && true, openList);
        return timeStrokes(page, strokes, 'palette');
      }),
    bare: () => typeBarely(bare, strokes),
  });
}

/** Opens the command palette. */
export function openByKey(page: Page): Promise<void> {
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
