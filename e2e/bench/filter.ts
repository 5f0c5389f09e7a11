/**
 * filter-50k, filter-100k: from a key stroke in the tree's filter to the right rows painted, over that many names.
 *
 * Real key strokes, one at a time, at varying moments of the display's frame. The probe inside the page takes the
 * time stamp of the `keydown` event; once the tree shows the result for this text (the right count and the right
 * first name), it waits for two animation frames. The bare input is measured with the same strokes and the same
 * means; its expected result is the field's value.
 *
 * Correct: after every single stroke, count and first name are those of a plain filter over all names.
 */
import { measureFelt, typeBarely } from './felt.ts';
import type { CrowdedServer } from './crowd.ts';
import { filterField, inSession, showFolder } from './journey.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { strokesOf, timeStrokes, type Stroke } from './strokes.ts';

/** Digits, so that each has matches; typed and deleted one by one: 40 strokes a round. */
const WORDS = ['4217', '0093', '3333', '1208', '0560'] as const;

/** Milliseconds from key to paint, 95th percentiles; against a bare input, plus one frame. */
export async function filterFolder(
  ours: Program,
  bare: Program,
  server: CrowdedServer,
  row: { readonly name: string; readonly count: number },
): Promise<Part> {
  const folder = await server.folder(2, row.count);
  const strokes = filterStrokes(folder.names);
  return measureFelt({
    name: row.name,
    what: 'tree',
    frames: 1,
    ours: () =>
      inSession(ours, server, async (page) => {
        await showFolder(page, folder);
        await page.clickOn(filterField);
        return timeStrokes(page, strokes, 'tree');
      }),
    bare: () => typeBarely(bare, strokes),
  });
}

/** Strokes of all words, each with the result of a plain filter. */
export function filterStrokes(names: readonly string[]): Stroke[] {
  return strokesOf(WORDS, (text) => {
    const found = names.filter((name) => name.includes(text));
    const first = found[0];
    if (first === undefined) throw new Error(`nothing matches ${text}`);
    return { text, count: found.length, first };
  });
}
