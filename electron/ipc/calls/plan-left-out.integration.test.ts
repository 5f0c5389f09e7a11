/** Copies that leave keys out, for real: what is written, what the plan says before, and what comes back by an undo. */
import { describe, expect, it } from 'vitest';
import {
  at,
  must,
  newKvMount,
  sharedServers,
  startFaultProxy,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import { makePlan, planMade, ranPlan, runPlan } from '../../../e2e/attacks/plans.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session, newApp, stopping } = useTestApps();
let app: TestApp;
let sessionId: string;

async function open() {
  ({ app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true }));
}
const place = (mount: KvMount, path = '') => ({ sessionId, mount: mount.path as MountPath, path });
type Copy = Extract<PlanAction, { kind: 'copy' }>;
const copyTo = (mount: KvMount, more: Partial<Copy> = {}): Copy => ({
  kind: 'copy',
  to: place(mount, 'production/'),
  versions: 'all',
  metadata: true,
  existing: 'overwrite',
  without: ['db_password', 'api_token'],
  ...more,
});
const dataOf = async (mount: KvMount, path: string, version = 0) =>
  at(await must(dev, 'GET', `${mount.path}data/${path}?version=${String(version)}`), 'data', 'data');

describe('a copy that leaves keys out', () => {
  it('writes them in no version, says so before, and is undone', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    for (const host of ['one', 'two'])
      await writeEntry(dev, mount, 'staging/app', { host, db_password: 'canary-staging', api_token: 't' });
    await writeEntry(dev, mount, 'staging/plain', { level: 'debug' });
    await writeEntry(dev, mount, 'staging/only', { db_password: 'canary-only' });
    await writeEntry(dev, mount, 'production/app', { host: 'old', db_password: 'canary-production' });
    const plan = await makePlan(app, [place(mount, 'staging/')], copyTo(mount));
    const rows = new Map(plan.rows.map((row) => [row.from.slice(`${mount.path}staging/`.length), row]));
    expect(rows.get('app')).toMatchObject({
      effect: 'overwrite',
      versions: 2,
      notes: ['keys-left-out', 'keys-lost', 'creation-times'],
    });
    expect(rows.get('plain')).toMatchObject({ effect: 'create', notes: ['creation-times'] });
    // The copy would be empty.
    expect(rows.get('only')).toMatchObject({ effect: 'nothing' });
    const { keys } = await app.must('plan.difference', {
      planId: plan.planId,
      row: rows.get('app')?.id ?? -1,
    });
    expect(keys?.map(({ key, change }) => [key, change])).toEqual([
      ['db_password', 'removed'],
      ['host', 'changed'],
    ]);
    const { results } = await runPlan(app, plan.planId);
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    const asked = app.asked.find(({ kind }) => kind === 'confirm');
    expect(JSON.stringify(asked)).toContain('"name":"Keys left out (2)"');
    expect(JSON.stringify(asked)).toContain('"text":"db_password"');
    expect(await dataOf(mount, 'production/app', 2)).toEqual({ host: 'one' });
    expect(await dataOf(mount, 'production/app', 3)).toEqual({ host: 'two' });
    expect(await dataOf(mount, 'production/plain')).toEqual({ level: 'debug' });
    const undo = await planMade(app, await app.must('plan.undo', { planId: plan.planId }));
    await runPlan(app, undo.planId);
    expect(await dataOf(mount, 'production/app')).toEqual({ host: 'old', db_password: 'canary-production' });
    expect(await dataOf(mount, 'staging/app')).toEqual({
      host: 'two',
      db_password: 'canary-staging',
      api_token: 't',
    });
    expect(app.crossed() + JSON.stringify(app.asked)).not.toContain('canary');
  });

  it('is identical where the destination has the rest, and not where it has more', async () => {
    await open();
    const [v2, v1] = [await newKvMount(dev, 2), await newKvMount(dev, 1)];
    for (const name of ['rest', 'more'])
      await writeEntry(dev, v2, `staging/${name}`, { a: '1', db_password: 'p' });
    for (const to of [v2, v1]) {
      await writeEntry(dev, to, 'production/rest', { a: '1' });
      await writeEntry(dev, to, 'production/more', { a: '1', db_password: 'p' });
      const plan = await makePlan(app, [place(v2, 'staging/')], copyTo(to, { versions: 'latest' }));
      expect(plan.rows.map(({ from, effect }) => [from.slice(v2.path.length), effect])).toEqual([
        ['staging/more', 'overwrite'],
        ['staging/rest', 'identical'],
      ]);
      expect((await runPlan(app, plan.planId)).results).toMatchObject([{ outcome: 'done' }]);
    }
    expect(await dataOf(v2, 'production/more')).toEqual({ a: '1' });
    expect(at(await must(dev, 'GET', `${v1.path}production/more`), 'data')).toEqual({ a: '1' });
  });

  it('goes on behind the versions that it has written, still without them', async () => {
    const proxy = stopping(await startFaultProxy(dev));
    app = newApp({ agrees: true });
    sessionId = await app.login(proxy.address, dev.rootToken);
    const mount = await newKvMount(dev, 2);
    for (const host of ['one', 'two', 'three'])
      await writeEntry(dev, mount, 'staging/app', { host, db_password: 'p' });
    const plan = await makePlan(app, [place(mount, 'staging/')], copyTo(mount));
    const url = new RegExp(`${mount.path}data/production/app`);
    // The first version is written, the second refused.
    proxy.add({ method: 'POST', url, times: 1, fault: { kind: 'delay', until: Promise.resolve() } });
    proxy.add({
      method: 'POST',
      url,
      times: 1,
      fault: { kind: 'answer', status: 403, body: '{"errors":["permission denied"]}' },
    });
    expect((await runPlan(app, plan.planId)).results).toMatchObject([{ outcome: 'failed' }]);
    expect(await dataOf(mount, 'production/app', 1)).toEqual({ host: 'one' });
    proxy.heal();
    const { jobId } = await app.must('plan.retry', { planId: plan.planId });
    expect((await ranPlan(app, jobId)).results).toMatchObject([{ outcome: 'done' }]);
    for (const [version, host] of [
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ] as const)
      expect(await dataOf(mount, 'production/app', version)).toEqual({ host });
  });

  it('takes at most 100 names, and no move leaves any out', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    const making = (action: object) =>
      app.refused('plan.make', {
        sessionId,
        places: [place(mount, 'staging/')],
        action: action as PlanAction,
      });
    const many = Array.from({ length: 101 }, (_none, nth) => `k${String(nth)}`);
    expect((await making(copyTo(mount, { without: many }))).kind).toBe('invalid-input');
    expect((await making(copyTo(mount, { without: ['x'.repeat(513)] }))).kind).toBe('invalid-input');
    expect((await making({ ...copyTo(mount), kind: 'move' })).kind).toBe('invalid-input');
  });
});
