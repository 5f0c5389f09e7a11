/** One token in several namespaces of a real OpenBao, each a session: targets and refusals. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newNamespace,
  newSealableNamespace,
  newToken,
  sharedServers,
  startDevVault,
  startRecordingProxy,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { Namespace, RecordingProxy, VaultServer } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { makeTestApps, targetAt } from './services.fixture.ts';

const { newApp, session, stopping, endApps, stopServers } = makeTestApps();
const kv = 'kv/' as MountPath;
let server: VaultServer;
let proxy: RecordingProxy;
let inTeam: Namespace;
let inWeb: Namespace;
let team: string;

beforeAll(async () => {
  server = stopping(await startDevVault({ product: 'openbao' }));
  inTeam = await newNamespace(server);
  team = inTeam.namespace;
  inWeb = await newNamespace(inTeam, 'web');
  await writeEntry(inTeam, await newKvMount(inTeam, 2, 'kv'), 'app', { where: 'in the namespace' });
  await writeEntry(inWeb, await newKvMount(inWeb, 2, 'kv'), 'site', { where: 'below it' });
  proxy = stopping(await startRecordingProxy(server));
});
afterEach(endApps);
afterAll(stopServers);

/** `namespace METHOD path` of each request so far. */
function arrived(): readonly string[] {
  return proxy.requests.map(({ method, url, headers }) => {
    const named = headers['x-vault-namespace'];
    return `${typeof named === 'string' ? named : 'root'} ${method} ${url}`;
  });
}

it('asks an OpenBao once whether it honours namespaces, without a token; a Vault says so itself', async () => {
  const app = newApp();
  proxy.clear();
  const { token } = await newToken(server, { policies: ['root'] });
  const sessionId = await app.login(proxy.address, token);
  await app.must('session.refresh', { sessionId });
  expect((await app.must('session.list', {}))[0]).toMatchObject({ health: { namespaces: true } });
  const probes = proxy.requests.filter(({ headers }) => headers['x-vault-namespace'] !== undefined);
  expect(probes.map(({ url, status }) => [url.split('?')[0], status])).toEqual([['/v1/sys/health', 400]]);
  expect(probes[0]?.headers).not.toHaveProperty('x-vault-token');

  const { dev } = sharedServers();
  const vault = stopping(await startRecordingProxy(dev));
  const plain = await app.login(vault.address, dev.rootToken);
  expect((await app.must('session.list', {})).at(-1)).toMatchObject({ health: { namespaces: false } });
  expect(await app.refused('session.openNamespace', { sessionId: plain, namespace: team })).toMatchObject({
    kind: 'not-offered',
    message: 'This server has no namespaces.',
  });
  app.answers.push(token);
  const target = { ...targetAt(vault.address), namespace: team };
  expect(await app.refused('session.open', { target, name: 'x', colour: 'grey' })).toMatchObject({
    kind: 'invalid-input',
    field: 'namespace',
  });
  expect(vault.requests.filter(({ headers }) => headers['x-vault-namespace'] !== undefined)).toEqual([]);
});

it('logs in to a namespace with a token that is at home there, and nowhere else', async () => {
  const app = newApp();
  await must(inTeam, 'PUT', 'sys/policies/acl/reader', {
    policy: 'path "kv/*" { capabilities = ["read", "list"] }',
  });
  const { token } = await newToken(inTeam, { policies: ['reader'] });
  app.answers.push(token);
  const target = { ...targetAt(proxy.address), namespace: team };
  const { sessionId } = await app.must('session.open', { target, name: 'test', colour: 'grey' });
  const entry = await app.must('entry.open', { sessionId, mount: kv, path: 'app' });
  expect(entry.keys.map(({ key }) => key)).toEqual(['where']);
  expect(await app.refused('session.openNamespace', { sessionId, namespace: '' })).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('does not accept this token in the root namespace') as string,
  });
});

