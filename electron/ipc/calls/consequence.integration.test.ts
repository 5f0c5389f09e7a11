/**
 * Changes that a broken page cannot make through any call: every question is declined, and the server is checked
 * afterwards. The console, sending the very same request, opens the very same question.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  at as within,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { ConsoleMethod } from '../../../shared/vault/console.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
let v1: KvMount;
let v2: KvMount;
const { session, stopping } = useTestApps();

beforeAll(async () => {
  [v1, v2] = await Promise.all([newKvMount(server, 1), newKvMount(server, 2)]);
});

const where = (sessionId: string, mount: KvMount, path: string) => ({
  sessionId,
  mount: mount.path as MountPath,
  path,
});
const set = (value: number | string) => [{ op: 'set', key: 'a', rawJson: JSON.stringify(value) }] as const;

/** True if the server still knows a token. */
async function lives(token: string): Promise<boolean> {
  return (await ask({ ...server, rootToken: token }, 'GET', 'auth/token/lookup-self')).status === 200;
}

async function page(token = server.rootToken, address = server.address) {
  const { app, sessionId } = await session({ address }, token);
  app.asked.splice(0);
  return { app, sessionId };
}

/** A KV v2 entry with so many versions. */
async function versioned(count: number, mount = v2): Promise<string> {
  const path = uniqueName('kept');
  for (let n = 1; n <= count; n++) await writeEntry(server, mount, path, { a: n });
  return path;
}

async function versionsLeft(path: string, mount = v2): Promise<readonly string[]> {
  const { json } = await ask(server, 'GET', `${mount.path}metadata/${path}`);
  return Object.keys(within(json, 'data', 'versions') as object);
}

const unversioned = async (path: string): Promise<unknown> =>
  within((await ask(server, 'GET', `${v1.path}${path}`)).json, 'data');

const send = (app: TestApp, sessionId: string, method: ConsoleMethod, path: string, body?: object) =>
  app.refused('console.send', {
    sessionId,
    request: { method, path, ...(body === undefined ? {} : { json: JSON.stringify(body) }) },
  });

/** Words of the only question so far. */
function onlyQuestion(app: TestApp) {
  expect(app.asked).toHaveLength(1);
  const [asked] = app.asked.splice(0);
  return asked?.kind === 'confirm' ? asked : undefined;
}

/** The same question about an entry whose values the page has written itself: it shows them. */
function withValues(asked: ReturnType<typeof onlyQuestion>, values: Readonly<Record<string, string>>) {
  const fields = Object.entries(values).map(([name, text]) => ({ name, lines: [{ kind: 'sent', text }] }));
  return { ...asked, fields };
}

