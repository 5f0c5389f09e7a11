import { describe, expect, it } from 'vitest';
import {
  ask,
  at,
  must,
  newKvMount,
  productOfRun,
  sharedServers,
  startFaultProxy,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import { makePlan, runPlan } from '../../../e2e/attacks/plans.ts';
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
const copyTo = (mount: KvMount, path: string, more: Partial<Transfer> = {}): Transfer => ({
  kind: 'copy',
  to: place(mount, path),
  versions: 'all',
  metadata: true,
  existing: 'skip',
  ...more,
});
const versionsOf = async (mount: KvMount, path: string) =>
  Object.values(
    at(await must(dev, 'GET', `${mount.path}metadata/${path}`), 'data', 'versions') as object,
  ).map((one: { destroyed: boolean; deletion_time: string }) =>
    one.destroyed ? 'destroyed' : one.deletion_time === '' ? 'living' : 'deleted',
  );
const dataOf = async (mount: KvMount, path: string, version = 0) =>
  at(await must(dev, 'GET', `${mount.path}data/${path}?version=${String(version)}`), 'data', 'data');

/** Three versions: one destroyed, one deleted, one living; custom metadata and settings. */
async function historied(mount: KvMount, path: string) {
  for (const value of ['one', 'two', 'three']) await writeEntry(dev, mount, path, { password: value });
  await must(dev, 'POST', `${mount.path}destroy/${path}`, { versions: [1] });
  await must(dev, 'POST', `${mount.path}delete/${path}`, { versions: [2] });
  await must(dev, 'POST', `${mount.path}metadata/${path}`, {
    custom_metadata: { owner: 'ops' },
    max_versions: 7,
  });
}

describe('a plan', () => {
  it('copies all versions in order, with deletion state, metadata and settings', async () => {
    await open();
    const [from, to] = [await newKvMount(dev, 2), await newKvMount(dev, 2)];
    await historied(from, 'team/db');
    await writeEntry(dev, from, 'team/sub/plain', { a: 1 });
    const plan = await makePlan(app, [place(from, 'team/')], copyTo(to, 'copy/', { deleted: 'values' }));
    expect(plan.rows).toMatchObject([
      { from: `${from.path}team/db`, to: `${to.path}copy/db`, effect: 'create', versions: 3 },
      { to: `${to.path}copy/sub/plain`, effect: 'create' },
    ]);
    expect(plan.rows[0]?.notes).toEqual(['creation-times', 'deleted-versions']);
    const ran = await runPlan(app, plan.planId);
    expect(ran.results).toMatchObject([
      { id: 0, outcome: 'done' },
      { id: 1, outcome: 'done' },
    ]);
    for (const [mount, path] of [
      [from, 'team/db'],
      [to, 'copy/db'],
    ] as const)
      expect(await versionsOf(mount, path)).toEqual(['destroyed', 'deleted', 'living']);
    expect(await dataOf(to, 'copy/db')).toEqual({ password: 'three' });
    expect(await must(dev, 'GET', `${to.path}metadata/copy/db`)).toMatchObject({
      data: { custom_metadata: { owner: 'ops' }, max_versions: 7 },
    });
    await must(dev, 'POST', `${to.path}undelete/copy/db`, { versions: [2] });
    expect(await dataOf(to, 'copy/db', 2)).toEqual({ password: 'two' });
    // One question for all, with every entry in it.
    const asked = JSON.stringify(app.asked);
    expect(app.asked.filter(({ kind }) => kind === 'confirm')).toHaveLength(1);
    expect(asked).toContain(`${from.path}team/sub/plain → ${to.path}copy/sub/plain`);
    expect(app.crossed() + asked).not.toContain('three');
  });

  it('copies deleted versions without touching the source, unless their values are wanted @copy-leaves-source', async () => {
    await open();
    const [from, to] = [await newKvMount(dev, 2), await newKvMount(dev, 2)];
    await historied(from, 'team/db');
    const before = await must(dev, 'GET', `${from.path}metadata/team/db`);
    const plan = await makePlan(app, [place(from, 'team/')], copyTo(to, 'copy/'));
    expect(plan.rows[0]?.notes).toEqual(['creation-times', 'deleted-places']);
    expect((await runPlan(app, plan.planId)).results).toMatchObject([{ outcome: 'done' }]);
    expect(await versionsOf(to, 'copy/db')).toEqual(['destroyed', 'deleted', 'living']);
    await must(dev, 'POST', `${to.path}undelete/copy/db`, { versions: [2] });
    expect(await dataOf(to, 'copy/db', 2)).toEqual({});
    // An undelete and a delete would have left another deletion time.
    expect(at(await must(dev, 'GET', `${from.path}metadata/team/db`), 'data')).toEqual(at(before, 'data'));
  });

  it('moves between KV v1 and v2, and takes the sources last', async () => {
    await open();
    const [v1, v2] = [await newKvMount(dev, 1), await newKvMount(dev, 2)];
    await writeEntry(dev, v1, 'a/x', { key: 'value' });
    const there = await makePlan(app, [place(v1, 'a/')], { ...copyTo(v2, 'b/'), kind: 'move' });
    expect((await runPlan(app, there.planId)).results).toEqual([{ id: 0, outcome: 'done' }]);
    expect(await dataOf(v2, 'b/x')).toEqual({ key: 'value' });
    await expect(must(dev, 'GET', `${v1.path}a/x`)).rejects.toThrow();
    const back = await makePlan(app, [place(v2, 'b/')], { ...copyTo(v1, 'c/'), kind: 'move' });
    expect((await runPlan(app, back.planId)).results).toEqual([{ id: 0, outcome: 'done' }]);
    expect(at(await must(dev, 'GET', `${v1.path}c/x`), 'data')).toEqual({ key: 'value' });
    expect(await versionsOf(v2, 'b/x')).toEqual(['deleted']);
  });

  it('tells identical from conflict, and overwrites only if that is wanted', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    for (const [path, value] of [
      ['a/same', 'v'],
      ['a/other', 'v'],
      ['b/same', 'v'],
      ['b/other', 'w'],
    ] as const)
      await writeEntry(dev, mount, path, { value });
    const skip = await makePlan(app, [place(mount, 'a/')], copyTo(mount, 'b/'));
    expect(skip.rows.map(({ effect }) => effect)).toEqual(['conflict', 'identical']);
    const over = await makePlan(app, [place(mount, 'a/')], copyTo(mount, 'b/', { existing: 'overwrite' }));
    expect(over.rows.map(({ effect }) => effect)).toEqual(['overwrite', 'identical']);
    // Someone writes there in between: nothing is overwritten.
    await writeEntry(dev, mount, 'b/other', { value: 'theirs' });
    expect((await runPlan(app, over.planId)).results).toMatchObject([{ id: 0, outcome: 'failed' }]);
    expect(await dataOf(mount, 'b/other')).toEqual({ value: 'theirs' });
  });

  it('lists the folder of many destinations, and reads those that are there', async () => {
    const proxy = await startFaultProxy(dev);
    const { app: near, sessionId: id } = await session(proxy, dev.rootToken, {}, { agrees: true });
    const mount = await newKvMount(dev, 2);
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await writeEntry(dev, mount, `from/deep/${name}`, { value: name });
    await writeEntry(dev, mount, 'there/deep/b', { value: 'b' });
    await writeEntry(dev, mount, 'there/deep/c', { value: 'other' });
    await must(dev, 'DELETE', `${mount.path}data/there/deep/c`);
    await writeEntry(dev, mount, 'there/deep/d/e', { value: 'a folder beside' });
    const from = { sessionId: id, mount: mount.path as MountPath, path: 'from/' };
    const planned = async (path: string) => {
      const before = proxy.arrived.length;
      const { rows } = await makePlan(near, [from], copyTo(mount, path, { to: { ...from, path } }));
      const read = proxy.arrived
        .slice(before)
        .flatMap((line) => line.split(`${mount.path}metadata/${path}`)[1] ?? []);
      return { effects: rows.map(({ effect }) => effect), read };
    };
    expect(await planned('new/')).toEqual({ effects: names.map(() => 'create'), read: ['deep/?list=true'] });
    const { effects, read } = await planned('there/');
    expect(effects).toEqual(['create', 'identical', 'conflict', 'create', 'create']);
    expect(read.toSorted()).toEqual(['deep/?list=true', 'deep/b', 'deep/c']);
    // A token without the right to list finds the same by reads.
    const policy = uniqueName('no-list');
    await must(dev, 'PUT', `sys/policies/acl/${policy}`, {
      policy: `path "${mount.path}*" { capabilities = ["read", "list", "create", "update"] }
path "${mount.path}metadata/there/*" { capabilities = ["read", "create", "update"] }`,
    });
    const token = at(
      await must(dev, 'POST', 'auth/token/create', { policies: [policy] }),
      'auth',
      'client_token',
    );
    const few = await session(dev, String(token), {}, { agrees: true });
    const of = { ...from, sessionId: few.sessionId };
    const { rows } = await makePlan(few.app, [of], copyTo(mount, '', { to: { ...of, path: 'there/' } }));
    expect(rows.map(({ effect }) => effect)).toEqual(effects);
  });

  it.runIf(productOfRun() === 'openbao')('believes no list that a policy of OpenBao filters', async () => {
    const mount = await newKvMount(dev, 2);
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await writeEntry(dev, mount, `from/${name}`, { value: name });
    await writeEntry(dev, mount, 'there/b', { value: 'b' });
    const policy = uniqueName('filtered');
    await must(dev, 'PUT', `sys/policies/acl/${policy}`, {
      policy: `path "${mount.path}*" { capabilities = ["read", "list", "create", "update"] }
path "${mount.path}metadata/there" {
  capabilities = ["list"]
  list_scan_response_keys_filter_path = "sys/seal{{ .key }}"
}`,
    });
    const token = at(
      await must(dev, 'POST', 'auth/token/create', { policies: [policy] }),
      'auth',
      'client_token',
    );
    const list = await ask(
      { ...dev, rootToken: String(token) },
      'GET',
      `${mount.path}metadata/there?list=true`,
    );
    expect(list.status).toBe(404);
    const few = await session(dev, String(token), {}, { agrees: true });
    const of = { sessionId: few.sessionId, mount: mount.path as MountPath, path: 'from/' };
    const { rows } = await makePlan(few.app, [of], copyTo(mount, '', { to: { ...of, path: 'there/' } }));
    expect(rows.map(({ effect }) => effect)).toEqual(['create', 'identical', 'create', 'create', 'create']);
  });

  it('keeps the source of a move that changed after its plan', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a/x', { value: '1' });
    const plan = await makePlan(app, [place(mount, 'a/')], { ...copyTo(mount, 'b/'), kind: 'move' });
    await writeEntry(dev, mount, 'a/x', { value: '2' });
    expect((await runPlan(app, plan.planId)).results).toMatchObject([{ id: 0, outcome: 'failed' }]);
    expect(await dataOf(mount, 'a/x')).toEqual({ value: '2' });
  });

  it('moves a folder into its own subfolder row by row, and leaves what would be crossed', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    for (const path of ['a/x', 'a/b/x', 'a/y']) await writeEntry(dev, mount, path, { path });
    const plan = await makePlan(app, [place(mount, 'a/')], { ...copyTo(mount, 'a/b/'), kind: 'move' });
    expect(plan.rows.map(({ from, effect }) => [from.slice(mount.path.length), effect])).toEqual([
      ['a/x', 'conflict'],
      ['a/y', 'create'],
      ['a/b/x', 'create'],
    ]);
    await runPlan(app, plan.planId);
    expect(await dataOf(mount, 'a/b/b/x')).toEqual({ path: 'a/b/x' });
    expect(await dataOf(mount, 'a/x')).toEqual({ path: 'a/x' });
    expect(await dataOf(mount, 'a/b/y')).toEqual({ path: 'a/y' });
  });

  it('two apps move one folder to one place: each entry ends there once, and no source goes unread', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    const names = Array.from({ length: 12 }, (_none, at) => `e${String(at)}`);
    for (const name of names) await writeEntry(dev, mount, `a/${name}`, { name });
    const second = await session(dev, dev.rootToken, {}, { agrees: true });
    const there = (sessionId: string) => ({ sessionId, mount: mount.path as MountPath, path: 'b/' });
    const made = async (one: TestApp, own: string) => {
      const from = { sessionId: own, mount: mount.path as MountPath, path: 'a/' };
      return makePlan(one, [from], { ...copyTo(mount, 'b/'), kind: 'move', to: there(own) });
    };
    const ours = await made(app, sessionId);
    const theirs = await made(second.app, second.sessionId);
    const ran = await Promise.all([runPlan(app, ours.planId), runPlan(second.app, theirs.planId)]);
    expect(ran.flatMap(({ results }) => results).filter(({ outcome }) => outcome === 'done')).toHaveLength(
      12,
    );
    for (const name of names) {
      expect(await versionsOf(mount, `b/${name}`)).toEqual(['living']);
      expect(await dataOf(mount, `b/${name}`)).toEqual({ name });
      await expect(versionsOf(mount, `a/${name}`)).rejects.toThrow();
    }
  });

  it('renames a folder by a pattern, and refuses a swap', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    for (const name of ['ab', 'ba']) await writeEntry(dev, mount, `f/${name}`, { name });
    const swap = await makePlan(app, [place(mount, 'f/')], {
      kind: 'rename',
      of: 'name',
      pattern: { kind: 'expression', find: '^(.)(.)$', by: '$2$1' },
    });
    expect(swap.rows.map(({ effect }) => effect)).toEqual(['conflict', 'conflict']);
    const plan = await makePlan(app, [place(mount, 'f/')], {
      kind: 'rename',
      of: 'name',
      pattern: { kind: 'prefix', text: 'old-' },
    });
    await runPlan(app, plan.planId);
    expect(at(await must(dev, 'GET', `${mount.path}metadata/f?list=true`), 'data', 'keys')).toEqual([
      'old-ab',
      'old-ba',
    ]);
  });

  it('deletes, undeletes, destroys and removes', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'd/x', { value: '1' });
    await writeEntry(dev, mount, 'd/x', { value: '2' });
    const does = async (action: PlanAction) => {
      const plan = await makePlan(app, [place(mount, 'd/')], action);
      if (action.kind === 'remove' || action.kind === 'destroy') app.answers.push(`${mount.path}d/x`);
      const { results } = await runPlan(app, plan.planId);
      return [plan.rows[0]?.effect, results[0]?.outcome];
    };
    expect(await does({ kind: 'delete' })).toEqual(['delete', 'done']);
    expect(await versionsOf(mount, 'd/x')).toEqual(['living', 'deleted']);
    expect(await does({ kind: 'undelete' })).toEqual(['undelete', 'done']);
    expect(await versionsOf(mount, 'd/x')).toEqual(['living', 'living']);
    expect(await does({ kind: 'destroy', which: 'all' })).toEqual(['destroy', 'done']);
    expect(await versionsOf(mount, 'd/x')).toEqual(['destroyed', 'destroyed']);
    expect(await does({ kind: 'remove' })).toEqual(['remove', 'done']);
    await expect(versionsOf(mount, 'd/x')).rejects.toThrow();
  });

  it('edits a key in many entries and never tells whether a guess is right @plan-no-oracle', async () => {
    await open();
    const mount = await newKvMount(dev, 2);
    for (const path of ['k/a', 'k/b']) await writeEntry(dev, mount, path, { password: 'pw', user: 'u' });
    await writeEntry(dev, mount, 'k/c', { user: 'u' });
    const effects = async (action: PlanAction) => {
      const { rows } = await makePlan(app, [place(mount, 'k/')], action);
      return rows.map(({ effect, reason = '', notes = [] }) => [effect, reason, ...notes].join());
    };
    const guess = (rawJson: string) =>
      effects({ kind: 'set-key', key: 'password', rawJson, onlyWhere: 'present' });
    expect(await guess('"pw"')).toEqual(await guess('"other"'));
    const find = (text: string) => effects({ kind: 'replace-value', key: 'password', find: text, by: '' });
    expect(await find('p')).toEqual(await find('x'));
    const rotated = await makePlan(app, [place(mount, 'k/')], {
      kind: 'rotate',
      key: 'password',
      recipe: { kind: 'characters', length: 20, sets: ['lower'] },
      same: true,
    });
    expect(rotated.rows.map(({ effect }) => effect)).toEqual(['change', 'change', 'nothing']);
    await runPlan(app, rotated.planId);
    const [a, b] = [await dataOf(mount, 'k/a'), await dataOf(mount, 'k/b')];
    expect(a).toEqual(b);
    expect(a).not.toMatchObject({ password: 'pw' });
  });

  it('does not run without the prompt, nor by a list that the page has changed @plan-asked', async () => {
    const { app: declining, sessionId: mine } = await session(dev, dev.rootToken);
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a/x', { value: '1' });
    const plan = await makePlan(
      declining,
      [{ sessionId: mine, mount: mount.path as MountPath, path: 'a/' }],
      {
        kind: 'delete',
      },
    );
    expect(await declining.refused('plan.run', { planId: plan.planId, leftOut: [] })).toMatchObject({
      kind: 'cancelled',
    });
    expect(await dataOf(mount, 'a/x')).toEqual({ value: '1' });
    // While the question is open, a second run of the plan is refused.
    const waiting = Promise.withResolvers<null>();
    declining.answers.push(waiting.promise);
    const first = declining.begin('plan.run', { planId: plan.planId, leftOut: [] });
    expect(await declining.refused('plan.run', { planId: plan.planId, leftOut: [0] })).toMatchObject({
      kind: expect.stringMatching(/conflict|invalid/) as string,
    });
    waiting.resolve(null);
    expect(await first.result).toMatchObject({ ok: false });
  });
});