it('opens another namespace with the same token, which does not cross', async () => {
  const app = newApp();
  const { token } = await newToken(server, { policies: ['root'] });
  proxy.clear();
  const sessionId = await app.login(proxy.address, token);
  const opened = await app.must('session.openNamespace', { sessionId, namespace: `/${team}/` });
  expect(opened).toMatchObject({ namespace: team, name: `test · ${team}`, login: { namespace: '' } });
  expect(await app.must('session.list', {})).toHaveLength(2);
  expect(
    (await app.must('mount.list', { sessionId: opened.sessionId })).map(({ path, engine }) => [path, engine]),
  ).toEqual([
    ['cubbyhole/', 'cubbyhole'],
    [kv, 'kv2'],
  ]);
  const entry = await app.must('entry.open', { sessionId: opened.sessionId, mount: kv, path: 'app' });
  expect(entry.keys.map(({ key }) => key)).toEqual(['where']);
  // Its own look-up goes home, where the token may ask about itself.
  expect((await app.must('session.refresh', { sessionId: opened.sessionId })).trouble).toBeUndefined();
  const lookups = arrived().filter((line) => line.includes('lookup-self'));
  expect(lookups.length).toBeGreaterThan(1);
  expect(lookups.every((line) => line.startsWith('root '))).toBe(true);
  expect(app.crossed()).not.toContain(token);
  // A namespace below has such a mount, with another entry.
  const below = await app.must('session.openNamespace', { sessionId, namespace: inWeb.namespace });
  const site = await app.must('entry.open', { sessionId: below.sessionId, mount: kv, path: 'site' });
  expect(site.keys.map(({ key }) => key)).toEqual(['where']);
  // Back under its old name.
  const back = await app.must('session.openNamespace', { sessionId: opened.sessionId, namespace: '' });
  expect(back).toMatchObject({ namespace: '', name: 'test' });
});

it('says why not, and leaves no session behind', async () => {
  const app = newApp();
  const { token } = await newToken(server, { policies: ['root'] });
  const sessionId = await app.login(proxy.address, token);
  expect(await app.refused('session.openNamespace', { sessionId, namespace: 'nowhere' })).toMatchObject({
    kind: 'invalid-path',
    reason: 'no-namespace',
  });
  expect(await app.refused('session.openNamespace', { sessionId, namespace: '' })).toMatchObject({
    kind: 'not-offered',
  });
  expect(await app.must('session.list', {})).toHaveLength(1);
  // No event announced the session that failed to open.
  expect(app.events.filter(({ name }) => name === 'session.closed')).toEqual([]);
  app.answers.push(token);
  const target = { ...targetAt(proxy.address), namespace: 'nowhere' };
  expect(await app.refused('session.open', { target, name: 'x', colour: 'grey' })).toMatchObject({
    kind: 'invalid-path',
    reason: 'no-namespace',
  });

  const limited = await newToken(server, { policies: ['root'], num_uses: 20 });
  const other = await app.login(proxy.address, limited.token);
  expect(await app.refused('session.openNamespace', { sessionId: other, namespace: team })).toMatchObject({
    kind: 'not-offered',
    message: 'A token with limited uses serves one session only.',
  });
});

it('lists the namespaces directly below, one request, and says why not', async () => {
  const tree = await newNamespace(server);
  const many = Array.from({ length: 20 }, (_, at) => `n${String(at).padStart(2, '0')}`);
  for (const name of many) await newNamespace(tree, name);
  const app = newApp();
  const { token } = await newToken(server, { policies: ['root'] });
  proxy.clear();
  const sessionId = await app.login(proxy.address, token);
  const asked = (): readonly string[] => arrived().filter((line) => line.includes('sys/namespaces'));
  expect(asked()).toEqual([]);
  const { names } = await app.must('session.namespaces', { sessionId });
  expect(unpackNames(names)).toEqual(expect.arrayContaining([`${team}/`, `${tree.namespace}/`]));
  expect(asked()).toEqual(['root GET /v1/sys/namespaces?list=true']);
  const inTree = await app.must('session.openNamespace', { sessionId, namespace: tree.namespace });
  const below = await app.must('session.namespaces', { sessionId: inTree.sessionId });
  expect(unpackNames(below.names)).toEqual(many.map((name) => `${name}/`));
  const atWeb = await app.must('session.openNamespace', { sessionId, namespace: inWeb.namespace });
  const none = await app.must('session.namespaces', { sessionId: atWeb.sessionId });
  expect(unpackNames(none.names)).toEqual([]);

  const little = await newToken(server, { policies: ['default'] });
  const refused = await app.login(proxy.address, little.token);
  expect(await app.refused('session.namespaces', { sessionId: refused })).toMatchObject({
    kind: 'forbidden',
  });
  const few = await newToken(server, { policies: ['root'], num_uses: 20 });
  const limited = await app.login(proxy.address, few.token);
  const before = asked().length;
  expect(await app.refused('session.namespaces', { sessionId: limited })).toMatchObject({
    kind: 'not-offered',
  });
  expect(asked()).toHaveLength(before);
});

