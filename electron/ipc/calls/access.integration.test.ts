/** Access administration of operators, on a real Vault: mounts, identity, leases. */
import { describe, expect, it } from 'vitest';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { plainTuning } from '../../../shared/vault/mount-table.ts';
import type { MountKind, NewMount } from '../../../shared/vault/mount-table.ts';
import type { IdentityDraft } from '../../../shared/vault/identity.ts';
import {
  ask,
  enableUserpass,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startDevVault,
  startFaultProxy,
  startRecordingProxy,
  textAt,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session, stopping } = useTestApps();

const newMount = (path: string, more: Partial<NewMount> = {}): NewMount => ({
  path,
  type: 'kv',
  tuning: plainTuning,
  kvVersion: '1',
  local: false,
  sealWrap: false,
  ...more,
});
const nobody: IdentityDraft = {
  kind: 'entity',
  name: '',
  policies: [],
  metadata: {},
  disabled: false,
  groupType: '',
  memberEntityIds: [],
  memberGroupIds: [],
  canonicalId: '',
  mountAccessor: '',
};

async function loggedIn() {
  const { app, sessionId } = await session(dev);
  const rowAt = async (kind: MountKind, path: string) =>
    (await app.must('mount.table', { sessionId, kind })).rows.find((row) => row.path === path);
  return { app, sessionId, rowAt };
}

