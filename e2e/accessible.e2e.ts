/**
 * Axe on the states of the tour in every look: both themes, and the system's forced colours, in which selected and
 * unselected must still differ. `npm test` walks some parts of the tour, `npm run prove -- looks` all.
 */
import { expect, test } from '@playwright/test';
import { findings } from './looks/axe-findings.ts';
import { inEveryLook } from './looks/every-look.ts';
import { indistinct } from './looks/indistinct.ts';
import { startTourServers, stopTourServers, tourParts, type TourServers } from './tour/parts.ts';
import { sampled } from './traces/sampled.ts';

/** Parts with many components in few states. */
const sample = ['what is done with one entry', 'short ways'];
const walked = Object.entries(tourParts).filter(
  ([title]) => process.env['STRONGROOM_LOOKS'] === 'all' || sample.includes(title),
);

let servers: TourServers;
let judged = 0;

test.beforeAll(async () => {
  servers = await startTourServers();
});
test.afterAll(async () => {
  await stopTourServers(servers);
  sampled({ tag: 'looks', what: 'parts of the tour', ran: judged, of: Object.keys(tourParts).length });
});

for (const [title, show] of walked) {
  test(`${title}: nothing serious in any look @looks`, async () => {
    test.setTimeout(900_000);
    const found: string[] = [];
    await show(servers, async (launched, name, trusted) => {
      // The page below a prompt can be neither read nor used.
      const page = trusted ?? launched.window;
      await inEveryLook(launched, [page], async (look) => {
        const wrong = await findings(page, { coloursOnly: look !== 'light' });
        if (look === 'forced') wrong.push(...(await indistinct(page)));
        found.push(...wrong.map((finding) => `${name}, ${look}: ${finding}`));
      });
    });
    judged++;
    expect(found).toEqual([]);
  });
}
