/**
 * Runs that end in the middle: the data folder is copied while a request is under way, as a killed app leaves it, and
 * another app goes on from the copy. The server judges what became of every entry.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  at,
  must,
  newKvMount,
  sharedServers,
  startFaultProxy,
  uniqueName,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { FaultProxy, KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import { makePlan, planMade, runPlan } from '../../../e2e/attacks/plans.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { newApp, stopping } = useTestApps();
const folders: string[] = [];
/** Answers that are held back: a proxy stops once they are given. */
const lateAnswers: (() => void)[] = [];
afterEach(() => {
  for (const release of lateAnswers.splice(0)) release();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const journalsIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(join(folder, 'plans'));
  } catch {
    return [];
  }
};

interface Opened {
  readonly app: TestApp;
  readonly sessionId: string;
}

async function openAt(address: string, dataFolder?: string): Promise<Opened> {
  const app = newApp({ agrees: true, ...(dataFolder === undefined ? {} : { dataFolder }) });
  return { app, sessionId: await app.login(address, dev.rootToken) };
}

const place = ({ sessionId }: Opened, mount: KvMount, path: string) => ({
  sessionId,
  mount: mount.path as MountPath,
  path,
});

const moveTo = (opened: Opened, mount: KvMount, path: string): PlanAction => ({
  kind: 'move',
  to: place(opened, mount, path),
  versions: 'all',
  metadata: true,
  existing: 'skip',
});

/** A second app on a copy of the first one's folder, as a crash leaves it now. */
async function afterCrash({ app }: Opened, address: string): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-crashed-'));
  folders.push(folder);
  cpSync(app.dataFolder, folder, { recursive: true });
  return openAt(address, folder);
}

async function unfinished({ app, sessionId }: Opened) {
  return app.must('plan.unfinished', { sessionId });
}

async function resumed({ app, sessionId }: Opened) {
  const [one] = await app.must('plan.unfinished', { sessionId });
  const { unfinishedId = '' } = one ?? {};
  return planMade(app, await app.must('plan.resume', { sessionId, unfinishedId }));
}

/** States and values of all versions; undefined without an entry. */
async function stored(mount: KvMount, path: string) {
  const metadata = await must(dev, 'GET', `${mount.path}metadata/${path}`).catch(() => undefined);
  if (metadata === undefined) return undefined;
  const found: unknown[] = [];
  for (const [version, facts] of Object.entries(at(metadata, 'data', 'versions') as object)) {
    const { destroyed, deletion_time: deleted } = facts as { destroyed: boolean; deletion_time: string };
    found.push(
      destroyed
        ? 'destroyed'
        : deleted !== ''
          ? 'deleted'
          : at(await must(dev, 'GET', `${mount.path}data/${path}?version=${version}`), 'data', 'data'),
    );
  }
  return found;
}

/** Four versions: the second is deleted, the third destroyed. */
async function historied(mount: KvMount, path: string, secret: string) {
  for (const value of ['one', 'two', 'three', 'four'])
    await writeEntry(dev, mount, path, { value: `${secret} ${value}` });
  await must(dev, 'POST', `${mount.path}delete/${path}`, { versions: [2] });
  await must(dev, 'POST', `${mount.path}destroy/${path}`, { versions: [3] });
}

/** Holds one request of a run for ever: before the server has it, or after. */
function hold(proxy: FaultProxy, when: 'before' | 'after', method: string, url: RegExp, nth: number) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  lateAnswers.push(() => resolve(undefined));
  const { add } = proxy;
  // Those before it pass.
  if (nth > 1)
    add({
      method,
      url,
      times: nth - 1,
      fault: { kind: 'delay', until: Promise.resolve() },
    });
  add({
    method,
    url,
    times: 1,
    fault:
      when === 'before' ? { kind: 'never' } : { kind: 'held-answer', until: promise.then(() => undefined) },
  });
  return resolve;
}