describe('a mount', () => {
  it('is enabled, tuned, moved and disabled, each once a person has agreed', async () => {
    const { app, sessionId, rowAt } = await loggedIn();
    const name = uniqueName('engine');
    const path = `${name}/`;
    app.answers.push('');
    const mount = newMount(name, { tuning: { ...plainTuning, description: 'Keys', maxTtl: '48h' } });
    await app.must('mount.enable', { sessionId, kind: 'secret', mount });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Enable this secrets engine?' });
    const before = await rowAt('secret', path);
    expect(before).toMatchObject({
      type: 'kv',
      kvVersion: '1',
      builtIn: false,
      tuning: { description: 'Keys', defaultTtl: '', maxTtl: '48h', listed: false },
    });
    if (before === undefined) throw new Error('not mounted');

    app.answers.push('');
    const tuning = {
      ...before.tuning,
      defaultTtl: '1h30m',
      maxTtl: '',
      listed: true,
      auditRequestKeys: ['k'],
    };
    await app.must('mount.tune', { sessionId, kind: 'secret', path, before: before.tuning, tuning });
    expect(app.asked.at(-1)).toMatchObject({
      fields: expect.arrayContaining([
        {
          name: 'max_lease_ttl',
          lines: [
            { kind: 'removed', text: '172800' },
            { kind: 'added', text: 'system' },
          ],
        },
        { name: 'audit_non_hmac_request_keys', lines: [{ kind: 'added', text: 'k' }] },
      ]) as unknown,
    });
    expect((await rowAt('secret', path))?.tuning).toEqual(tuning);
    const asked = app.asked.length;
    expect(
      await app.refused('mount.tune', {
        sessionId,
        kind: 'secret',
        path,
        before: before.tuning,
        tuning: { ...before.tuning, description: 'Mine' },
      }),
    ).toMatchObject({ kind: 'conflict' });
    expect(app.asked).toHaveLength(asked);

    app.answers.push(path);
    const to = `${uniqueName('team')}/moved`;
    const { migrationId } = await app.must('mount.move', { sessionId, kind: 'secret', path, to });
    await expect
      .poll(async () => (await app.must('mount.moveState', { sessionId, migrationId })).state)
      .toBe('success');
    expect(await rowAt('secret', path)).toBeUndefined();

    // The typed name must be that of the mount: nothing else disables it.
    app.answers.push('another/');
    const gone = { sessionId, kind: 'secret', path: `${to}/` } as const;
    expect(await app.refused('mount.disable', gone)).toMatchObject({ kind: 'cancelled' });
    expect(await rowAt('secret', `${to}/`)).toBeDefined();
    app.answers.push(`${to}/`);
    await app.must('mount.disable', gone);
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm', typedName: `${to}/`, destructive: true });
    expect(await rowAt('secret', `${to}/`)).toBeUndefined();
  });

  it('says before it is disabled what is open of it, in every session of the server, and what is unsaved', async () => {
    const { app, sessionId } = await loggedIn();
    const kv = await newKvMount(dev, 2, uniqueName('open'));
    const path = kv.path as MountPath;
    await writeEntry(dev, kv, 'a/b', { k: 'v' });
    const other = await app.login(dev.address, dev.rootToken);
    await app.must('entry.open', { sessionId: other, mount: path, path: 'a/b' });
    await app.must('draft.put', { sessionId, mount: path, path: 'new one', text: '{}' });
    await app.refused('mount.disable', { sessionId, kind: 'secret', path });
    expect(app.asked.at(-1)).toMatchObject({
      facts: expect.arrayContaining([
        { name: 'Open now', value: expect.stringContaining(`${path}a/b in “`) as string },
        {
          name: 'Unsaved edit',
          value: expect.stringContaining(`${path}new one in “`) as string,
          notice: true,
        },
      ]) as unknown,
    });
    app.answers.push(path);
    await app.must('mount.disable', { sessionId, kind: 'secret', path });
    expect(await app.refused('entry.open', { sessionId: other, mount: path, path: 'a/b' })).toMatchObject({
      kind: 'invalid-path',
    });
  });

  it('whose disabling had no answer is asked about anew by every session', async () => {
    const proxy = stopping(await startFaultProxy(dev));
    const { app, sessionId } = await session(proxy, dev.rootToken);
    const other = await app.login(proxy.address, dev.rootToken);
    const { path } = await newKvMount(dev, 2, uniqueName('lost'));
    const listed = async () =>
      (await app.must('mount.list', { sessionId: other })).some((mount) => mount.path === path);
    expect(await listed()).toBe(true);
    proxy.add({ fault: { kind: 'lost-answer' }, method: 'DELETE', times: 1 });
    app.answers.push(path);
    expect(await app.refused('mount.disable', { sessionId, kind: 'secret', path })).toMatchObject({
      kind: 'outcome-unknown',
    });
    const told = app.events.flatMap((event) => (event.name === 'mount.changed' ? [event.payload] : []));
    expect(told).toEqual([{ sessionId }, { sessionId: other }]);
    expect(await listed()).toBe(false);
  });

  it('of KV version 1 becomes version 2, with its entries', async () => {
    const { app, sessionId, rowAt } = await loggedIn();
    const kv = await newKvMount(dev, 1, uniqueName('old'));
    const { path } = kv;
    await writeEntry(dev, kv, 'a', { k: 'v' });
    app.answers.push(path);
    await app.must('mount.upgrade', { sessionId, path });
    expect((await rowAt('secret', path))?.kvVersion).toBe('2');
    await expect
      .poll(async () => (await ask(dev, 'GET', `${path}data/a`)).json)
      .toMatchObject({ data: { data: { k: 'v' }, metadata: { version: 1 } } });
  });

  it('is told of as far as the token may see it, with the refusal of the rest', async () => {
    const { path } = await newKvMount(dev, 2, uniqueName('seen'));
    const policy = await newPolicy(dev, `path "${path}data/*" { capabilities = ["read"] }`);
    const { token } = await newToken(dev, { policies: [policy] });
    const { app, sessionId } = await session(dev, token);
    const table = await app.must('mount.table', { sessionId, kind: 'secret' });
    expect(table).toMatchObject({ refusal: { kind: 'forbidden', path: 'sys/mounts' } });
    expect(table.rows.map((row) => row.path)).toContain(path);
    // The system's own TTLs are left out, as in the whole list.
    for (const { tuning } of table.rows) expect(tuning).toMatchObject({ defaultTtl: '', maxTtl: '' });
    expect(table.types).toBeUndefined();
    expect(await app.must('mount.table', { sessionId, kind: 'auth' })).toMatchObject({
      refusal: { path: 'sys/auth' },
    });
  });

  it('of a login is one of its own list', async () => {
    const { app, sessionId, rowAt } = await loggedIn();
    const name = uniqueName('people');
    app.answers.push('');
    await app.must('mount.enable', {
      sessionId,
      kind: 'auth',
      mount: newMount(name, { type: 'userpass', kvVersion: '' }),
    });
    expect(await rowAt('auth', `${name}/`)).toMatchObject({
      type: 'userpass',
      kvVersion: '',
      builtIn: false,
    });
    expect(await rowAt('auth', 'token/')).toMatchObject({ builtIn: true });
    const { types = [] } = await app.must('mount.table', { sessionId, kind: 'auth' });
    expect(types).toContain('userpass');
    app.answers.push(`${name}/`);
    await app.must('mount.disable', { sessionId, kind: 'auth', path: `${name}/` });
    expect(await rowAt('auth', `${name}/`)).toBeUndefined();
  });
});

