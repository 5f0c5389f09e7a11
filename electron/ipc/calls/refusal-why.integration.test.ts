/** "Why was I refused?" against a real server: each reason, by the policy that causes it. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startRecordingProxy,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { Input } from '../../../shared/ipc/contract.ts';
import type { RefusalExplanation } from '../../../shared/vault/refusal.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
let kv: KvMount;
const { session, stopping } = useTestApps();

beforeAll(async () => {
  kv = await newKvMount(server, 2);
});

/** The right to read policies, so that their lines can be cited. */
const mayRead = 'path "sys/policies/acl/*" { capabilities = ["read"] }';

/** Some right below the mount, so that the server lists it. */
const elsewhere = 'path "KV/data/elsewhere" { capabilities = ["read"] }';

interface Told {
  readonly told: RefusalExplanation;
  readonly policy: string;
  readonly token: string;
  readonly all: string;
}

/** Explains a refusal of a token with one policy (`KV/` stands for the mount). */
async function why(
  hcl: string,
  asked: Omit<Input<'refusal.explain'>, 'sessionId'>,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Told> {
  const policy = await newPolicy(server, hcl.replaceAll('KV/', kv.path));
  const { token } = await newToken(server, { policies: [policy], ...options });
  const { app, sessionId } = await session(server, token);
  const told = await app.must('refusal.explain', {
    sessionId,
    ...asked,
    path: asked.path.replace('KV/', kv.path),
  });
  expect(app.crossed()).not.toContain(token);
  return { told, policy, token, all: told.findings.join('\n') };
}

/** Adds the suggestion as another policy; returns true if it permits the request. */
async function helps({ told, policy }: Told): Promise<boolean> {
  const added = await newPolicy(server, told.suggestion);
  const { token } = await newToken(server, { policies: [policy, added] });
  const answer = await must(server, 'POST', 'sys/capabilities', { token, paths: [told.apiPath] });
  return JSON.stringify(answer).includes(`"${told.neededCapability}"`);
}

describe('why a request was refused', () => {
  it('knows the API path of an entry and of a folder of KV version 2', async () => {
    const entry = await why(`${mayRead}\n${elsewhere}`, { path: 'KV/payments/db', capability: 'read' });
    expect(entry.told).toMatchObject({
      askedPath: `${kv.path}payments/db`,
      apiPath: `${kv.path}data/payments/db`,
      neededCapability: 'read',
      capabilities: ['deny'],
      tokenDead: false,
    });
    expect(entry.all).toContain('covers this path.');
    expect(entry.told.suggestion).toBe(`path "${kv.path}data/payments/db" { capabilities = ["read"] }`);
    expect(await helps(entry)).toBe(true);
    const folder = await why(`${mayRead}\n${elsewhere}`, { path: 'KV/payments', capability: 'list' });
    expect(folder.told.apiPath).toBe(`${kv.path}metadata/payments/`);
    expect(folder.all).toContain('ends with a slash');
    expect(await helps(folder)).toBe(true);
  });

  it('says what is not known of a mount that the token may not see at all', async () => {
    const found = await why(mayRead, { path: 'KV/payments/db', capability: 'read' });
    expect(found.told.apiPath).toBe(`${kv.path}payments/db`);
    expect(found.all).toContain(`For KV version 2, the path is “${kv.path}data/payments/db”`);
    for (const path of ['data/payments/db', 'payments/db'])
      expect(found.told.suggestion).toContain(`path "${kv.path}${path}" {`);
    // The API path unchanged, as an error has it.
    const fromError = await why(mayRead, { path: 'KV/data/payments/db', method: 'POST' });
    expect(fromError.told).toMatchObject({
      apiPath: `${kv.path}data/payments/db`,
      neededCapability: 'update',
    });
    expect(fromError.told.suggestion).toContain('["create", "update"]');
  });

  it('sees a policy that is written for the path as people see it', async () => {
    const found = await why(`${mayRead}\npath "KV/payments/*" {\n  capabilities = ["read", "list"]\n}`, {
      path: 'KV/payments/db',
      capability: 'read',
    });
    expect(found.all).toContain(
      `Line 2 of the policy “${found.policy}” is written for “${kv.path}payments/db”`,
    );
    expect(found.told.closest[0]).toMatchObject({
      policy: found.policy,
      line: 2,
      path: `${kv.path}payments/*`,
    });
    expect(found.told.closest[0]?.text).toContain('capabilities = ["read", "list"]');
    expect(found.told.nearby[0]?.path).toBe(`${kv.path}payments/*`);
    expect(await helps(found)).toBe(true);
  });

  it('sees a right on data/ where metadata/ is asked', async () => {
    const found = await why('path "KV/data/*" { capabilities = ["read", "list"] }', {
      path: 'KV/payments/',
      capability: 'list',
    });
    expect(found.all).toContain(`The token may list “${kv.path}data/payments/”`);
    expect(found.told.unreadablePolicies).toContain(found.policy);
    expect(found.all).toContain('cannot be read with this token');
    expect(found.told.nearby).toContainEqual({ path: `${kv.path}data/*`, capabilities: ['list', 'read'] });
  });

  it('names the deny that wins, by its line or without', async () => {
    const hcl =
      'path "KV/data/*" { capabilities = ["read"] }\n\npath "KV/data/closed" { capabilities = ["deny"] }';
    const read = await why(`${hcl}\n${mayRead}`, { path: 'KV/closed', capability: 'read' });
    expect(read.all).toContain(`Line 3 of the policy “${read.policy}” denies it`);
    expect(read.told.suggestion).toContain('# Line 3 of the policy');
    const blind = await why(hcl, { path: 'KV/closed', capability: 'read' });
    expect(blind.all).toContain(
      `A rule for “${kv.path}data/closed” denies it, in a policy this token cannot read`,
    );
  });

  it('tells a closer rule that is in the way of a broader one, and keeps what it grants', async () => {
    const found = await why(
      `path "KV/data/*" { capabilities = ["update", "read"] }\npath "KV/data/team/*" { capabilities = ["read"] }\n${mayRead}`,
      { path: 'KV/team/db', capability: 'update' },
    );
    expect(found.all).toContain(
      `Line 2 of the policy “${found.policy}” decides here and grants read, but not update`,
    );
    expect(found.all).toContain(`Line 1 of the policy “${found.policy}” would grant it, but the closer rule`);
    expect(found.told.suggestion).toContain('["read", "update"]');
    expect(await helps(found)).toBe(true);
  });

  it('tells create and update apart', async () => {
    const found = await why('path "KV/data/*" { capabilities = ["create"] }', {
      path: 'KV/db',
      capability: 'update',
    });
    expect(found.all).toContain('The token may create here, but not change');
  });

  it.each([
    { grants: ['create', 'read'], lacks: 'update', words: 'but not change what exists' },
    { grants: ['update', 'read'], lacks: 'create', words: 'but not create. That needs create' },
  ])('offers $lacks where a refused write has $grants only', async ({ grants, lacks, words }) => {
    const found = await why(
      `${mayRead}\npath "KV/data/written" { capabilities = [${grants.map((one) => `"${one}"`).join(', ')}] }`,
      { path: 'KV/data/written', method: 'POST' },
    );
    expect(found.all).not.toContain('The server says that this token has');
    expect(found.all).toContain(`grants ${grants.join(', ')}, but not ${lacks}`);
    expect(found.all).toContain(words);
    expect(found.told.suggestion).toContain('["create", "read", "update"]');
    const added = await newPolicy(server, found.told.suggestion);
    const { token } = await newToken(server, { policies: [found.policy, added] });
    const own = { ...server, rootToken: token };
    await must(own, 'POST', found.told.apiPath, { data: { a: 1 } });
    await must(own, 'POST', found.told.apiPath, { data: { a: 2 } });
  });

  it('reads stars and templates that do not mean what they seem to', async () => {
    const star = await why(`${mayRead}\npath "KV/data/*/db" { capabilities = ["read"] }`, {
      path: 'KV/team/db',
      capability: 'read',
    });
    expect(star.all).toContain(`Line 2 of the policy “${star.policy}” has a * inside`);
    const template = await why(
      `${mayRead}\n${elsewhere}\npath "KV/data/{{identity.entity.name}}/*" { capabilities = ["read"] }`,
      {
        path: 'KV/me/db',
        capability: 'read',
      },
    );
    expect(template.all).toContain('This token has no entity');
    const version = await why(`${mayRead}\npath "v1/KV/data/*" { capabilities = ["read"] }`, {
      path: 'KV/db',
      capability: 'read',
    });
    expect(version.all).toContain('begins with v1/');
  });

  it('knows what needs sudo, and policies that do not exist', async () => {
    const absent = uniqueName('absent');
    const found = await why(
      `${mayRead}\npath "auth/token/accessors*" { capabilities = ["list"] }`,
      { path: 'auth/token/accessors', method: 'GET' },
      {
        policies: [
          await newPolicy(server, `${mayRead}\npath "auth/token/accessors*" { capabilities = ["list"] }`),
          absent,
        ],
      },
    );
    expect(found.told).toMatchObject({ apiPath: 'auth/token/accessors/', neededCapability: 'list' });
    expect(found.all).toContain('needs sudo as well as list');
    expect(found.all).toContain(`The policy “${absent}” of this token does not exist`);
    expect(found.told.suggestion).toContain('["list", "sudo"]');
  });

  it('says what is not known where the policies permit it', async () => {
    const found = await why(
      'path "KV/data/db" {\n  capabilities = ["create", "update"]\n  required_parameters = ["reason"]\n}',
      { path: 'KV/data/db', method: 'POST' },
    );
    expect(found.told.suggestion).toBe('');
    expect(found.all).toContain('requires the parameters reason');
    expect(found.all).toContain('Sentinel');
    const { app, sessionId } = await session(server);
    const root = await app.must('refusal.explain', { sessionId, path: 'sys/mounts', method: 'GET' });
    expect(root.findings.join()).toContain('is unrestricted');
  });

  it('says that the token is dead before anything else', async () => {
    const { token } = await newToken(server, { policies: ['default'] });
    const { app, sessionId } = await session(server, token);
    await must(server, 'POST', 'auth/token/revoke', { token });
    const told = await app.must('refusal.explain', { sessionId, path: `${kv.path}db`, capability: 'read' });
    expect(told).toMatchObject({ tokenDead: true, suggestion: '', closest: [], nearby: [] });
    expect(told.findings[0]).toContain('does not know this token any more');
  });

  it('goes on where even the questions are refused', async () => {
    const found = await why(
      'path "auth/token/lookup-self" { capabilities = ["read"] }',
      {
        path: 'KV/db',
        capability: 'read',
      },
      { no_default_policy: true },
    );
    expect(found.told.capabilities).toBeUndefined();
    expect(found.told.capabilitiesProblem?.kind).toBe('forbidden');
    expect(found.told.suggestion).toContain('capabilities = ["read"]');
    expect(found.all).toContain('cannot be read with this token');
  });

  it('costs a limited-use token one use', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { token } = await newToken(server, { policies: ['default'], num_uses: 9 });
    const { app, sessionId } = await session(proxy, token);
    proxy.clear();
    const told = await app.must('refusal.explain', { sessionId, path: `${kv.path}data/db`, method: 'GET' });
    expect(proxy.requests.map(({ url }) => url)).toEqual(['/v1/sys/capabilities-self']);
    expect([told.capabilities, told.neededCapability]).toEqual([['deny'], 'read']);
    expect(told.findings.at(-1)).toContain('costs this token a use');
  });

  it('asks nothing that changes anything', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const policy = await newPolicy(server, mayRead);
    const { token } = await newToken(server, { policies: [policy] });
    const { app, sessionId } = await session(proxy, token);
    proxy.clear();
    await app.must('refusal.explain', { sessionId, path: `${kv.path}db`, capability: 'delete' });
    const writes = proxy.requests.filter(
      ({ method, url }) => method !== 'GET' && !url.includes('capabilities'),
    );
    expect(writes).toEqual([]);
    expect((await ask(server, 'GET', `${kv.path}data/db`)).status).toBe(404);
  });
});
