/** Plans saved to files and loaded again, for real: no value in them, judged anew, and no row that leads elsewhere. */
import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlan, planMade, runPlan } from '../../../e2e/attacks/plans.ts';
import {
  at,
  must,
  newKvMount,
  sharedServers,
  startFaultProxy,
  temporaryFolder,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session, newApp, stopping } = useTestApps();
const folder = temporaryFolder('plan-files').path;
let app: TestApp;
let sessionId: string;
let mount: KvMount;
let count = 0;

async function open() {
  ({ app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true }));
  mount = await newKvMount(dev, 2);
}
const file = (): string => join(folder, `${String(count++)}.jsonl`);
const place = (path: string) => ({ sessionId, mount: mount.path as MountPath, path });
type Copy = Extract<PlanAction, { kind: 'copy' }>;
const copy = (more: Partial<Copy> = {}): Copy => ({
  kind: 'copy',
  to: place('b/'),
  versions: 'latest',
  metadata: false,
  existing: 'overwrite',
  ...more,
});
const dataOf = async (path: string) =>
  at(await must(dev, 'GET', `${mount.path}data/${path}`), 'data', 'data');

async function saved(action: PlanAction, leftOut: readonly number[] = [], path = file()): Promise<string> {
  const { planId } = await makePlan(app, [place('a/')], action);
  app.files.push(path);
  await app.must('plan.save', { planId, leftOut });
  return path;
}

async function loaded(path: string) {
  app.files.push(path);
  return planMade(app, await app.must('plan.load', { sessionId }));
}

async function refusedWith(text: string | Uint8Array) {
  const path = file();
  writeFileSync(path, text);
  app.files.push(path);
  return app.refused('plan.load', { sessionId });
}

