/** Single keys copied between entries, and the masked difference of rows, for real. */
import { describe, expect, it } from 'vitest';
import { at, must, newKvMount, sharedServers, writeEntry } from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makePlan, runPlan } from '../../../e2e/attacks/plans.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { newApp, session } = useTestApps();
let app: TestApp;
let sessionId: string;

async function open() {
  ({ app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true }));
}
const place = (mount: KvMount, path: string) => ({ sessionId, mount: mount.path as MountPath, path });
const copyKey = (mount: KvMount, path: string, key: string): PlanAction => ({
  kind: 'copy-key',
  from: place(mount, path),
  key,
});
const dataOf = async (mount: KvMount, path: string) =>
  at(await must(dev, 'GET', `${mount.path}data/${path}`), 'data', 'data');

describe('a key', () => {
  it('is copied to other entries, and to a place without one; equal ones are left alone', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'dev/app', { password: 'canary-source', user: 'dev' });
    await writeEntry(dev, mount, 'prod/app', { password: 'canary-old', user: 'prod' });
    await writeEntry(dev, mount, 'same/app', { password: 'canary-source' });
    const plan = await makePlan(
      app,
      ['prod/app', 'same/app', 'none/app', 'dev/app'].map((path) => place(mount, path)),
      copyKey(mount, 'dev/app', 'password'),
    );
    expect(plan.rows).toMatchObject([
      { from: `${mount.path}dev/app`, to: `${mount.path}prod/app`, effect: 'change' },
      // It holds the same value; the plan does not tell.
      { effect: 'change', notes: ['compared-later'] },
      { to: `${mount.path}none/app`, effect: 'create' },
      { effect: 'nothing' },
    ]);
    const { results } = await runPlan(app, plan.planId);
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'skipped', 'done']);
    expect(await dataOf(mount, 'prod/app')).toEqual({ password: 'canary-source', user: 'prod' });
    expect(await dataOf(mount, 'none/app')).toEqual({ password: 'canary-source' });
    expect(at(await must(dev, 'GET', `${mount.path}metadata/same/app`), 'data', 'current_version')).toBe(1);
    expect(app.crossed() + JSON.stringify(app.asked)).not.toContain('canary');
  });

  it('is not copied over what was written after the plan, nor from a source that changed', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a', { k: '1' });
    await writeEntry(dev, mount, 'b', { k: '2' });
    const overtaken = await makePlan(app, [place(mount, 'b')], copyKey(mount, 'a', 'k'));
    await writeEntry(dev, mount, 'b', { k: 'theirs' });
    expect((await runPlan(app, overtaken.planId)).results).toMatchObject([{ outcome: 'failed' }]);
    const changed = await makePlan(app, [place(mount, 'b')], copyKey(mount, 'a', 'k'));
    await writeEntry(dev, mount, 'a', { k: 'new' });
    expect((await runPlan(app, changed.planId)).results).toMatchObject([{ outcome: 'failed' }]);
    expect(await dataOf(mount, 'b')).toEqual({ k: 'theirs' });
  });

  it('is copied between KV v1 and v2', async () => {
    await open();
    const [v1, v2] = [await newKvMount(dev, 1), await newKvMount(dev, 2)];
    await writeEntry(dev, v1, 'a', { k: 'one', n: 5 });
    await writeEntry(dev, v2, 'b', { other: true });
    const there = await makePlan(app, [place(v2, 'b')], copyKey(v1, 'a', 'n'));
    expect(there.rows[0]?.notes).toEqual(['numbers']);
    await runPlan(app, there.planId);
    expect(await dataOf(v2, 'b')).toEqual({ n: 5, other: true });
    const back = await makePlan(app, [place(v1, 'a')], copyKey(v2, 'b', 'other'));
    expect(back.rows[0]?.notes).toEqual(['no-undo']);
    await runPlan(app, back.planId);
    expect(at(await must(dev, 'GET', `${v1.path}a`), 'data')).toEqual({ k: 'one', n: 5, other: true });
  });
});

