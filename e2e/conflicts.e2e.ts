/** The contest of conflicts.integration.test.ts between two real apps, through their bridges, and hvac. */
import { expect, test } from '@playwright/test';
import type { CallName, Input, Output, SessionView } from '../shared/ipc/contract.ts';
import type { Result } from '../shared/ipc/result.ts';
import type { LaunchedApp } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';
import { launchConnected } from './steps/connected.ts';
import { appRival, hvacRival, judge, randomFrom, startContest } from './steps/rivals.ts';
import { newKvMount, sharedServers, startHvac } from './servers/index.ts';

const SAVES = 500;
const { dev } = sharedServers();

test('two windows and hvac save one entry: none lost, none overwritten @two-windows', async () => {
  test.setTimeout(180_000);
  const seed = Number(process.env['STRONGROOM_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const mount = await newKvMount(dev, 2);
  const contest = await startContest(dev, mount, SAVES);
  const hvac = await startHvac(dev);
  const apps: LaunchedApp[] = [];
  try {
    for (const name of ['One', 'Two'])
      apps.push(
        // Nobody presses a key here: both people have allowed that.
        await launchConnected(
          { address: dev.address, token: dev.rootToken, name },
          { preferences: { actWithoutInput: true } },
        ),
      );
    const rivals = apps.map(async ({ window }, index) => {
      const call = async <N extends CallName>(name: N, input: Input<N>): Promise<Result<Output<N>>> =>
        (await callInPage(window, name, input)) as Result<Output<N>>;
      const sessions = await callInPage(window, 'session.list', {});
      const [session] = sessions.value as readonly SessionView[];
      await appRival(
        contest,
        index === 0 ? 'one' : 'two',
        session?.sessionId ?? '',
        call,
        randomFrom(seed + index + 1),
      );
    });
    await Promise.all([...rivals, hvacRival(contest, hvac, randomFrom(seed))]);
    expect(await judge(dev, contest), `seed ${String(seed)}`).toEqual([]);
    expect(contest.done.length).toBeGreaterThanOrEqual(SAVES);
    expect(new Set(contest.done.map(({ by }) => by)), `seed ${String(seed)}`).toEqual(
      new Set(['one', 'two', 'hvac']),
    );
    expect(contest.done.filter(({ conflicts }) => conflicts > 0).length).toBeGreaterThan(0);
  } finally {
    await hvac.stop();
    await Promise.all(apps.map((launched) => launched.close()));
  }
});
