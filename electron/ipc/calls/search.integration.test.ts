import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newPolicy,
  newToken,
  productOfRun,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { FoundValue, SearchTerms } from '../../../shared/vault/search.ts';
import { namesOnly } from '../../../shared/vault/search.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { makeTestApp } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
let app: TestApp;

beforeAll(() => {
  app = makeTestApp();
});
afterAll(() => app.end());

interface Where {
  readonly sessionId: string;
  readonly mount: string;
  readonly path?: string;
}

const place = ({ sessionId, mount, path = '' }: Where) => ({ sessionId, mount: mount as MountPath, path });

/** The end of a job, all that it has found, and what it could not read. */
async function followed(of: TestApp, jobId: string) {
  const events = () => of.events;
  await until(() =>
    Promise.resolve(events().some((one) => one.name === 'job.ended' && one.payload.jobId === jobId)),
  );
  const batches = events().flatMap((one) =>
    one.name === 'search.found' && one.payload.jobId === jobId ? [one.payload] : [],
  );
  const hits = batches.flatMap(({ found }) =>
    found.flatMap(({ mount, names, facts }) =>
      unpackNames(names).map((name, at) => ({ mount: mount.path, name, facts: facts?.[at] })),
    ),
  );
  const end = events().flatMap((one) =>
    one.name === 'job.ended' && one.payload.jobId === jobId ? [one.payload] : [],
  )[0] as JobEnd;
  return {
    end,
    hits,
    names: hits.map(({ name }) => name).sort(),
    unread: batches.flatMap(({ unread }) => unread),
    last: batches.at(-1),
  };
}

async function search(text: string, where: Where | readonly Where[], terms: Partial<SearchTerms> = {}) {
  const places = [where].flat().map((one) => place(one));
  const sessionId = places[0]?.sessionId ?? '';
  const { jobId } = await app.must('search.start', { sessionId, places, ...namesOnly, ...terms, text });
  return followed(app, jobId);
}

/** A mount with entries, and a session of the root token. */
async function filled(entries: Readonly<Record<string, Record<string, unknown>>>, version: 1 | 2 = 2) {
  const kv = await newKvMount(server, version);
  for (const [path, values] of Object.entries(entries)) await writeEntry(server, kv, path, values);
  const sessionId = await app.login(server.address, server.rootToken);
  return { kv, sessionId, mount: kv.path };
}

