import { describe, expect, it } from 'vitest';
import { at, must, newKvMount, sharedServers, writeEntry } from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import { makePlan, planMade, runPlan } from '../../../e2e/attacks/plans.ts';
import type { MadePlan } from '../../../e2e/attacks/plans.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session } = useTestApps();
let app: TestApp;
let sessionId: string;

async function open() {
  ({ app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true }));
}
const place = (mount: KvMount, path = '') => ({ sessionId, mount: mount.path as MountPath, path });
type Transfer = Extract<PlanAction, { kind: 'copy' | 'move' }>;
const transferTo = (
  kind: 'copy' | 'move',
  mount: KvMount,
  path: string,
  more: Partial<Transfer> = {},
): Transfer => ({
  kind,
  to: place(mount, path),
  versions: 'all',
  metadata: true,
  existing: 'overwrite',
  ...more,
});

/** All that a server has of an entry but its dates: settings, and each version's state and values. */
async function stored(mount: KvMount, path: string) {
  const metadata = await must(dev, 'GET', `${mount.path}metadata/${path}`).catch(() => undefined);
  if (metadata === undefined) return undefined;
  const versions: Record<string, unknown> = {};
  for (const [version, facts] of Object.entries(at(metadata, 'data', 'versions') as object)) {
    const { destroyed, deletion_time: deleted } = facts as { destroyed: boolean; deletion_time: string };
    versions[version] = destroyed
      ? 'destroyed'
      : deleted !== ''
        ? 'deleted'
        : at(await must(dev, 'GET', `${mount.path}data/${path}?version=${version}`), 'data', 'data');
  }
  return {
    versions,
    custom: at(metadata, 'data', 'custom_metadata'),
    most: at(metadata, 'data', 'max_versions'),
    after: at(metadata, 'data', 'delete_version_after'),
  };
}
const current = async (mount: KvMount, path: string) =>
  at(await must(dev, 'GET', `${mount.path}data/${path}`), 'data', 'data');

async function undoOf({ planId }: Pick<MadePlan, 'planId'>): Promise<MadePlan> {
  return planMade(app, await app.must('plan.undo', { planId }));
}

/** Runs an action over a folder, then its reverse; returns the reverse and its results. */
async function thereAndBack(action: PlanAction, places = [] as ReturnType<typeof place>[], typed?: string) {
  const plan = await makePlan(app, places, action);
  expect((await runPlan(app, plan.planId)).results.every(({ outcome }) => outcome === 'done')).toBe(true);
  const undo = await undoOf(plan);
  if (typed !== undefined) app.answers.push(typed);
  const { results } = await runPlan(app, undo.planId);
  return { rows: undo.rows, results };
}

