/** A token with limited uses pays only for requests of the user; the remaining uses are counted. */
import { expect, it } from 'vitest';
import {
  ask,
  at,
  must,
  newPolicy,
  newToken,
  sharedServers,
  startRecordingProxy,
} from '../../../e2e/servers/index.ts';
import { costsNoUse } from '../../vault/api/uses.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { newApp, session, stopping } = useTestApps();

async function limited(uses: number) {
  const policy = await newPolicy(server, 'path "sys/policies/acl*" { capabilities = ["list", "read"] }');
  return newToken(server, { policies: ['default', policy], num_uses: uses });
}

async function usesLeft(accessor: string): Promise<unknown> {
  return at(await must(server, 'POST', 'auth/token/lookup-accessor', { accessor }), 'data', 'num_uses');
}

it('sends nothing that nobody asked for, and counts what it sends @limited-uses', async () => {
  const proxy = stopping(await startRecordingProxy(server));
  const { token, accessor } = await limited(9);
  const { app, sessionId } = await session(proxy, token, {}, { gestures: 1 });
  const left = async () => (await app.must('session.list', {}))[0]?.token.numUses;
  expect(await left()).toBe(8);
  await app.must('policy.list', { sessionId });
  expect([await left(), await usesLeft(accessor)]).toEqual([7, 7]);
  expect(app.events.at(-1)).toMatchObject({ name: 'session.changed', payload: { token: { numUses: 7 } } });
  proxy.clear();
  const refused = await app.refused('policy.list', { sessionId });
  expect(refused).toMatchObject({ kind: 'costs-a-use' });
  expect(refused.message).toContain('7 uses left. Nothing was sent');
  for (const name of ['policy.read', 'token.roles', 'entry.metadata'] as const)
    await app.refused(name, { sessionId, name: 'default', mount: 'secret/', path: 'x' } as never);
  expect(proxy.requests.filter(({ headers }) => 'x-vault-token' in headers)).toEqual([]);
  // Free requests are not held up: the tree is there.
  expect(await app.must('mount.list', { sessionId })).not.toEqual([]);
  expect([await left(), await usesLeft(accessor)]).toEqual([7, 7]);
});

it('sends nothing that a screen reads by itself, even after a gesture, but what is free @limited-uses', async () => {
  const { token, accessor } = await limited(9);
  const { app, sessionId } = await session(server, token, {}, { gestures: 1 });
  const byItself = await app.byItself('policy.list', { sessionId });
  expect(byItself).toMatchObject({ ok: false, error: { kind: 'costs-a-use' } });
  expect(await usesLeft(accessor)).toBe(8);
  expect(await app.byItself('mount.list', { sessionId })).toMatchObject({ ok: true });
  // The gesture is still there for what the user asks for.
  await app.must('policy.list', { sessionId });
  expect(await usesLeft(accessor)).toBe(7);
  const unlimited = newApp({ gestures: 0 });
  const other = await unlimited.login(server.address, (await limited(0)).token);
  expect(await unlimited.byItself('policy.list', { sessionId: other })).toMatchObject({ ok: true });
});

it('holds nothing up for a token without a limit', async () => {
  const { token } = await limited(0);
  const { app, sessionId } = await session(server, token, {}, { gestures: 0 });
  await app.must('policy.list', { sessionId });
});

it.each([
  ['GET', 'sys/internal/ui/mounts'],
  ['GET', 'sys/internal/ui/mounts/secret/x'],
  ['GET', 'sys/internal/ui/resultant-acl'],
  ['GET', 'sys/internal/ui/namespaces'],
  ['GET', 'sys/internal/specs/openapi'],
  ['GET', 'sys/health'],
  ['GET', 'sys/seal-status'],
  ['GET', 'sys/leader'],
  ['GET', 'sys/init'],
  ['GET', 'sys/rekey/init'],
  ['GET', 'sys/generate-root/attempt'],
  ['GET', 'sys/key-status'],
  ['GET', 'sys/ha-status'],
  ['GET', 'sys/policies/acl'],
  ['GET', 'auth/token/lookup-self'],
  ['POST', 'sys/capabilities-self'],
  ['POST', 'sys/wrapping/lookup'],
  ['POST', 'auth/userpass-absent/login/x'],
  ['GET', 'secret/data/x'],
] as const)('knows what %s %s costs', async (method, path) => {
  const { token, accessor } = await limited(9);
  await ask({ ...server, rootToken: token }, method, path, method === 'POST' ? { paths: ['x'] } : undefined);
  expect(await usesLeft(accessor)).toBe(costsNoUse(path) ? 9 : 8);
});