describe('searching names', () => {
  it('finds names in every folder and names what it could not read', async () => {
    const kv = await newKvMount(server, 2);
    const paths = ['db', 'team/db-main', 'team/deep/er/DB', 'team/other', 'closed/db'];
    for (const path of paths) await writeEntry(server, kv, path, { k: 'v' });
    const policy = await newPolicy(
      server,
      `path "${kv.path}metadata/*" { capabilities = ["list"] }
       path "${kv.path}metadata/closed/" { capabilities = ["deny"] }`,
    );
    const { token } = await newToken(server, { policies: [policy] });
    const sessionId = await app.login(server.address, token);
    const { end, names, unread } = await search('db', { sessionId, mount: kv.path });
    expect(names).toEqual(['db', 'team/db-main', 'team/deep/er/DB']);
    expect(end).toMatchObject({ outcome: 'done', unreadCount: 1 });
    expect(unread).toMatchObject([{ sessionId, path: `${kv.path}closed/` }]);
  });

  it('by words, globs and expressions, in the whole path where the word has a slash', async () => {
    const where = await filled({
      'payments/stripe-api': { k: 1 },
      'payments/stripes': { k: 1 },
      'billing/stripe-api': { k: 1 },
      'billing/other': { k: 1 },
    });
    expect((await search('stripe', where, { mode: 'word' })).names).toEqual([
      'billing/stripe-api',
      'payments/stripe-api',
    ]);
    expect((await search('stripe*', where, { mode: 'glob' })).names).toHaveLength(3);
    expect((await search('^stripe-?s?$', where, { mode: 'expression' })).names).toEqual(['payments/stripes']);
    expect((await search('payments stripe', where)).names).toEqual([
      'payments/stripe-api',
      'payments/stripes',
    ]);
    expect((await search('payments/str', where)).names).toEqual(['payments/stripe-api', 'payments/stripes']);
    expect((await search('STRIPES', where, { matchCase: true })).names).toEqual([]);
    const refused = await app.refused('search.start', {
      sessionId: where.sessionId,
      places: [place(where)],
      ...namesOnly,
      mode: 'expression',
      text: 'mount:a (stripe',
    });
    expect(refused).toMatchObject({
      kind: 'invalid-input',
      field: 'text',
      message: 'Missing closing ): (stripe (character 9)',
    });
  });

  it('in several mounts and sessions at once, each place once', async () => {
    const one = await filled({ 'a/target': { k: 1 } });
    const two = await filled({ 'b/target': { k: 1 }, 'b/c/target': { k: 1 } }, 1);
    const { names, end } = await search('target', [one, two, { ...two, path: 'b/' }]);
    expect(names).toEqual(['a/target', 'b/c/target', 'b/target']);
    expect(end).toMatchObject({ outcome: 'done' });
    const onlyOne = await search(`mount:${one.mount.slice(0, -1)} target`, [one, two]);
    expect(onlyOne.names).toEqual(['a/target']);
    expect(onlyOne.end.foldersRead).toBe(2);
  });

  it('each entry once where places overlap, and those below a refused folder that were chosen', async () => {
    const kv = await newKvMount(server, 2);
    const paths = ['a/x', 'a/deep/y', 'ab/x', 'closed/x', 'closed/z'];
    for (const path of paths) await writeEntry(server, kv, path, { k: 'v' });
    const policy = await newPolicy(
      server,
      `path "${kv.path}metadata/*" { capabilities = ["list", "read"] }
       path "${kv.path}metadata/closed/" { capabilities = ["deny"] }`,
    );
    const { token } = await newToken(server, { policies: [policy] });
    const sessionId = await app.login(server.address, token);
    const order = ['a/deep/', 'a/x', '', 'a/', 'a/x', 'closed/x'];
    const { hits } = await search(
      '',
      order.map((path) => ({ sessionId, mount: kv.path, path })),
    );
    const entries = hits.map(({ name }) => name).filter((name) => !name.endsWith('/'));
    expect(entries.sort()).toEqual(['a/deep/y', 'a/x', 'ab/x', 'closed/x']);
  });

  it('says of a mount that is gone, and searches the others', async () => {
    const where = await filled({ target: { k: 1 } });
    const { names, unread } = await search('target', [{ ...where, mount: 'nowhere/' }, where]);
    expect(names).toEqual(['target']);
    expect(unread).toMatchObject([{ path: 'nowhere/' }]);
  });

  it('costs a gesture each', async () => {
    const few = makeTestApp({ gestures: 0 });
    try {
      few.press(2);
      const sessionId = await few.login(server.address, server.rootToken);
      few.spendGestures();
      few.press(1);
      const input = { sessionId, places: [], ...namesOnly, text: 'x' };
      await few.must('search.start', input);
      expect(await few.refused('search.start', input)).toMatchObject({ kind: 'cancelled' });
      expect(few.asked.at(-1)).toMatchObject({ kind: 'confirm', facts: [{ value: 'Search names' }] });
    } finally {
      await few.end();
    }
  });

  it('goes on after a cancel with what was left, and finds nothing twice', async () => {
    const entries = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`f${String(at)}/target`, { k: 1 }] as const),
    );
    const kv = await newKvMount(server, 2);
    for (const [path, values] of Object.entries(entries)) await writeEntry(server, kv, path, values);
    const proxy = await startFaultProxy(server);
    try {
      // Lists of folders one by one only.
      proxy.add({
        fault: { kind: 'answer', status: 403, body: { errors: ['permission denied'] } },
        url: /scan=true/,
      });
      const until20 = Promise.withResolvers<undefined>();
      proxy.add({ fault: { kind: 'delay', until: until20.promise }, url: /metadata\/f2/ });
      const sessionId = await app.login(proxy.address, server.rootToken);
      const started = app.must('search.start', {
        sessionId,
        places: [place({ sessionId, mount: kv.path })],
        ...namesOnly,
        text: 'target',
      });
      const { jobId } = await started;
      await until(() => Promise.resolve(proxy.arrived.some((line) => line.includes('/metadata/f2'))));
      await app.must('job.cancel', { jobId });
      const first = await followed(app, jobId);
      expect(first.end.outcome).toBe('cancelled');
      until20.resolve(undefined);
      const { jobId: next } = await app.must('search.goOn', { sessionId, jobId });
      const second = await followed(app, next);
      expect(second.end.outcome).toBe('done');
      expect([...first.names, ...second.names].sort()).toEqual(Object.keys(entries).sort());
      expect(await app.refused('search.goOn', { sessionId, jobId })).toMatchObject({ kind: 'invalid-input' });
    } finally {
      await proxy.stop();
    }
  });

  it('leaves what lies beyond the limit of one mount, searches the next one, and goes on with the rest', async () => {
    const [wide, other] = [await filled({ 'z/target': { k: 1 } }), await filled({ target: { k: 1 } })];
    const proxy = await startFaultProxy(server);
    try {
      proxy.add({
        fault: { kind: 'answer', status: 403, body: { errors: ['permission denied'] } },
        url: /scan=true/,
      });
      const keys = [...Array.from({ length: 200_000 }, (_, at) => `n${String(at)}`), 'z/'];
      proxy.add({
        fault: { kind: 'answer', status: 200, body: { data: { keys } } },
        url: new RegExp(`/v1/${wide.mount}metadata/\\?`),
      });
      const sessionId = await app.login(proxy.address, server.rootToken);
      const first = await search('target', [
        { ...wide, sessionId },
        { ...other, sessionId },
      ]);
      expect(first.names).toEqual(['target']);
      expect(first.end).toMatchObject({
        outcome: 'stopped',
        error: { kind: 'too-large', message: expect.stringContaining(`“${wide.mount}”`) as string },
      });
      const { jobId } = await app.must('search.goOn', { sessionId, jobId: first.end.jobId });
      const second = await followed(app, jobId);
      expect(second.names).toEqual(['z/target']);
      expect(second.end).toMatchObject({ outcome: 'done', foldersRead: 1 });
    } finally {
      await proxy.stop();
    }
  });

  it('waits out a server that says 429, and misses nothing', async () => {
    const where = await filled({ 'a/target': { k: 1 }, 'b/target': { k: 1 } });
    const proxy = await startFaultProxy(server);
    try {
      const body = { errors: ['request path: rate limit quota exceeded'] };
      proxy.add({
        fault: { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body },
        url: /metadata\//,
        times: 2,
      });
      const sessionId = await app.login(proxy.address, server.rootToken);
      const { names, unread } = await search('target', { ...where, sessionId });
      expect(names).toEqual(['a/target', 'b/target']);
      expect(unread).toEqual([]);
    } finally {
      await proxy.stop();
    }
  });

  it.runIf(productOfRun() === 'openbao')('scans in one request where the token may', async () => {
    const proxy = await startRecordingProxy(server);
    try {
      const entries = Array.from({ length: 30 }, (_, at) => [`f${String(at)}/a/b/target`, { k: 1 }] as const);
      const where = await filled(Object.fromEntries(entries));
      const sessionId = await app.login(proxy.address, server.rootToken);
      const { names, end } = await search('target', { ...where, sessionId });
      expect(names).toHaveLength(30);
      expect(end.foldersRead).toBe(91);
      const lists = proxy.requests.filter(({ url }) => url.includes('/metadata/'));
      expect(lists.map(({ url }) => url)).toEqual([`/v1/${where.mount}metadata/?scan=true`]);
    } finally {
      await proxy.stop();
    }
  });
});

