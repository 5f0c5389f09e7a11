/**
 * In every state of the tour, the command palette covers the buttons and menus on screen. `npm test` walks some parts
 * of the tour, chosen by a seed; `npm run prove -- palette` walks all.
 */
import { expect, test } from '@playwright/test';
import { notInPalette, type LookedFor } from './looks/unlisted-buttons.ts';
import { startTourServers, stopTourServers, tourParts, type TourServers } from './tour/parts.ts';
import { sampled } from './traces/sampled.ts';

/** The lock screen has no palette, and a dialog covers every picture of an export. */
const withoutPalette = ['locked', 'exports'];
const parts = Object.entries(tourParts).filter(([title]) => !withoutPalette.includes(title));
const count = Math.min(parts.length, Number(process.env['STRONGROOM_TOUR_PARTS'] ?? 3));
const seed = count === parts.length ? 0 : Number(process.env['STRONGROOM_SEED'] ?? Date.now() % 1_000_000);

let servers: TourServers;

test.beforeAll(async () => {
  servers = await startTourServers();
});
test.afterAll(async () => {
  await stopTourServers(servers);
  sampled({ tag: 'palette', what: 'parts of the tour', ran: count, of: parts.length, seed });
});

for (let number = 0; number < count; number++) {
  test(`the palette offers every button: part ${String(number + 1)} of ${String(count)}`, async () => {
    test.setTimeout(300_000);
    const [title, show] = drawn(number);
    const lookedFor: LookedFor = new Set();
    const missing: string[] = [];
    process.stdout.write(`${title} (seed ${String(seed)})\n`);
    await show(servers, async ({ window }, name, trusted) => {
      // A prompt covers everything.
      if (trusted !== undefined) return;
      for (const label of await notInPalette(window, lookedFor)) missing.push(`${name}: ${label}`);
    });
    expect(lookedFor.size, `${title}: buttons on screen beside dialogs, menus and prompts`).toBeGreaterThan(
      0,
    );
    expect(missing, `${title}, seed ${String(seed)}`).toEqual([]);
  });
}

/** Part of the tour for a test. */
function drawn(number: number): (typeof parts)[number] {
  const part = parts[(seed + number) % parts.length];
  if (part === undefined) throw new Error('the tour has no parts');
  return part;
}
