/** Two folders compared to their ends, or a folder and a file, and plans of their difference, for real. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  at,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import { ended, planMade, runPlan } from '../../../e2e/attacks/plans.ts';
import type { ComparedPlace, ComparisonRow } from '../../../shared/vault/comparison.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { newApp, session, stopping } = useTestApps();

const place = (mount: KvMount, path: string, sessionId: string) => ({
  sessionId,
  mount: mount.path as MountPath,
  path,
});

interface Made {
  readonly comparisonId: string;
  readonly rows: readonly ComparisonRow[];
  readonly unread: number;
}

async function compare(app: TestApp, left: ReturnType<typeof place>, right: ComparedPlace): Promise<Made> {
  const { sessionId } = left;
  const { comparisonId, jobId } = await app.must('comparison.start', { sessionId, left, right });
  const { unreadCount } = await ended(app, jobId);
  const rows: ComparisonRow[] = [];
  for (const event of app.events)
    if (event.name === 'comparison.found' && event.payload.comparisonId === comparisonId)
      for (const row of event.payload.rows) rows[row.id] = row;
  return { comparisonId, rows, unread: unreadCount };
}

const verdicts = ({ rows }: Made) => Object.fromEntries(rows.map(({ path, change }) => [path, change]));
const dataOf = async (mount: KvMount, path: string) =>
  at(await must(dev, 'GET', `${mount.path}data/${path}`), 'data', 'data');

async function twoFolders(): Promise<KvMount> {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'a/same', { b: 1, a: 'canary-1' });
  await writeEntry(dev, mount, 'b/same', { a: 'canary-1', b: 1 });
  await writeEntry(dev, mount, 'a/sub/other', { a: 'canary-2', same: true });
  await writeEntry(dev, mount, 'b/sub/other', { a: 'canary-3', same: true, more: 'canary-4' });
  await writeEntry(dev, mount, 'a/left', { a: 'canary-5' });
  await writeEntry(dev, mount, 'b/deep/right', { a: 'canary-6' });
  await writeEntry(dev, mount, 'a/deleted', { a: 'canary-7' });
  await writeEntry(dev, mount, 'b/deleted', { a: 'canary-7' });
  await must(dev, 'DELETE', `${mount.path}data/b/deleted`);
  return mount;
}

describe('two folders', () => {
  it('are compared to their ends, and no value crosses', async () => {
    const { app, sessionId } = await session(dev, dev.rootToken);
    const mount = await twoFolders();
    const made = await compare(app, place(mount, 'a/', sessionId), place(mount, 'b/', sessionId));
    expect(made.rows).toEqual([
      { id: 0, path: 'deep/right', change: 'right-only' },
      { id: 1, path: 'deleted', change: 'left-only', gone: 'right' },
      { id: 2, path: 'left', change: 'left-only' },
      { id: 3, path: 'same', change: 'same', differ: 0, keys: 2 },
      { id: 4, path: 'sub/other', change: 'different', differ: 2, keys: 3 },
    ]);
    const { comparisonId } = made;
    const difference = await app.must('comparison.difference', { comparisonId, row: 4 });
    expect(difference.map(({ key, change }) => [key, change])).toEqual([
      ['a', 'changed'],
      ['same', 'same'],
      ['more', 'right-only'],
    ]);
    expect(app.crossed()).not.toContain('canary');
  });

  it('are made equal by a plan of chosen rows, in either direction', async () => {
    const { app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true });
    const mount = await twoFolders();
    const [left, right] = [place(mount, 'a/', sessionId), place(mount, 'b/', sessionId)];
    const { comparisonId, rows } = await compare(app, left, right);
    const options = { comparisonId, versions: 'latest', metadata: false } as const;
    const all = rows.map(({ id }) => id);
    const plan = await planMade(
      app,
      await app.must('comparison.plan', { ...options, to: 'right', rows: all }),
    );
    // Rows that are equal, or only on the right, are no part of it.
    expect(plan.rows.map(({ to, effect }) => [to, effect])).toEqual([
      [`${mount.path}b/deleted`, 'overwrite'],
      [`${mount.path}b/left`, 'create'],
      [`${mount.path}b/sub/other`, 'overwrite'],
    ]);
    await runPlan(app, plan.planId);
    expect(await dataOf(mount, 'b/sub/other')).toEqual({ a: 'canary-2', same: true });
    const back = await planMade(
      app,
      await app.must('comparison.plan', { ...options, to: 'left', rows: [0] }),
    );
    await runPlan(app, back.planId);
    expect(verdicts(await compare(app, left, right))).toEqual({
      'deep/right': 'same',
      deleted: 'same',
      left: 'same',
      same: 'same',
      'sub/other': 'same',
    });
    expect(await app.refused('comparison.plan', { ...options, to: 'right', rows: [3] })).toMatchObject({
      kind: 'invalid-request',
    });
  });

  it('of KV v1 and v2 are compared', async () => {
    const { app, sessionId } = await session(dev, dev.rootToken);
    const [v1, v2] = [await newKvMount(dev, 1), await newKvMount(dev, 2)];
    await writeEntry(dev, v1, 'x', { a: 1.5 });
    await writeEntry(dev, v2, 'x', { a: 1.5 });
    await writeEntry(dev, v1, 'y', { a: '1' });
    await writeEntry(dev, v2, 'y', { a: 1 });
    const made = await compare(app, place(v1, '', sessionId), place(v2, '', sessionId));
    expect(verdicts(made)).toEqual({ x: 'same', y: 'different' });
  });

  it('say nothing about what could not be listed or read', async () => {
    const mount = await newKvMount(dev, 2);
    for (const path of ['a/x', 'a/hidden/y', 'b/x', 'b/hidden/y', 'a/secret', 'b/secret'])
      await writeEntry(dev, mount, path, { v: path });
    const policy = await newPolicy(
      dev,
      `path "${mount.path}*" { capabilities = ["read", "list"] }
       path "${mount.path}metadata/b/hidden*" { capabilities = ["deny"] }
       path "${mount.path}data/b/secret" { capabilities = ["deny"] }`,
    );
    const { token } = await newToken(dev, { policies: [policy] });
    const { app, sessionId } = await session(dev, token);
    const made = await compare(app, place(mount, 'a/', sessionId), place(mount, 'b/', sessionId));
    // Not “only left”: the right folder was not listed.
    expect(verdicts(made)).toEqual({ 'hidden/y': 'unknown', secret: 'unknown', x: 'different' });
    expect(made.unread).toBe(1);
  });

  it('are refused if they are one folder, or an entry', async () => {
    const { app, sessionId } = await session(dev, dev.rootToken);
    const mount = await newKvMount(dev, 2);
    for (const right of ['a/', 'a'])
      expect(
        await app.refused('comparison.start', {
          sessionId,
          left: place(mount, 'a/', sessionId),
          right: place(mount, right, sessionId),
        }),
      ).toMatchObject({ kind: 'invalid-input', field: 'right' });
  });
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function fileAt(app: TestApp, sessionId: string, path: string) {
  if (app.files.length === 0) app.files.push(path);
  return app.must('import.choose', { sessionId, purpose: 'comparison' });
}

/** A file on the disk, as a side of a comparison once the dialog has it. */
async function fileSide(app: TestApp, sessionId: string, name: string, content: string) {
  const folder = mkdtempSync(join(tmpdir(), 'compared-'));
  folders.push(folder);
  const path = join(folder, name);
  writeFileSync(path, content);
  const file = await fileAt(app, sessionId, path);
  return { importId: file.importId, folders: file.mapping.folders };
}

