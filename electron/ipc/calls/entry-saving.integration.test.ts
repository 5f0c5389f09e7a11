/** Saving for real: no other client's change is overwritten, and the outcome of a save can be checked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  encodePath,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  uniqueName,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { FaultProxy, KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makeTestApp } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
let proxy: FaultProxy;
let app: TestApp;
let sessionId: string;
/** The same server through the proxy. */
let faulty: string;
let v1: KvMount;
let v2: KvMount;
const cubbyhole: KvMount = { path: 'cubbyhole/', version: 1 };

beforeAll(async () => {
  proxy = await startFaultProxy(server);
  [v1, v2] = await Promise.all([newKvMount(server, 1), newKvMount(server, 2)]);
  app = makeTestApp({ agrees: true });
  sessionId = await app.login(server.address, server.rootToken);
  faulty = await app.login(proxy.address, server.rootToken);
});
afterAll(async () => {
  await app.end();
  await proxy.stop();
});

const at = (mount: KvMount, path: string, session = sessionId) => ({
  sessionId: session,
  mount: mount.path as MountPath,
  path,
});
const open = (mount: KvMount, path: string, session = sessionId) =>
  app.must('entry.open', at(mount, path, session));
const set = (key: string, value: unknown) => ({ op: 'set', key, rawJson: JSON.stringify(value) }) as const;
const remove = (key: string) => ({ op: 'remove', key }) as const;
async function values(entryId: string): Promise<unknown> {
  const { members } = await app.must('entry.revealAll', { entryId });
  return Object.fromEntries(members.map(([key, raw]) => [key, JSON.parse(raw) as unknown]));
}
const now = async (mount: KvMount, path: string): Promise<unknown> =>
  values((await open(mount, path)).entryId);
const api = (mount: KvMount, family: string, path: string): string =>
  `${encodePath(mount.path)}${family}/${encodePath(path)}`;
/** A session with a token of its own that has only this policy. */
async function sessionWith(hcl: string): Promise<string> {
  const { token } = await newToken(server, { policies: [await newPolicy(server, hcl)] });
  return app.login(server.address, token);
}

describe('looking again', () => {
  it('shows an open entry as it was opened, and says how large it is', async () => {
    await writeEntry(server, v2, 'view', { a: '<ü>', b: 1 });
    const view = await open(v2, 'view');
    expect(view.dataBytes).toBe('{"a":"\\u003cü\\u003e","b":1}'.length + 1);
    await writeEntry(server, v2, 'view', { a: 'other' });
    expect(await app.must('entry.view', { entryId: view.entryId })).toEqual(view);
    expect(await values(view.entryId)).toEqual({ a: '<ü>', b: 1 });
  });
});