describe('identity', () => {
  it('is created, found in four ways, merged and deleted', async () => {
    const { app, sessionId, rowAt } = await loggedIn();
    const loginName = uniqueName('login');
    await enableUserpass(dev, loginName, 'alice', 'pw-of-alice');
    const mount = `${loginName}/`;
    const mountAccessor = (await rowAt('auth', mount))?.accessor ?? '';
    const login = await must(dev, 'POST', `auth/${mount}login/alice`, { password: 'pw-of-alice' });
    const accessor = textAt(login, 'auth', 'accessor');
    const find = (by: 'name' | 'id' | 'alias' | 'accessor', text: string) =>
      app.must('identity.find', { sessionId, kind: 'entity', by, text, mountAccessor });

    const alice = await find('accessor', accessor);
    expect(alice).toMatchObject({ kind: 'entity', aliases: [{ name: 'alice', mount: `auth/${mount}` }] });
    for (const [by, text] of [
      ['id', alice.id],
      ['name', alice.name],
      ['alias', 'alice'],
    ] as const)
      expect(await find(by, text)).toMatchObject({ id: alice.id });
    expect(
      await app.refused('identity.find', {
        sessionId,
        kind: 'entity',
        by: 'name',
        text: 'no such one',
        mountAccessor: '',
      }),
    ).toMatchObject({ kind: 'invalid-path', message: 'There is no such entity.' });

    const name = uniqueName('ops');
    app.answers.push('');
    const draft = { ...nobody, name, policies: ['default'], metadata: { team: 'ops' } };
    const { id } = await app.must('identity.save', { sessionId, draft });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Create this entity?' });
    app.answers.push('');
    await app.must('identity.save', { sessionId, id, draft: { ...draft, disabled: true } });
    expect(await app.must('identity.read', { sessionId, kind: 'entity', id })).toMatchObject({
      name,
      policies: ['default'],
      metadata: { team: 'ops' },
      disabled: true,
    });
    const list = await app.must('identity.list', { sessionId, kind: 'entity' });
    expect(list.rows).toContainEqual(expect.objectContaining({ id, name }));
    expect(list.total).toBe(list.rows.length);

    app.answers.push('');
    const group = await app.must('identity.save', {
      sessionId,
      draft: {
        ...nobody,
        kind: 'group',
        name: `${name}-group`,
        groupType: 'internal',
        memberEntityIds: [id],
      },
    });
    expect(await app.must('identity.read', { sessionId, kind: 'group', id: group.id })).toMatchObject({
      memberEntityIds: [id],
    });

    app.answers.push(name);
    await app.must('identity.merge', { sessionId, from: [alice.id], into: id });
    expect(await find('alias', 'alice')).toMatchObject({ id, name });
    app.answers.push(name);
    await app.must('identity.delete', { sessionId, kind: 'entity', id });
    expect(app.asked.at(-1)).toMatchObject({ typedName: name });
    expect(await app.refused('identity.read', { sessionId, kind: 'entity', id })).toMatchObject({
      kind: 'invalid-path',
    });
  });

  it('has none for a token that no login gave', async () => {
    const { app, sessionId } = await loggedIn();
    const { accessor } = await newToken(dev, { policies: ['default'] });
    const asked = { sessionId, kind: 'entity', by: 'accessor', text: accessor, mountAccessor: '' } as const;
    expect(await app.refused('identity.find', asked)).toMatchObject({
      kind: 'invalid-path',
      message: expect.stringContaining('auth/token/create') as string,
    });
  });
});

