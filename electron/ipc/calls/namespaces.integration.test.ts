/** One token in several namespaces, each a session: what goes where, and why not. A proxy has the namespaces. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newToken,
  sharedServers,
  startNamespaceProxy,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { NamespaceProxy } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { makeTestApps, targetAt } from './services.fixture.ts';

const { newApp, endApps, stopping, stopServers } = makeTestApps();
const team = uniqueName('team');
const kv = 'kv/' as MountPath;
const server = sharedServers().dev;
let proxy: NamespaceProxy;

beforeAll(async () => {
  const mount = await newKvMount(server, 2, `${team}/kv`);
  await writeEntry(server, mount, 'app', { where: 'in the namespace' });
  proxy = stopping(await startNamespaceProxy(server, [team]));
});
afterEach(endApps);
afterAll(async () => {
  await must(server, 'DELETE', `sys/mounts/${team}/kv`);
  await stopServers();
});

it('opens another namespace with the same token, which does not cross', async () => {
  const app = newApp();
  const { token } = await newToken(server, { policies: ['root'] });
  const sessionId = await app.login(proxy.address, token);
  const opened = await app.must('session.openNamespace', { sessionId, namespace: `/${team}/` });
  expect(opened).toMatchObject({ namespace: team, name: `test · ${team}`, login: { namespace: '' } });
  expect(await app.must('session.list', {})).toHaveLength(2);
  expect((await app.must('mount.list', { sessionId: opened.sessionId })).map(({ path }) => path)).toEqual([
    kv,
  ]);
  const entry = await app.must('entry.open', { sessionId: opened.sessionId, mount: kv, path: 'app' });
  expect(entry.keys.map(({ key }) => key)).toEqual(['where']);
  // A look of its own goes home, where the token may ask about itself.
  expect((await app.must('session.refresh', { sessionId: opened.sessionId })).trouble).toBeUndefined();
  expect(
    proxy.arrived.filter((line) => line.includes('lookup-self')).every((line) => line.startsWith('root ')),
  ).toBe(true);
  expect(app.crossed()).not.toContain(token);
  // And back, by the name it had.
  const back = await app.must('session.openNamespace', { sessionId: opened.sessionId, namespace: '' });
  expect(back).toMatchObject({ namespace: '', name: 'test' });
});

it('says why not, and leaves no session behind', async () => {
  const app = newApp();
  const { token } = await newToken(server, { policies: ['root'] });
  const sessionId = await app.login(proxy.address, token);
  expect(await app.refused('session.openNamespace', { sessionId, namespace: 'nowhere' })).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('does not accept this token in “nowhere”') as string,
  });
  expect(await app.refused('session.openNamespace', { sessionId, namespace: '' })).toMatchObject({
    kind: 'not-offered',
  });
  expect(await app.must('session.list', {})).toHaveLength(1);
  // No screen has heard of a session that was not opened.
  expect(app.events.filter(({ name }) => name === 'session.closed')).toEqual([]);

  const limited = await newToken(server, { policies: ['root'], num_uses: 20 });
  const other = await app.login(proxy.address, limited.token);
  expect(await app.refused('session.openNamespace', { sessionId: other, namespace: team })).toMatchObject({
    kind: 'not-offered',
    message: 'A token with limited uses serves one session only.',
  });
  const plain = await app.login(server.address, token);
  expect(await app.refused('session.openNamespace', { sessionId: plain, namespace: team })).toMatchObject({
    kind: 'not-offered',
    message: 'This server has no namespaces.',
  });
});

it('lists the namespaces directly below, one request, and says why not', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `n${String(at).padStart(4, '0')}`);
  const tree = stopping(await startNamespaceProxy(server, [team, `${team}/web`, ...many]));
  const app = newApp();
  const { token } = await newToken(server, { policies: ['root'] });
  const sessionId = await app.login(tree.address, token);
  const asked = (): readonly string[] => tree.arrived.filter((line) => line.includes('sys/namespaces'));
  expect(asked()).toEqual([]);
  const { names } = await app.must('session.namespaces', { sessionId });
  expect(unpackNames(names)).toEqual([...many, team].sort().map((name) => `${name}/`));
  expect(asked()).toEqual(['root GET /v1/sys/namespaces']);
  const inTeam = await app.must('session.openNamespace', { sessionId, namespace: team });
  const below = await app.must('session.namespaces', { sessionId: inTeam.sessionId });
  expect(unpackNames(below.names)).toEqual(['web/']);

  const little = await newToken(server, { policies: ['default'] });
  const refused = await app.login(tree.address, little.token);
  expect(await app.refused('session.namespaces', { sessionId: refused })).toMatchObject({
    kind: 'forbidden',
  });
  const few = await newToken(server, { policies: ['root'], num_uses: 20 });
  const limited = await app.login(tree.address, few.token);
  const before = asked().length;
  expect(await app.refused('session.namespaces', { sessionId: limited })).toMatchObject({
    kind: 'not-offered',
  });
  expect(asked()).toHaveLength(before);
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
  // And back: what was opened from there is the connection's own namespace, whatever is open.
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
  expect(JSON.stringify(app.asked.at(-1))).toContain(`Also ends: test · ${team}.`);
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