describe('searching keys and metadata', () => {
  it('reads names of keys by subkeys, no value, and finds those of nested objects', async () => {
    const proxy = await startRecordingProxy(server);
    try {
      const where = await filled({
        'a/one': { api_key: 'x', other: 1 },
        'a/two': { db: { api_key: 'y' } },
        'a/three': { k: 1 },
      });
      const sessionId = await app.login(proxy.address, server.rootToken);
      const { hits } = await search('api_key', { ...where, sessionId }, { keys: true });
      expect(hits.map(({ name, facts }) => [name, facts?.keys]).sort()).toEqual([
        ['a/one', ['api_key']],
        ['a/two', ['db.api_key']],
      ]);
      const filtered = await search('key:other', { ...where, sessionId });
      expect(filtered.names).toEqual(['a/one']);
      expect(proxy.requests.filter(({ url }) => url.includes('/data/'))).toEqual([]);
    } finally {
      await proxy.stop();
    }
  });

  it('says which entries it may not look into', async () => {
    const kv = await newKvMount(server, 2);
    for (const path of ['open/one', 'closed/two']) await writeEntry(server, kv, path, { target: 'v' });
    const policy = await newPolicy(
      server,
      `path "${kv.path}metadata/*" { capabilities = ["list"] }
       path "${kv.path}subkeys/open/*" { capabilities = ["read"] }`,
    );
    const { token } = await newToken(server, { policies: [policy] });
    const sessionId = await app.login(server.address, token);
    const { names, unread, end, last } = await search(
      'target',
      { sessionId, mount: kv.path },
      { keys: true },
    );
    expect(names).toEqual(['open/one']);
    expect(unread).toMatchObject([{ path: `${kv.path}closed/two` }]);
    expect(end).toMatchObject({ outcome: 'done', unreadCount: 1 });
    expect(last).toMatchObject({ entriesRead: 2, entriesWaiting: 0 });
  });

  it('by owner, age, versions and deletion', async () => {
    const where = await filled({ 'a/one': { k: 1 }, 'a/two': { k: 1 }, 'a/gone': { k: 1 } });
    await must(server, 'POST', `${where.mount}metadata/a/one`, {
      custom_metadata: { owner: 'payments', tier: 'gold' },
    });
    await writeEntry(server, where.kv, 'a/two', { k: 2 });
    await must(server, 'DELETE', `${where.mount}data/a/gone`);
    const one = await search('owner:PAY', where);
    expect(one.hits).toMatchObject([
      { name: 'a/one', facts: { metadata: ['owner = payments'], version: 1 } },
    ]);
    expect((await search('meta:tier=gold one', where)).names).toEqual(['a/one']);
    expect((await search('meta:tier=silver', where)).names).toEqual([]);
    expect((await search('versions:>1', where)).names).toEqual(['a/two']);
    expect((await search('deleted:', where)).hits).toMatchObject([
      { name: 'a/gone', facts: { deleted: true } },
    ]);
    expect((await search('changed:<1d deleted:no', where)).names).toEqual(['a/one', 'a/two']);
    expect((await search('changed:>1d', where)).names).toEqual([]);
    // Beside a filter a word narrows, in any part of the path.
    expect((await search('a/ deleted:', where)).names).toEqual(['a/gone']);
    expect((await search('nowhere/ deleted:', where)).names).toEqual([]);
    expect((await search('gold', where, { metadata: true })).names).toEqual(['a/one']);
  });

  it('by the field that the settings name for owners', async () => {
    const where = await filled({ 'a/one': { k: 1 }, 'a/two': { k: 1 } });
    await must(server, 'POST', `${where.mount}metadata/a/one`, { custom_metadata: { team: 'payments' } });
    await must(server, 'POST', `${where.mount}metadata/a/two`, { custom_metadata: { owner: 'payments' } });
    const named = makeTestApp();
    try {
      const { reminderNames } = named.preferences.now;
      named.preferences.now = {
        ...named.preferences.now,
        reminderNames: { ...reminderNames, owner: 'team' },
      };
      const sessionId = await named.login(server.address, server.rootToken);
      const places = [place({ ...where, sessionId })];
      const input = { sessionId, places, ...namesOnly, text: 'owner:pay' };
      const { jobId } = await named.must('search.start', input);
      expect((await followed(named, jobId)).names).toEqual(['a/one']);
    } finally {
      await named.end();
    }
  });

  it('says that KV v1 keeps no metadata, and reads its entries for their keys', async () => {
    const where = await filled({ 'a/one': { target: 1 } }, 1);
    const { names, unread } = await search('owner:x', where);
    expect(names).toEqual([]);
    expect(unread).toMatchObject([
      { path: where.mount, reason: expect.stringContaining('no metadata') as string },
    ]);
    expect((await search('target', where, { keys: true })).names).toEqual(['a/one']);
  });
});