describe('versions', () => {
  it('stay where a page lowers how many are kept and saves once', async () => {
    const path = await versioned(6);
    const { app, sessionId } = await page();
    const place = where(sessionId, v2, path);
    const before = { maxVersions: 0, casRequired: false, deleteVersionAfter: '0s', customMetadata: {} };
    const options = { ...place, before, settings: { ...before, maxVersions: 1 } };
    expect(await app.refused('entry.setMetadata', options)).toMatchObject({ kind: 'cancelled' });
    const asked = onlyQuestion(app);
    expect(asked).toMatchObject({ typedName: `${v2.path}metadata/${path}` });
    expect(asked?.body.join(' ')).toContain('versions 1 to 6');
    await send(app, sessionId, 'POST', `${v2.path}metadata/${path}`, { max_versions: 1 });
    expect(onlyQuestion(app)).toEqual(asked);
    const { entryId } = await app.must('entry.open', place);
    await app.must('entry.save', { entryId, changes: set('page') });
    expect(await versionsLeft(path)).toHaveLength(7);
  });

  it('stay where a page saves twelve times in a row @old-versions', async () => {
    const path = await versioned(1);
    const { app, sessionId } = await page();
    const { entryId } = await app.must('entry.open', where(sessionId, v2, path));
    for (let n = 0; n < 12; n++) await app.call('entry.save', { entryId, changes: set(n) });
    expect(await versionsLeft(path)).toContain('1');
    expect(app.asked.length).toBeGreaterThan(0);
    const asked = app.asked[0];
    app.asked.splice(0);
    await send(app, sessionId, 'POST', `${v2.path}data/${path}`, { data: { a: 'page' } });
    expect(onlyQuestion(app)?.title).toEqual(asked?.kind === 'confirm' ? asked.title : undefined);
    await send(app, sessionId, 'PATCH', `${v2.path}data/${path}`, { data: { a: 'page' } });
    expect(await versionsLeft(path)).toContain('1');
  });

  it('stay where a page saves twelve times at once, by hand-written requests', async () => {
    const path = await versioned(1);
    const { app, sessionId } = await page();
    const request = { method: 'PUT', path: `${v2.path}data/${path}`, json: '{"data":{"a":"page"}}' } as const;
    await Promise.all(Array.from({ length: 12 }, () => app.call('console.send', { sessionId, request })));
    expect(await versionsLeft(path)).toContain('1');
  });

  it('stay where a token may not see them', async () => {
    const path = await versioned(1);
    const policy = await newPolicy(
      server,
      `path "${v2.path}data/*" { capabilities = ["create", "read", "update"] }`,
    );
    const { token } = await newToken(server, { policies: [policy] });
    const { app, sessionId } = await page(token);
    const { entryId } = await app.must('entry.open', where(sessionId, v2, path));
    for (let n = 0; n < 12; n++) await app.call('entry.save', { entryId, changes: set(n) });
    expect(await versionsLeft(path)).toEqual(['1', '2', '3', '4']);
  });

  it('stay where a page has a mount keep one and delete by the clock', async () => {
    const mount = await newKvMount(server, 2);
    const path = await versioned(3, mount);
    const { app, sessionId } = await page();
    const before = { maxVersions: 0, casRequired: false, deleteVersionAfter: '0s' };
    const config = { maxVersions: 1, casRequired: true, deleteVersionAfter: '1s' };
    const options = { sessionId, mount: mount.path as MountPath, before, config };
    expect(await app.refused('mount.setConfig', options)).toMatchObject({ kind: 'cancelled' });
    const asked = onlyQuestion(app);
    expect(asked).toMatchObject({ typedName: `${mount.path}config` });
    const body = { max_versions: 1, cas_required: true, delete_version_after: '1s' };
    await send(app, sessionId, 'POST', `${mount.path}config`, body);
    expect(onlyQuestion(app)).toEqual(asked);
    const { entryId } = await app.must('entry.open', where(sessionId, mount, path));
    await app.must('entry.save', { entryId, changes: set('page') });
    expect(await versionsLeft(path, mount)).toHaveLength(4);
  });

  it('may be saved over without a question by a person who does so now and then', async () => {
    const path = await versioned(5);
    const { app, sessionId } = await page();
    const { entryId } = await app.must('entry.open', where(sessionId, v2, path));
    for (let n = 0; n < 5; n++) await app.must('entry.save', { entryId, changes: set(`edit ${String(n)}`) });
    expect(app.asked).toEqual([]);
  });

  it('are counted by the server as the gate does: the higher number of entry and mount holds', async () => {
    const mount = await newKvMount(server, 2);
    await must(server, 'POST', `${mount.path}config`, { max_versions: 3 });
    const low = await versioned(4, mount);
    await must(server, 'POST', `${mount.path}metadata/${low}`, { max_versions: 1 });
    await writeEntry(server, mount, low, { a: 5 });
    expect(await versionsLeft(low, mount)).toEqual(['3', '4', '5']);
    const { json } = await ask(server, 'GET', `${mount.path}metadata/${low}`);
    expect(within(json, 'data', 'oldest_version')).toBe(3);
    const roomy = await versioned(2, mount);
    const answer = await ask(server, 'GET', `${mount.path}metadata/${roomy}`);
    expect(within(answer.json, 'data', 'oldest_version')).toBe(0);
  });
});