describe('what belongs to the whole server', () => {
  it('is told as the root namespace’s, whatever of the server’s words says so', async () => {
    const app = newApp();
    const { token } = await newToken(server, { policies: ['root'] });
    const sessionId = await app.login(proxy.address, token);
    const opened = await app.must('session.openNamespace', { sessionId, namespace: team });
    const where = { sessionId: opened.sessionId };
    const only = { kind: 'root-namespace-only', status: 400 };
    for (const panel of ['keys', 'rekey', 'root-generation'] as const)
      expect(await app.refused('cluster.panel', { where, panel })).toMatchObject(only);
    for (const ceremony of ['rekey', 'generate-root'] as const)
      expect(await app.refused('ceremony.status', { where, ceremony })).toMatchObject(only);
    expect(await app.refused('audit.list', where)).toMatchObject(only);
    expect(await app.refused('server.metrics', where)).toMatchObject(only);
    app.answers.push('');
    expect(await app.refused('ceremony.rotateRoot', { where })).toMatchObject({ ...only, status: 500 });
    // The session itself is not in trouble.
    expect((await app.must('session.refresh', where)).trouble).toBeUndefined();
    expect(await app.must('cluster.panel', { where, panel: 'seal' })).toMatchObject({
      facts: { sealed: false },
    });
  });

  it('is the namespace’s own where that has keys of its own', async () => {
    const { namespace } = await newSealableNamespace(server);
    const { app, sessionId } = await session(proxy, server.rootToken);
    const opened = await app.must('session.openNamespace', { sessionId, namespace });
    const where = { sessionId: opened.sessionId };
    expect(await app.must('cluster.panel', { where, panel: 'keys' })).toMatchObject({ facts: { term: 1 } });
    expect(await app.must('ceremony.status', { where, ceremony: 'rekey' })).toMatchObject({
      phase: 'idle',
      needed: 1,
      endpoint: 'sys/rotate/root/init',
    });
  });
});

it('says that a namespace is sealed, not the server, to all who come', async () => {
  const vaulted = await newSealableNamespace(server);
  const { namespace } = vaulted;
  await writeEntry(vaulted, await newKvMount(vaulted, 2, 'kv'), 'app', { where: 'under its own keys' });
  const app = newApp();
  const { token } = await newToken(server, { policies: ['root'] });
  const own = await newToken(vaulted, { policies: ['default'] });
  const sessionId = await app.login(proxy.address, token);
  const inside = (await app.must('session.openNamespace', { sessionId, namespace })).sessionId;
  app.answers.push(own.token);
  const target = { ...targetAt(proxy.address), namespace };
  const atHome = (await app.must('session.open', { target, name: 'own', colour: 'grey' })).sessionId;
  await vaulted.seal();

  const sealed = { kind: 'namespace-sealed', status: 503 };
  expect(await app.refused('entry.open', { sessionId: inside, mount: kv, path: 'app' })).toMatchObject(
    sealed,
  );
  expect((await app.must('session.refresh', { sessionId: inside })).trouble).toBeUndefined();
  expect((await app.must('session.refresh', { sessionId: atHome })).trouble).toMatchObject(sealed);
  await app.must('session.close', { sessionId: inside });
  expect(await app.refused('session.openNamespace', { sessionId, namespace })).toMatchObject(sealed);
  app.answers.push(own.token);
  expect(await app.refused('session.open', { target, name: 'x', colour: 'grey' })).toMatchObject(sealed);
  expect((await app.must('session.refresh', { sessionId })).trouble).toBeUndefined();

  await vaulted.unseal();
  const again = (await app.must('session.openNamespace', { sessionId, namespace })).sessionId;
  expect((await app.must('entry.open', { sessionId: again, mount: kv, path: 'app' })).keys).toHaveLength(1);
});

