/**
 * The promise: a save never silently overwrites another one, and no acknowledged save is lost. Two apps and hvac
 * write one entry 500 times, at random; the server's own history is checked.
 */
import { afterAll, expect, it } from 'vitest';
import { useTestApps } from '../electron/ipc/calls/test-apps.fixture.ts';
import type { MountPath } from '../shared/vault/mount.ts';
import { appRival, hvacRival, judge, randomFrom, startContest } from './steps/rivals.ts';
import type { Contest } from './steps/rivals.ts';
import { must, newKvMount, sharedServers, startHvac } from './servers/index.ts';

const SAVES = 500;
const { dev } = sharedServers();
const { newApp } = useTestApps();
const hvac = await startHvac(dev);
afterAll(() => hvac.stop());

/** `STRONGROOM_SEED` repeats a run. */
const seed = Number(process.env['STRONGROOM_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

it(`two apps and hvac, 500 saves of one entry: none lost, none overwritten (seed ${String(seed)})`, async () => {
  const mount = await newKvMount(dev, 2);
  const contest = await startContest(dev, mount, SAVES);
  const rivals: Promise<void>[] = [hvacRival(contest, hvac, randomFrom(seed))];
  for (const [index, by] of ['one', 'two'].entries()) {
    const app = newApp();
    const sessionId = await app.login(dev.address, dev.rootToken);
    rivals.push(appRival(contest, by, sessionId, app.call, randomFrom(seed + index + 1)));
  }
  await Promise.all(rivals);

  const wrong = await judge(dev, contest);
  expect(wrong, `seed ${String(seed)}`).toEqual([]);
  expect(contest.done.length).toBeGreaterThanOrEqual(SAVES);
  // All of them took part, and there were conflicts.
  for (const by of ['one', 'two', 'hvac']) {
    const own = contest.done.filter((save) => save.by === by);
    expect(own.length, by).toBe(contest.each);
    expect(own.filter(({ conflicts }) => conflicts > 0).length, by).toBeGreaterThan(0);
  }
}, 180_000);

it('the judge sees a save that was made from an older version, and one that is not there', async () => {
  const mount = await newKvMount(dev, 2);
  const contest: Contest = await startContest(dev, mount, 3);
  const app = newApp();
  const sessionId = await app.login(dev.address, dev.rootToken);
  const place = { sessionId, mount: mount.path as MountPath, path: contest.path };
  const { entryId } = await app.must('entry.open', place);
  const changes = [{ op: 'set', key: 'a', rawJson: '"mine"' }] as const;
  await app.must('entry.save', { entryId, changes });
  contest.done.push({ by: 'one', base: 1, version: 2, changes, conflicts: 0 });
  expect(await judge(dev, contest)).toEqual([]);

  // Like a client without check-and-set: it overwrites a version that it has not seen.
  await must(dev, 'POST', `${mount.path}data/${contest.path}`, { data: { a: 'start' } });
  contest.done.push({
    by: 'blind',
    base: 1,
    version: 3,
    changes: [{ op: 'remove', key: 'z' }],
    conflicts: 0,
  });
  expect(await judge(dev, contest)).toEqual([
    'version 3 of blind, made from 1: what came between was overwritten unseen',
    expect.stringContaining('meant was'),
  ]);
  contest.done.push({ by: 'lost', base: 3, version: 4, changes, conflicts: 0 });
  expect(await judge(dev, contest)).toContain('3 saves were acknowledged, the server has 2');
});