const ownExport = (lines: readonly string[], end: 'complete' | 'incomplete' = 'complete') =>
  [
    '{"format":"strongroom-export","version":1,"versions":"all"}',
    ...lines,
    `{"end":"${end}","entries":${String(lines.length)},"unread":0}`,
    '',
  ].join('\n');

describe('a folder and a file', () => {
  it('are compared by the newest values of the file, and no value crosses', async () => {
    const { app, sessionId } = await session(dev, dev.rootToken);
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a/same', { b: 1, a: 'canary-1', big: 12345678901234567000 });
    await writeEntry(dev, mount, 'a/sub/other', { a: 'canary-2', same: true });
    await writeEntry(dev, mount, 'a/ours', { a: 'canary-3' });
    await writeEntry(dev, mount, 'a/gone', { a: 'canary-4' });
    await writeEntry(dev, mount, 'a/twice', { a: 'canary-4' });
    const entry = (path: string, versions: string) =>
      `{"mount":"m/","engine":"kv2","path":"x/${path}","below":"x/","versions":[${versions}]}`;
    const file = await fileSide(
      app,
      sessionId,
      'export.jsonl',
      ownExport([
        // KV v2 has rounded this number.
        entry('same', '{"version":1,"data":{"a":"canary-1","b":1.0,"big":12345678901234567890}}'),
        entry('sub/other', '{"version":1,"data":{"a":"canary-2"}},{"version":2,"data":{"a":"canary-5"}}'),
        entry('theirs', '{"version":1,"data":{"a":"canary-6"}}'),
        entry('gone', '{"version":1,"data":{"a":"canary-4"}},{"version":2,"state":"deleted"}'),
        entry('unread', '{"version":1,"data":{"a":"canary-6"}},{"version":2,"unread":"permission denied"}'),
        entry('twice', '{"version":1,"data":{"a":"canary-4"}}'),
        entry('twice', '{"version":1,"data":{"a":"canary-4"}}'),
      ]),
    );
    const made = await compare(app, place(mount, 'a/', sessionId), file);
    expect(made.rows).toEqual([
      { id: 0, path: 'gone', change: 'left-only', gone: 'right' },
      { id: 1, path: 'ours', change: 'left-only' },
      { id: 2, path: 'same', change: 'same', differ: 0, keys: 3 },
      { id: 3, path: 'sub/other', change: 'different', differ: 2, keys: 2 },
      { id: 4, path: 'theirs', change: 'right-only' },
      { id: 5, path: 'twice', change: 'unknown', reason: 'Two items of the file have this path.' },
      { id: 6, path: 'unread', change: 'unknown', reason: 'The file has no values of its newest version.' },
    ]);
    const { comparisonId } = made;
    const difference = await app.must('comparison.difference', { comparisonId, row: 3 });
    expect(difference.map(({ key, change }) => [key, change])).toEqual([
      ['a', 'changed'],
      ['same', 'left-only'],
    ]);
    expect(app.crossed()).not.toContain('canary');
  });

  it('are made equal by an import of chosen rows, and never the other way', async () => {
    const { app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true });
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'a/app/db', { k: 'ours' });
    await writeEntry(dev, mount, 'a/app/ours', { k: 'ours' });
    const file = await fileSide(
      app,
      sessionId,
      'medusa.yaml',
      'env:\n  app:\n    db: { k: theirs }\n    web: { k: theirs }\n    cache: { k: theirs }\n',
    );
    expect(file.folders).toBe('without-common');
    const left = place(mount, 'a/', sessionId);
    const side = { ...file, folders: 'all' } as const;
    expect(verdicts(await compare(app, left, side))).toMatchObject({ 'env/app/db': 'right-only' });
    const made = await compare(app, place(mount, 'a/app/', sessionId), file);
    expect(verdicts(made)).toEqual({
      cache: 'right-only',
      db: 'different',
      ours: 'left-only',
      web: 'right-only',
    });
    const asked = { comparisonId: made.comparisonId, versions: 'latest', metadata: false } as const;
    expect(await app.refused('comparison.plan', { ...asked, to: 'right', rows: [2] })).toMatchObject({
      kind: 'invalid-input',
      field: 'to',
    });
    const plan = await planMade(
      app,
      await app.must('comparison.plan', { ...asked, to: 'left', rows: [1, 2, 3] }),
    );
    expect(plan.rows.map(({ from, to, effect }) => [from, to, effect])).toEqual([
      ['env/app/db', `${mount.path}a/app/db`, 'overwrite'],
      ['env/app/web', `${mount.path}a/app/web`, 'create'],
    ]);
    await runPlan(app, plan.planId);
    expect(JSON.stringify(app.asked)).toContain('medusa.yaml');
    expect(await dataOf(mount, 'a/app/db')).toEqual({ k: 'theirs' });
    expect(verdicts(await compare(app, place(mount, 'a/app/', sessionId), file))).toEqual({
      cache: 'right-only',
      db: 'same',
      ours: 'left-only',
      web: 'same',
    });
  });

  it('say nothing about what an incomplete file does not have', async () => {
    const { app, sessionId } = await session(dev, dev.rootToken);
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'x', { k: 'v' });
    await writeEntry(dev, mount, 'y', { k: 'v' });
    const line = '{"path":"x","below":"","versions":[{"version":1,"data":{"k":"v"}}]}';
    const file = await fileSide(app, sessionId, 'cut.jsonl', ownExport([line], 'incomplete'));
    expect(verdicts(await compare(app, place(mount, '', sessionId), file))).toEqual({
      x: 'same',
      y: 'unknown',
    });
  });

  it('are refused if both are files, or the file is of another session', async () => {
    const { app, sessionId } = await session(dev, dev.rootToken);
    const mount = await newKvMount(dev, 2);
    const file = await fileSide(app, sessionId, 'a.json', '{"a":{"k":"v"}}');
    expect(await app.refused('comparison.start', { sessionId, left: file, right: file })).toMatchObject({
      kind: 'invalid-input',
      field: 'right',
    });
    const other = await app.login(dev.address, dev.rootToken);
    expect(
      await app.refused('comparison.start', {
        sessionId: other,
        left: place(mount, '', other),
        right: file,
      }),
    ).toMatchObject({ kind: 'invalid-input', field: 'importId' });
  });

  it('leave the file of an import open, and are forgotten with a lock @comparison-forgotten', async () => {
    const { app, sessionId } = await session(dev, dev.rootToken);
    const mount = await newKvMount(dev, 2);
    const canary = uniqueName('CANARY');
    const compared = await fileSide(app, sessionId, 'a.json', `{"a":{"k":"${canary}"}}`);
    const path = join(folders.at(-1) ?? '', 'a.json');
    app.files.push(path, path);
    const { importId } = await app.must('import.choose', { sessionId });
    const side = { ...compared, importId: (await fileAt(app, sessionId, path)).importId };
    const { imports, comparisons } = app.services;
    // A file for the same purpose takes the place of the one before, and of no other.
    expect(imports.find(compared.importId)).toBeUndefined();
    expect(imports.find(importId)).toBeDefined();
    const made = await compare(app, place(mount, '', sessionId), side);
    const plain = await compare(app, place(mount, 'a/', sessionId), place(mount, 'b/', sessionId));
    await app.must('lock.now', {});
    expect(imports.find(side.importId)).toBeUndefined();
    expect(comparisons.find(made.comparisonId)).toBeUndefined();
    expect(comparisons.find(plain.comparisonId)).toBeDefined();
    expect(app.crossed()).not.toContain(canary);
  });
});