describe('searching values', () => {
  const values = { a: 'the s3cret-needle here', b: 'nothing', c: { deep: ['s3cret-needle'] } };

  async function searchValues(
    where: Where,
    needle: string,
    terms: Partial<SearchTerms & { text: string }> = {},
  ) {
    app.answers.push({ text: needle });
    const { jobId } = await app.must('search.startValues', {
      sessionId: where.sessionId,
      places: [place(where)],
      ...namesOnly,
      text: '',
      ...terms,
    });
    return followed(app, jobId);
  }

  it('asks in the prompt, tells keys and places, and lets no character of text or value cross', async () => {
    for (const version of [1, 2] as const) {
      const where = await filled({ 'x/one': values, 'x/two': { a: 'no' } }, version);
      const { hits } = await searchValues(where, 's3cret-needle');
      expect(app.asked.at(-1)).toMatchObject({
        kind: 'enter-fields',
        fields: [{ secret: true }],
        facts: [{}, { value: where.mount }, {}, { value: 'not known: some folders have not been listed' }],
      });
      const found: readonly FoundValue[] = [
        { key: 'a', from: 2, to: 13 },
        { key: 'c', from: 7, to: 16 },
      ];
      expect(hits.map(({ name }) => name)).toEqual(['x/one']);
      expect(hits[0]?.facts?.values?.map(({ key }) => key)).toEqual(found.map(({ key }) => key));
      expect(hits[0]?.facts?.values?.[0]).toEqual({ key: 'a', from: 2, to: 13 });
    }
    expect(app.crossed()).not.toContain('needle');
    expect(app.crossed()).not.toContain('s3cret');
  });

  it('knows how many reads it takes once the names are known, and keeps to the filters', async () => {
    const where = await filled({ 'x/one': values, 'y/two': values });
    await search('', where);
    expect((await searchValues(where, 'NEEDLE', { text: 'x/' })).names).toEqual(['x/one']);
    const { names } = await searchValues(where, 'NEEDLE', { text: 'one' });
    expect(names).toEqual(['x/one']);
    expect(app.asked.at(-1)).toMatchObject({
      facts: [{}, {}, { name: 'Only entries', value: 'one' }, {}, { name: 'Reads', value: 'at most 2' }],
    });
  });

  it('asks again for a bad pattern, and reads nothing without a yes', async () => {
    const proxy = await startRecordingProxy(server);
    try {
      const where = await filled({ one: values });
      const sessionId = await app.login(proxy.address, server.rootToken);
      const input = { sessionId, places: [place({ ...where, sessionId })], ...namesOnly, text: '' };
      app.answers.push({ text: '(a' }, null);
      expect(await app.refused('search.startValues', { ...input, mode: 'expression' })).toMatchObject({
        kind: 'cancelled',
      });
      expect(app.asked.at(-1)).toMatchObject({ problem: 'Missing closing ): (a (character 1)' });
      expect(proxy.requests.filter(({ url }) => url.includes('/data/'))).toEqual([]);
    } finally {
      await proxy.stop();
    }
  });

  it('tells a page nothing letter by letter: no search that it may start reads a value', async () => {
    for (const version of [1, 2] as const) {
      const where = await filled({ 'x/one': { note: 'zq7' } }, version);
      for (const guess of ['z', 'zq', 'zq7', 'key:zq7', 'meta:note=z', 'note zq7'])
        for (const mode of ['text', 'glob', 'expression'] as const) {
          const text = mode === 'glob' ? `*${guess}*` : guess;
          const { hits } = await search(text, where, { mode, keys: true, metadata: true });
          expect(hits).toEqual([]);
        }
      // A search of values is a prompt each time, and its text is the user's.
      const input = { sessionId: where.sessionId, places: [place(where)], ...namesOnly, text: 'zq7' };
      app.answers.push(null);
      expect(await app.refused('search.startValues', input)).toMatchObject({ kind: 'cancelled' });
      expect(app.asked.at(-1)).toMatchObject({
        fields: [{ name: 'text', secret: true }],
        facts: [{}, {}, { name: 'Only entries', value: 'zq7' }, {}, {}],
      });
      const asked = app.asked.length;
      const { hits } = await searchValues(where, 'zq7');
      expect(hits.map(({ facts }) => facts?.values)).toEqual([[{ key: 'note', from: 0, to: 16 }]]);
      expect(app.asked).toHaveLength(asked + 1);
    }
    expect(JSON.stringify(app.events)).not.toContain('zq7');
  });

  it('runs once at a time in a session, whatever page asks', async () => {
    const where = await filled({ one: values });
    const slow = Promise.withResolvers<Readonly<Record<string, string>>>();
    app.answers.push(slow.promise);
    const input = { sessionId: where.sessionId, places: [place(where)], ...namesOnly, text: '' };
    const first = app.must('search.startValues', input);
    await until(() => Promise.resolve(app.openPrompts().length > 0));
    expect(await app.refused('search.startValues', input)).toMatchObject({ kind: 'invalid-request' });
    slow.resolve({ text: 'needle' });
    const { jobId } = await first;
    expect((await followed(app, jobId)).names).toEqual(['one']);
    expect((await searchValues(where, 'needle')).names).toEqual(['one']);
  });
});