describe.each([
  ['kv1', () => v1],
  ['kv2', () => v2],
  ['cubbyhole', () => cubbyhole],
] as const)('a conflict on %s', (engine, mount) => {
  it('is merged by key', async () => {
    const path = uniqueName('merge');
    await writeEntry(server, mount(), path, { same: 0, mine: 0, theirs: 0, both: 0, alike: 0, gone: 0 });
    const mine = await open(mount(), path);
    await writeEntry(server, mount(), path, {
      same: 0,
      mine: 0,
      theirs: 1,
      both: 1,
      alike: { x: '<', y: 1 },
      new: 1,
    });
    const changes = [
      set('mine', 2),
      set('both', 2),
      { op: 'set', key: 'alike', rawJson: '{"y":1.0,"x":"\\u003c"}' } as const,
      remove('gone'),
      set('own', 2),
    ];
    expect(await app.refused('entry.save', { entryId: mine.entryId, changes })).toMatchObject({
      kind: 'conflict',
    });
    const { theirs, keys, gone } = await app.must('entry.merge', { entryId: mine.entryId, changes });
    expect(gone).toBeUndefined();
    expect(Object.fromEntries(keys.map((one) => [one.key, [one.mine, one.theirs, one.clash]]))).toEqual({
      mine: ['changed', 'same', false],
      theirs: ['same', 'changed', false],
      both: ['changed', 'changed', true],
      alike: ['changed', 'changed', false],
      gone: ['removed', 'removed', false],
      new: ['same', 'added', false],
      own: ['added', 'same', false],
    });
    if (theirs === undefined) throw new Error('nothing was opened');
    const saved = await app.must('entry.save', {
      entryId: theirs.entryId,
      changes: [set('mine', 2), set('both', 2), set('own', 2)],
    });
    expect(saved.version).toBe(engine === 'kv2' ? 3 : undefined);
    expect(saved.method).toBe('replace');
    expect(await now(mount(), path)).toEqual({
      same: 0,
      mine: 2,
      theirs: 1,
      both: 2,
      alike: { x: '<', y: 1 },
      new: 1,
      own: 2,
    });
    expect(await values(mine.entryId)).toMatchObject({ theirs: 0 });
  });

  it('with an entry that was removed is told, and saved over only when asked', async () => {
    const path = uniqueName('removed');
    await writeEntry(server, mount(), path, { a: 1 });
    const { entryId } = await open(mount(), path);
    await must(server, 'DELETE', engine === 'kv2' ? api(mount(), 'metadata', path) : mount().path + path);
    const changes = [set('b', 2)];
    const refused = await app.refused('entry.save', { entryId, changes });
    expect(refused.kind).toBe('conflict');
    expect(refused.message).toContain('removed');
    expect(
      (await ask(server, 'GET', engine === 'kv2' ? api(mount(), 'data', path) : mount().path + path)).status,
    ).toBe(404);
    const merge = await app.must('entry.merge', { entryId, changes });
    expect(merge).toMatchObject({ gone: { kind: 'invalid-path', reason: 'absent' }, currentVersion: 0 });
    expect(merge.theirs).toBeUndefined();
    await app.must('entry.saveOver', { entryId, changes, currentVersion: 0 });
    expect(await now(mount(), path)).toEqual({ a: 1, b: 2 });
    expect(await values(entryId)).toEqual({ a: 1, b: 2 });
    // A version exists again: the consent does not hold any more.
    expect((await app.refused('entry.saveOver', { entryId, changes, currentVersion: 0 })).kind).toBe(
      'conflict',
    );
  });
});