describe('a page in other hands', () => {
  it('compares nothing without a key press or click each @comparison-oracle', async () => {
    const proxy = stopping(await startRecordingProxy(dev));
    const mount = await newKvMount(dev, 2);
    await writeEntry(dev, mount, 'mine/x', { k: 'guess' });
    await writeEntry(dev, mount, 'theirs/x', { k: 'the value' });
    const quiet = newApp({ gestures: 9 });
    const sessionId = await quiet.login(proxy.address, dev.rootToken);
    const [left, right] = [place(mount, 'mine/', sessionId), place(mount, 'theirs/', sessionId)];
    quiet.rest();
    proxy.clear();
    expect(await quiet.refused('comparison.start', { sessionId, left, right })).toMatchObject({
      kind: 'cancelled',
    });
    expect(proxy.requests).toEqual([]);
    quiet.press(1);
    const { comparisonId, rows } = await compare(quiet, left, right);
    expect(rows).toMatchObject([{ change: 'different' }]);
    const asked = { comparisonId, row: 0 };
    expect(await quiet.refused('comparison.difference', asked)).toMatchObject({ kind: 'cancelled' });
    const plan = { comparisonId, to: 'right', rows: [0], versions: 'latest', metadata: false } as const;
    expect(await quiet.refused('comparison.plan', plan)).toMatchObject({ kind: 'cancelled' });
  });
});