describe('leases', () => {
  it('are walked, read and revoked, one and below a prefix', async () => {
    const vault = stopping(await startDevVault());
    const { app, sessionId } = await session(vault);
    const mount = 'people/';
    await enableUserpass(vault, 'people', 'alice', 'pw-of-alice');
    await must(vault, 'POST', 'auth/people/users/bob', { password: 'pw-of-bob' });
    const logIn = (user: string) =>
      must(vault, 'POST', `auth/${mount}login/${user}`, { password: `pw-of-${user}` });
    for (const user of ['alice', 'alice', 'bob']) await logIn(user);
    const prefix = `auth/${mount}login/`;
    expect(await app.must('lease.list', { sessionId, prefix: '' })).toMatchObject({ folders: ['auth/'] });
    expect(await app.must('lease.list', { sessionId, prefix })).toEqual({
      prefix,
      folders: ['alice/', 'bob/'],
      leases: [],
      total: 2,
    });
    const { leases } = await app.must('lease.list', { sessionId, prefix: `${prefix}alice/` });
    expect(leases).toHaveLength(2);
    const leaseId = `${prefix}alice/${leases[0] ?? ''}`;
    const facts = await app.must('lease.read', { sessionId, leaseId });
    expect(facts).toMatchObject({ leaseId, renewable: true, renewed: '' });
    expect(facts.ttlSeconds).toBeGreaterThan(0);
    const asked = app.asked.length;
    // The lease of a token is renewed as its token.
    expect(await app.refused('lease.renew', { sessionId, leaseId, incrementSeconds: 600 })).toMatchObject({
      kind: 'invalid-request',
      serverErrors: ['tokens cannot be renewed through this endpoint'],
    });
    expect(app.asked).toHaveLength(asked);
    expect(await app.refused('lease.renew', { sessionId, leaseId, incrementSeconds: 5 })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Renew this lease?' });
    app.answers.push('');
    await app.must('lease.revoke', { sessionId, leaseId });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Revoke this lease?' });
    expect(await app.must('lease.list', { sessionId, prefix: `${prefix}alice/` })).toMatchObject({
      total: 1,
    });
    expect(await app.refused('lease.read', { sessionId, leaseId })).toMatchObject({
      kind: 'invalid-request',
    });

    app.answers.push(prefix);
    expect(await app.must('lease.revokePrefix', { sessionId, prefix, force: false })).toEqual({
      before: { leases: 2, atLeast: false },
      after: { leases: 0, atLeast: false },
      left: [],
      warnings: [],
    });
    expect(app.asked.at(-1)).toMatchObject({
      facts: expect.arrayContaining([{ name: 'Leases', value: '2', prose: true }]) as unknown,
      typedName: prefix,
    });
    await logIn('bob');
    app.answers.push(prefix);
    expect(await app.must('lease.revokePrefix', { sessionId, prefix, force: true })).toMatchObject({
      before: { leases: 1 },
      after: { leases: 0 },
    });
    expect(await app.refused('lease.revokePrefix', { sessionId, prefix: ' / ', force: true })).toMatchObject({
      kind: 'invalid-input',
      field: 'prefix',
    });
  });

  it('may not be listed by most tokens, and that is said with its path', async () => {
    const { token } = await newToken(dev, { policies: ['default'] });
    const { app, sessionId } = await session(dev, token);
    expect(await app.refused('lease.list', { sessionId, prefix: '' })).toMatchObject({
      kind: 'forbidden',
      path: 'sys/leases/lookup/',
    });
  });
});

describe('a token of limited uses', () => {
  it('pays for one request when it reads a table, and for none that nobody asked for', async () => {
    const proxy = stopping(await startRecordingProxy(dev));
    const policy = await newPolicy(dev, 'path "sys/mounts" { capabilities = ["read"] }');
    const { token } = await newToken(dev, { policies: [policy], num_uses: 20 });
    const { app, sessionId } = await session(proxy, token);
    const before = proxy.requests.length;
    await app.must('mount.table', { sessionId, kind: 'secret' });
    expect(proxy.requests.slice(before).map(({ url }) => url)).toEqual(['/v1/sys/mounts']);
  });
});
