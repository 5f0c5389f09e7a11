/** Templates on a real server: the nearest one wins, an edit and a folder are compared, and nobody guesses by it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startRecordingProxy,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { endOf, rowsSent } from './job-results.fixture.ts';
import { makeTestApp } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { newApp, stopping } = useTestApps();
let app: TestApp;
let sessionId: string;
let kv: KvMount;

const schema = {
  required: ['host', 'password'],
  properties: {
    host: { type: 'string', format: 'hostname' },
    password: { type: 'string', pattern: '^[a-z]{8}$' },
  },
};

beforeAll(async () => {
  kv = await newKvMount(server, 2);
  app = makeTestApp();
  sessionId = await app.login(server.address, server.rootToken);
  await writeEntry(server, kv, '.template', { note: '' });
  await writeEntry(server, kv, 'team/.template', { schema: JSON.stringify(schema) });
  await writeEntry(server, kv, 'team/good', { host: 'a', password: 'abcdefgh' });
  await writeEntry(server, kv, 'team/deep/wrong', { host: 'no host', password: 'canary' });
  await writeEntry(server, kv, 'other', { note: 1 });
});
afterAll(() => app.end());

const at = (path: string, session = sessionId) => ({
  sessionId: session,
  mount: kv.path as MountPath,
  path,
});

describe('a template', () => {
  it('is that of the nearest folder above', async () => {
    const { template } = await app.must('template.of', at('team/deep/new'));
    expect(template).toMatchObject({
      path: `${kv.path}team/.template`,
      keys: [{ key: 'host' }, { key: 'password', required: true }],
    });
    expect((await app.must('template.of', at('elsewhere/x'))).template?.path).toBe(`${kv.path}.template`);
    // Folders whose template this token may not read are passed over.
    const policy = await newPolicy(server, `path "${kv.path}data/team/deep/*" { capabilities = ["read"] }`);
    const { token } = await newToken(server, { policies: [policy] });
    const poor = await app.login(server.address, token);
    expect(await app.must('template.of', at('team/deep/x', poor))).toEqual({});
  });

  it('is compared with an entry as an edit would leave it', async () => {
    const place = at('team/deep/wrong');
    const { entryId } = await app.must('entry.open', place);
    const check = (changes: readonly unknown[]) =>
      app.must('template.check', { ...place, entryId, changes: changes as never });
    expect(await check([])).toEqual([
      { key: 'host', kind: 'format' },
      { key: 'password', kind: 'pattern' },
    ]);
    expect(await check([{ op: 'set', key: 'password', rawJson: '"abcdefgh"' }])).toEqual([
      { key: 'host', kind: 'format' },
    ]);
    expect(await check([{ op: 'remove', key: 'password' }])).toContainEqual({
      key: 'password',
      kind: 'missing',
    });
    expect(await app.must('template.check', { ...at('team/new'), changes: [] })).toHaveLength(2);
  });

  it('finds the entries of a folder that differ, by kinds and without values', async () => {
    const { jobId } = await app.must('template.deviations', at(''));
    const end = await endOf(app, jobId);
    const rows = rowsSent(app, 'template.deviated', jobId);
    expect(rows.toSorted((one, two) => one.path.localeCompare(two.path))).toEqual([
      {
        path: `${kv.path}other`,
        template: `${kv.path}.template`,
        deviations: [{ key: 'note', kind: 'type' }],
      },
      {
        path: `${kv.path}team/deep/wrong`,
        template: `${kv.path}team/.template`,
        deviations: [
          { key: 'host', kind: 'format' },
          { key: 'password', kind: 'pattern' },
        ],
      },
    ]);
    expect(JSON.stringify(app.events)).not.toContain('canary');
    expect(end).toMatchObject({ outcome: 'done', foldersRead: 3, unreadCount: 0 });
  });
});

describe('a template file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'template-'));
    return () => rmSync(folder, { recursive: true });
  });
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('goes before the entry of its folder, until it is removed or the connection closes', async () => {
    const other = await app.login(server.address, server.rootToken);
    app.files.push(write('own.json', JSON.stringify({ required: ['token'] })));
    const chosen = await app.must('template.chooseFile', at('team/'));
    expect(chosen).toMatchObject({ path: 'own.json', isFile: true, keys: [{ key: 'token' }] });
    expect(await app.must('template.file', at('team/'))).toEqual({ template: chosen });
    expect(await app.must('template.file', at('team/deep/'))).toEqual({});
    expect(await app.must('template.of', at('team/deep/new'))).toEqual({ template: chosen });
    expect(await app.must('template.check', { ...at('team/new'), changes: [] })).toEqual([
      { key: 'token', kind: 'missing' },
    ]);
    const { jobId } = await app.must('template.deviations', at('team/'));
    await endOf(app, jobId);
    const rows = rowsSent(app, 'template.deviated', jobId);
    expect(rows.map(({ template, deviations }) => [template, deviations[0]?.kind])).toEqual([
      ['own.json', 'missing'],
      ['own.json', 'missing'],
    ]);
    // Of this connection alone.
    expect((await app.must('template.of', at('team/x', other))).template?.isFile).toBe(false);
    expect(app.crossed()).not.toContain(folder);
    await app.must('template.forgetFile', at('team/'));
    expect((await app.must('template.of', at('team/x'))).template?.path).toBe(`${kv.path}team/.template`);
    app.files.push(join(folder, 'own.json'));
    await app.must('template.chooseFile', at('', other));
    await app.must('session.close', { sessionId: other });
    const again = await app.login(server.address, server.rootToken);
    expect(await app.must('template.file', at('', again))).toEqual({});
  });

  it('that cannot be used is refused in words without its content, and the one before stays', async () => {
    app.files.push(write('good.json', '{"required":["token"]}'));
    await app.must('template.chooseFile', at('other/'));
    for (const [name, text, words] of [
      ['torn.json', '{"password": "canary', 'not JSON'],
      ['list.json', '["canary"]', 'not an object'],
      ['big.json', ' '.repeat(64 * 1024 + 1), 'larger than 64 KiB'],
    ] as const) {
      app.files.push(write(name, text));
      const error = await app.refused('template.chooseFile', at('other/'));
      expect(error.kind).toBe('invalid-input');
      expect(error.message).toContain(words);
      expect(error.message).toContain(name);
    }
    app.files.push(join(folder, 'none.json'));
    expect((await app.refused('template.chooseFile', at('other/'))).message).toContain('none.json');
    // A closed dialog changes nothing.
    expect(await app.refused('template.chooseFile', at('other/'))).toMatchObject({ kind: 'cancelled' });
    expect((await app.must('template.file', at('other/'))).template?.path).toBe('good.json');
    expect(app.crossed()).not.toContain('canary');
  });
});

describe('a page in other hands', () => {
  it('learns nothing of a value by a pattern of its own without a key press or click each @template-oracle', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const quiet = newApp({ gestures: 9 });
    const session = await quiet.login(proxy.address, server.rootToken);
    const place = at('team/deep/wrong', session);
    const { entryId } = await quiet.must('entry.open', place);
    quiet.rest();
    quiet.asked.splice(0);
    proxy.clear();
    for (let n = 0; n < 5; n++)
      expect(await quiet.refused('template.check', { ...place, entryId, changes: [] })).toMatchObject({
        kind: 'cancelled',
      });
    expect(await quiet.refused('template.deviations', at('', session))).toMatchObject({ kind: 'cancelled' });
    expect(proxy.requests).toEqual([]);
    quiet.press(1);
    expect(await quiet.must('template.check', { ...place, entryId, changes: [] })).toHaveLength(2);
    expect(await quiet.refused('template.check', { ...place, entryId, changes: [] })).toMatchObject({
      kind: 'cancelled',
    });
  });

  it('reads no folder with a token of limited uses', async () => {
    const { token } = await newToken(server, { policies: ['root'], num_uses: 9 });
    const limited = await app.login(server.address, token);
    expect(await app.refused('template.deviations', at('', limited))).toMatchObject({
      kind: 'invalid-request',
    });
  });
});