describe('KV v2 under the open editor', () => {
  it.each(['deleted', 'destroyed'] as const)('%s: nothing is undone by a save', async (change) => {
    const path = uniqueName(change);
    for (const a of [1, 2]) await writeEntry(server, v2, path, { a });
    const { entryId } = await open(v2, path);
    await must(server, 'POST', api(v2, change === 'deleted' ? 'delete' : 'destroy', path), { versions: [2] });
    const changes = [set('a', 3)];
    expect(await app.refused('entry.save', { entryId, changes })).toMatchObject({
      kind: 'conflict',
      currentVersion: 2,
    });
    expect(await app.must('entry.merge', { entryId, changes })).toMatchObject({
      gone: { kind: 'invalid-path', reason: `${change}-version` },
      currentVersion: 2,
    });
    expect((await app.refused('entry.saveOver', { entryId, changes, currentVersion: 1 })).kind).toBe(
      'conflict',
    );
    expect(await app.must('entry.saveOver', { entryId, changes, currentVersion: 2 })).toMatchObject({
      version: 3,
    });
    expect(await now(v2, path)).toEqual({ a: 3 });
  });

  it('re-created at the same version: its values are not taken for the old ones', async () => {
    const path = uniqueName('again');
    await writeEntry(server, v2, path, { a: 1 });
    const { entryId } = await open(v2, path);
    await must(server, 'DELETE', api(v2, 'metadata', path));
    await writeEntry(server, v2, path, { a: 'somebody else’s' });
    const refused = await app.refused('entry.save', { entryId, changes: [set('b', 2)] });
    expect(refused).toMatchObject({ kind: 'conflict', currentVersion: 1 });
    expect(refused.message).toContain('created again');
    expect(await now(v2, path)).toEqual({ a: 'somebody else’s' });
  });

  it('saves where check-and-set is required', async () => {
    const mount = await newKvMount(server, 2);
    await must(server, 'POST', `${mount.path}config`, { cas_required: true });
    expect(await app.must('entry.create', { ...at(mount, 'x'), changes: [set('a', 1)] })).toMatchObject({
      version: 1,
    });
    const { entryId } = await open(mount, 'x');
    expect(await app.must('entry.save', { entryId, changes: [set('a', 2)] })).toMatchObject({ version: 2 });
  });

  it('a mount that is disabled: said so, and the values stay held', async () => {
    const mount = await newKvMount(server, 2);
    await writeEntry(server, mount, 'x', { a: 'kept' });
    const { entryId } = await open(mount, 'x');
    await must(server, 'DELETE', `sys/mounts/${mount.path}`);
    for (const call of ['entry.save', 'entry.merge', 'entry.checkSave'] as const) {
      expect(await app.refused(call, { entryId, changes: [set('a', 2)] })).toMatchObject({
        kind: 'invalid-path',
        reason: 'no-mount',
      });
    }
    expect(await values(entryId)).toEqual({ a: 'kept' });
  });

  it('rights that are lost: reading, then everything', async () => {
    const path = uniqueName('rights');
    await writeEntry(server, v2, path, { a: 1 });
    const policy = await newPolicy(server, `path "${v2.path}data/*" { capabilities = ["read", "update"] }`);
    const { token } = await newToken(server, { policies: [policy] });
    const limited = await app.login(server.address, token);
    const { entryId } = await open(v2, path, limited);
    await newPolicy(server, `path "${v2.path}data/*" { capabilities = ["update"] }`, policy);
    expect(await app.must('entry.save', { entryId, changes: [set('a', 2)] })).toMatchObject({ version: 2 });
    expect(await values(entryId)).toEqual({ a: 2 });
    const merge = await app.refused('entry.merge', { entryId, changes: [set('a', 3)] });
    expect(merge).toMatchObject({ kind: 'forbidden' });
    expect((await app.refused('entry.checkSave', { entryId, changes: [set('a', 3)] })).message).toContain(
      'cannot be verified',
    );
    await newPolicy(server, `path "${v2.path}other/*" { capabilities = ["update"] }`, policy);
    expect(await app.refused('entry.save', { entryId, changes: [set('a', 3)] })).toMatchObject({
      kind: 'forbidden',
    });
    expect(await values(entryId)).toEqual({ a: 2 });
  });

  it('does not let a KV v1 entry be replaced blindly once it cannot be read', async () => {
    const path = uniqueName('blind');
    await writeEntry(server, v1, path, { a: 1 });
    const policy = await newPolicy(server, `path "${v1.path}*" { capabilities = ["read", "update"] }`);
    const { token } = await newToken(server, { policies: [policy] });
    const { entryId } = await open(v1, path, await app.login(server.address, token));
    await newPolicy(server, `path "${v1.path}*" { capabilities = ["update"] }`, policy);
    const refused = await app.refused('entry.save', { entryId, changes: [set('a', 2)] });
    expect(refused).toMatchObject({ kind: 'forbidden' });
    expect(refused.message).toContain('Nothing was saved');
    expect(await now(v1, path)).toEqual({ a: 1 });
  });
});