describe('names seen before', () => {
  it('are known from lists and searches, without a request, until the session closes', async () => {
    const proxy = await startRecordingProxy(server);
    try {
      const where = await filled({ 'deep/er/needle-1': { k: 1 }, top: { k: 1 } });
      const sessionId = await app.login(proxy.address, server.rootToken);
      const pathsOf = async (text: string) =>
        (await app.must('names.search', { sessionId, text })).places.map(
          ({ mount, path }) => mount.path + path,
        );
      expect(await app.must('names.search', { sessionId, text: 'needle' })).toEqual({
        places: [],
        total: 0,
        names: 0,
      });
      await app.must('folder.list', { sessionId, mount: where.mount as MountPath, path: '' });
      expect(await pathsOf('to')).toEqual([`${where.mount}top`]);
      await search('nothing', { ...where, sessionId });
      const sent = proxy.requests.length;
      expect(await pathsOf('needle')).toEqual([`${where.mount}deep/er/needle-1`]);
      expect(await pathsOf(`${where.mount}deep/er/`)).toEqual([`${where.mount}deep/er/needle-1`]);
      const { oldestMs } = await app.must('names.search', { sessionId, text: '' });
      expect(Date.now() - (oldestMs ?? 0)).toBeLessThan(60_000);
      expect(proxy.requests).toHaveLength(sent);
    } finally {
      await proxy.stop();
    }
  });

  it('come from policies where nothing may be listed; the search finds them, and says so', async () => {
    const proxy = await startRecordingProxy(server);
    try {
      const { kv, mount } = await filled({
        'closed/needle-1': { password: 'x' },
        'team/needle-2': { password: 'x' },
      });
      const policy = await newPolicy(
        server,
        `path "${kv.path}data/closed/needle-1" { capabilities = ["read"] }
         path "${kv.path}data/gone/needle-3" { capabilities = ["read"] }
         path "${kv.path}metadata/team/*" { capabilities = ["list"] }`,
      );
      const { token } = await newToken(server, { policies: [policy] });
      const sessionId = await app.login(proxy.address, token);
      const acl = () => proxy.requests.filter(({ url }) => url.includes('resultant-acl')).length;
      expect(acl()).toBe(0);
      const { places } = await app.must('names.search', { sessionId, text: 'needle' });
      expect(places.map(({ path }) => path)).toEqual(['closed/needle-1', 'gone/needle-3']);
      await app.must('names.search', { sessionId, text: 'needle-1' });
      expect(acl()).toBe(1);
      const { hits, unread } = await search('needle', { sessionId, mount });
      expect(hits.map(({ name, facts }) => [name, facts?.notListed]).sort()).toEqual([
        ['closed/needle-1', true],
        ['gone/needle-3', true],
        ['team/needle-2', undefined],
      ]);
      expect(unread).toMatchObject([{ path: mount }]);
      expect(acl()).toBe(1);
    } finally {
      await proxy.stop();
    }
  });

  it('include favourites and the history below a folder that may not be listed', async () => {
    const { kv, mount } = await filled({ 'closed/needle-1': { k: 'v' } });
    const policy = await newPolicy(server, `path "${kv.path}data/*" { capabilities = ["read"] }`);
    const { token } = await newToken(server, { policies: [policy] });
    const sessionId = await app.login(server.address, token);
    const at = { path: mount as MountPath, type: 'kv', engine: 'kv2', description: '' } as const;
    await app.must('workspace.save', {
      sessionId,
      memory: { ...emptyMemory, favourites: [{ mount: at, path: 'closed/needle-1' }] },
    });
    const { hits } = await search('needle', { sessionId, mount });
    expect(hits).toMatchObject([{ name: 'closed/needle-1', facts: { notListed: true } }]);
  });

  it('of a token with limited uses are not asked for', async () => {
    const proxy = await startRecordingProxy(server);
    try {
      const { token } = await newToken(server, { policies: ['default'], num_uses: 10 });
      const sessionId = await app.login(proxy.address, token);
      await app.must('names.search', { sessionId, text: 'x' });
      expect(proxy.requests.filter(({ url }) => url.includes('resultant-acl'))).toEqual([]);
    } finally {
      await proxy.stop();
    }
  });

  it('are gone with a lock', async () => {
    const where = await filled({ top: { k: 1 } });
    await app.must('folder.list', { sessionId: where.sessionId, mount: where.mount as MountPath, path: '' });
    expect(app.services.names.state(where.sessionId).names).toBe(1);
    await app.lock('asked');
    expect(app.services.names.state(where.sessionId).names).toBe(0);
  });
});
