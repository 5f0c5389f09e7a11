/** Environments in one table, on real servers: what is the same, different, missing, unreadable; and what a page gains. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startRecordingProxy,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makeTestApp, targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { dev: server, raft } = sharedServers();
const { newApp, stopping } = useTestApps();
let app: TestApp;
let here: string;
let there: string;
let v1: KvMount;
let v2: KvMount;
let far: KvMount;

beforeAll(async () => {
  [v1, v2, far] = await Promise.all([newKvMount(server, 1), newKvMount(server, 2), newKvMount(raft, 2)]);
  app = makeTestApp();
  here = await app.login(server.address, server.rootToken);
  there = await app.login(raft.address, raft.rootToken);
});
afterAll(() => app.end());

const at = (mount: KvMount, path: string, sessionId = here) => ({
  sessionId,
  mount: mount.path as MountPath,
  path,
});

describe('the table', () => {
  it('compares prefixes, mounts of either version and servers by key, and holds no value', async () => {
    await writeEntry(server, v2, 'dev/app', { host: 'db', password: 'canary-dev', port: 5432, only: 1 });
    await writeEntry(server, v2, 'prod/app', { host: 'db', password: 'canary-prod', port: 5432 });
    await writeEntry(server, v1, 'app', { host: 'db', password: 'canary-dev', port: 5432 });
    await writeEntry(raft, far, 'app', { port: 5432, host: 'elsewhere', password: 'canary-dev' });
    const columns = [at(v2, 'dev/app'), at(v2, 'prod/app'), at(v1, 'app'), at(far, 'app', there)];
    const table = await app.must('environments.read', { columns });
    expect(table.columns).toMatchObject([
      { kind: 'read', version: 1 },
      { kind: 'read', version: 1 },
      { kind: 'read' },
      { kind: 'read', version: 1 },
    ]);
    const groups = Object.fromEntries(
      table.rows.map(({ key, cells }) => [key, cells.map((cell) => cell?.group ?? null)]),
    );
    expect(groups).toEqual({
      host: [0, 0, 0, 1],
      only: [0, null, null, null],
      password: [0, 1, 0, 0],
      port: [0, 0, 0, 0],
    });
    expect(JSON.stringify(table)).not.toContain('canary');
    expect(table.rows.find(({ key }) => key === 'password')?.cells[1]?.facts).toMatchObject({ bytes: 11 });
  });

  it('says of each column why it has no values, and reads the others', async () => {
    await writeEntry(server, v2, 'ok/app', { k: 1 });
    await writeEntry(server, v2, 'soft/app', { k: 1 });
    await writeEntry(server, v2, 'hard/app', { k: 1 });
    await writeEntry(server, v2, 'shut/app', { k: 1 });
    await ask(server, 'DELETE', `${v2.path}data/soft/app`);
    await ask(server, 'PUT', `${v2.path}destroy/hard/app`, { versions: [1] });
    const policy = await newPolicy(
      server,
      `path "${v2.path}data/*" { capabilities = ["read"] }
       path "${v2.path}data/shut/*" { capabilities = ["deny"] }`,
    );
    const { token } = await newToken(server, { policies: [policy] });
    const sessionId = await app.login(server.address, token);
    const columns = ['ok/app', 'none/app', 'soft/app', 'hard/app', 'shut/app'].map((path) =>
      at(v2, path, sessionId),
    );
    const table = await app.must('environments.read', { columns });
    expect(table.columns).toMatchObject([
      { kind: 'read' },
      { kind: 'absent' },
      { kind: 'deleted' },
      { kind: 'destroyed' },
      { kind: 'unreadable', error: { kind: 'forbidden' } },
    ]);
    expect(table.rows).toMatchObject([{ key: 'k', cells: [{ group: 0 }, null, null, null, null] }]);
  });

  it('is refused to a token with limited uses before anything is sent', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { token } = await newToken(server, { num_uses: 9 });
    const sessionId = await app.login(proxy.address, token);
    proxy.clear();
    const columns = [at(v2, 'dev/app'), at(v2, 'dev/app', sessionId)];
    expect(await app.refused('environments.read', { columns })).toMatchObject({ kind: 'invalid-request' });
    expect(proxy.requests).toEqual([]);
  });
});

describe('a page in other hands', () => {
  it('tests no guess against a value without a key press or click each @environment-oracle', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    await writeEntry(server, v2, 'oracle/mine', { k: 'guess' });
    await writeEntry(server, v2, 'oracle/theirs', { k: 'the value' });
    const quiet = newApp({ gestures: 9 });
    const sessionId = await quiet.login(proxy.address, server.rootToken);
    quiet.rest();
    quiet.asked.splice(0);
    proxy.clear();
    const columns = [at(v2, 'oracle/mine', sessionId), at(v2, 'oracle/theirs', sessionId)];
    for (let n = 0; n < 5; n++)
      expect(await quiet.refused('environments.read', { columns })).toMatchObject({ kind: 'cancelled' });
    expect(proxy.requests).toEqual([]);
    quiet.press(1);
    expect((await quiet.must('environments.read', { columns })).rows).toMatchObject([
      { cells: [{ group: 0 }, { group: 1 }] },
    ]);
    // One press, one table; and one table has a bounded number of columns.
    expect(await quiet.refused('environments.read', { columns })).toMatchObject({ kind: 'cancelled' });
    quiet.press(1);
    const many = Array.from({ length: 25 }, () => at(v2, 'oracle/mine', sessionId));
    expect(await quiet.refused('environments.read', { columns: many })).toMatchObject({
      kind: 'invalid-input',
    });
  });
});

describe('views', () => {
  const column = { connection: 'https://v:8200', namespace: '', mount: 'secret/' as MountPath, path: 'a' };

  it('are saved, changed and deleted, and go with their connection', async () => {
    const { profileId } = await app.must('profile.save', {
      ...targetAt(server.address),
      name: 'goes',
      colour: 'red',
    });
    const columns = [column, { ...column, connection: profileId }];
    const { viewId } = await app.must('environments.saveView', { name: 'app', columns });
    await app.must('environments.saveView', { name: 'other', columns: columns.slice(1) });
    await app.must('environments.saveView', { viewId, name: 'renamed', columns });
    expect(await app.must('environments.views', {})).toMatchObject([
      { viewId, name: 'renamed', columns },
      { name: 'other' },
    ]);
    await app.must('profile.remove', { profileId });
    expect(await app.must('environments.views', {})).toEqual([
      { viewId, name: 'renamed', columns: [column] },
    ]);
    await app.must('environments.removeView', { viewId });
    expect(await app.must('environments.views', {})).toEqual([]);
  });
});