describe('undoing a plan', () => {
  it('takes copies away, writes overwritten ones back with their settings, and leaves what changed since', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    for (const name of ['new', 'over', 'touched']) await writeEntry(dev, mount, `a/${name}`, { name });
    await must(dev, 'POST', `${mount.path}metadata/a/over`, { custom_metadata: { owner: 'a' } });
    await writeEntry(dev, mount, 'b/over', { was: 'here' });
    await must(dev, 'POST', `${mount.path}metadata/b/over`, {
      custom_metadata: { owner: 'b' },
      max_versions: 9,
    });
    const plan = await makePlan(app, [place(mount, 'a/')], transferTo('copy', mount, 'b/'));
    await runPlan(app, plan.planId);
    expect(await current(mount, 'b/over')).toEqual({ name: 'over' });
    await writeEntry(dev, mount, 'b/touched', { by: 'somebody else' });
    const undo = await undoOf(plan);
    expect(undo.rows.map(({ from, effect }) => [from, effect])).toEqual([
      [`${mount.path}b/new`, 'remove'],
      [`${mount.path}b/over`, 'change'],
      [`${mount.path}b/touched`, 'conflict'],
    ]);
    expect(undo.rows[2]?.reason).toContain('changed since');
    app.answers.push(`${mount.path}b/`);
    const { results } = await runPlan(app, undo.planId);
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect(await stored(mount, 'b/new')).toBeUndefined();
    expect(await stored(mount, 'b/over')).toMatchObject({
      versions: { 1: { was: 'here' }, 3: { was: 'here' } },
      custom: { owner: 'b' },
      most: 9,
    });
    expect(await current(mount, 'b/touched')).toEqual({ by: 'somebody else' });
    expect(app.crossed()).not.toContain('somebody else');
  });

  it('moves back with all versions, deletion state, metadata and settings', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    for (const value of ['one', 'two', 'three']) await writeEntry(dev, mount, 'a/db', { value });
    await must(dev, 'POST', `${mount.path}delete/a/db`, { versions: [2] });
    await must(dev, 'POST', `${mount.path}metadata/a/db`, { custom_metadata: { owner: 'ops' } });
    const before = await stored(mount, 'a/db');
    const { rows, results } = await thereAndBack(transferTo('move', mount, 'b/'), [place(mount, 'a/')]);
    expect(rows).toMatchObject([{ from: `${mount.path}b/db`, to: `${mount.path}a/db`, effect: 'create' }]);
    expect(results).toMatchObject([{ outcome: 'done' }]);
    expect(await stored(mount, 'a/db')).toEqual(before);
    expect(await stored(mount, 'b/db')).toBeUndefined();
  });

  it('moves back what was moved over another entry, and the other one is as before', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a/x', { mine: '1' });
    await writeEntry(dev, mount, 'b/x', { theirs: '1' });
    const { results } = await thereAndBack(transferTo('move', mount, 'b/'), [place(mount, 'a/')]);
    expect(results).toMatchObject([{ outcome: 'done' }]);
    expect(await current(mount, 'a/x')).toEqual({ mine: '1' });
    expect((await stored(mount, 'a/x'))?.versions).toEqual({ 1: { mine: '1' } });
    expect(await current(mount, 'b/x')).toEqual({ theirs: '1' });
  });

  it('moves back between KV v1 and v2, and undeletes a source that kept its versions', async () => {
    await open();
    const [v1, v2] = [await newKvMount(dev, 1), await newKvMount(dev, 2)];
    await writeEntry(dev, v1, 'a/x', { key: 'v' });
    await thereAndBack(transferTo('move', v2, 'b/'), [place(v1, 'a/')]);
    expect(at(await must(dev, 'GET', `${v1.path}a/x`), 'data')).toEqual({ key: 'v' });
    expect(await stored(v2, 'b/x')).toBeUndefined();
    await writeEntry(dev, v2, 'c/y', { key: 'w' });
    await thereAndBack(transferTo('move', v1, 'd/'), [place(v2, 'c/')]);
    expect((await stored(v2, 'c/y'))?.versions).toEqual({ 1: { key: 'w' } });
    await expect(must(dev, 'GET', `${v1.path}d/y`)).rejects.toThrow();
  });

  it('undeletes what was deleted, writes changed keys back, and restores settings and custom metadata', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'k/a', { user: 'u', password: 'p' });
    await must(dev, 'POST', `${mount.path}metadata/k/a`, { custom_metadata: { owner: 'x', team: 't' } });
    const before = await stored(mount, 'k/a');
    const on = [place(mount, 'k/')];
    const isDone = async (action: PlanAction) => {
      const { results } = await thereAndBack(action, on);
      expect(results).toMatchObject([{ outcome: 'done' }]);
    };
    await isDone({ kind: 'delete' });
    expect(await stored(mount, 'k/a')).toEqual(before);
    await isDone({
      kind: 'set-settings',
      settings: { maxVersions: 4, casRequired: true, deleteVersionAfter: '24h' },
    });
    await isDone({ kind: 'set-metadata', set: { owner: 'y', more: 'z' }, remove: ['team'] });
    expect(await stored(mount, 'k/a')).toEqual(before);
    await isDone({ kind: 'remove-key', key: 'password' });
    expect(await current(mount, 'k/a')).toEqual({ user: 'u', password: 'p' });
  });

  it('says of what cannot be undone why, and refuses where nothing was changed', async () => {
    await open();
    const [v1, v2] = [await newKvMount(dev, 1), await newKvMount(dev, 2)];
    await writeEntry(dev, v1, 'a/x', { key: 'old' });
    await writeEntry(dev, v2, 'a/x', { key: 'new' });
    const over = await makePlan(app, [place(v2, 'a/')], transferTo('copy', v1, 'a/'));
    expect(over.rows[0]?.notes).toContain('no-undo');
    expect(await app.refused('plan.undo', { planId: over.planId })).toMatchObject({
      kind: 'invalid-request',
    });
    await runPlan(app, over.planId);
    expect((await undoOf(over)).rows).toMatchObject([
      { effect: 'conflict', reason: 'The destination keeps no earlier values.' },
    ]);
    const destroyed = await makePlan(app, [place(v2, 'a/')], { kind: 'destroy', which: 'all' });
    expect(destroyed.rows[0]?.notes).toContain('no-undo');
    app.answers.push(`${v2.path}a/x`);
    await runPlan(app, destroyed.planId);
    const undo = await undoOf(destroyed);
    expect(undo.rows).toMatchObject([{ effect: 'conflict', reason: 'Its values are gone permanently.' }]);
    expect(await app.refused('plan.run', { planId: undo.planId, leftOut: [] })).toMatchObject({
      kind: 'invalid-request',
    });
  });
});
