/** Reach of policies, and users of one, on real servers. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newPolicy,
  newToken,
  startDevVault,
  uniqueName,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { Reachable } from '../../../e2e/servers/index.ts';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { PolicyUser, ReachRow } from '../../../shared/vault/policy-effect.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

let server: Reachable;
const { newApp, session, stopping } = useTestApps();

beforeAll(async () => {
  // Its tokens and roles are only those of these tests.
  server = stopping(await startDevVault());
});

async function asRoot(): Promise<{ app: TestApp; sessionId: string }> {
  const app = newApp();
  return { app, sessionId: await app.login(server.address, server.rootToken) };
}

async function endOf(app: TestApp, jobId: string): Promise<JobEnd> {
  const ended = () =>
    app.events.flatMap((event) =>
      event.name === 'job.ended' && event.payload.jobId === jobId ? [event.payload] : [],
    );
  await until(() => Promise.resolve(ended().length > 0));
  const [end] = ended();
  if (end === undefined) throw new Error('no end');
  return end;
}

function reached(app: TestApp): readonly ReachRow[] {
  return app.events.flatMap((event) => (event.name === 'policy.reachFound' ? event.payload.rows : []));
}

function users(app: TestApp): readonly PolicyUser[] {
  return app.events.flatMap((event) => (event.name === 'policy.usersFound' ? event.payload.rows : []));
}

describe('what a policy can see', () => {
  it('is its rules by mount, and what exists below them, with the lines that decide', async () => {
    const mount = await newKvMount(server, 2, uniqueName('reach'));
    for (const path of ['team/db', 'team/pay', 'team/deep/x', 'other/y'])
      await writeEntry(server, mount, path, { a: '1' });
    const policy = await newPolicy(
      server,
      [
        `path "${mount.path}data/team/*" { capabilities = ["read"] }`,
        `path "${mount.path}metadata/team/*" { capabilities = ["list"] }`,
        `path "${mount.path}data/team/pay" { capabilities = ["deny"] }`,
        'path "auth/token/lookup-self" { capabilities = ["read"] }',
        'path "nowhere/{{identity.entity.id}}" { capabilities = ["read"] }',
      ].join('\n'),
    );
    const { app, sessionId } = await asRoot();
    const { jobId } = await app.must('policy.reach', { sessionId, names: [policy] });
    expect(await endOf(app, jobId)).toMatchObject({ outcome: 'done', unreadCount: 0 });
    const rows = reached(app);
    const named = rows
      .filter(({ kind }) => kind === 'name')
      .map(({ path, capabilities, deciding }) => [path, capabilities.join(), deciding[0]?.line]);
    expect(named.sort()).toEqual(
      [
        [`${mount.path}data/team/db`, 'read', 1],
        [`${mount.path}data/team/deep/x`, 'read', 1],
        [`${mount.path}data/team/pay`, 'deny', 3],
        [`${mount.path}metadata/team/`, 'list', 2],
        [`${mount.path}metadata/team/db`, 'list', 2],
        [`${mount.path}metadata/team/deep/`, 'list', 2],
        [`${mount.path}metadata/team/deep/x`, 'list', 2],
        [`${mount.path}metadata/team/pay`, 'list', 2],
      ].sort(),
    );
    expect(rows.filter(({ kind }) => kind === 'mount').map(({ path }) => path)).toEqual([
      mount.path,
      'auth/token/',
    ]);
    expect(rows.find(({ path }) => path.startsWith('nowhere/'))).toMatchObject({ mount: '', template: true });
  });

  it('of a draft is judged without sending it; what may not be listed is said', async () => {
    const mount = await newKvMount(server, 2, uniqueName('reach'));
    await writeEntry(server, mount, 'team/db', { a: '1' });
    const { token } = await newToken(server, {
      policies: [await newPolicy(server, `path "${mount.path}metadata/" { capabilities = ["list"] }`)],
    });
    const { app, sessionId } = await session(server, token);
    const name = uniqueName('draft');
    const text = `path "${mount.path}data/*" { capabilities = ["read"] }`;
    const { jobId } = await app.must('policy.reach', { sessionId, names: [name], unsaved: { name, text } });
    const end = await endOf(app, jobId);
    expect(end.unread.map(({ path }) => path)).toContain(`${mount.path}team/`);
    expect(reached(app)).toContainEqual(
      expect.objectContaining({ kind: 'rule', path: `${mount.path}data/*`, mount: mount.path }),
    );
  });
});

describe('who uses a policy', () => {
  it('is found among tokens, token roles, roles, users, groups and entities', async () => {
    const policy = await newPolicy(server, 'path "a" { capabilities = ["read"] }');
    const [approle, userpass] = [uniqueName('approle'), uniqueName('userpass')];
    await must(server, 'POST', `sys/auth/${approle}`, { type: 'approle' });
    await must(server, 'POST', `sys/auth/${userpass}`, { type: 'userpass' });
    await must(server, 'POST', `auth/${approle}/role/ci`, { token_policies: [policy] });
    await must(server, 'POST', `auth/${approle}/role/other`, { token_policies: ['default'] });
    await must(server, 'POST', `auth/${userpass}/users/bob`, {
      password: 'hunter2',
      token_policies: [policy],
    });
    await must(server, 'POST', 'auth/token/roles/deploy', { allowed_policies: [policy] });
    await must(server, 'POST', 'auth/token/roles/glob', {
      allowed_policies_glob: [`${policy.slice(0, -2)}*`],
    });
    await must(server, 'POST', 'identity/entity', { name: 'ann', policies: [policy] });
    await must(server, 'POST', 'identity/group', { name: 'ops', policies: [policy] });
    const { accessor } = await newToken(server, { policies: [policy], display_name: 'batch job' });
    const { app, sessionId } = await asRoot();
    const { jobId } = await app.must('policy.users', { sessionId, name: ` ${policy.toUpperCase()} ` });
    expect(await endOf(app, jobId)).toMatchObject({ outcome: 'done', unreadCount: 0 });
    const found = users(app).map(({ kind, name, by }) => `${kind} ${name}: ${by}`);
    expect(found.sort()).toEqual(
      [
        'entity ann: policies',
        'group ops: policies',
        'role ci: token_policies',
        'token token-batch-job: policies',
        'token-role deploy: allowed_policies',
        'token-role glob: allowed_policies_glob',
        'user bob: token_policies',
      ].sort(),
    );
    expect(users(app).find(({ kind }) => kind === 'token')?.at).toBe(accessor);
  });

  it('is not claimed of what may not be read, and the missing capability is named', async () => {
    const policy = await newPolicy(server, 'path "a" { capabilities = ["read"] }');
    const { token } = await newToken(server, { policies: [policy] });
    const { app, sessionId } = await session(server, token);
    const { jobId } = await app.must('policy.users', { sessionId, name: policy });
    const end = await endOf(app, jobId);
    expect(users(app)).toEqual([]);
    const reasons = Object.fromEntries(end.unread.map(({ path, reason }) => [path, reason]));
    expect(reasons).toMatchObject({
      'auth/token/roles/': 'needs list',
      'identity/entity/id/': 'needs list',
      'auth/token/accessors/': 'needs list and sudo',
    });
  });

  it('is refused for a token that would pay for each look', async () => {
    const { token } = await newToken(server, { policies: ['default'], num_uses: 5 });
    const { app, sessionId } = await session(server, token);
    expect(await app.refused('policy.users', { sessionId, name: 'default' })).toMatchObject({
      kind: 'invalid-request',
    });
    expect(await app.refused('policy.reach', { sessionId, names: ['default'] })).toMatchObject({
      kind: 'invalid-request',
    });
  });
});
