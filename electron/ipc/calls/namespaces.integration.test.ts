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
import type { NamespaceProxy, Reachable } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makeTestApps, targetAt } from './services.fixture.ts';

const { newApp, endApps, stopping, stopServers } = makeTestApps();
const team = uniqueName('team');
const kv = 'kv/' as MountPath;
let server: Reachable;
let proxy: NamespaceProxy;

beforeAll(async () => {
  server = sharedServers().dev;
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