describe('a saved plan', () => {
  it('is read anew: what it left out stays out, what changed or went is said, and it runs', async () => {
    await open();
    for (const name of ['x', 'sub/y', 'z', 'gone'])
      await writeEntry(dev, mount, `a/${name}`, { v: `canary-${name}`, secret: 'canary-left-out' });
    const { rows } = await makePlan(app, [place('a/')], copy());
    const z = rows.find(({ from }) => from.endsWith('a/z'))?.id ?? -1;
    const path = await saved(copy({ without: ['secret'] }), [z]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    for (const value of ['canary', dev.rootToken]) expect(text).not.toContain(value);
    expect(text).toContain('"path":"a/sub/y"');
    await writeEntry(dev, mount, 'a/new', { v: '1' });
    await writeEntry(dev, mount, 'a/x', { v: 'canary-x2', secret: 's' });
    await must(dev, 'DELETE', `${mount.path}metadata/a/gone`);
    const plan = await loaded(path);
    const byName = new Map(plan.rows.map((row) => [row.from.slice(`${mount.path}a/`.length), row]));
    // An entry that came to the folder since is not a part of the plan.
    expect([...byName.keys()].sort()).toEqual(['gone', 'sub/y', 'x']);
    expect(byName.get('gone')).toMatchObject({ effect: 'nothing', reason: 'It is gone.' });
    expect(byName.get('x')?.notes).toContain('changed-since-saved');
    expect(byName.get('sub/y')).toMatchObject({
      effect: 'create',
      to: `${mount.path}b/sub/y`,
      notes: ['keys-left-out', 'creation-times'],
    });
    await runPlan(app, plan.planId);
    expect(await dataOf('b/sub/y')).toEqual({ v: 'canary-sub/y' });
    expect(app.crossed()).not.toContain('canary');
  });

  it('has no typed value; the secure prompt asks for it, and it does not cross', async () => {
    await open();
    await writeEntry(dev, mount, 'a/x', { password: 'old', user: 'u' });
    await writeEntry(dev, mount, 'a/y', { user: 'u' });
    const setKey = {
      kind: 'set-key',
      key: 'password',
      rawJson: '"canary-new"',
      onlyWhere: 'present',
    } as const;
    const path = await saved(setKey);
    expect(readFileSync(path, 'utf8')).not.toContain('canary');
    app.answers.push({ value: 'canary-typed' });
    app.files.push(path);
    const job = await app.must('plan.load', { sessionId });
    expect(job.action).toEqual({ ...setKey, rawJson: '""' });
    const { planId, rows } = await planMade(app, job);
    expect(rows.map(({ from }) => from)).toEqual([`${mount.path}a/x`]);
    await runPlan(app, planId);
    expect(await dataOf('a/x')).toEqual({ password: 'canary-typed', user: 'u' });
    const replace = { kind: 'replace-value', key: 'user', find: 'canary-find', by: 'canary-by' } as const;
    expect(readFileSync(await saved(replace), 'utf8')).not.toContain('canary');
    expect(app.crossed()).not.toContain('canary-typed');
  });

  it('finds each of its connections again, and says which is not open', async () => {
    await open();
    const proxy = stopping(await startFaultProxy(dev));
    const other = await app.login(proxy.address, dev.rootToken);
    await writeEntry(dev, mount, 'a/x', { v: '1' });
    const path = await saved(copy({ to: { ...place('b/'), sessionId: other } }));
    const second = newApp({ agrees: true });
    const there = await second.login(dev.address, dev.rootToken);
    second.files.push(path);
    const refused = await second.refused('plan.load', { sessionId: there });
    expect(refused).toMatchObject({ kind: 'invalid-request' });
    expect(refused.message).toContain(proxy.address);
    await second.login(proxy.address, dev.rootToken);
    second.files.push(path);
    const plan = await planMade(second, await second.must('plan.load', { sessionId: there }));
    // The row names the other connection; the plan's own needs no name.
    const [row] = plan.rows;
    expect(row).toHaveProperty('toSession');
    expect(row).not.toHaveProperty('fromSession');
    expect(row?.toSession).not.toBe(there);
    const before = proxy.arrived.length;
    expect((await runPlan(second, plan.planId)).results).toMatchObject([{ outcome: 'done' }]);
    expect(proxy.arrived.slice(before).some((line) => line.includes(`${mount.path}data/b/x`))).toBe(true);
  });

  it('deletes the current version, or those that were chosen by their numbers', async () => {
    await open();
    for (const v of ['1', '2'])
      for (const name of ['a', 'b']) await writeEntry(dev, mount, `a/${name}`, { v });
    const byHand = await makePlan(app, [{ ...place('a/b'), versions: [1] }], { kind: 'delete' });
    const [current, chosen] = [await saved({ kind: 'delete' }), file()];
    app.files.push(chosen);
    await app.must('plan.save', { planId: byHand.planId, leftOut: [] });
    expect(byHand.rows).toMatchObject([{ effect: 'delete', which: '1' }]);
    expect((await loaded(current)).rows).toMatchObject([{ which: '2' }, { which: '2' }]);
    await writeEntry(dev, mount, 'a/a', { v: '3' });
    await writeEntry(dev, mount, 'a/b', { v: '3' });
    const two = await loaded(current);
    const changed = { which: '3', notes: ['changed-since-saved'] };
    expect(two.rows).toMatchObject([changed, changed]);
    const one = await loaded(chosen);
    expect(one.rows).toMatchObject([{ ...changed, which: '1' }]);
    await runPlan(app, two.planId, [1]);
    await runPlan(app, one.planId);
    expect(JSON.stringify(app.asked)).toContain(`${mount.path}a/a, versions 3`);
    const deleted = async (path: string) => {
      const versions = at(await must(dev, 'GET', `${mount.path}metadata/${path}`), 'data', 'versions');
      return Object.entries(versions as Readonly<Record<string, { readonly deletion_time: string }>>)
        .filter(([, { deletion_time: time }]) => time !== '')
        .map(([version]) => version);
    };
    expect([await deleted('a/a'), await deleted('a/b')]).toEqual([['3'], ['1']]);
  });

  it('lists rows of a mount that is gone, and judges the others', async () => {
    await open();
    const [first, second] = [mount, await newKvMount(dev, 2)];
    for (const one of [first, second]) await writeEntry(dev, one, 'a/x', { v: '1' });
    const places = [first, second].map((one) => ({ ...place('a/x'), mount: one.path as MountPath }));
    const { planId } = await makePlan(app, places, { kind: 'delete' });
    const path = file();
    app.files.push(path);
    expect(await app.must('plan.save', { planId, leftOut: [] })).toMatchObject({ rows: 2 });
    await must(dev, 'DELETE', `sys/mounts/${second.path}`);
    ({ app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true }));
    const plan = await loaded(path);
    expect(plan.rows).toMatchObject([{ from: `${first.path}a/x`, effect: 'delete' }]);
    expect(plan.end.unread).toMatchObject([{ path: `${second.path}a/x` }]);
  });

  it('replaces a link in place of its file, and leaves the target alone', async () => {
    await open();
    await writeEntry(dev, mount, 'a/x', { v: '1' });
    const target = join(folder, 'target');
    writeFileSync(target, 'mine');
    const link = file();
    symlinkSync(target, link);
    await saved(copy(), [], link);
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(lstatSync(link).isSymbolicLink()).toBe(false);
  });

  it('is not written of a reverse, nor without rows, nor into a folder that is not there', async () => {
    await open();
    await writeEntry(dev, mount, 'a/x', { v: '1' });
    const { planId } = await makePlan(app, [place('a/')], copy());
    app.files.push(join(folder, 'none', 'plan.jsonl'));
    expect((await app.refused('plan.save', { planId, leftOut: [] })).kind).toBe('invalid-input');
    expect((await app.refused('plan.save', { planId, leftOut: [0] })).kind).toBe('invalid-request');
    // No file was chosen.
    expect((await app.refused('plan.save', { planId, leftOut: [] })).kind).toBe('cancelled');
    await runPlan(app, planId);
    const undo = await planMade(app, await app.must('plan.undo', { planId }));
    expect((await app.refused('plan.save', { planId: undo.planId, leftOut: [] })).kind).toBe(
      'invalid-request',
    );
  });

  it('makes no plan if it is cut off, altered out of shape, or of another format @plan-file-altered', async () => {
    await open();
    await writeEntry(dev, mount, 'a/x', { v: '1' });
    const lines = readFileSync(await saved(copy()), 'utf8').split('\n');
    const [header = '', row = '', end = ''] = lines;
    const whole = (parts: { header?: string; row?: string; end?: string }) =>
      `${parts.header ?? header}\n${parts.row ?? row}\n${parts.end ?? end}\n`;
    const rows = (text: string) => ({ row: row.replace('{', `{${text},`) });
    const head = (text: string) => ({ header: header.replace('{', `{${text},`) });
    const altered: readonly (readonly [string, string | Uint8Array])[] = [
      ['nothing', ''],
      ['other JSON', '{"format":"other"}\n'],
      ['a later version', whole({ header: header.replace('"version":1', '"version":2') })],
      ['no end', `${header}\n${row}\n`],
      ['no row', `${header}\n${end}\n`],
      ['lines behind the end', `${whole({})}${row}\n`],
      ['half a row', `${header}\n${row.slice(0, -9)}`],
      ['one row twice', `${header.replace('"rows":1', '"rows":2')}\n${row}\n${row}\n{"end":2}\n`],
      ['an unknown member', whole(rows('"value":"x"'))],
      ['an unknown member of the header', whole(head('"value":"x"'))],
      ['a prototype in a row', whole(rows('"__proto__":{"effect":"remove"}'))],
      ['a prototype in the header', whole(head('"__proto__":{"rows":1}'))],
      [
        'a prototype in the action',
        whole({ header: header.replace('"kind"', '"__proto__":{"a":1},"kind"') }),
      ],
      [
        'a prototype in the action, escaped',
        whole({ header: header.replace('"kind"', '"\\u005f_proto__":{"a":1},"kind"') }),
      ],
      ['an action of main', whole({ header: header.replace('"kind":"copy"', '"kind":"import"') })],
      ['an action without its place', whole({ header: header.replace('"place":0,"mount"', '"mount"') })],
      [
        'a place that is not there',
        whole({ header: header.replace('"place":0,"mount"', '"place":9,"mount"') }),
      ],
      [
        'an inherited place',
        whole({ header: header.replace('"place":0,"mount"', '"place":"length","mount"') }),
      ],
      ['a side that is not there', whole({ row: row.replace('"from":0', '"from":7') })],
      ['a row that leads elsewhere', whole({ row: row.replace('"b/x"', '"b/other"') })],
      ['a row that leads nowhere', whole({ row: row.replace(/"to":0,"toPath":"b\/x",/, '') })],
      ['facts of a reverse', whole(rows('"undo":{"way":{"kind":"none"},"made":1,"over":0,"seen":1}'))],
      ['a path that is too long', whole({ row: row.replaceAll('a/x', `a/${'x'.repeat(9000)}`) })],
      ['a line that is too long', whole({ end: `${' '.repeat(1024 * 1024)}${end}` })],
      ['bytes that are not UTF-8', Buffer.from(whole({ row: row.replace('a/x', 'a/\u00ff') }), 'latin1')],
    ];
    for (const [what, text] of altered)
      expect([what, (await refusedWith(text)).kind]).toEqual([what, 'invalid-input']);
    const kinds = await refusedWith(whole({ header: header.replaceAll('127.0.0.1', '127.0.0.9') }));
    expect(kinds.kind).toBe('invalid-request');
    // As it was saved it loads.
    const path = file();
    writeFileSync(path, whole({}));
    expect((await loaded(path)).rows).toMatchObject([{ effect: 'create' }]);
  });

  it('with hostile names or a swap changes nothing that its rows do not say', async () => {
    await open();
    await writeEntry(dev, mount, 'a/x', { v: '1' });
    await writeEntry(dev, mount, 'b/x', { v: '2' });
    const move = { ...copy(), kind: 'move', versions: 'all', metadata: true } as const;
    const text = readFileSync(await saved(move), 'utf8');
    const [header = '', row = ''] = text.split('\n');
    const both = `${header.replace('"rows":1', '"rows":3')}\n${row}\n${row
      .replace('"row":0', '"row":1')
      .replace('a/x', 'b/x')
      .replace('b/x","effect', 'b/b/x","effect')}\n${row
      .replace('"row":0', '"row":2')
      .replace('a/x', 'a/../x')
      .replace('"b/x"', '"b/../x"')}\n{"end":3}\n`;
    const path = file();
    writeFileSync(
      path,
      both.replace('"path":"b/x","to":0,"toPath":"b/x"', '"path":"b/x","to":0,"toPath":"b/b/x"'),
    );
    const plan = await loaded(path);
    expect(plan.rows.map(({ effect }) => effect)).toEqual(['conflict', 'create', 'conflict']);
  });

  it('that was altered runs only as its rows are shown and agreed to @plan-file-altered', async () => {
    await open();
    await writeEntry(dev, mount, 'a/x', { v: '1' });
    const secret = uniqueName('CANARY');
    await writeEntry(dev, mount, 'c/other', { v: secret });
    const text = readFileSync(await saved(copy()), 'utf8');
    const path = file();
    writeFileSync(
      path,
      text.replaceAll('a/x', 'c/other').replaceAll('"b/"', '"d/"').replaceAll('b/x', 'd/other'),
    );
    const plan = await loaded(path);
    expect(plan.rows).toMatchObject([{ from: `${mount.path}c/other`, to: `${mount.path}d/other` }]);
    await runPlan(app, plan.planId);
    expect(JSON.stringify(app.asked)).toContain(`${mount.path}c/other → ${mount.path}d/other`);
    expect(app.crossed()).not.toContain(secret);
  });
});
