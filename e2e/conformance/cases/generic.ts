/** "Generic path operations": any path, as the console sends it, and entries as their pages read and write them. */
import { byRoot, many, one } from '../case.ts';
import type { Case } from '../case.ts';

const alice = { user: 'alice' };
const v1 = { v: '1' };
const odd = { deep: { list: [1, 2.5, null, true] }, Ключ: 'ünï ☃', empty: '' };
const wrapping = { wrap_info: { token: '(some string)', ttl: 'about 2 min' } };

const reads: readonly Case[] = [
  byRoot('read', 'KV v1 entry', async (c, s) => c.read(await s.entry(1, 'plain', alice)), {
    sends: 'GET /v1/kv1/plain as root → 200',
    gives: { data: alice },
  }),
  byRoot('read', 'KV v2 entry', async (c, s) => c.read(await s.entry(2, 'plain', alice)), {
    sends: 'GET /v1/kv2/data/plain as root → 200',
    gives: { data: { data: alice, metadata: { destroyed: false } } },
  }),
  byRoot('read', 'nested JSON, null, unicode', async (c, s) => c.read(await s.entry(1, 'odd', odd)), {
    sends: 'GET /v1/kv1/odd as root → 200',
    gives: { data: odd },
  }),
  byRoot('read', 'spaces, unicode', async (c, s) => c.read(await s.entry(1, 'team a/naïve ☃', v1)), {
    sends: 'GET /v1/kv1/team a/naïve ☃ as root → 200',
    gives: { data: v1 },
  }),
  byRoot('read', 'absent entry', (c, s) => c.read(`${s.v1.path}nothing/here`), {
    sends: 'GET /v1/kv1/nothing/here as root → 404',
    fails: 'invalid-path',
  }),
  byRoot('read', 'deleted version', async (c, s) => c.read(await s.deletedEntry()), {
    sends: 'GET /v1/kv2/data/deleted as root → 404',
    fails: 'invalid-path',
  }),
  byRoot('read', 'browse path of KV v2', (c, s) => c.read(`${s.v2.path}browse`), {
    sends: 'GET /v1/kv2/browse as root → 404',
    fails: 'invalid-path',
  }),
  byRoot('read', 'path without a mount', (c) => c.read('no-such-mount/x'), {
    sends: 'GET /v1/no-such-mount/x as root → 404',
    fails: 'invalid-path',
  }),
  one('read', 'not permitted', async (s) => (await s.ordinary()).read(await s.entry(1, 'closed', v1)), {
    sends: 'GET /v1/kv1/closed as token 1 → 403',
    fails: 'forbidden',
  }),
  one('read', 'dead token', async (s) => (await s.dying()).read(await s.entry(1, 'dead', v1)), {
    sends: 'GET /v1/kv1/dead as token 1 → 403',
    fails: 'forbidden',
  }),
  one('read', 'no token', async (s) => (await s.tokenless()).read(await s.entry(1, 'open', v1)), {
    sends: 'GET /v1/kv1/open → 403',
    fails: 'forbidden',
  }),
  one('read', 'sealed server', async (s) => (await s.sealing()).read('secret/data/x'), {
    sends: 'GET /v1/secret/data/x as root → 503',
    fails: 'sealed',
  }),
  byRoot('read', 'wrapped, TTL as number', async (c, s) => c.read(await s.entry(1, 'wrapped', v1), 120), {
    sends: 'GET /v1/kv1/wrapped as root wrapped 120 → 200',
    gives: wrapping,
  }),
  byRoot('read', 'wrapped, TTL as text', async (c, s) => c.read(await s.entry(1, 'wrapped', v1), '2m'), {
    sends: 'GET /v1/kv1/wrapped as root wrapped 2m → 200',
    gives: wrapping,
  }),
  byRoot('read', 'wrapped, absent', (c, s) => c.read(`${s.v1.path}nothing/wrapped`, 120), {
    sends: 'GET /v1/kv1/nothing/wrapped as root wrapped 120 → 404',
    fails: 'invalid-path',
  }),
  byRoot(
    'read',
    'KV v1 entry, its page',
    async (c, s) => {
      await s.entry(1, 'page', alice);
      return c.readEntry(s.v1, 'page');
    },
    { sends: 'GET /v1/kv1/page as root → 200', gives: { data: alice } },
  ),
  byRoot(
    'read',
    'KV v2 entry, its page',
    async (c, s) => {
      await s.entry(2, 'page', alice);
      return c.readEntry(s.v2, 'page');
    },
    { sends: 'GET /v1/kv2/data/page as root → 200', gives: { data: { data: alice } } },
  ),
  byRoot('read', 'absent entry, its page', (c, s) => c.readEntry(s.v2, 'nothing'), {
    sends: 'GET /v1/kv2/data/nothing as root → 404',
    fails: 'invalid-path',
  }),
];

