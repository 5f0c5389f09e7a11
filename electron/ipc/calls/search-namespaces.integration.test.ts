/** Searches of the namespaces below on a real OpenBao, with the session's own token. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newNamespace,
  newSealableNamespace,
  newToken,
  productOfRun,
  sharedServers,
  startDevVault,
  startFaultProxy,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { Namespace, SealableNamespace, VaultServer } from '../../../e2e/servers/index.ts';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import { namesOnly } from '../../../shared/vault/search.ts';
import { makeTestApps } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { newApp, stopping, endApps, stopServers } = makeTestApps();
const kv = 'kv/' as MountPath;
let server: VaultServer;
let team: Namespace;
let web: Namespace;
let vaulted: SealableNamespace;

beforeAll(async () => {
  server = stopping(await startDevVault({ product: 'openbao' }));
  team = await newNamespace(server, 'team');
  web = await newNamespace(team, 'web');
  vaulted = await newSealableNamespace(server, 'vaulted');
  for (const where of [server, team, web, vaulted])
    await writeEntry(where, await newKvMount(where, 2, 'kv'), 'a/target', { password: 'zq7' });
  await must(team, 'POST', 'kv/data/only-in-team/entry', { data: { k: 'v' } });
});
afterEach(endApps);
afterAll(stopServers);

async function followed(of: TestApp, jobId: string) {
  const ended = () =>
    of.events.flatMap((one) =>
      one.name === 'job.ended' && one.payload.jobId === jobId ? [one.payload] : [],
    );
  await until(() => Promise.resolve(ended().length > 0));
  const batches = of.events.flatMap((one) =>
    one.name === 'search.found' && one.payload.jobId === jobId ? [one.payload] : [],
  );
  return {
    end: ended()[0] as JobEnd,
    hits: batches
      .flatMap(({ found }) =>
        found.flatMap(({ namespace = '', mount, names }) =>
          unpackNames(names).map((name) => `${namespace} ${mount.path}${name}`),
        ),
      )
      .sort(),
    unread: batches.flatMap(({ unread }) => unread),
  };
}

const everywhere = (sessionId: string) => ({
  sessionId,
  places: [{ sessionId, mount: kv, path: '' }],
  ...namesOnly,
  text: 'target',
  namespacesBelow: true,
});

it('finds in all namespaces below, opens no session, and keeps their names out of the index', async () => {
  const app = newApp();
  const sessionId = await app.login(server.address, server.rootToken);
  const { jobId } = await app.must('search.start', everywhere(sessionId));
  const { hits, end, unread } = await followed(app, jobId);
  expect(hits).toEqual([' kv/a/target', 'team kv/a/target', 'team/web kv/a/target', 'vaulted kv/a/target']);
  expect([end.outcome, unread]).toEqual(['done', []]);
  expect(await app.must('session.list', {})).toHaveLength(1);
  // A path of another namespace would open in this one.
  const { names } = await app.must('names.search', { sessionId, text: 'target' });
  expect(names).toBe(2);
  const foreign = await app.must('names.search', { sessionId, text: 'only-in-team/' });
  expect(foreign.total).toBe(0);
  const alone = await app.must('search.start', { ...everywhere(sessionId), namespacesBelow: false });
  expect((await followed(app, alone.jobId)).hits).toEqual([' kv/a/target']);
});

it('searches values there, and the prompt says where', async () => {
  const app = newApp();
  const sessionId = await app.login(server.address, server.rootToken);
  app.answers.push({ text: 'zq7' });
  const { jobId } = await app.must('search.startValues', { ...everywhere(sessionId), text: '' });
  expect((await followed(app, jobId)).hits).toHaveLength(4);
  expect(app.asked.at(-1)).toMatchObject({
    facts: [
      {},
      { value: 'kv/' },
      { name: 'Namespaces' },
      {},
      { value: expect.stringContaining('not known') as string },
    ],
  });
  expect(app.crossed()).not.toContain('zq7');
});

it('names the namespaces that refuse the token or are sealed, and the session stays well', async () => {
  const app = newApp();
  await must(server, 'PUT', 'sys/policies/acl/some', {
    policy: `path "kv/*" { capabilities = ["list"] }
      path "sys/namespaces" { capabilities = ["list"] }
      path "+/sys/namespaces" { capabilities = ["list"] }
      path "team/web/kv/*" { capabilities = ["list"] }`,
  });
  const { token } = await newToken(server, { policies: ['some'] });
  await vaulted.seal();
  try {
    const sessionId = await app.login(server.address, token);
    const { jobId } = await app.must('search.start', everywhere(sessionId));
    const { hits, end, unread } = await followed(app, jobId);
    expect(hits).toEqual([' kv/a/target', 'team/web kv/a/target']);
    expect(end).toMatchObject({ outcome: 'done' });
    expect(unread.map(({ path, ofNamespace }) => [path, ofNamespace])).toEqual(
      expect.arrayContaining([['vaulted/', true]]),
    );
    expect((await app.must('session.list', {}))[0]?.trouble).toBeUndefined();
  } finally {
    await vaulted.unseal();
  }
});

it('searches the namespaces below a mount with too many names, and goes on with the rest of it', async () => {
  const app = newApp();
  const proxy = stopping(await startFaultProxy(server));
  const body = { errors: ['permission denied'] };
  proxy.add({ fault: { kind: 'answer', status: 403, body }, url: /scan=true/, times: 100 });
  const keys = [...Array.from({ length: 200_000 }, (_, at) => `n${String(at)}`), 'a/'];
  proxy.add({
    fault: { kind: 'answer', status: 200, body: { data: { keys } } },
    url: /kv\/metadata\/\?list/,
    times: 1,
  });
  const sessionId = await app.login(proxy.address, server.rootToken);
  const first = await app.must('search.start', everywhere(sessionId));
  const { hits, end } = await followed(app, first.jobId);
  expect(hits).toEqual(['team kv/a/target', 'team/web kv/a/target', 'vaulted kv/a/target']);
  expect(end).toMatchObject({ outcome: 'stopped', error: { kind: 'too-large' } });
  const rest = await app.must('search.goOn', { sessionId, jobId: first.jobId });
  const second = await followed(app, rest.jobId);
  expect([second.end.outcome, second.hits]).toEqual(['done', [' kv/a/target']]);
});

it('goes on after a cancel with the namespaces that were left', async () => {
  const app = newApp();
  const proxy = stopping(await startFaultProxy(server));
  const late = Promise.withResolvers<undefined>();
  proxy.add({ fault: { kind: 'delay', until: late.promise }, url: /kv\/metadata/, times: 100 });
  const sessionId = await app.login(proxy.address, server.rootToken);
  const started = await app.must('search.start', everywhere(sessionId));
  await until(() => Promise.resolve(proxy.arrived.some((line) => line.includes('kv/metadata'))));
  await app.must('job.cancel', { jobId: started.jobId });
  const first = await followed(app, started.jobId);
  expect([first.end.outcome, first.hits]).toEqual(['cancelled', []]);
  late.resolve(undefined);
  proxy.heal();
  const next = await app.must('search.goOn', { sessionId, jobId: started.jobId });
  expect((await followed(app, next.jobId)).hits).toHaveLength(4);
});

it.skipIf(productOfRun() === 'openbao')(
  'is refused where the server would ignore the namespace',
  async () => {
    const app = newApp();
    const { dev } = sharedServers();
    const sessionId = await app.login(dev.address, dev.rootToken);
    expect(await app.refused('search.start', everywhere(sessionId))).toMatchObject({ kind: 'not-offered' });
  },
);
