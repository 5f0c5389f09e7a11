/** In every state of the tour, the command palette offers what the buttons and menus on screen do. */
import { expect, test } from '@playwright/test';
import { missingOffers, type LookedFor } from './looks/palette-offers.ts';
import { startTourServers, stopTourServers, tourParts, type TourServers } from './tour/parts.ts';

let servers: TourServers;

test.beforeAll(async () => {
  servers = await startTourServers();
});
test.afterAll(() => stopTourServers(servers));

for (const [title, show] of Object.entries(tourParts)) {
  test(title, async () => {
    test.setTimeout(300_000);
    const lookedFor: LookedFor = new Set();
    const missing: string[] = [];
    await show(servers, async ({ window }, name, trusted) => {
      // A prompt stands over everything.
      if (trusted !== undefined) return;
      for (const label of await missingOffers(window, lookedFor)) missing.push(`${name}: ${label}`);
    });
    expect(lookedFor.size).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });
}