const lists: readonly Case[] = [
  byRoot(
    'list',
    'folder',
    async (c, s) => {
      await s.entry(1, 'list/a', v1);
      await s.entry(1, 'list/b/c', v1);
      return c.list(`${s.v1.path}list`);
    },
    { sends: 'GET /v1/kv1/list?list=true as root → 200', gives: { data: { keys: ['a', 'b/'] } } },
  ),
  byRoot(
    'list',
    'KV v2 metadata',
    async (c, s) => {
      await s.entry(2, 'list/a', v1);
      return c.list(`${s.v2.path}metadata/list`);
    },
    { sends: 'GET /v1/kv2/metadata/list?list=true as root → 200', gives: { data: { keys: ['a'] } } },
  ),
  byRoot('list', 'absent folder', (c, s) => c.list(`${s.v1.path}no/such/folder`), {
    sends: 'GET /v1/kv1/no/such/folder?list=true as root → 404',
    fails: 'invalid-path',
  }),
  byRoot(
    'list',
    'an entry in place of a folder',
    async (c, s) => {
      await s.entry(1, 'leaf', v1);
      return c.list(`${s.v1.path}leaf`);
    },
    { sends: 'GET /v1/kv1/leaf?list=true as root → 404', fails: 'invalid-path' },
  ),
  one('list', 'not permitted', async (s) => (await s.ordinary()).list(`${s.v1.path}x`), {
    sends: 'GET /v1/kv1/x?list=true as token 1 → 403',
    fails: 'forbidden',
  }),
  byRoot('list', 'path without a mount', (c) => c.list('no-such-mount/x'), {
    sends: 'GET /v1/no-such-mount/x?list=true as root → 404',
    fails: 'invalid-path',
  }),
  byRoot(
    'list',
    'wrapped',
    async (c, s) => {
      await s.entry(1, 'list/a', v1);
      return c.list(`${s.v1.path}list`, 120);
    },
    { sends: 'GET /v1/kv1/list?list=true as root wrapped 120 → 200', gives: wrapping },
  ),
  byRoot(
    'list',
    'KV v1 folder, the tree',
    async (c, s) => {
      await s.entry(1, 'tree/a', v1);
      return c.listFolder(s.v1, 'tree/');
    },
    { sends: 'GET /v1/kv1/tree?list=true as root → 200', gives: { keys: ['a'] } },
  ),
  byRoot(
    'list',
    'KV v2 folder, the tree',
    async (c, s) => {
      await s.entry(2, 'tree/a', v1);
      return c.listFolder(s.v2, 'tree/');
    },
    { sends: 'GET /v1/kv2/metadata/tree?list=true as root → 200', gives: { keys: ['a'] } },
  ),
];

