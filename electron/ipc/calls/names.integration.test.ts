/** The names that main knows, against a real server: whatever lists feeds them, whatever the app changes is in them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  newKvMount,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import { makePlan, planMade, runPlan } from '../../../e2e/attacks/plans.ts';
import type { ExportOptions } from '../../../shared/vault/export.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import { endOf } from './job-results.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session, stopping } = useTestApps();

interface Open {
  readonly app: TestApp;
  readonly sessionId: string;
}

const open = (): Promise<Open> => session(dev, dev.rootToken, {}, { agrees: true });
const place = (sessionId: string, mount: KvMount, path = '') => ({
  sessionId,
  mount: mount.path as MountPath,
  path,
});

async function filled(version: 1 | 2): Promise<KvMount> {
  const kv = await newKvMount(dev, version);
  for (const path of ['team/needle-1', 'team/sub/needle-2']) await writeEntry(dev, kv, path, { k: 'v' });
  return kv;
}

/** Whole paths that the palette finds. */
async function found({ app, sessionId }: Open, text: string): Promise<readonly string[]> {
  const { places } = await app.must('names.search', { sessionId, text });
  return places.map(({ mount, path }) => mount.path + path).sort();
}

async function ran({ app }: Open, planId: string): Promise<void> {
  const { results } = await runPlan(app, planId);
  expect(results.map(({ outcome }) => outcome)).not.toContain('failed');
}

it.each([1, 2] as const)('follow what plans copy, move, undo and remove, on KV v%i', async (version) => {
  const here = await open();
  const { app, sessionId } = here;
  const [from, to] = [await filled(version), await newKvMount(dev, version)];
  const transfer = (kind: 'copy' | 'move', path: string): PlanAction => ({
    kind,
    to: place(sessionId, to, path),
    versions: 'all',
    metadata: true,
    existing: 'skip',
  });
  const sources = ['team/needle-1', 'team/sub/needle-2'].map((path) => from.path + path);
  const copies = ['needle-1', 'sub/needle-2'].map((path) => `${to.path}copy/${path}`);
  const moved = ['needle-1', 'sub/needle-2'].map((path) => `${to.path}moved/${path}`);

  const copy = await makePlan(app, [place(sessionId, from, 'team/')], transfer('copy', 'copy/'));
  expect(await found(here, 'needle')).toEqual(sources.toSorted());
  await ran(here, copy.planId);
  expect(await found(here, 'needle')).toEqual([...sources, ...copies].sort());

  const move = await makePlan(app, [place(sessionId, from, 'team/')], transfer('move', 'moved/'));
  await ran(here, move.planId);
  expect(await found(here, 'needle')).toEqual([...copies, ...moved].sort());

  const undo = await planMade(app, await app.must('plan.undo', { planId: move.planId }));
  await ran(here, undo.planId);
  expect(await found(here, 'needle')).toEqual([...sources, ...copies].sort());

  const removal = await makePlan(app, [place(sessionId, to, 'copy/')], { kind: 'remove' });
  await ran(here, removal.planId);
  expect(await found(here, 'needle')).toEqual(sources.toSorted());
});

it.each([1, 2] as const)('follow an entry that is created and deleted, on KV v%i', async (version) => {
  const here = await open();
  const { app, sessionId } = here;
  const kv = await newKvMount(dev, version);
  await app.must('folder.list', place(sessionId, kv));
  const at = place(sessionId, kv, 'new/needle');
  await app.must('entry.create', { ...at, changes: [{ op: 'set', key: 'k', rawJson: '"v"' }] });
  expect(await found(here, 'needle')).toEqual([`${kv.path}new/needle`]);
  await app.must('entry.deleteEverything', at);
  expect(await found(here, 'needle')).toEqual([]);
  expect(await found(here, 'new')).toEqual([]);
});

it('are as fresh as the latest list, whatever has asked for it', async () => {
  const proxy = stopping(await startRecordingProxy(dev));
  const { app, sessionId } = await session(proxy, dev.rootToken, {}, { agrees: true });
  const kv = await filled(2);
  const folder = mkdtempSync(join(tmpdir(), 'names-'));
  const options: ExportOptions = {
    format: 'json',
    versions: 'latest',
    metadata: false,
    values: true,
    keys: { which: 'all', names: [] },
    protection: { kind: 'none' },
  };
  const walks = {
    table: () => app.must('folder.table', { ...place(sessionId, kv), below: true, keys: false }),
    export: () => {
      app.files.push(join(folder, 'export'));
      app.answers.push('');
      return app.must('export.start', { sessionId, places: [place(sessionId, kv)], options });
    },
  };
  let before = 0;
  for (const walk of [walks.table, walks.export]) {
    // Milliseconds: the next list is a later one.
    await until(() => Promise.resolve(Date.now() > before + 1));
    const { jobId } = await walk();
    expect((await endOf(app, jobId)).outcome).toBe('done');
    const sent = proxy.requests.length;
    const { names, oldestMs = 0 } = await app.must('names.search', { sessionId, text: 'needle' });
    expect(names).toBe(4);
    expect(oldestMs).toBeGreaterThan(before);
    before = Date.now();
    expect(proxy.requests.slice(sent).filter(({ url }) => url.includes('/metadata/'))).toEqual([]);
  }
  rmSync(folder, { recursive: true });
});

it('are gone with a lock, and a write that ends after it brings none back', async () => {
  const proxy = stopping(await startFaultProxy(dev));
  const here = await session(proxy, dev.rootToken, {}, { agrees: true });
  const { app, sessionId } = here;
  const kv = await filled(2);
  await app.must('folder.list', place(sessionId, kv, 'team/'));
  expect(await found(here, 'needle-1')).toEqual([`${kv.path}team/needle-1`]);
  const late = Promise.withResolvers<undefined>();
  proxy.add({ fault: { kind: 'delay', until: late.promise }, method: 'POST', url: /late-needle/, times: 1 });
  const at = place(sessionId, kv, 'late-needle');
  const creating = app.call('entry.create', { ...at, changes: [{ op: 'set', key: 'k', rawJson: '"v"' }] });
  await until(() => Promise.resolve(proxy.arrived.some((line) => line.includes('late-needle'))));
  await app.call('lock.now', {});
  app.answers.push(dev.rootToken);
  await app.must('session.reauthenticate', { sessionId });
  await app.must('mount.list', { sessionId });
  late.resolve(undefined);
  expect(await creating).toMatchObject({ ok: true });
  expect(await app.must('names.search', { sessionId, text: 'needle' })).toEqual({
    places: [],
    total: 0,
    names: 0,
  });
});