describe('a save whose answer was lost', () => {
  const isWrite = { method: 'POST', url: /\/v1\/(kv|cubbyhole)/, times: 1 };

  it.each([
    ['kv1', () => v1],
    ['kv2', () => v2],
  ] as const)('%s: has arrived, and the entry follows', async (engine, mount) => {
    const path = uniqueName('lost');
    await writeEntry(server, mount(), path, { a: 1, big: 1 });
    const { entryId } = await open(mount(), path, faulty);
    proxy.add({ ...isWrite, fault: { kind: 'lost-answer' } });
    // The server's stored form differs: sorted, escaped and (on KV v2) rounded.
    const changes = [
      { op: 'set', key: 'o', rawJson: '{"z":"<","a":1.50}' } as const,
      ...(engine === 'kv2' ? [{ op: 'set', key: 'big', rawJson: '9007199254740993' } as const] : []),
    ];
    expect((await app.refused('entry.save', { entryId, changes })).kind).toBe('outcome-unknown');
    expect(await values(entryId)).toEqual({ a: 1, big: 1 });
    const found = await app.must('entry.checkSave', { entryId, changes });
    expect(found).toMatchObject({ found: 'saved', ...(engine === 'kv2' ? { version: 2 } : {}) });
    expect(await values(entryId)).toMatchObject({ o: { z: '<', a: 1.5 } });
    await app.must('entry.save', { entryId, changes: [set('a', 2)] });
  });

  it.each([
    ['kv1', () => v1],
    ['kv2', () => v2],
  ] as const)('%s: has not arrived, and may be saved again', async (_engine, mount) => {
    const path = uniqueName('not');
    await writeEntry(server, mount(), path, { a: 1 });
    const { entryId } = await open(mount(), path, faulty);
    proxy.add({ ...isWrite, fault: { kind: 'html', status: 504 } });
    const changes = [set('a', 2)];
    expect((await app.refused('entry.save', { entryId, changes })).kind).toBe('outcome-unknown');
    expect(await app.must('entry.checkSave', { entryId, changes })).toEqual({ found: 'not-saved' });
    await app.must('entry.save', { entryId, changes });
    expect(await now(mount(), path)).toEqual({ a: 2 });
  });

  it('KV v2: has arrived, and somebody has saved since', async () => {
    const path = uniqueName('since');
    await writeEntry(server, v2, path, { a: 1 });
    const { entryId } = await open(v2, path, faulty);
    proxy.add({ ...isWrite, fault: { kind: 'lost-answer' } });
    const changes = [set('a', 2)];
    const draft = { sessionId: faulty, mount: v2.path as MountPath, path };
    await app.must('draft.put', { ...draft, entryId, text: '{"key":"a","now":"2"}' });
    await app.refused('entry.save', { entryId, changes });
    await writeEntry(server, v2, path, { a: 3 });
    const found = await app.must('entry.checkSave', { entryId, changes });
    expect(found).toMatchObject({ found: 'saved', version: 2 });
    if (found.found === 'saved') expect(found.warnings.join()).toContain('version 3');
    // An edit that was found saved is no discarded one.
    await app.must('draft.drop', draft);
    expect(await app.must('draft.dropped', { sessionId: faulty })).toEqual([]);
    expect(await app.refused('entry.save', { entryId, changes: [set('b', 1)] })).toMatchObject({
      kind: 'conflict',
      currentVersion: 3,
    });
  });

  it.each([
    ['another version', 2, (path: string) => writeEntry(server, v2, path, { a: 'other' })],
    ['a deletion', 1, (path: string) => must(server, 'DELETE', api(v2, 'data', path))],
    ['a removal', 0, (path: string) => must(server, 'DELETE', api(v2, 'metadata', path))],
  ] as const)('KV v2: has not arrived, but %s has', async (_what, currentVersion, interfere) => {
    const path = uniqueName('changed');
    await writeEntry(server, v2, path, { a: 1 });
    const { entryId } = await open(v2, path, faulty);
    proxy.add({ ...isWrite, fault: { kind: 'html', status: 504 } });
    const changes = [set('a', 2)];
    await app.refused('entry.save', { entryId, changes });
    await interfere(path);
    expect(await app.must('entry.checkSave', { entryId, changes })).toEqual({
      found: 'changed',
      currentVersion,
    });
    expect(await values(entryId)).toEqual({ a: 1 });
  });

  it.each([
    ['a page with status 200', { kind: 'html', status: 200 }],
    ['JSON that is not the server’s', { kind: 'answer', status: 200, body: { hello: 1 } }],
    ['no body at all', { kind: 'answer', status: 200 }],
  ] as const)('is what %s means, too', async (_what, fault) => {
    const path = uniqueName('odd');
    await writeEntry(server, v2, path, { a: 1 });
    const { entryId } = await open(v2, path, faulty);
    proxy.add({ ...isWrite, fault });
    expect((await app.refused('entry.save', { entryId, changes: [set('a', 2)] })).kind).toBe(
      'outcome-unknown',
    );
    expect(await values(entryId)).toEqual({ a: 1 });
  });

  it('a proxy that takes no request so large says so, and nothing is unknown', async () => {
    const path = uniqueName('nginx');
    await writeEntry(server, v2, path, { a: 1 });
    const { entryId } = await open(v2, path, faulty);
    proxy.add({ ...isWrite, fault: { kind: 'html', status: 413 } });
    const refused = await app.refused('entry.save', { entryId, changes: [set('a', 2)] });
    expect(refused.kind).toBe('too-large');
    expect(refused.message).toContain('in front of the server');
  });

  it('a proxy that swallows the read before: nothing was sent', async () => {
    const path = uniqueName('page');
    await writeEntry(server, v2, path, { a: 1 });
    const { entryId } = await open(v2, path, faulty);
    proxy.add({ method: 'GET', url: /\/data\//, times: 1, fault: { kind: 'html', status: 200 } });
    expect((await app.refused('entry.save', { entryId, changes: [set('a', 2)] })).kind).toBe('bad-answer');
    expect(await now(v2, path)).toEqual({ a: 1 });
  });
});

describe('what the server does not store', () => {
  it.each([
    ['a text above its limit', { a: 'x'.repeat(1024 * 1024 + 1) }, 'too-large', 'One text is longer'],
    [
      'too many keys in an object',
      { a: Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`k${n}`, n])) },
      'invalid-request',
      'more keys in one object',
    ],
    ['too long a list', { a: Array(10_001).fill(0) }, 'invalid-request', 'more elements'],
  ] as const)('%s', async (_what, data, kind, words) => {
    const refused = await app.refused('entry.create', {
      ...at(v2, uniqueName('limit')),
      changes: Object.entries(data).map(([key, value]) => set(key, value)),
    });
    expect(refused.kind).toBe(kind);
    expect(refused.message).toContain(words);
    expect(refused.message).toContain('Nothing was saved');
  });

  it('half a character is refused before it would be replaced', async () => {
    const changes = [{ op: 'set', key: 'k', rawJson: '"\\ud800"' } as const];
    expect(await app.refused('entry.create', { ...at(v2, uniqueName('half')), changes })).toMatchObject({
      kind: 'invalid-input',
      field: 'k',
    });
  });
});

