/**
 * tab-switch: from the press on a tab to its entry painted, for an entry that is already open.
 *
 * Two entries of twelve keys are in tabs of their own; each press shows the other one. The clock starts with the real
 * `pointerdown`, because a tab comes to the front on press. It stops two animation frames after the first key of the
 * entry is in the page; the bare page, which adds one element on the same event, stands beside it as in palette-open.
 *
 * Correct: the panel of the pressed tab, and no other, shows the first key of its entry.
 */
import { writeEntry } from '../servers/index.ts';
import { measureFelt } from './felt.ts';
import { timeBare } from './after-event.ts';
import type { CrowdedServer } from './crowd.ts';
import { inSession, paintedAfter, showRow, type Painted } from './journey.ts';
import { atAnyMoment } from './moment.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';

const SWITCHES = 20;
const KEYS = 12;
const NAMES = ['tab-one', 'tab-two'] as const;

/** Milliseconds from press to paint, 95th percentiles; against a bare page, plus two frames. */
export async function switchTab(ours: Program, bare: Program, server: CrowdedServer): Promise<Part> {
  const mount = server.mounts[2];
  for (const name of NAMES) await writeEntry(server, mount, name, Object.fromEntries(keysOf(name)));
  return measureFelt({
    name: 'tab-switch',
    what: 'tab',
    frames: 2,
    ours: () =>
      inSession(ours, server, async (page) => {
        for (const name of NAMES) await openInTab(page, mount.path, name);
        const found: number[] = [];
        for (let time = 0; time < SWITCHES; time++) {
          await atAnyMoment(time);
          const name = NAMES[time % NAMES.length] ?? '';
          const shown = firstKey(mount.path, name);
          found.push(
            await paintedAfter(page, 'pointerdown', shown, () => page.clickOn('[role="tab"]', name)),
          );
        }
        return found;
      }),
    bare: () => timeBare(bare, SWITCHES, 'pointerdown', (page) => page.clickOn('input')),
  });
}

function keysOf(name: string): [key: string, value: string][] {
  return Array.from({ length: KEYS }, (_, at) => [`${name}-key-${String(at).padStart(2, '0')}`, 'a value']);
}

/** First key in the panel of the entry in front. */
function firstKey(mountPath: string, name: string): Painted {
  return {
    selector: `[role="tabpanel"][aria-label="${mountPath}${name}"]:not([hidden]) [role="row"][aria-rowindex="1"]`,
    text: keysOf(name)[0]?.[0] ?? '',
  };
}

/** Opens an entry in a permanent tab, and waits for its keys. */
async function openInTab(page: Page, mountPath: string, name: string): Promise<void> {
  const row = await showRow(page, mountPath, mountPath + name);
  await page.clickOn(row);
  await page.press('Enter');
  const { selector, text } = firstKey(mountPath, name);
  await page.until(
    `the keys of ${name}`,
    (wanted) => document.querySelector(wanted.selector)?.textContent.includes(wanted.text) || null,
    { selector, text },
  );
}