describe('the difference of a row', () => {
  const differenceOf = async (places: readonly string[], mount: KvMount, action: PlanAction) => {
    const plan = await makePlan(
      app,
      places.map((path) => place(mount, path)),
      action,
    );
    return app.must('plan.difference', { planId: plan.planId, row: 0 });
  };
  const changes = ({ keys = [] }: Awaited<ReturnType<typeof differenceOf>>) =>
    Object.fromEntries(keys.map(({ key, change }) => [key, change]));

  it('says by key what comes, goes, changes and stays, and no value crosses', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a/x', { same: 'canary-1', other: 'canary-2', fresh: 'canary-3' });
    await writeEntry(dev, mount, 'b/x', { same: 'canary-1', other: 'canary-4', gone: 'canary-5' });
    const copied = await differenceOf(['a/'], mount, {
      kind: 'copy',
      to: place(mount, 'b/'),
      versions: 'latest',
      metadata: false,
      existing: 'overwrite',
    });
    expect(changes(copied)).toEqual({ same: 'same', other: 'changed', fresh: 'added', gone: 'removed' });
    expect(copied.versions).toEqual([1]);
    expect(
      changes(await differenceOf(['a/x'], mount, { kind: 'rename-key', key: 'other', to: 'new' })),
    ).toEqual({ same: 'same', other: 'removed', new: 'added', fresh: 'same' });
    expect(changes(await differenceOf(['a/x'], mount, { kind: 'remove-key', key: 'same' }))).toMatchObject({
      same: 'removed',
    });
    await must(dev, 'POST', `${mount.path}metadata/a/x`, { custom_metadata: { owner: 'ops' } });
    const set: PlanAction = { kind: 'set-metadata', set: { owner: 'web', team: 'a' }, remove: [] };
    expect((await differenceOf(['a/x'], mount, set)).settings).toEqual([
      { name: 'owner', before: 'ops', after: 'web' },
      { name: 'team', after: 'a' },
    ]);
    expect(app.crossed()).not.toContain('canary');
  });

  it('does not tell whether a typed or copied value is right @plan-no-oracle', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a', { password: 'pw', user: 'u' });
    await writeEntry(dev, mount, 'right', { password: 'pw' });
    await writeEntry(dev, mount, 'wrong', { password: 'xy' });
    const set = (rawJson: string) =>
      differenceOf(['a'], mount, { kind: 'set-key', key: 'password', rawJson, onlyWhere: 'all' });
    expect(await set('"pw"')).toEqual(await set('"xy"'));
    const find = (text: string) =>
      differenceOf(['a'], mount, { kind: 'replace-value', key: 'password', find: text, by: '' });
    expect(await find('p')).toEqual(await find('z'));
    expect(await differenceOf(['a'], mount, copyKey(mount, 'right', 'password'))).toEqual(
      await differenceOf(['a'], mount, copyKey(mount, 'wrong', 'password')),
    );
  });

  it('costs a key press or click each, and refuses a row that is not there @plan-no-oracle', async () => {
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a', { k: '1' });
    const quiet = newApp({ gestures: 9 });
    sessionId = await quiet.login(dev.address, dev.rootToken);
    const { planId } = await makePlan(quiet, [place(mount, 'a')], { kind: 'remove-key', key: 'k' });
    quiet.rest();
    expect(await quiet.refused('plan.difference', { planId, row: 0 })).toMatchObject({ kind: 'cancelled' });
    quiet.press(1);
    expect((await quiet.must('plan.difference', { planId, row: 0 })).keys).toMatchObject([
      { key: 'k', change: 'removed' },
    ]);
    expect(await quiet.refused('plan.difference', { planId, row: 0 })).toMatchObject({ kind: 'cancelled' });
    quiet.press(1);
    expect(await quiet.refused('plan.difference', { planId, row: 7 })).toMatchObject({
      kind: 'invalid-input',
    });
  });
});