describe('a token that may patch', () => {
  const patcher = (more: string) =>
    sessionWith(`path "${v2.path}data/*" { capabilities = ["patch", ${more}] }`);

  it('and read saves by a patch that makes exactly what is wanted', async () => {
    const path = uniqueName('patch');
    await writeEntry(
      server,
      v2,
      path,
      '{"a":1,"o":{"x":1,"y":[1]},"gone":1,"n":null,"big":9007199254740992}',
    );
    const { entryId } = await open(v2, path, await patcher('"read"'));
    const changes = [
      remove('gone'),
      { op: 'set', key: 'o', rawJson: '{"y":[{"z":2}],"new":{}}' } as const,
      set('s', 'text with null in it'),
    ];
    const saved = await app.must('entry.save', { entryId, changes });
    expect(saved).toMatchObject({ version: 2, method: 'patch' });
    const wanted = {
      a: 1,
      o: { y: [{ z: 2 }], new: {} },
      n: null,
      big: 9007199254740992,
      s: 'text with null in it',
    };
    expect(await now(v2, path)).toEqual(wanted);
    expect(await values(entryId)).toEqual(wanted);
  });

  it('is told which key a patch cannot say, and nothing is saved', async () => {
    const path = uniqueName('null');
    await writeEntry(server, v2, path, { o: { x: 1 } });
    const { entryId } = await open(v2, path, await patcher('"read"'));
    const changes = [{ op: 'set', key: 'o', rawJson: '{"x":null}' } as const];
    const refused = await app.refused('entry.save', { entryId, changes });
    expect(refused).toMatchObject({ kind: 'forbidden' });
    expect(refused.message).toContain('“o.x”');
    expect(await now(v2, path)).toEqual({ o: { x: 1 } });
  });

  it('overwrites nothing either', async () => {
    const path = uniqueName('race');
    await writeEntry(server, v2, path, { a: 1 });
    const { entryId } = await open(v2, path, await patcher('"read"'));
    await writeEntry(server, v2, path, { a: 2 });
    expect(await app.refused('entry.save', { entryId, changes: [set('a', 3)] })).toMatchObject({
      kind: 'conflict',
      currentVersion: 2,
    });
  });

  it.each(['update', 'patch'])(
    '(or %s) is stopped by check-and-set where looking came too early',
    async (may) => {
      const path = uniqueName('window');
      await writeEntry(server, v2, path, { a: 1 });
      const policy = await newPolicy(server, `path "${v2.path}data/*" { capabilities = ["read", "${may}"] }`);
      const { token } = await newToken(server, { policies: [policy] });
      const { entryId } = await open(v2, path, await app.login(proxy.address, token));
      let release = (): void => undefined;
      const until = new Promise<void>((resolve) => (release = resolve));
      const write = new RegExp(`data/${path}$`);
      proxy.add({
        method: may === 'patch' ? 'PATCH' : 'POST',
        url: write,
        times: 1,
        fault: { kind: 'delay', until },
      });
      const saving = app.refused('entry.save', { entryId, changes: [set('a', 3)] });
      await expect
        .poll(() =>
          proxy.arrived.some(
            (line) => line.startsWith(may === 'patch' ? 'PATCH' : 'POST') && write.test(line),
          ),
        )
        .toBe(true);
      await writeEntry(server, v2, path, { a: 2 });
      release();
      expect(await saving).toMatchObject({ kind: 'conflict', currentVersion: 2 });
      expect(await now(v2, path)).toEqual({ a: 2 });
    },
  );

  it('and not read changes single keys', async () => {
    const path = uniqueName('unread');
    await writeEntry(server, v2, path, { a: 1, b: 2, c: 3 });
    const session = await patcher('"delete"');
    expect((await app.refused('entry.open', at(v2, path, session))).kind).toBe('forbidden');
    const saved = await app.must('entry.patchUnread', {
      ...at(v2, path, session),
      changes: [set('a', 'new'), remove('b'), remove('never was')],
    });
    expect(saved).toMatchObject({ version: 2, method: 'patch' });
    expect(await now(v2, path)).toEqual({ a: 'new', c: 3 });
  });

  it.each([
    ['null', 'null means “remove”'],
    ['[null]', 'null means “remove”'],
    ['{"x":1}', 'merge this object'],
  ])('cannot set %s unread', async (rawJson, words) => {
    const path = uniqueName('unsayable');
    await writeEntry(server, v2, path, { a: { y: 1 } });
    const changes = [{ op: 'set', key: 'a', rawJson } as const];
    const refused = await app.refused('entry.patchUnread', { ...at(v2, path), changes });
    expect(refused).toMatchObject({ kind: 'invalid-input', field: 'a' });
    expect(refused.message).toContain(words);
    expect(await now(v2, path)).toEqual({ a: { y: 1 } });
  });

  it('is told what is not there to be patched', async () => {
    const session = await patcher('"delete"');
    const absent = { ...at(v2, uniqueName('none'), session), changes: [set('a', 1)] };
    expect(await app.refused('entry.patchUnread', absent)).toMatchObject({
      kind: 'invalid-path',
      reason: 'absent',
    });
    const path = uniqueName('deleted');
    await writeEntry(server, v2, path, { a: 1 });
    await must(server, 'DELETE', api(v2, 'data', path));
    expect(
      await app.refused('entry.patchUnread', { ...at(v2, path, session), changes: [set('a', 1)] }),
    ).toMatchObject({ kind: 'invalid-path', reason: 'deleted-version' });
    expect((await app.refused('entry.patchUnread', { ...at(v1, 'x'), changes: [set('a', 1)] })).kind).toBe(
      'not-offered',
    );
  });

  it('patches against the current version where check-and-set is required, if it may know it', async () => {
    const mount = await newKvMount(server, 2);
    await writeEntry(server, mount, 'x', { a: 1 });
    await must(server, 'POST', `${mount.path}config`, { cas_required: true });
    const data = `path "${mount.path}data/*" { capabilities = ["patch"] }`;
    const changes = [set('a', 2)];
    const blind = await sessionWith(data);
    const refused = await app.refused('entry.patchUnread', { ...at(mount, 'x', blind), changes });
    expect(refused).toMatchObject({ kind: 'forbidden' });
    expect(refused.message).toContain('cannot read');
    const knowing = await sessionWith(`${data} path "${mount.path}metadata/*" { capabilities = ["read"] }`);
    expect(await app.must('entry.patchUnread', { ...at(mount, 'x', knowing), changes })).toMatchObject({
      version: 2,
    });
  });
});

