/**
 * Two users type and click in the windows of two apps, and hvac saves beside them, all to one entry: no save is lost
 * or overwritten. `npm test` makes some of the saves, STRONGROOM_CONFLICTS=500 all.
 */
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { launchConnected } from './steps/connected.ts';
import { hvacRival, judge, randomFrom, startContest } from './steps/rivals.ts';
import { turns, typingRival } from './steps/typing-rival.ts';
import { newKvMount, sharedServers, startHvac } from './servers/index.ts';
import { sampled } from './traces/sampled.ts';

const saves = Number(process.env['STRONGROOM_CONFLICTS'] ?? 24);
const seed = Number(process.env['STRONGROOM_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const { dev } = sharedServers();

test(`two people at their windows and hvac, ${String(saves)} saves of one entry: none lost, none overwritten @two-windows`, async () => {
  test.setTimeout(120_000 + saves * 10_000);
  process.stdout.write(`seed ${String(seed)}\n`);
  const contest = await startContest(dev, await newKvMount(dev, 2), saves);
  const hvac = await startHvac(dev);
  const apps: LaunchedApp[] = [];
  try {
    for (const name of ['One', 'Two'])
      apps.push(await launchConnected({ address: dev.address, token: dev.rootToken, name }));
    // hvac is a hundred times as fast: it gets a turn after each edit of a user.
    const { give, take, open } = turns();
    const people = apps.map(({ window }, index) =>
      typingRival(contest, index === 0 ? 'one' : 'two', window, randomFrom(seed + index + 1), give),
    );
    await Promise.all([Promise.all(people).then(open), hvacRival(contest, hvac, randomFrom(seed), take)]);
    expect(await judge(dev, contest), `seed ${String(seed)}`).toEqual([]);
    for (const by of ['one', 'two', 'hvac'])
      expect(contest.done.filter((save) => save.by === by).length, by).toBe(contest.each);
    expect(contest.done.filter(({ by, conflicts }) => by !== 'hvac' && conflicts > 0).length).toBeGreaterThan(
      0,
    );
  } finally {
    await hvac.stop();
    // One after the other: while both end at once, each can ask the other for its X11 selection.
    for (const launched of apps) await launched.close();
  }
  sampled({ tag: 'two-windows', what: 'saves', ran: saves, of: 500, seed });
});