const writes: readonly Case[] = [
  many(
    'write',
    'KV v1, then read',
    async (s) => {
      const c = await s.client();
      return [await c.write(`${s.v1.path}w1`, { user: 'bob', n: 7 }), await c.read(`${s.v1.path}w1`)];
    },
    { sends: 'POST /v1/kv1/w1 as root {"n":7,"user":"bob"} → 204', gives: { status: 204 } },
    { sends: 'GET /v1/kv1/w1 as root → 200', gives: { data: { user: 'bob', n: 7 } } },
  ),
  many(
    'write',
    'KV v2, then read',
    async (s) => {
      const [c, path] = [await s.client(), `${s.v2.path}data/w2`];
      return [await c.write(path, { data: { user: 'bob' }, options: { cas: 0 } }), await c.read(path)];
    },
    {
      sends: 'POST /v1/kv2/data/w2 as root {"data":{"user":"bob"},"options":{"cas":0}} → 200',
      gives: { data: { version: 1 } },
    },
    { sends: 'GET /v1/kv2/data/w2 as root → 200', gives: { data: { data: { user: 'bob' } } } },
  ),
  many(
    'write',
    'check-and-set that does not hold',
    async (s) => {
      const [c, path] = [await s.client(), await s.entry(2, 'cas', { v: '1' })];
      return [await c.write(path, { data: { v: '2' }, options: { cas: 0 } }), await c.read(path)];
    },
    {
      sends: 'POST /v1/kv2/data/cas as root {"data":{"v":"2"},"options":{"cas":0}} → 400',
      fails: 'invalid-request',
    },
    { sends: 'GET /v1/kv2/data/cas as root → 200', gives: { data: { data: { v: '1' } } } },
  ),
  byRoot('write', 'wrapped, TTL as number', (c) => c.write('sys/wrapping/wrap', { note: 'x' }, 120), {
    sends: 'POST /v1/sys/wrapping/wrap as root wrapped 120 {"note":"x"} → 200',
    gives: wrapping,
  }),
  byRoot('write', 'wrapped, TTL as text', (c) => c.write('sys/wrapping/wrap', { note: 'x' }, '2m'), {
    sends: 'POST /v1/sys/wrapping/wrap as root wrapped 2m {"note":"x"} → 200',
    gives: wrapping,
  }),
  byRoot('write', 'wrap endpoint without a TTL', (c) => c.write('sys/wrapping/wrap', { note: 'x' }), {
    sends: 'POST /v1/sys/wrapping/wrap as root {"note":"x"} → 400',
    fails: 'invalid-request',
  }),
  byRoot('write', 'malformed', (c, s) => c.write(`${s.v2.path}data/bad`, { data: 'no object' }), {
    sends: 'POST /v1/kv2/data/bad as root {"data":"no object"} → 400',
    fails: 'invalid-request',
  }),
  one('write', 'not permitted', async (s) => (await s.ordinary()).write(`${s.v1.path}closed`, v1), {
    sends: 'POST /v1/kv1/closed as token 1 {"v":"1"} → 403',
    fails: 'forbidden',
  }),
  byRoot('write', 'path without a mount', (c) => c.write('no-such-mount/x', v1), {
    sends: 'POST /v1/no-such-mount/x as root {"v":"1"} → 404',
    fails: 'invalid-path',
  }),
  many(
    'write',
    'KV v1 entry, its page',
    async (s) => {
      const c = await s.client();
      return [await c.createEntry(s.v1, 'created', alice), await c.readEntry(s.v1, 'created')];
    },
    { sends: 'POST /v1/kv1/created as root {"user":"alice"} → 204' },
    { sends: 'GET /v1/kv1/created as root → 200', gives: { data: alice } },
  ),
  many(
    'write',
    'KV v2 entry, its page',
    async (s) => {
      const c = await s.client();
      return [await c.createEntry(s.v2, 'created', alice), await c.readEntry(s.v2, 'created')];
    },
    {
      sends: 'POST /v1/kv2/data/created as root {"data":{"user":"alice"},"options":{"cas":0}} → 200',
      gives: { version: 1 },
    },
    { sends: 'GET /v1/kv2/data/created as root → 200', gives: { data: { data: alice } } },
  ),
];

const deletes: readonly Case[] = [
  many(
    'delete',
    'KV v1 entry, then read',
    async (s) => {
      const [c, path] = [await s.client(), await s.entry(1, 'gone', v1)];
      return [await c.delete(path), await c.read(path)];
    },
    { sends: 'DELETE /v1/kv1/gone as root → 204', gives: null },
    { sends: 'GET /v1/kv1/gone as root → 404', fails: 'invalid-path' },
  ),
  byRoot('delete', 'absent entry', (c, s) => c.delete(`${s.v1.path}never/was`), {
    sends: 'DELETE /v1/kv1/never/was as root → 204',
    gives: null,
  }),
  one('delete', 'not permitted', async (s) => (await s.ordinary()).delete(`${s.v1.path}x`), {
    sends: 'DELETE /v1/kv1/x as token 1 → 403',
    fails: 'forbidden',
  }),
  byRoot('delete', 'path without a mount', (c) => c.delete('no-such-mount/x'), {
    sends: 'DELETE /v1/no-such-mount/x as root → 404',
    fails: 'invalid-path',
  }),
  many(
    'delete',
    'wrapped: there is nothing to wrap',
    async (s) => {
      const [c, path] = [await s.client(), await s.entry(1, 'gone', v1)];
      return [await c.delete(path, 120), await c.read(path)];
    },
    { sends: 'DELETE /v1/kv1/gone as root wrapped 120 → 204' },
    { sends: 'GET /v1/kv1/gone as root → 404', fails: 'invalid-path' },
  ),
  ...([1, 2] as const).map((version) => {
    const path = version === 1 ? 'kv1/removed' : 'kv2/data/removed';
    return many(
      'delete',
      `KV v${String(version)} entry, its page`,
      async (s) => {
        await s.entry(version, 'removed', v1);
        const [c, mount] = [await s.client(), version === 1 ? s.v1 : s.v2];
        return [await c.deleteEntry(mount, 'removed'), await c.readEntry(mount, 'removed')];
      },
      { sends: `DELETE /v1/${path} as root → 204`, gives: null },
      { sends: `GET /v1/${path} as root → 404`, fails: 'invalid-path' },
    );
  }),
];

export const genericCases: readonly Case[] = [...reads, ...lists, ...writes, ...deletes];