describe('entries without versions', () => {
  it('are not replaced by a save @kv1-values', async () => {
    const path = uniqueName('kept');
    await writeEntry(server, v1, path, { a: 'kept', b: 'too' });
    const { app, sessionId } = await page();
    const { entryId } = await app.must('entry.open', where(sessionId, v1, path));
    expect(await app.refused('entry.save', { entryId, changes: set('page') })).toMatchObject({
      kind: 'cancelled',
    });
    const asked = onlyQuestion(app);
    expect(asked).toMatchObject({ title: 'Replace this entry?', destructive: true });
    expect(asked?.body.join(' ')).toContain('The old values of “a” are lost');
    await send(app, sessionId, 'POST', `${v1.path}${path}`, { a: 'page', b: 'too' });
    expect(onlyQuestion(app)).toEqual(withValues(asked, { a: 'page', b: 'too' }));
    await send(app, sessionId, 'PUT', `${v1.path}${path}/`, { a: 'page', b: 'too' });
    expect(onlyQuestion(app)?.title).toBe(asked?.title);
    expect(await unversioned(path)).toEqual({ a: 'kept', b: 'too' });
    app.answers.push('');
    await app.must('entry.save', { entryId, changes: set('agreed') });
    expect(app.asked).toHaveLength(1);
    expect(await unversioned(path)).toEqual({ a: 'agreed', b: 'too' });
  });

  it('are not replaced in a cubbyhole, nor where nobody may look', async () => {
    const policy = await newPolicy(server, `path "${v1.path}*" { capabilities = ["create", "update"] }`);
    const { token } = await newToken(server, { policies: [policy] });
    const path = uniqueName('kept');
    await writeEntry(server, v1, path, { a: 'kept' });
    const { app, sessionId } = await page(token);
    await app.must('console.send', {
      sessionId,
      request: { method: 'POST', path: `cubbyhole/${path}`, json: '{"a":"kept"}' },
    });
    expect(app.asked).toEqual([]);
    await send(app, sessionId, 'POST', `cubbyhole/${path}`, { a: 'page' });
    expect(onlyQuestion(app)?.title).toBe('Replace this entry?');
    await send(app, sessionId, 'POST', `${v1.path}${path}`, { a: 'page' });
    expect(onlyQuestion(app)?.body.join(' ')).toContain('All values at this path');
    expect(await unversioned(path)).toEqual({ a: 'kept' });
  });

  it('are not moved away, and not into a place that ends with the token', async () => {
    const path = uniqueName('kept');
    await writeEntry(server, v1, path, { a: 'kept' });
    const { app, sessionId } = await page();
    const { entryId } = await app.must('entry.open', where(sessionId, v1, path));
    const rename = (mount: string, to: string) =>
      app.refused('entry.rename', { entryId, mount: mount as MountPath, path: to });
    expect(await rename('cubbyhole/', path)).toMatchObject({ kind: 'invalid-input', field: 'path' });
    expect(app.asked).toEqual([]);
    expect(await rename(v1.path, `${path}-moved`)).toMatchObject({ kind: 'cancelled' });
    expect(onlyQuestion(app)?.body.join(' ')).toContain('cannot be undone');
    expect(await rename(v2.path, path)).toMatchObject({ kind: 'cancelled' });
    expect(onlyQuestion(app)?.body.join(' ')).toContain('Other policies apply');
    expect(await unversioned(path)).toEqual({ a: 'kept' });
    expect(await unversioned(`${path}-moved`)).toBeUndefined();
    app.answers.push('');
    const outcome = await app.must('entry.rename', {
      entryId,
      mount: v1.path as MountPath,
      path: `${path}-moved`,
    });
    expect(outcome.removed).toBe(true);
    expect(app.asked).toHaveLength(1);
  });

  it('ask a token with few uses for nothing more', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const policy = await newPolicy(
      server,
      `path "${v1.path}*" { capabilities = ["create", "read", "update"] }`,
    );
    const { token } = await newToken(server, { policies: [policy], num_uses: 20 });
    const path = uniqueName('kept');
    await writeEntry(server, v1, path, { a: 'kept' });
    const { app, sessionId } = await page(token, proxy.address);
    proxy.clear();
    await send(app, sessionId, 'POST', `${v1.path}${path}`, { a: 'page' });
    expect(app.asked).toHaveLength(1);
    expect(proxy.requests).toEqual([]);
  });
});

describe('tokens', () => {
  it('are not revoked by hand-written requests, however they are spelt', async () => {
    const { token, accessor } = await newToken(server);
    const { app, sessionId } = await page();
    for (const [method, path, body] of [
      ['POST', 'auth/token/revoke', { token }],
      ['PUT', 'auth/token/revoke/', { token }],
      ['POST', '/v1/auth/token/revoke-accessor', { accessor }],
      ['POST', 'auth/token/revoke-orphan', { token }],
      ['POST', 'sys/leases/revoke-prefix/auth/token/create', {}],
      ['PUT', 'sys/revoke-force/auth/token/create', {}],
    ] as const) {
      expect(await send(app, sessionId, method, path, body)).toMatchObject({ kind: 'cancelled' });
      expect(app.asked.splice(0)).toHaveLength(1);
    }
    expect(await lives(token)).toBe(true);
  });

  it('are revoked by a plan as far as it was agreed to, and no further', async () => {
    const [one, other] = [await newToken(server), await newToken(server)];
    const { app, sessionId } = await page();
    app.answers.push('');
    await app.must('token.revokeMany', { sessionId, accessors: [one.accessor] });
    expect(app.asked.splice(0)).toHaveLength(1);
    await send(app, sessionId, 'POST', 'auth/token/revoke-accessor', { accessor: other.accessor });
    expect(app.asked).toHaveLength(1);
    expect(await lives(other.token)).toBe(true);
  });

  it('that were shared are cancelled by a person', async () => {
    const { app, sessionId } = await page();
    const { wrap } = await app.must('wrapping.wrap', {
      sessionId,
      ttl: '5m',
      jwt: false,
      what: { kind: 'data', json: '{"a":1}' },
    });
    const accessor = wrap?.accessor ?? '';
    expect(await app.refused('wrapping.cancel', { sessionId, accessor })).toMatchObject({
      kind: 'cancelled',
    });
    expect(onlyQuestion(app)?.title).toBe('Revoke this wrapping token?');
    app.answers.push('');
    await app.must('wrapping.cancel', { sessionId, accessor });
    expect(app.asked).toHaveLength(1);
  });
});

it('refuses what cannot be sent before anybody is asked', async () => {
  const { app, sessionId } = await page();
  for (const path of ['sys//seal', 'sys/../sys/seal', 'sys/./seal', 'sys/se\u200bal'])
    expect(await send(app, sessionId, 'PUT', path)).toMatchObject({ kind: 'invalid-input' });
  const request = { method: 'PUT', path: 'sys/seal', namespace: 'team' } as const;
  expect(await app.refused('console.send', { sessionId, request })).toMatchObject({
    kind: 'invalid-request',
  });
  expect(app.asked).toEqual([]);
});
