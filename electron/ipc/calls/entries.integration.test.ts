import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  encodePath,
  factsOf,
  must,
  newKvMount,
  sharedServers,
  startFaultProxy,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makeTestApp } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
let app: TestApp;
let sessionId: string;
let v1: KvMount;
let v2: KvMount;

beforeAll(async () => {
  [v1, v2] = await Promise.all([newKvMount(server, 1), newKvMount(server, 2)]);
  app = makeTestApp({ agrees: true });
  sessionId = await app.login(server.address, server.rootToken);
});
afterAll(() => app.end());

const at = (mount: KvMount | string, path: string) => ({
  sessionId,
  mount: (typeof mount === 'string' ? mount : mount.path) as MountPath,
  path,
});
const open = (mount: KvMount | string, path: string) => app.must('entry.open', at(mount, path));
const reveal = async (entryId: string, key: string): Promise<string> =>
  (await app.must('entry.reveal', { entryId, key })).rawJson;
const set = (key: string, value: unknown) => ({ op: 'set', key, rawJson: JSON.stringify(value) }) as const;

describe.each(['kv1', 'kv2', 'cubbyhole'] as const)('%s', (engine) => {
  const mount = () =>
    engine === 'kv1' ? v1 : engine === 'kv2' ? v2 : { path: 'cubbyhole/', version: 1 as const };

  it('opens, reveals, copies, saves and lists', async () => {
    await writeEntry(server, mount(), 'app/db', { user: 'app', password: 'p4ss', nested: { a: [1, null] } });
    const entry = await open(mount(), 'app/db');
    expect(entry.mount.engine).toBe(engine);
    expect(entry.keys.map(({ key, type }) => [key, type])).toEqual([
      ['nested', 'object'],
      ['password', 'string'],
      ['user', 'string'],
    ]);
    expect(JSON.stringify(entry)).not.toContain('p4ss');
    expect(await reveal(entry.entryId, 'password')).toBe('"p4ss"');
    await app.must('entry.copy', { entryId: entry.entryId, key: 'password' });
    expect(app.clipboard.text).toBe('p4ss');
    await app.must('entry.copy', { entryId: entry.entryId, key: 'nested' });
    expect(app.clipboard.text).toBe('{"a":[1,null]}');

    const { entryId } = entry;
    const saved = await app.must('entry.save', {
      entryId,
      changes: [set('user', 'other'), { op: 'remove', key: 'nested' }, set('added', 'x\ny')],
    });
    expect(saved.version).toBe(engine === 'kv2' ? 2 : undefined);
    expect(saved.warnings.length).toBe(engine === 'kv2' ? 0 : 1);
    expect(await reveal(entryId, 'added')).toBe('"x\\ny"');
    const again = await open(mount(), 'app/db');
    expect(again.keys.map(({ key }) => key)).toEqual(['added', 'password', 'user']);
    expect(await reveal(again.entryId, 'password')).toBe('"p4ss"');

    const more = await app.must('entry.save', { entryId, changes: [set('user', 'third')] });
    expect(more.version).toBe(engine === 'kv2' ? 3 : undefined);

    const { names, count } = await app.must('folder.list', at(mount(), 'app/'));
    expect([unpackNames(names), count]).toEqual([['db'], 1]);
    expect((await app.must('folder.list', at(mount(), 'app/nothing/'))).count).toBe(0);
  });

  it('refuses to overwrite what somebody else saved, and keeps the entry open', async () => {
    await writeEntry(server, mount(), 'shared', { a: '1' });
    const mine = await open(mount(), 'shared');
    await writeEntry(server, mount(), 'shared', { a: '2' });
    const error = await app.refused('entry.save', { entryId: mine.entryId, changes: [set('a', '3')] });
    expect(error.kind).toBe('conflict');
    if (engine === 'kv2') expect(error).toMatchObject({ currentVersion: 2 });
    expect(await reveal((await open(mount(), 'shared')).entryId, 'a')).toBe('"2"');
    expect(await reveal(mine.entryId, 'a')).toBe('"1"');
  });

  it('masks every value of the raw view until asked', async () => {
    await writeEntry(server, mount(), 'raw', { k: 'r4w-value', deep: [{ x: 'd33p' }] });
    const { entryId } = await open(mount(), 'raw');
    const masked = (await app.must('entry.raw', { entryId, reveal: false })).text;
    expect(masked).toContain('"deep"');
    expect(masked).not.toMatch(/r4w-value|d33p/);
    expect((await app.must('entry.raw', { entryId, reveal: true })).text).toContain('r4w-value');
  });

  it('keeps a key named __proto__, and keys 10 and 2 in the server’s order', async () => {
    await writeEntry(server, mount(), 'keys', '{"2":"two","__proto__":"proto","10":"ten"}');
    const { entryId, keys } = await open(mount(), 'keys');
    expect(keys.map(({ key }) => key)).toEqual(['10', '2', '__proto__']);
    expect(await reveal(entryId, '__proto__')).toBe('"proto"');
    await app.must('entry.save', {
      entryId,
      changes: [set('__proto__', { polluted: true }), set('constructor', 1)],
    });
    const again = await open(mount(), 'keys');
    expect(again.keys.map(({ key }) => key)).toEqual(['10', '2', '__proto__', 'constructor']);
    expect(await reveal(again.entryId, '__proto__')).toBe('{"polluted":true}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.skipIf(factsOf().maxJsonStrings < 14_000)('carries 7,000 keys', async () => {
    const data = Object.fromEntries(
      Array.from({ length: 7000 }, (_, n) => [`key-${String(n).padStart(5, '0')}`, `v${n}`]),
    );
    await writeEntry(server, mount(), 'many', data);
    const { entryId, keys } = await open(mount(), 'many');
    expect(keys).toHaveLength(7000);
    await app.must('entry.save', { entryId, changes: [set('key-03500', 'changed')] });
    const again = await open(mount(), 'many');
    expect(again.keys).toHaveLength(7000);
    expect(await reveal(again.entryId, 'key-03500')).toBe('"changed"');
    expect(await reveal(again.entryId, 'key-06999')).toBe('"v6999"');
  });

  it.each([
    'a b',
    '100%',
    'a+b',
    'a#b',
    'a?b',
    'a&b=c',
    'ünï/ÇøÐé',
    '.hidden',
    'x%2Fy',
    '日本/🔑',
    'it\'s "q"',
  ])('reads, saves and lists the name %j', async (name) => {
    await writeEntry(server, mount(), `odd/${name}`, { k: name });
    const { entryId } = await open(mount(), `odd/${name}`);
    // Parsed first: the server writes & as \u0026.
    expect(JSON.parse(await reveal(entryId, 'k'))).toBe(name);
    await app.must('entry.save', { entryId, changes: [set('k', 'new')] });
    const parent = `odd/${name}`.replace(/[^/]*$/, '');
    const { names } = await app.must('folder.list', at(mount(), parent));
    expect(unpackNames(names)).toContain(name.split('/').at(-1));
  });

  it('tells an absent entry from a missing mount', async () => {
    expect(await app.refused('entry.open', at(mount(), 'none'))).toMatchObject({
      kind: 'invalid-path',
      reason: 'absent',
    });
    const gone = await app.refused('entry.open', at('no-such-mount/', 'x'));
    expect(['forbidden', 'invalid-path']).toContain(gone.kind);
    expect(await app.call('folder.list', at('no-such-mount/', ''))).toMatchObject({ ok: false });
  });
});

describe('large numbers', () => {
  const data = '{"exact":9223372036854775808,"other":9007199254740993}';

  it('survive a save on KV v1, touched and untouched', async () => {
    await writeEntry(server, v1, 'numbers', data);
    const { entryId, keys } = await open(v1, 'numbers');
    expect(keys.map(({ type }) => type)).toEqual(['integer64', 'integer64']);
    await app.must('entry.save', {
      entryId,
      changes: [{ op: 'set', key: 'new', rawJson: '18446744073709551617' }],
    });
    const again = await open(v1, 'numbers');
    expect(await reveal(again.entryId, 'exact')).toBe('9223372036854775808');
    expect(await reveal(again.entryId, 'other')).toBe('9007199254740993');
    expect(await reveal(again.entryId, 'new')).toBe('18446744073709551617');
  });

  it('are altered by KV v2 itself, and saving one says so', async () => {
    await writeEntry(server, v2, 'numbers', { a: 1 });
    const { entryId } = await open(v2, 'numbers');
    const saved = await app.must('entry.save', {
      entryId,
      changes: [{ op: 'set', key: 'n', rawJson: '9007199254740993' }],
    });
    expect(saved.warnings.join()).toContain('“n”');
    expect(await reveal(entryId, 'n')).toBe('9007199254740992');
    expect((await app.must('entry.save', { entryId, changes: [set('a', 2)] })).warnings).toEqual([]);
  });
});

describe('versions of KV v2', () => {
  it('names a deleted and a destroyed version, with metadata still in reach', async () => {
    for (const n of [1, 2, 3]) await writeEntry(server, v2, 'versions', { n });
    await must(server, 'POST', `${encodePath(v2.path)}delete/versions`, { versions: [3] });
    await must(server, 'POST', `${encodePath(v2.path)}destroy/versions`, { versions: [1] });
    const deleted = await app.refused('entry.open', at(v2, 'versions'));
    expect(deleted).toMatchObject({ kind: 'invalid-path', reason: 'deleted-version' });
    expect(deleted.message).toMatch(/Version 3 .* deleted on \d{4}-/);
    expect(await app.refused('entry.open', { ...at(v2, 'versions'), version: 1 })).toMatchObject({
      reason: 'destroyed-version',
    });
    const metadata = await app.must('entry.metadata', at(v2, 'versions'));
    expect(metadata.currentVersion).toBe(3);
    expect(
      metadata.versions.map(({ version, destroyed, deletionTime }) => [
        version,
        destroyed,
        deletionTime !== '',
      ]),
    ).toEqual([
      [3, false, true],
      [2, false, false],
      [1, true, false],
    ]);
    const second = await app.must('entry.open', { ...at(v2, 'versions'), version: 2 });
    expect(await reveal(second.entryId, 'n')).toBe('2');
    const saved = await app.must('entry.save', { entryId: second.entryId, changes: [set('n', 'restored')] });
    expect(saved.version).toBe(4);
  });

  it('refuses to save an older version over a living one', async () => {
    for (const n of [1, 2]) await writeEntry(server, v2, 'old', { n });
    const first = await app.must('entry.open', { ...at(v2, 'old'), version: 1 });
    const error = await app.refused('entry.save', { entryId: first.entryId, changes: [set('n', 9)] });
    expect(error).toMatchObject({ kind: 'conflict', currentVersion: 2 });
  });

  it('answers a version that never was as absent', async () => {
    await writeEntry(server, v2, 'one', { n: 1 });
    expect(await app.refused('entry.open', { ...at(v2, 'one'), version: 9 })).toMatchObject({
      kind: 'invalid-path',
      reason: 'absent',
    });
  });
});

describe('bad input', () => {
  it('names the key whose value is no JSON, and saves nothing', async () => {
    await writeEntry(server, v2, 'input', { a: 'kept' });
    const { entryId } = await open(v2, 'input');
    const changes = [set('a', 'lost'), { op: 'set', key: 'b', rawJson: '{"x":}' } as const];
    expect(await app.refused('entry.save', { entryId, changes })).toMatchObject({
      kind: 'invalid-input',
      field: 'b',
    });
    expect(await reveal((await open(v2, 'input')).entryId, 'a')).toBe('"kept"');
  });

  it.each(['a/../b', 'a//b', 'a\nb', '../sys/health', '.'])(
    'refuses the path %j before it is sent',
    async (path) => {
      expect(await app.refused('entry.open', at(v2, path))).toMatchObject({ kind: 'invalid-input' });
    },
  );

  it('reads nothing from an engine that is no key/value store', async () => {
    const path = `transit-${Date.now()}`;
    await must(server, 'POST', `sys/mounts/${path}`, { type: 'transit' });
    expect(await app.refused('entry.open', at(`${path}/`, 'keys/x'))).toMatchObject({
      kind: 'invalid-input',
    });
    const mounts = await app.must('mount.list', { sessionId });
    expect(mounts.find((mount) => mount.path === `${path}/`)?.engine).toBe('other');
    expect(mounts.map(({ type }) => type)).not.toContain('system');
    expect(mounts.map(({ type }) => type)).not.toContain('identity');
  });

  it('says that a closed entry is no longer held', async () => {
    await writeEntry(server, v2, 'closed', { a: 1 });
    const { entryId } = await open(v2, 'closed');
    await app.must('entry.close', { entryId });
    expect(await app.refused('entry.reveal', { entryId, key: 'a' })).toMatchObject({
      kind: 'invalid-input',
    });
  });
});

describe('paths people type', () => {
  it.each([
    ['browse', (m: string) => `${m}go/to me`],
    ['API', (m: string) => `${m}data/go/to me`],
    ['API URL', (m: string) => `${server.address}/v1/${m}data/go/to%20me`],
    ['CLI', (m: string) => `vault kv get -mount=${m.slice(0, -1)} "go/to me"`],
  ])('%s form', async (_form, text) => {
    const found = await app.must('path.resolve', { sessionId, text: text(v2.path) });
    expect([found.mount.path, found.path]).toEqual([v2.path, 'go/to me']);
  });
});

describe('what was saved and could not be read again', () => {
  it('is there, and is not shown as an answer of the server', async () => {
    await writeEntry(server, v2, 'unread', { k: 'before' });
    const proxy = await startFaultProxy(server);
    try {
      const mine = { ...at(v2, 'unread'), sessionId: await app.login(proxy.address, server.rootToken) };
      const { entryId } = await app.must('entry.open', mine);
      proxy.add({
        method: 'GET',
        url: /\/data\/unread/,
        fault: { kind: 'answer', status: 403, body: { errors: ['permission denied'] } },
      });
      await app.must('entry.save', { entryId, changes: [set('k', 'after')] });
      expect(await reveal(entryId, 'k')).toBe('"after"');
      expect(await app.refused('entry.raw', { entryId, reveal: true })).toMatchObject({
        kind: 'forbidden',
      });
    } finally {
      await proxy.stop();
    }
  });
});