it('remembers the work in each namespace of a saved connection, and brings it back at the next login', async () => {
  const { token } = await newToken(server, { policies: ['root'] });
  const named = { name: 'Saved', colour: 'red' } as const;
  const target = targetAt(proxy.address);
  const app = newApp();
  const { profileId } = await app.must('profile.save', { ...target, ...named });
  const logIn = async (): Promise<readonly [string, string]> => {
    app.answers.push(token);
    const { sessionId } = await app.must('session.open', { target, ...named, profileId });
    const opened = await app.must('session.openNamespace', { sessionId, namespace: team });
    return [sessionId, opened.sessionId];
  };
  const [root, below] = await logIn();
  const mount = { path: kv, type: 'kv', engine: 'kv2', description: '' } as const;
  const memory = { ...emptyMemory, tabs: [{ mount, path: 'app', pinned: true }], activeTab: 0 };
  await app.must('workspace.save', { sessionId: root, memory: { ...emptyMemory, namespaces: [team] } });
  await app.must('workspace.save', { sessionId: below, memory });
  await app.must('session.close', { sessionId: below });
  await app.must('session.close', { sessionId: root });

  const [again, inTeam] = await logIn();
  expect(await app.must('workspace.load', { sessionId: again })).toMatchObject({
    tabs: [],
    namespaces: [team],
  });
  expect(await app.must('workspace.load', { sessionId: inTeam })).toEqual(memory);
  // And back: opened from there, it is the connection's own namespace in any case.
  const back = await app.must('session.openNamespace', { sessionId: inTeam, namespace: '' });
  expect(await app.must('workspace.load', { sessionId: back.sessionId })).toMatchObject({
    namespaces: [team],
  });
});

it('says at logging out which other session goes with the token', async () => {
  const app = newApp();
  const { token } = await newToken(server, { policies: ['root'] });
  const sessionId = await app.login(proxy.address, token);
  await app.must('session.openNamespace', { sessionId, namespace: team });
  app.answers.push('forget');
  await app.must('session.logOut', { sessionId });
  expect(JSON.stringify(app.asked.at(-1))).toContain(`Also ends: unsaved connection, namespace ${team}.`);
  expect(await app.must('session.list', {})).toMatchObject([{ namespace: team }]);
});

it('says in the other namespaces at once that the token was revoked', async () => {
  const app = newApp();
  const { token } = await newToken(server, { policies: ['root'] });
  const sessionId = await app.login(proxy.address, token);
  const opened = await app.must('session.openNamespace', { sessionId, namespace: team });
  app.answers.push('revoke');
  expect(await app.must('session.logOut', { sessionId })).toEqual({ revoked: true });
  await expect
    .poll(async () => (await app.must('session.list', {})).map(({ trouble }) => trouble?.kind))
    .toEqual(['unauthenticated']);
  expect((await app.must('session.list', {}))[0]?.sessionId).toBe(opened.sessionId);
});

it('ends with the saved connection that it was opened from', async () => {
  const app = newApp();
  const { token } = await newToken(server, { policies: ['root'] });
  const named = { name: 'Saved', colour: 'red' } as const;
  const target = targetAt(proxy.address);
  const { profileId } = await app.must('profile.save', { ...target, ...named });
  app.answers.push(token);
  const { sessionId } = await app.must('session.open', { target, ...named, profileId });
  const opened = await app.must('session.openNamespace', { sessionId, namespace: team });
  await app.must('session.openNamespace', { sessionId: opened.sessionId, namespace: '' });
  app.answers.push('');
  const tls = { useSystemStore: false, skipVerify: false };
  await app.must('profile.save', { ...target, ...named, profileId, tls });
  expect(await app.must('session.list', {})).toEqual([]);
});