const steps = [
  ['the source’s deleted versions are undeleted', 'PUT|POST', (a: string) => `${a}undelete/from/x`, 1],
  ['the first version is written', 'PUT|POST', (_a: string, b: string) => `${b}data/to/x`, 1],
  ['the third version is written', 'PUT|POST', (_a: string, b: string) => `${b}data/to/x`, 3],
  ['the source’s versions are deleted again', 'PUT|POST', (a: string) => `${a}delete/from/x`, 1],
  ['the copy’s version is destroyed', 'PUT|POST', (_a: string, b: string) => `${b}destroy/to/x`, 1],
  ['the copy’s version is deleted', 'PUT|POST', (_a: string, b: string) => `${b}delete/to/x`, 1],
  ['the source is removed', 'DELETE', (a: string) => `${a}metadata/from/x`, 1],
] as const;

describe('a move that ends in the middle', () => {
  for (const when of ['before', 'after'] as const)
    it.each(steps)(
      `is gone on with after a crash ${when} %s @plan-resumed`,
      async (_name, methods, url, nth) => {
        const proxy = await startFaultProxy(dev);
        const [a, b] = [await newKvMount(dev, 2), await newKvMount(dev, 2)];
        const secret = uniqueName('CANARY');
        await historied(a, 'from/x', secret);
        await writeEntry(dev, a, 'from/y', { plain: secret });
        const first = await openAt(proxy.address);
        const plan = await makePlan(first.app, [place(first, a, 'from/')], moveTo(first, b, 'to/'));
        const target = `/v1/${url(a.path, b.path)}`;
        const sent = () => proxy.arrived.filter((line) => line.endsWith(` ${target}`)).length;
        const releases = methods
          .split('|')
          .map((method) => hold(proxy, when, method, new RegExp(`^${target}$`), nth));
        await first.app.must('plan.run', { planId: plan.planId, leftOut: [] });
        await until(() => Promise.resolve(sent() >= nth));
        // The app is not really dead: its other row comes as far as it can.
        await until(async () =>
          methods === 'DELETE'
            ? (await stored(a, 'from/y')) === undefined
            : (await stored(b, 'to/y')) !== undefined,
        );
        expect(journalsIn(first.app.dataFolder)).toHaveLength(1);
        const second = await afterCrash(first, proxy.address);
        proxy.heal();
        expect(await unfinished(second)).toMatchObject([{ action: 'move', rows: 2, missing: [] }]);
        const rest = await resumed(second);
        expect(rest.rows.map(({ effect }) => effect)).not.toContain('conflict');
        const { results } = await runPlan(second.app, rest.planId).catch(() => ({ results: [] }));
        expect(results.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
        expect(await stored(a, 'from/x')).toBeUndefined();
        expect(await stored(a, 'from/y')).toBeUndefined();
        expect(await stored(b, 'to/x')).toEqual([
          { value: `${secret} one` },
          'deleted',
          'destroyed',
          { value: `${secret} four` },
        ]);
        await must(dev, 'POST', `${b.path}undelete/to/x`, { versions: [2] });
        expect((await stored(b, 'to/x'))?.[1]).toEqual({ value: `${secret} two` });
        expect(await stored(b, 'to/y')).toEqual([{ plain: secret }]);
        for (const release of releases) release(undefined);
        await proxy.stop();
      },
    );
});

it('a copy that leaves keys out is gone on with after a crash, still without them', async () => {
  const proxy = await startFaultProxy(dev);
  const [a, b] = [await newKvMount(dev, 2), await newKvMount(dev, 2)];
  for (const host of ['one', 'two', 'three'])
    await writeEntry(dev, a, 'from/x', { host, password: uniqueName('CANARY') });
  const first = await openAt(proxy.address);
  const copy = { ...moveTo(first, b, 'to/'), kind: 'copy', without: ['password'] } as PlanAction;
  const plan = await makePlan(first.app, [place(first, a, 'from/')], copy);
  const target = `/v1/${b.path}data/to/x`;
  const release = hold(proxy, 'before', 'POST', new RegExp(`^${target}$`), 2);
  await first.app.must('plan.run', { planId: plan.planId, leftOut: [] });
  const sent = () => proxy.arrived.filter((line) => line.startsWith('POST') && line.endsWith(target)).length;
  await until(() => Promise.resolve(sent() >= 2));
  const second = await afterCrash(first, proxy.address);
  proxy.heal();
  const rest = await resumed(second);
  expect(rest.rows).toMatchObject([{ effect: 'go-on' }]);
  expect((await runPlan(second.app, rest.planId)).results).toMatchObject([{ outcome: 'done' }]);
  expect(await stored(b, 'to/x')).toEqual([{ host: 'one' }, { host: 'two' }, { host: 'three' }]);
  release(undefined);
  await proxy.stop();
});

it('an undo is gone on with after a crash, and says that custom metadata is gone @undo-resumed', async () => {
  const proxy = await startFaultProxy(dev);
  const mount = await newKvMount(dev, 2);
  const owner = uniqueName('OWNER');
  await writeEntry(dev, mount, 'a/x', { v: '1' });
  await writeEntry(dev, mount, 'b/x', { v: '1' });
  const settings = { custom_metadata: { owner }, max_versions: 5 };
  for (const path of ['a/x', 'b/x']) await must(dev, 'POST', `${mount.path}metadata/${path}`, settings);
  const undone = async (action: PlanAction, path: string) => {
    const first = await openAt(proxy.address);
    const plan = await makePlan(first.app, [place(first, mount, path)], action);
    await runPlan(first.app, plan.planId);
    const undo = await planMade(first.app, await first.app.must('plan.undo', { planId: plan.planId }));
    const url = `/v1/${mount.path}metadata/${path}`;
    const isSent = (line: string) => /^(?:POST|PUT) /.test(line) && line.endsWith(url);
    const before = proxy.arrived.filter(isSent).length;
    for (const method of ['PUT', 'POST']) hold(proxy, 'before', method, new RegExp(`^${url}$`), 1);
    await first.app.must('plan.run', { planId: undo.planId, leftOut: [] });
    await until(() => Promise.resolve(proxy.arrived.filter(isSent).length > before));
    const second = await afterCrash(first, proxy.address);
    proxy.heal();
    const [journal = ''] = journalsIn(second.app.dataFolder);
    expect(readFileSync(join(second.app.dataFolder, 'plans', journal), 'utf8')).not.toContain(owner);
    return { app: second.app, ...(await resumed(second)) };
  };
  const now = async (path: string) =>
    at(await must(dev, 'GET', `${mount.path}metadata/${path}`), 'data') as Readonly<Record<string, unknown>>;
  const config = await undone({ kind: 'set-settings', settings: { maxVersions: 9 } }, 'a/x');
  expect(config.rows).toMatchObject([{ effect: 'change' }]);
  expect((await runPlan(config.app, config.planId)).results).toMatchObject([{ outcome: 'done' }]);
  expect(await now('a/x')).toMatchObject(settings);
  const metadata = await undone({ kind: 'set-metadata', set: { owner: 'other' }, remove: [] }, 'b/x');
  expect(metadata.rows).toMatchObject([{ effect: 'conflict' }]);
  expect(metadata.rows[0]?.reason).toContain('Its earlier custom metadata is gone with the app');
  expect(await now('b/x')).toMatchObject({ custom_metadata: { owner: 'other' } });
  await proxy.stop();
});

const importSteps = [
  ['the first version is written', 'data/in/x', 1],
  ['its metadata is written', 'metadata/in/x', 1],
  ['the third version is written', 'data/in/x', 3],
  ['the second version is deleted', 'delete/in/x', 1],
] as const;

/** An export: of `x` the second version is deleted; `y` has one version. */
function exportFile(secret: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-export-'));
  folders.push(folder);
  const data = (version: number, value: string): string =>
    `{"version":${String(version)},"data":{"value":"${secret} ${value}"}}`;
  const path = join(folder, 'backup.jsonl');
  writeFileSync(
    path,
    [
      '{"format":"strongroom-export","version":1}',
      `{"path":"x","below":"","versions":[${data(1, 'one')},{"version":2,"deleted":"2026-01-01T00:00:00Z"},${data(3, 'three')}],"metadata":{"custom":{"owner":"me"}}}`,
      `{"path":"y","below":"","versions":[${data(1, 'y')}]}`,
      '{"end":"complete","entries":2,"unread":0}',
      '',
    ].join('\n'),
  );
  return path;
}

async function importPlan({ app, sessionId }: Opened, mount: KvMount, path: string) {
  app.files.push(path);
  const { importId, mapping } = await app.must('import.choose', { sessionId });
  const to = { sessionId, mount: mount.path as MountPath, path: 'in/' };
  return planMade(app, await app.must('import.plan', { importId, to, mapping, existing: 'skip' }));
}

describe('an import that ends in the middle', () => {
  for (const when of ['before', 'after'] as const)
    it.each(importSteps)(
      `is gone on with after a crash ${when} %s, from its file chosen again @import-resumed`,
      async (_name, url, nth) => {
        const proxy = await startFaultProxy(dev);
        const mount = await newKvMount(dev, 2);
        const secret = uniqueName('CANARY');
        const path = exportFile(secret);
        const first = await openAt(proxy.address);
        const plan = await importPlan(first, mount, path);
        const target = `/v1/${mount.path}${url}`;
        const sent = () =>
          proxy.arrived.filter((line) => /^(PUT|POST) /.test(line) && line.endsWith(` ${target}`)).length;
        const releases = ['PUT', 'POST'].map((method) =>
          hold(proxy, when, method, new RegExp(`^${target}$`), nth),
        );
        await first.app.must('plan.run', { planId: plan.planId, leftOut: [] });
        await until(() => Promise.resolve(sent() >= nth));
        await until(async () => (await stored(mount, 'in/y')) !== undefined);
        const [journal = ''] = journalsIn(first.app.dataFolder);
        expect(readFileSync(join(first.app.dataFolder, 'plans', journal), 'utf8')).not.toContain(secret);
        const second = await afterCrash(first, proxy.address);
        proxy.heal();
        expect(await unfinished(second)).toMatchObject([{ action: 'import', fileName: 'backup.jsonl' }]);
        second.app.files.push(path);
        const rest = await resumed(second);
        expect(rest.rows.map(({ effect }) => effect)).not.toContain('conflict');
        // The row that is whole is not run again.
        expect(rest.rows.find(({ to = '' }) => to.endsWith('in/y'))).toMatchObject({ effect: 'done-before' });
        const { results } = await runPlan(second.app, rest.planId);
        expect(results.map(({ outcome }) => outcome)).toEqual(['done']);
        expect(await stored(mount, 'in/x')).toEqual([
          { value: `${secret} one` },
          'deleted',
          { value: `${secret} three` },
        ]);
        expect(await stored(mount, 'in/y')).toEqual([{ value: `${secret} y` }]);
        const metadata = await must(dev, 'GET', `${mount.path}metadata/in/x`);
        expect(at(metadata, 'data', 'custom_metadata')).toEqual({ owner: 'me' });
        expect(journalsIn(second.app.dataFolder)).toEqual([]);
        expect(second.app.crossed()).not.toContain(secret);
        for (const release of releases) release(undefined);
        await proxy.stop();
      },
    );

  /** An import whose first row was written, then changed by somebody else if told so; its app is dead. */
  async function broken(proxy: FaultProxy, mount: KvMount, path: string): Promise<Opened> {
    const first = await openAt(proxy.address);
    const plan = await importPlan(first, mount, path);
    for (const method of ['PUT', 'POST'])
      hold(proxy, 'after', method, new RegExp(`^/v1/${mount.path}data/in/x$`), 2);
    await first.app.must('plan.run', { planId: plan.planId, leftOut: [] });
    await until(async () => ((await stored(mount, 'in/x')) ?? []).length === 2);
    await until(async () => (await stored(mount, 'in/y')) !== undefined);
    const second = await afterCrash(first, proxy.address);
    proxy.heal();
    return second;
  }

  it('takes no other file, and stays unfinished', async () => {
    const proxy = stopping(await startFaultProxy(dev));
    const mount = await newKvMount(dev, 2);
    const path = exportFile(uniqueName('CANARY'));
    const second = await broken(proxy, mount, path);
    const [one] = await unfinished(second);
    const asked = { sessionId: second.sessionId, unfinishedId: one?.unfinishedId ?? '' };
    // No file, one of another size, and one with as many bytes and other paths.
    expect(await second.app.refused('plan.resume', asked)).toMatchObject({ kind: 'cancelled' });
    const text = readFileSync(path, 'utf8');
    for (const other of [`${text}\n`, text.replace('"path":"y"', '"path":"z"')]) {
      writeFileSync(path, other);
      second.app.files.push(path);
      expect(await second.app.refused('plan.resume', asked)).toMatchObject({
        kind: 'invalid-input',
        field: 'file',
      });
    }
    expect(await unfinished(second)).toHaveLength(1);
  });

  it('leaves alone what somebody else has written since', async () => {
    const proxy = stopping(await startFaultProxy(dev));
    const mount = await newKvMount(dev, 2);
    const path = exportFile(uniqueName('CANARY'));
    const second = await broken(proxy, mount, path);
    await writeEntry(dev, mount, 'in/x', { value: 'theirs' });
    await writeEntry(dev, mount, 'in/y', { value: 'theirs' });
    second.app.files.push(path);
    const rest = await resumed(second);
    expect(rest.rows.map(({ effect }) => effect)).toEqual(['conflict', 'conflict']);
    expect(await second.app.refused('plan.run', { planId: rest.planId, leftOut: [] })).toMatchObject({
      kind: 'invalid-request',
    });
    expect((await stored(mount, 'in/x'))?.at(-1)).toEqual({ value: 'theirs' });
  });

  it('into KV v1 finds what it has written', async () => {
    const proxy = stopping(await startFaultProxy(dev));
    const mount = await newKvMount(dev, 1);
    const path = exportFile(uniqueName('CANARY'));
    const first = await openAt(proxy.address);
    const plan = await importPlan(first, mount, path);
    for (const method of ['PUT', 'POST'])
      hold(proxy, 'after', method, new RegExp(`^/v1/${mount.path}in/x$`), 1);
    await first.app.must('plan.run', { planId: plan.planId, leftOut: [] });
    for (const name of ['x', 'y'])
      await until(() =>
        must(dev, 'GET', `${mount.path}in/${name}`).then(
          () => true,
          () => false,
        ),
      );
    const second = await afterCrash(first, proxy.address);
    proxy.heal();
    second.app.files.push(path);
    const rest = await resumed(second);
    expect(rest.rows.map(({ effect }) => effect)).toEqual(['done-before', 'done-before']);
    expect(journalsIn(second.app.dataFolder)).toEqual([]);
  });
});

describe('a journal', () => {
  it('is for its owner only, has no value, and goes when the run has ended whole', async () => {
    const proxy = stopping(await startFaultProxy(dev));
    const mount = await newKvMount(dev, 2);
    const secret = uniqueName('CANARY');
    for (const name of ['a', 'b']) await writeEntry(dev, mount, `k/${name}`, { password: secret });
    const opened = await openAt(proxy.address);
    const release = Promise.withResolvers<undefined>();
    proxy.add({
      url: new RegExp(`${mount.path}data/k/a`),
      method: 'POST',
      times: 1,
      fault: { kind: 'delay', until: release.promise.then(() => undefined) },
    });
    const typed = uniqueName('TYPED');
    const plan = await makePlan(opened.app, [place(opened, mount, 'k/')], {
      kind: 'set-key',
      key: 'password',
      rawJson: JSON.stringify(typed),
      onlyWhere: 'all',
    });
    const { jobId } = await opened.app.must('plan.run', { planId: plan.planId, leftOut: [] });
    await until(() =>
      Promise.resolve(proxy.arrived.some((line) => line.startsWith('POST') && line.includes('k/a'))),
    );
    const [name = ''] = journalsIn(opened.app.dataFolder);
    const path = join(opened.app.dataFolder, 'plans', name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('"path":"k/a"');
    for (const value of [secret, typed, dev.rootToken]) expect(text).not.toContain(value);
    // Under way here, so that it is not offered as an unfinished one.
    expect(await unfinished(opened)).toEqual([]);
    const crashed = await afterCrash(opened, proxy.address);
    release.resolve(undefined);
    await until(() =>
      Promise.resolve(
        opened.app.events.some((one) => one.name === 'job.ended' && one.payload.jobId === jobId),
      ),
    );
    expect(journalsIn(opened.app.dataFolder)).toEqual([]);
    // The value is gone with the app: each row says where it stands, and none is run.
    const rest = await resumed(crashed);
    expect(rest.rows.map(({ effect }) => effect)).toEqual(expect.arrayContaining(['unknown']));
    expect(await crashed.app.refused('plan.run', { planId: rest.planId, leftOut: [] })).toMatchObject({
      kind: 'invalid-request',
    });
    const [one] = await unfinished(crashed);
    await crashed.app.must('plan.forget', {
      sessionId: crashed.sessionId,
      unfinishedId: one?.unfinishedId ?? '',
    });
    expect(await unfinished(crashed)).toEqual([]);
    expect(journalsIn(crashed.app.dataFolder)).toEqual([]);
  });

  it('of a run that was cancelled is offered in the same app, too: a lock takes the plan from the page', async () => {
    const proxy = await startFaultProxy(dev);
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a/x', { value: '1' });
    const opened = await openAt(proxy.address);
    const plan = await makePlan(opened.app, [place(opened, mount, 'a/')], moveTo(opened, mount, 'b/'));
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const answered = promise.then(() => undefined);
    for (const method of ['POST', 'PUT'])
      proxy.add({ method, url: /data\/b\/x/, times: 1, fault: { kind: 'held-answer', until: answered } });
    const { jobId } = await opened.app.must('plan.run', { planId: plan.planId, leftOut: [] });
    await until(() => Promise.resolve(proxy.arrived.some((line) => /^P.* .*data\/b\/x/.test(line))));
    await opened.app.must('job.cancel', { jobId });
    resolve(undefined);
    await until(() =>
      Promise.resolve(
        opened.app.events.some((one) => one.name === 'job.ended' && one.payload.jobId === jobId),
      ),
    );
    expect(await unfinished(opened)).toMatchObject([{ rows: 1, done: 0 }]);
    const rest = await resumed(opened);
    expect(rest.rows).toMatchObject([{ effect: 'go-on' }]);
    expect((await runPlan(opened.app, rest.planId)).results).toMatchObject([{ outcome: 'done' }]);
    expect(await stored(mount, 'a/x')).toBeUndefined();
    expect(await unfinished(opened)).toEqual([]);
    await proxy.stop();
  });

  it('is offered to its own connection only, and names another that it needs', async () => {
    const [proxy, other] = [stopping(await startFaultProxy(dev)), await startFaultProxy(dev)];
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a/x', { value: '1' });
    const opened = await openAt(proxy.address);
    const there = { ...opened, sessionId: await opened.app.login(other.address, dev.rootToken) };
    const plan = await makePlan(opened.app, [place(opened, mount, 'a/')], moveTo(there, mount, 'b/'));
    other.add({ url: /data\/b\/x/, method: 'POST', fault: { kind: 'never' } });
    await opened.app.must('plan.run', { planId: plan.planId, leftOut: [] });
    await until(() =>
      Promise.resolve(other.arrived.some((line) => line.startsWith('POST') && line.includes('b/x'))),
    );
    const crashed = await afterCrash(opened, proxy.address);
    const [one] = await unfinished(crashed);
    expect(one).toMatchObject({ action: 'move', missing: ['test'] });
    const input = { sessionId: crashed.sessionId, unfinishedId: one?.unfinishedId ?? '' };
    expect(await crashed.app.refused('plan.resume', input)).toMatchObject({ kind: 'invalid-request' });
    const third = await crashed.app.login(dev.address, dev.rootToken);
    expect(await crashed.app.must('plan.unfinished', { sessionId: third })).toEqual([]);
    other.heal();
    await crashed.app.login(other.address, dev.rootToken);
    const rest = await resumed(crashed);
    expect((await runPlan(crashed.app, rest.planId)).results).toMatchObject([{ outcome: 'done' }]);
    expect(await stored(mount, 'b/x')).toEqual([{ value: '1' }]);
    expect(await stored(mount, 'a/x')).toBeUndefined();
    await other.stop();
  });
});

describe('a row that failed after some of its writes', () => {
  it('whose source may be gone is told as unknown, and its copy is not taken away by an undo', async () => {
    const proxy = stopping(await startFaultProxy(dev));
    const mount = await newKvMount(dev, 2);
    for (const name of ['a', 'b']) await writeEntry(dev, mount, `from/${name}`, { value: name });
    const opened = await openAt(proxy.address);
    const { app } = opened;
    const { planId } = await makePlan(app, [place(opened, mount, 'from/')], moveTo(opened, mount, 'to/'));
    proxy.add({ method: 'DELETE', url: /metadata\/from\/a$/, times: 1, fault: { kind: 'lost-answer' } });
    const { results } = await runPlan(app, planId);
    const unsure = results.filter(({ outcome }) => outcome === 'unknown');
    expect(unsure).toHaveLength(1);
    expect(unsure[0]).not.toHaveProperty('sourceStays');
    expect(await stored(mount, 'from/a')).toBeUndefined();
    const undo = await planMade(app, await app.must('plan.undo', { planId }));
    expect(undo.rows.map(({ from }) => from)).toEqual([`${mount.path}to/b`]);
    await runPlan(app, undo.planId);
    expect(await stored(mount, 'to/a')).toEqual([{ value: 'a' }]);
    expect(await stored(mount, 'from/b')).toEqual([{ value: 'b' }]);
  });

  it('goes on when it is tried again, and does not meet its own versions as a conflict', async () => {
    const proxy = stopping(await startFaultProxy(dev));
    const mount = await newKvMount(dev, 2);
    await historied(mount, 'from/x', 'plain');
    const opened = await openAt(proxy.address);
    const plan = await makePlan(opened.app, [place(opened, mount, 'from/')], moveTo(opened, mount, 'to/'));
    const url = new RegExp(`${mount.path}data/to/x`);
    proxy.add({ method: 'POST', url, times: 2, fault: { kind: 'delay', until: Promise.resolve() } });
    proxy.add({
      method: 'POST',
      url,
      times: 1,
      fault: { kind: 'answer', status: 400, body: { errors: ['no'] } },
    });
    const first = await runPlan(opened.app, plan.planId);
    expect(first.results).toMatchObject([{ outcome: 'failed' }]);
    // The source is as it was.
    expect((await stored(mount, 'from/x'))?.[1]).toBe('deleted');
    const { jobId } = await opened.app.must('plan.retry', { planId: plan.planId });
    await until(() =>
      Promise.resolve(
        opened.app.events.some((one) => one.name === 'job.ended' && one.payload.jobId === jobId),
      ),
    );
    expect(await stored(mount, 'from/x')).toBeUndefined();
    expect(await stored(mount, 'to/x')).toEqual([
      { value: 'plain one' },
      'deleted',
      'destroyed',
      { value: 'plain four' },
    ]);
    expect(journalsIn(opened.app.dataFolder)).toEqual([]);
  });
});