describe('a save that could not be read back', () => {
  it.each([
    ['kv1', () => v1],
    ['kv2', () => v2],
  ] as const)(
    '%s: says so, and never shows an answer that the server did not send',
    async (engine, mount) => {
      const path = uniqueName('unread');
      await writeEntry(server, mount(), path, { a: 1 });
      const { entryId } = await open(mount(), path, faulty);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const saw = proxy.arrived.length;
      proxy.add({
        method: 'POST',
        url: new RegExp(path),
        times: 1,
        fault: { kind: 'held-answer', until: promise.then(() => undefined) },
      });
      const saving = app.must('entry.save', { entryId, changes: [set('a', 2)] });
      await until(() => Promise.resolve(proxy.arrived.slice(saw).some((line) => line.startsWith('POST'))));
      proxy.add({ method: 'GET', url: new RegExp(path), fault: { kind: 'cut' } });
      resolve(undefined);
      const { warnings } = await saving;
      expect(warnings.join()).toContain('not read back');
      expect(await values(entryId)).toEqual({ a: 2 });
      expect((await app.refused('entry.raw', { entryId, reveal: true })).kind).toBe('network');
      proxy.heal();
      const { text } = await app.must('entry.raw', { entryId, reveal: true });
      expect(JSON.parse(text)).toMatchObject({
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        data: engine === 'kv2' ? { data: { a: 2 }, metadata: { version: 2 } } : { a: 2 },
      });
      await app.must('entry.save', { entryId, changes: [set('a', 3)] });
    },
  );

  it('is not read unasked where that costs the token a use', async () => {
    const path = uniqueName('unread');
    await writeEntry(server, v2, path, { a: 1 });
    const policy = await newPolicy(server, `path "${v2.path}*" { capabilities = ["read", "update"] }`);
    const { token } = await newToken(server, { policies: [policy], num_uses: 9 });
    const { entryId } = await open(v2, path, await app.login(server.address, token));
    const { warnings } = await app.must('entry.save', { entryId, changes: [set('a', 2)] });
    expect(warnings.join()).toContain('Not read back');
    const refused = await app.refused('entry.raw', { entryId, reveal: true });
    expect(refused.message).toContain('costs your token a use');
  });
});

