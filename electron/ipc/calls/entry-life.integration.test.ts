/** Entries made, copied, moved, removed, restored, compared and set up, for real. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  encodePath,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  startRaftCluster,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { FaultProxy, KvMount, Reachable } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makeTestApp } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

let server: Reachable;
let raft: Reachable;
let proxy: FaultProxy;
let app: TestApp;
let sessionId: string;
let other: string;
let v1: KvMount;
let v2: KvMount;
let far: KvMount;

beforeAll(async () => {
  ({ dev: server, raft } = sharedServers());
  proxy = await startFaultProxy(server);
  [v1, v2, far] = await Promise.all([newKvMount(server, 1), newKvMount(server, 2), newKvMount(raft, 2)]);
  app = makeTestApp();
  sessionId = await app.login(server.address, server.rootToken);
  other = await app.login(raft.address, raft.rootToken);
});
afterEach(() => {
  proxy.heal();
  app.answers.length = 0;
  app.asked.splice(0);
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
const open = (mount: KvMount, path: string, session = sessionId, version?: number) =>
  app.must('entry.open', { ...at(mount, path, session), ...(version === undefined ? {} : { version }) });
const set = (key: string, value: unknown) => ({ op: 'set', key, rawJson: JSON.stringify(value) }) as const;
async function now(mount: KvMount, path: string, session = sessionId): Promise<unknown> {
  const { entryId } = await open(mount, path, session);
  const { members } = await app.must('entry.revealAll', { entryId });
  return Object.fromEntries(members.map(([key, raw]) => [key, JSON.parse(raw) as unknown]));
}
const api = (mount: KvMount, family: string, path: string): string =>
  `${encodePath(mount.path)}${family}/${encodePath(path)}`;
async function sessionWith(hcl: string): Promise<string> {
  const { token } = await newToken(server, { policies: [await newPolicy(server, hcl)] });
  return app.login(server.address, token);
}

describe('creating', () => {
  it.each([
    ['kv1', () => v1],
    ['kv2', () => v2],
    ['cubbyhole', (): KvMount => ({ path: 'cubbyhole/', version: 1 })],
  ] as const)('on %s never overwrites', async (engine, mount) => {
    const path = uniqueName('new');
    const made = await app.must('entry.create', { ...at(mount(), path), changes: [set('a', 1)] });
    expect(made.version).toBe(engine === 'kv2' ? 1 : undefined);
    expect(made.warnings.length).toBe(engine === 'kv2' ? 0 : 1);
    const refused = await app.refused('entry.create', { ...at(mount(), path), changes: [set('a', 2)] });
    expect(refused).toMatchObject({ kind: 'conflict', ...(engine === 'kv2' ? { currentVersion: 1 } : {}) });
    expect(refused.message).toContain('already');
    expect(await now(mount(), path)).toEqual({ a: 1 });
  });

  it('goes on from a deleted version when a person agrees, and only from that one', async () => {
    const path = uniqueName('again');
    await writeEntry(server, v2, path, { old: 1 });
    await must(server, 'DELETE', api(v2, 'data', path));
    const options = { ...at(v2, path), changes: [set('a', 1)] };
    const refused = await app.refused('entry.create', options);
    expect(refused).toMatchObject({ kind: 'conflict', currentVersion: 1 });
    expect(refused.message).toContain('deleted');
    expect(await app.must('entry.create', { ...options, overVersion: 1 })).toMatchObject({ version: 2 });
    expect((await app.refused('entry.create', { ...options, overVersion: 2 })).kind).toBe('conflict');
    expect(await now(v2, path)).toEqual({ a: 1 });
  });

  it('on KV v1 with a token that may create and not read is left to the server, which refuses to overwrite', async () => {
    const path = uniqueName('drop');
    const dropper = await sessionWith(`path "${v1.path}*" { capabilities = ["create"] }`);
    const options = { ...at(v1, path, dropper), changes: [set('a', 1)] };
    // The gate cannot see that the server would refuse, and asks.
    app.answers.push('', '');
    await app.must('entry.create', options);
    expect((await app.refused('entry.create', { ...options, changes: [set('a', 2)] })).kind).toBe(
      'forbidden',
    );
    expect(await now(v1, path)).toEqual({ a: 1 });
    const writer = await sessionWith(`path "${v1.path}*" { capabilities = ["create", "update"] }`);
    const blind = await app.refused('entry.create', { ...at(v1, path, writer), changes: [set('a', 2)] });
    expect(blind.kind).toBe('forbidden');
    expect(blind.message).toContain('would overwrite');
    expect(await now(v1, path)).toEqual({ a: 1 });
  });

  it.each(['', 'folder/', 'a//b', '../x'])('at %j is refused before anything is sent', async (path) => {
    expect((await app.refused('entry.create', { ...at(v2, path), changes: [set('a', 1)] })).kind).toBe(
      'invalid-input',
    );
  });
});

describe('duplicating', () => {
  it('takes values token for token, and custom metadata where asked, also to another server', async () => {
    const path = uniqueName('source');
    await writeEntry(server, v2, path, '{"10":1,"2":"<","__proto__":{"x":null},"f":0.1}');
    await must(server, 'POST', api(v2, 'metadata', path), { custom_metadata: { owner: 'me' } });
    const { entryId } = await open(v2, path);
    const copy = uniqueName('copy');
    const abroad = { ...at(far, copy, other), entryId, withCustomMetadata: true };
    app.asked.splice(0);
    expect(await app.refused('entry.duplicate', abroad)).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([{ kind: 'confirm', title: 'Copy this entry to another server?' }]);
    app.answers.push('');
    await app.must('entry.duplicate', abroad);
    const there = await open(far, copy, other);
    const differences = await app.must('entry.compare', {
      leftEntryId: entryId,
      rightEntryId: there.entryId,
    });
    expect(differences.map(({ key, change }) => [key, change])).toEqual([
      ['10', 'same'],
      ['2', 'same'],
      ['__proto__', 'same'],
      ['f', 'same'],
    ]);
    expect((await app.must('entry.metadata', at(far, copy, other))).customMetadata).toEqual({ owner: 'me' });
    const again = { ...at(far, copy, other), entryId, withCustomMetadata: true };
    app.answers.push('');
    expect((await app.refused('entry.duplicate', again)).kind).toBe('conflict');
  });

  it('from KV v1 to KV v2 warns of numbers that are rounded, and back to v1 of metadata left behind', async () => {
    const path = uniqueName('numbers');
    await writeEntry(server, v1, path, '{"n":9007199254740993,"ratio":0.1234567890123456789,"half":0.5}');
    const { entryId } = await open(v1, path);
    const made = await app.must('entry.duplicate', { ...at(v2, path), entryId, withCustomMetadata: true });
    expect(made.warnings.join()).toContain('“n”');
    expect(made.warnings.join()).toContain('“ratio”');
    expect(made.warnings.join()).not.toContain('“half”');
    await must(server, 'POST', api(v2, 'metadata', path), { custom_metadata: { owner: 'me' } });
    const copy = await open(v2, path);
    const back = { ...at(v1, `${path}-back`), entryId: copy.entryId, withCustomMetadata: true };
    expect((await app.must('entry.duplicate', back)).warnings.join()).toContain('metadata was not copied');
  });

  it('says why metadata could not be read, and copies all the same', async () => {
    const path = uniqueName('bare');
    await writeEntry(server, v2, path, { a: 1 });
    const limited = await sessionWith(`path "${v2.path}data/*" { capabilities = ["read", "create"] }`);
    const { entryId } = await open(v2, path, limited);
    const options = { ...at(v2, `${path}-2`, limited), entryId, withCustomMetadata: true };
    expect((await app.must('entry.duplicate', options)).warnings.join()).toContain('was not copied');
    expect(await now(v2, `${path}-2`)).toEqual({ a: 1 });
  });
});

describe('renaming', () => {
  it('on KV v2 leaves the old versions behind, deleted', async () => {
    const path = uniqueName('old');
    for (const a of [1, 2]) await writeEntry(server, v2, path, { a });
    await must(server, 'POST', api(v2, 'metadata', path), { custom_metadata: { owner: 'me' } });
    const { entryId } = await open(v2, path);
    const to = { mount: v2.path as MountPath, path: `${path}/moved` };
    expect(await app.must('entry.rename', { entryId, ...to })).toMatchObject({ version: 1, removed: true });
    expect(await now(v2, to.path)).toEqual({ a: 2 });
    expect((await app.must('entry.metadata', at(v2, to.path))).customMetadata).toEqual({ owner: 'me' });
    expect(await app.refused('entry.open', at(v2, path))).toMatchObject({ reason: 'deleted-version' });
    await app.must('entry.undelete', { ...at(v2, path), versions: [2] });
    expect(await now(v2, path)).toEqual({ a: 2 });
  });

  const settings = {
    max_versions: 7,
    cas_required: true,
    delete_version_after: '1h',
    custom_metadata: { owner: 'me' },
  };
  const own = { maxVersions: 7, casRequired: true, customMetadata: { owner: 'me' } };

  it('carries every setting, so that what was to delete itself still does', async () => {
    const path = uniqueName('settings');
    await must(server, 'POST', api(v2, 'metadata', path), settings);
    await must(server, 'POST', api(v2, 'data', path), { data: { a: 1 }, options: { cas: 0 } });
    const { entryId } = await open(v2, path);
    const to = { mount: v2.path as MountPath, path: `${path}-2` };
    expect(await app.must('entry.rename', { entryId, ...to })).toMatchObject({ removed: true, warnings: [] });
    const moved = await app.must('entry.metadata', at(v2, to.path));
    expect(moved).toMatchObject({ ...own, deleteVersionAfter: '1h0m0s' });
    expect(moved.versions.map(({ deletionTime }) => deletionTime)).not.toContain('');
  });

  it('carries a deletion by the clock that the old mount sets', async () => {
    const [path, mount] = [uniqueName('by-mount'), await newKvMount(server, 2)];
    await must(server, 'POST', `${encodePath(mount.path)}config`, { delete_version_after: '2h' });
    await writeEntry(server, mount, path, { a: 1 });
    const { entryId } = await open(mount, path);
    app.answers.push('');
    await app.must('entry.rename', { entryId, mount: v2.path as MountPath, path });
    const moved = await app.must('entry.metadata', at(v2, path));
    expect(moved.deleteVersionAfter).toBe('2h0m0s');
    expect(moved.versions[0]?.deletionTime).not.toBe('');
  });

  it('asks before it leaves settings behind that the token may not write, and does nothing after a no', async () => {
    const path = uniqueName('unwritable');
    await must(server, 'POST', api(v2, 'metadata', path), settings);
    await must(server, 'POST', api(v2, 'data', path), { data: { a: 1 }, options: { cas: 0 } });
    const limited = await sessionWith(
      `path "${v2.path}data/*" { capabilities = ["read", "create", "delete"] }
       path "${v2.path}metadata/*" { capabilities = ["read"] }`,
    );
    const { entryId } = await open(v2, path, limited);
    const to = { entryId, mount: v2.path as MountPath, path: `${path}-2` };
    expect((await app.refused('entry.rename', to)).kind).toBe('cancelled');
    expect(JSON.stringify(app.asked.at(-1))).toContain(
      '7 versions kept, check-and-set required, versions deleted after 1h',
    );
    expect((await ask(server, 'GET', api(v2, 'data', `${path}-2`))).status).toBe(404);
    app.answers.push('');
    const renamed = await app.must('entry.rename', to);
    expect(renamed.warnings.join()).toContain('versions deleted after 1h');
  });

  it('says that the new name is there without a version, where its settings could be written and its values not', async () => {
    const path = uniqueName('values-unwritable');
    await must(server, 'POST', api(v2, 'metadata', path), settings);
    await must(server, 'POST', api(v2, 'data', path), { data: { a: 1 }, options: { cas: 0 } });
    const limited = await sessionWith(
      `path "${v2.path}data/*" { capabilities = ["read", "delete"] }
       path "${v2.path}metadata/*" { capabilities = ["read", "create", "update"] }`,
    );
    const { entryId } = await open(v2, path, limited);
    const to = { entryId, mount: v2.path as MountPath, path: `${path}-2` };
    expect((await app.refused('entry.rename', to)).message).toContain(
      `“${v2.path}${path}-2” is in the list now, without a version.`,
    );
    expect(await now(v2, path)).toEqual({ a: 1 });
    // A writer of values continues from there.
    const whole = await open(v2, path);
    expect(await app.must('entry.rename', { ...to, entryId: whole.entryId })).toMatchObject({
      removed: true,
      version: 1,
    });
  });

  it('says in the question which settings KV v1 does not keep', async () => {
    const path = uniqueName('to-v1');
    await must(server, 'POST', api(v2, 'metadata', path), settings);
    await must(server, 'POST', api(v2, 'data', path), { data: { a: 1 }, options: { cas: 0 } });
    const { entryId } = await open(v2, path);
    app.answers.push('');
    const renamed = await app.must('entry.rename', { entryId, mount: v1.path as MountPath, path });
    expect(JSON.stringify(app.asked.at(-1))).toContain('Lost: 7 versions kept');
    expect(renamed.warnings.join()).toContain('versions deleted after 1h');
  });

  it('leaves the settings of an entry alone that has the new name', async () => {
    const path = uniqueName('taken-settings');
    await must(server, 'POST', api(v2, 'metadata', path), settings);
    await must(server, 'POST', api(v2, 'data', path), { data: { a: 1 }, options: { cas: 0 } });
    await writeEntry(server, v2, `${path}-2`, { b: 1 });
    const { entryId } = await open(v2, path);
    const to = { entryId, mount: v2.path as MountPath, path: `${path}-2` };
    expect((await app.refused('entry.rename', to)).kind).toBe('conflict');
    expect((await app.must('entry.metadata', at(v2, `${path}-2`))).maxVersions).toBe(0);
  });

  it('on KV v1 removes the old entry', async () => {
    const path = uniqueName('old');
    await writeEntry(server, v1, path, '{"n":9007199254740993}');
    const { entryId } = await open(v1, path);
    const to = { mount: v1.path as MountPath, path: `${path}-2` };
    app.answers.push('');
    expect(await app.must('entry.rename', { entryId, ...to })).toMatchObject({ removed: true });
    expect((await app.refused('entry.open', at(v1, path))).kind).toBe('invalid-path');
    const moved = await open(v1, to.path);
    expect((await app.must('entry.reveal', { entryId: moved.entryId, key: 'n' })).rawJson).toBe(
      '9007199254740993',
    );
  });

  it('keeps the old one where the copy is not exact', async () => {
    const path = uniqueName('exact');
    await writeEntry(server, v1, path, '{"n":9007199254740993}');
    const { entryId } = await open(v1, path);
    const to = { mount: v2.path as MountPath, path };
    app.answers.push('');
    const renamed = await app.must('entry.rename', { entryId, ...to });
    expect(renamed.removed).toBe(false);
    expect(renamed.removalProblem?.message).toContain('rounds large numbers');
    expect((await open(v1, path)).keys).toHaveLength(1);
  });

  it('does nothing where the old one has changed, the new name is taken, or it is the same', async () => {
    const path = uniqueName('stale');
    await writeEntry(server, v2, path, { a: 1 });
    await writeEntry(server, v2, `${path}-taken`, { b: 1 });
    const { entryId } = await open(v2, path);
    const to = (name: string) => ({ entryId, mount: v2.path as MountPath, path: name });
    expect((await app.refused('entry.rename', to(`${path}-taken`))).kind).toBe('conflict');
    expect((await app.refused('entry.rename', to(path))).kind).toBe('invalid-input');
    await writeEntry(server, v2, path, { a: 2 });
    expect((await app.refused('entry.rename', to(`${path}-2`))).kind).toBe('conflict');
    expect((await ask(server, 'GET', api(v2, 'data', `${path}-2`))).status).toBe(404);
    expect(await now(v2, path)).toEqual({ a: 2 });
  });

  it('keeps what somebody saves to the old one while it is copied', async () => {
    const path = uniqueName('meanwhile');
    await writeEntry(server, v2, path, { a: 1 });
    const faulty = await app.login(proxy.address, server.rootToken);
    const { entryId } = await open(v2, path, faulty);
    let copied = (): void => undefined;
    const until = new Promise<void>((resolve) => (copied = resolve));
    proxy.add({ method: 'POST', url: new RegExp(`${path}-2$`), times: 1, fault: { kind: 'delay', until } });
    const renaming = app.must('entry.rename', { entryId, mount: v2.path as MountPath, path: `${path}-2` });
    await expect
      .poll(() => proxy.arrived.some((line) => line.startsWith('POST') && line.endsWith(`${path}-2`)))
      .toBe(true);
    await writeEntry(server, v2, path, { a: 'new' });
    copied();
    expect(await renaming).toMatchObject({ removed: false, removalProblem: { kind: 'conflict' } });
    expect(await now(v2, path)).toEqual({ a: 'new' });
  });

  it('says where both are, where the token may not delete', async () => {
    const path = uniqueName('nodelete');
    await writeEntry(server, v2, path, { a: 1 });
    const limited = await sessionWith(`path "${v2.path}data/*" { capabilities = ["read", "create"] }`);
    const { entryId } = await open(v2, path, limited);
    const renamed = await app.must('entry.rename', {
      entryId,
      mount: v2.path as MountPath,
      path: `${path}-2`,
    });
    expect(renamed).toMatchObject({ removed: false, removalProblem: { kind: 'forbidden' } });
    expect(renamed.removalProblem?.message).toContain(`${path}-2`);
  });
});

describe('versions', () => {
  async function threeVersions(): Promise<string> {
    const path = uniqueName('versions');
    for (const n of [1, 2, 3]) await writeEntry(server, v2, path, { n });
    return path;
  }
  const states = async (path: string): Promise<unknown> =>
    (await app.must('entry.metadata', at(v2, path))).versions.map(({ version, destroyed, deletionTime }) => [
      version,
      destroyed ? 'destroyed' : deletionTime === '' ? 'living' : 'deleted',
    ]);

  it('are deleted and undeleted, the current one without naming it', async () => {
    const path = await threeVersions();
    await app.must('entry.deleteVersions', { ...at(v2, path), versions: [] });
    await app.must('entry.deleteVersions', { ...at(v2, path), versions: [1] });
    expect(await states(path)).toEqual([
      [3, 'deleted'],
      [2, 'living'],
      [1, 'deleted'],
    ]);
    await app.must('entry.undelete', { ...at(v2, path), versions: [1, 3] });
    expect(await now(v2, path)).toEqual({ n: 3 });
    expect(app.asked).toEqual([]);
  });

  it.each([
    ['data', `"delete", "read"`, ''],
    ['delete', `"read"`, `path "MOUNTdelete/*" { capabilities = ["update"] }`],
  ])('are deleted through %s/ alone', async (_family, data, more) => {
    const path = await threeVersions();
    const hcl = `path "MOUNTdata/*" { capabilities = [${data}] } ${more}`.replaceAll('MOUNT', v2.path);
    const limited = await sessionWith(hcl);
    await app.must('entry.deleteVersions', { ...at(v2, path, limited), versions: [] });
    expect(await states(path)).toContainEqual([3, 'deleted']);
    await must(server, 'POST', api(v2, 'undelete', path), { versions: [3] });
    await app.must('entry.deleteVersions', { ...at(v2, path, limited), versions: [3] });
    expect(await states(path)).toEqual([
      [3, 'deleted'],
      [2, 'living'],
      [1, 'living'],
    ]);
  });

  it('that are not there, or destroyed, are not said to be changed', async () => {
    const path = await threeVersions();
    for (const call of ['entry.deleteVersions', 'entry.undelete', 'entry.destroyVersions'] as const) {
      expect(await app.refused(call, { ...at(v2, path), versions: [9] })).toMatchObject({
        kind: 'invalid-path',
      });
      expect((await app.refused(call, { ...at(v2, uniqueName('none')), versions: [1] })).kind).toBe(
        'invalid-path',
      );
      expect((await app.refused(call, { ...at(v1, path), versions: [1] })).kind).toBe('not-offered');
    }
    await must(server, 'POST', api(v2, 'destroy', path), { versions: [1] });
    expect(await app.refused('entry.undelete', { ...at(v2, path), versions: [1] })).toMatchObject({
      reason: 'destroyed-version',
    });
    expect(app.asked).toEqual([]);
  });

  it('are destroyed only by typing the path in the trusted view', async () => {
    const path = await threeVersions();
    const options = { ...at(v2, path), versions: [3, 1] };
    expect((await app.refused('entry.destroyVersions', options)).kind).toBe('cancelled');
    app.answers.push('something else');
    expect((await app.refused('entry.destroyVersions', options)).kind).toBe('cancelled');
    expect(await now(v2, path)).toEqual({ n: 3 });
    app.answers.push(v2.path + path);
    await app.must('entry.destroyVersions', options);
    expect(await states(path)).toEqual([
      [3, 'destroyed'],
      [2, 'living'],
      [1, 'destroyed'],
    ]);
    const [asked] = app.asked;
    expect(asked).toMatchObject({ kind: 'confirm', destructive: true, typedName: v2.path + path });
    if (asked?.kind !== 'confirm') throw new Error('not asked');
    expect(asked.facts?.map(({ value }) => value)).toEqual([
      v2.path + path,
      '1, 3, with the current one',
      `POST /v1/${v2.path}destroy/${path}`,
      server.address,
    ]);
  });

  it('go with everything else of an entry, after the same question', async () => {
    const path = await threeVersions();
    expect((await app.refused('entry.deleteEverything', at(v2, path))).kind).toBe('cancelled');
    app.answers.push(v2.path + path);
    await app.must('entry.deleteEverything', at(v2, path));
    expect((await ask(server, 'GET', api(v2, 'metadata', path))).status).toBe(404);
    const [asked] = app.asked;
    expect(asked?.kind === 'confirm' && asked.facts).toMatchObject([
      { name: 'Entry', value: v2.path + path },
      { name: 'Versions', value: '3' },
      { name: 'Request' },
      { name: 'Server' },
    ]);
    expect((await app.refused('entry.deleteEverything', at(v2, path))).kind).toBe('invalid-path');

    await writeEntry(server, v1, path, { a: 1 });
    app.answers.push(v1.path + path);
    await app.must('entry.deleteEverything', at(v1, path));
    expect((await ask(server, 'GET', v1.path + path)).status).toBe(404);
    for (const folder of ['', 'team/'])
      expect((await app.refused('entry.deleteEverything', at(v1, folder))).kind).toBe('invalid-input');
  });

  it('are restored as new, over a living, a deleted or no current one', async () => {
    const path = await threeVersions();
    const first = await open(v2, path, sessionId, 1);
    expect(await app.must('entry.restore', { entryId: first.entryId })).toMatchObject({ version: 4 });
    await must(server, 'DELETE', api(v2, 'data', path));
    expect(await app.must('entry.restore', { entryId: first.entryId })).toMatchObject({ version: 5 });
    expect(await now(v2, path)).toEqual({ n: 1 });
    const current = await open(v2, path);
    expect((await app.refused('entry.restore', { entryId: current.entryId })).kind).toBe('invalid-input');
    await must(server, 'DELETE', api(v2, 'metadata', path));
    expect(await app.must('entry.restore', { entryId: first.entryId })).toMatchObject({ version: 1 });
  });

  it('are compared by key', async () => {
    const path = uniqueName('compare');
    await writeEntry(server, v2, path, { same: 1, changed: 1, left: 1 });
    await writeEntry(server, v2, path, { same: 1, changed: 'x', right: 1 });
    const [a, b] = [await open(v2, path, sessionId, 1), await open(v2, path)];
    const found = await app.must('entry.compare', { leftEntryId: a.entryId, rightEntryId: b.entryId });
    expect(found.map(({ key, change, left, right }) => [key, change, left?.type, right?.type])).toEqual([
      ['changed', 'changed', 'integer', 'string'],
      ['left', 'left-only', 'integer', undefined],
      ['same', 'same', 'integer', 'integer'],
      ['right', 'right-only', undefined, 'integer'],
    ]);
  });
});

describe('settings of an entry', () => {
  const settingsOf = async (path: string) => {
    const { maxVersions, casRequired, deleteVersionAfter, customMetadata } = await app.must(
      'entry.metadata',
      at(v2, path),
    );
    return { maxVersions, casRequired, deleteVersionAfter, customMetadata };
  };

  it('change one by one, and nothing else does', async () => {
    const path = uniqueName('settings');
    await writeEntry(server, v2, path, { a: 1 });
    let before = await settingsOf(path);
    const change = async (settings: Partial<typeof before>, question = '') => {
      app.asked.splice(0);
      if (question !== '') app.answers.push('');
      const options = { ...at(v2, path), before, settings: { ...before, ...settings } };
      const after = await app.must('entry.setMetadata', options);
      before = await settingsOf(path);
      expect(after).toMatchObject(before);
      expect(app.asked).toHaveLength(question === '' ? 0 : 1);
      expect(JSON.stringify(app.asked)).toContain(question);
    };
    await change({ customMetadata: { owner: 'me', team: 'x' } });
    await change({ maxVersions: 5, deleteVersionAfter: '2d' }, 'keeps 5 versions instead of 10');
    await change({ casRequired: true });
    expect(before).toEqual({
      maxVersions: 5,
      casRequired: true,
      deleteVersionAfter: '48h0m0s',
      customMetadata: { owner: 'me', team: 'x' },
    });
    await change({ customMetadata: { team: 'y' } }, 'old custom metadata');
    await change({ deleteVersionAfter: '0s' });
    expect(before).toEqual({
      maxVersions: 5,
      casRequired: true,
      deleteVersionAfter: '0s',
      customMetadata: { team: 'y' },
    });
    await change({ customMetadata: {} }, 'old custom metadata');
    expect(before.customMetadata).toEqual({});
  });

  it('are not laid over what somebody else has set', async () => {
    const path = uniqueName('settings');
    await writeEntry(server, v2, path, { a: 1 });
    const before = await settingsOf(path);
    await must(server, 'POST', api(v2, 'metadata', path), { custom_metadata: { by: 'them' } });
    const options = { ...at(v2, path), before, settings: { ...before, maxVersions: 3 } };
    expect((await app.refused('entry.setMetadata', options)).kind).toBe('conflict');
    expect(await settingsOf(path)).toMatchObject({ maxVersions: 0, customMetadata: { by: 'them' } });
  });

  it('are refused in the server’s words', async () => {
    const path = uniqueName('settings');
    await writeEntry(server, v2, path, { a: 1 });
    const before = await settingsOf(path);
    const options = (settings: Partial<typeof before>) => ({
      ...at(v2, path),
      before,
      settings: { ...before, ...settings },
    });
    app.answers.push('');
    expect(
      (await app.refused('entry.setMetadata', options({ deleteVersionAfter: 'soon' }))).message,
    ).toContain('invalid duration');
    const long = await app.refused('entry.setMetadata', options({ customMetadata: { a: 'x'.repeat(513) } }));
    expect(long.message).toContain('512');
    expect(
      (await app.refused('entry.setMetadata', { ...options({}), mount: v1.path as MountPath })).kind,
    ).toBe('not-offered');
  });
});

describe('settings of a mount', () => {
  it('change one by one, against what was seen', async () => {
    const mount = await newKvMount(server, 2);
    const where = { sessionId, mount: mount.path as MountPath };
    const before = await app.must('mount.config', where);
    expect(before).toEqual({ maxVersions: 0, casRequired: false, deleteVersionAfter: '0s' });
    const config = { maxVersions: 2, casRequired: true, deleteVersionAfter: '1h' };
    app.answers.push(`${mount.path}config`);
    const after = await app.must('mount.setConfig', { ...where, before, config });
    expect(after).toEqual({ maxVersions: 2, casRequired: true, deleteVersionAfter: '1h0m0s' });
    expect((await app.refused('mount.setConfig', { ...where, before, config: before })).kind).toBe(
      'conflict',
    );
    expect(await app.must('mount.setConfig', { ...where, before: after, config: before })).toEqual(before);
    expect((await app.refused('mount.config', { sessionId, mount: v1.path as MountPath })).kind).toBe(
      'not-offered',
    );
  });
});

describe('limits', () => {
  it('are what the raft server really takes', async () => {
    const limits = await app.must('entry.limits', { sessionId: other, mount: far.path as MountPath });
    expect(limits).toMatchObject({ storage: 'raft', requestBytes: 33_554_432 });
    const { entryBytes } = limits;
    if (entryBytes === undefined) throw new Error('no limit');
    // Two texts, as one alone must not be longer than 1 MiB.
    const filled = (bytes: number) => {
      const half = Math.floor((bytes - '{"a":"","b":""}'.length) / 2);
      return [set('a', 'x'.repeat(half)), set('b', 'y'.repeat(bytes - '{"a":"","b":""}'.length - half))];
    };
    const folder = `${'long-name-'.repeat(20)}/`.repeat(2);
    for (const [mount, name] of [
      [far, `${folder}${uniqueName('full')}`],
      [await newKvMount(raft, 1), uniqueName('full')],
    ] as const) {
      await app.must('entry.create', { ...at(mount, name, other), changes: filled(entryBytes) });
      expect((await open(mount, name, other)).dataBytes).toBe(entryBytes);
      const options = { ...at(mount, `${name}-2`, other), changes: filled(entryBytes + 1024) };
      expect(await app.refused('entry.create', options)).toMatchObject({
        kind: 'too-large',
        limitBytes: 1_048_576,
      });
    }
  });

  it('of OpenBao are those of its storage, and the strings in one request', async () => {
    const bao = await startRaftCluster({ product: 'openbao', nodes: 1 });
    try {
      const session = await app.login(bao.address, bao.rootToken);
      const mount: KvMount = { path: 'secret/', version: 2 };
      const limits = await app.must('entry.limits', { sessionId: session, mount: 'secret/' as MountPath });
      expect(limits).toMatchObject({ storage: 'raft', requestStrings: 1000 });
      const { entryBytes = 0, requestStrings = 0 } = limits;
      // `data`, `options` and `cas` are counted, too, but numbers are not.
      const keys = (count: number) =>
        Array.from({ length: count }, (_, index) => set(`key-${String(index)}`, index === 0 ? 1 : 'v'));
      const most = (requestStrings - 3 + 1) / 2;
      await app.must('entry.create', { ...at(mount, 'wide', session), changes: keys(most) });
      const wider = { ...at(mount, 'wider', session), changes: keys(most + 1) };
      expect(await app.refused('entry.create', wider)).toMatchObject({
        kind: 'invalid-request',
        message: expect.stringContaining('Keys and values together') as string,
      });
      const long = (bytes: number) => [set('a', 'x'.repeat(bytes - '{"a":""}'.length))];
      await app.must('entry.create', { ...at(mount, 'long', session), changes: long(entryBytes) });
      const longer = { ...at(mount, 'longer', session), changes: long(entryBytes + 1024) };
      expect(await app.refused('entry.create', longer)).toMatchObject({
        kind: 'too-large',
        limitBytes: 1_048_576,
      });
    } finally {
      await bao.stop();
    }
  });

  it('are not made up where the server has none', async () => {
    expect(await app.must('entry.limits', { sessionId, mount: v2.path as MountPath })).toEqual({
      storage: 'inmem',
      requestBytes: 33_554_432,
    });
  });
});

describe('values and files', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'strongroom-files-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('go to a file without crossing, and come from one', async () => {
    const path = uniqueName('file');
    await writeEntry(server, v2, path, { text: 'C4NARY!\n', packed: 'aGk=', number: 5 });
    const { entryId } = await open(v2, path);
    const write = async (key: string, as: 'text' | 'decoded-base64') => {
      const file = join(folder, `${key}.out`);
      app.files.push(file);
      expect(await app.must('entry.valueToFile', { entryId, key, as })).toEqual({ fileName: `${key}.out` });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      return readFileSync(file, 'utf8');
    };
    expect(await write('text', 'text')).toBe('C4NARY!\n');
    expect(await write('packed', 'decoded-base64')).toBe('hi');
    expect(await write('number', 'text')).toBe('5');
    expect(app.crossed()).not.toContain('C4NARY');
    expect(
      (await app.refused('entry.valueToFile', { entryId, key: 'text', as: 'decoded-base64' })).kind,
    ).toBe('invalid-input');
    expect((await app.refused('entry.valueToFile', { entryId, key: 'text', as: 'text' })).kind).toBe(
      'cancelled',
    );

    const source = join(folder, 'in.txt');
    writeFileSync(source, 'from a file');
    app.files.push(source);
    expect(await app.must('entry.valueFromFile', { as: 'auto' })).toEqual({
      name: 'in.txt',
      bytes: 11,
      encoding: 'text',
      rawJson: '"from a file"',
    });
    expect((await app.refused('entry.valueFromFile', { as: 'auto' })).kind).toBe('cancelled');
  });

  it('and pasted text is read in main', async () => {
    expect(await app.must('entry.parseKeys', { text: 'A=1', format: 'auto' })).toEqual({
      format: 'env',
      members: [['A', '"1"']],
      warnings: [],
    });
  });
});
