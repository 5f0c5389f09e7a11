/**
 * type-7000-keys: from a key stroke in the editor of one value to that stroke painted, while all 7,000 keys of the
 * entry are being edited.
 *
 * Strokes, probe and bare input are those of filter-100k; the painted result on both sides is the field's text.
 *
 * Correct: after every stroke the field holds exactly the typed text; at the end the app reports one changed key.
 */
import { measureFelt, typeBarely } from './felt.ts';
import type { CrowdedServer } from './crowd.ts';
import { inSession } from './journey.ts';
import { EDITED, manyKeys, showKeys, type ManyKeys } from './many-keys.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { strokesOf, timeStrokes, type Stroke } from './strokes.ts';

const TYPED = 'the quick brown fox jumps';

/** Milliseconds from key to paint, 95th percentiles; against a bare input, plus two frames. */
export async function typeInKeys(ours: Program, bare: Program, server: CrowdedServer): Promise<Part> {
  const entry = await manyKeys(server);
  return measureFelt({
    name: 'type-7000-keys',
    what: 'editor',
    frames: 2,
    ours: () => inSession(ours, server, (page) => typeInEditor(page, entry)),
    bare: () => typeBarely(bare, strokesBehind('')),
  });
}

async function typeInEditor(page: Page, entry: ManyKeys): Promise<number[]> {
  await showKeys(page, entry);
  const [key, value] = entry.values[EDITED] ?? ['', ''];
  await page.clickOn('button', 'Edit');
  await page.clickOn('button', `Edit ${key}`);
  await page.until(
    'the value’s editor',
    (name) => document.activeElement?.getAttribute('aria-label') === name || null,
    `Value of ${key}`,
  );
  await page.press('End');
  const times = await timeStrokes(page, strokesBehind(value), 'field');
  // Text typed and deleted again leaves no change; one letter does.
  await page.press('z');
  await page.until(
    'the count of changed keys',
    () =>
      [...document.querySelectorAll('[role="status"]')].some((status) =>
        status.textContent.includes('1 changed'),
      ) || null,
    null,
  );
  return times;
}

/** Letters of the text typed one by one after the field's content, then deleted one by one. */
export function strokesBehind(before: string): Stroke[] {
  return strokesOf([TYPED], (text) => ({ text: before + text, count: 0, first: '' }));
}