it('tokens whose uses are counted pay for the save alone', async () => {
  const path = uniqueName('uses');
  await writeEntry(server, v2, path, { a: 1 });
  const policy = await newPolicy(server, `path "${v2.path}*" { capabilities = ["read", "update"] }`);
  const { token } = await newToken(server, { policies: [policy], num_uses: 4 });
  // One use each: the look-up at login, the mounts, the read, the save.
  const session = await app.login(server.address, token);
  const { entryId } = await open(v2, path, session);
  expect(await app.must('entry.save', { entryId, changes: [set('a', 2)] })).toMatchObject({ version: 2 });
  expect(await values(entryId)).toEqual({ a: 2 });
});

it('no save is lost where two people save the same entry at random', async () => {
  const path = uniqueName('crowd');
  await writeEntry(server, v2, path, { start: 0 });
  const savesEach = 20;
  const person = async (name: string): Promise<void> => {
    let { entryId } = await open(v2, path);
    for (let n = 0; n < savesEach;) {
      const changes = [set(`${name}-${n}`, n), set('last', `${name}-${n}`)];
      const saved = await app.call('entry.save', { entryId, changes });
      if (saved.ok) {
        n++;
        continue;
      }
      if (saved.error.kind !== 'conflict') throw new Error(saved.error.message);
      const { theirs, keys } = await app.must('entry.merge', { entryId, changes });
      // The key that both write can clash, no other.
      expect(keys.filter(({ clash }) => clash).every(({ key }) => key === 'last')).toBe(true);
      if (theirs === undefined) throw new Error('the entry is gone');
      entryId = theirs.entryId;
    }
  };
  const names = ['a', 'b', 'c'];
  await Promise.all(names.map(person));
  const all = (await now(v2, path)) as Record<string, unknown>;
  expect(Object.keys(all)).toHaveLength(2 + names.length * savesEach);
  const { currentVersion } = await app.must('entry.metadata', at(v2, path));
  expect(currentVersion).toBe(1 + names.length * savesEach);
});
