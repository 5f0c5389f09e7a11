/** The client against the real server: the wire, the words of its refusals, and interference by a network. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  newKvMount,
  newToken,
  sharedServers,
  startConnectProxy,
  startFaultProxy,
  startRecordingProxy,
  startSealedVault,
  startUninitialisedVault,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import { endAll, errorOf, sendDelete, sendList, sendRead, sendWrite, testClient } from './client.fixture.ts';
import type { End } from './client.fixture.ts';
import type { ClientOptions, VaultAnswer, VaultClient } from './types.ts';

const { dev, raft } = sharedServers();
const token = dev.rootToken;
const ends: End[] = [];
afterEach(() => endAll(ends));

let v2: KvMount;
let v1: KvMount;
beforeAll(async () => {
  v2 = await newKvMount(dev, 2);
  v1 = await newKvMount(dev, 1);
});

function clientOf(origin: string, over: Partial<ClientOptions> = {}): VaultClient {
  return testClient(ends, origin, { namespaces: false, ...over });
}

function keysOf(answer: VaultAnswer): unknown {
  return (answer.json() as { data: { keys: unknown } }).data.keys;
}

const names = [
  ...[
    'a b',
    ' lead',
    'trail ',
    '50%',
    '%2F',
    '%2e%2e',
    'a+b',
    'a#b',
    'a?b',
    'a?version=1',
    'a&b',
    'a=b',
    'a;b',
    'a:b',
  ],
  ...[
    'a@b',
    'a,b',
    '$a',
    '~a',
    "it's",
    '(a)',
    '*',
    '!',
    '[a]',
    '{a}',
    'a|b',
    'a\\b',
    '^a',
    '"a"',
    '<a>',
    '`a`',
  ],
  ...['ü', 'e\u0301', '日本語', '🙂', '.hidden', '-a', '_', 'data', 'metadata', '__proto__', '\ufffd'],
];

describe('odd names go there and back', () => {
  it.each(names)('%j on KV v2 and v1', async (name) => {
    const client = clientOf(dev.address);
    const folder = uniqueName('odd');
    const call = { token };
    await sendWrite(client, `${v2.path}data/${folder}/${name}`, '{"data":{"a":"1"}}', call);
    expect(keysOf(await sendList(client, `${v2.path}metadata/${folder}`, call))).toEqual([name]);
    const read = (await sendRead(client, `${v2.path}data/${folder}/${name}`, call)).json();
    expect(read).toMatchObject({ data: { data: { a: '1' } } });
    await sendDelete(client, `${v2.path}metadata/${folder}/${name}`, call);
    expect(await errorOf(sendList(client, `${v2.path}metadata/${folder}`, call))).toMatchObject({
      kind: 'invalid-path',
    });

    await sendWrite(client, `${v1.path}${folder}/${name}`, '{"a":"1"}', call);
    expect(keysOf(await sendList(client, `${v1.path}${folder}/`, call))).toEqual([name]);
    expect((await sendRead(client, `${v1.path}${folder}/${name}`, call)).json()).toMatchObject({
      data: { a: '1' },
    });
    await sendDelete(client, `${v1.path}${folder}/${name}`, call);
    expect(await errorOf(sendRead(client, `${v1.path}${folder}/${name}`, call))).toMatchObject({
      reason: 'absent',
    });
  });
});

describe('what the server refuses', () => {
  const client = () => clientOf(dev.address);
  it('an absent entry, a missing mount, a browse path on v2, deleted and destroyed versions', async () => {
    const c = client();
    const call = { token };
    const reason = async (path: string) => {
      const error = await errorOf(sendRead(c, path, call));
      return error.kind === 'invalid-path' ? error.reason : error.kind;
    };
    const name = uniqueName('gone');
    await sendWrite(c, `${v2.path}data/${name}`, '{"data":{}}', call);
    expect(await reason(`${v2.path}data/absent`)).toBe('absent');
    expect(await reason('no-such-mount/x')).toBe('no-mount');
    expect(await reason(`${v2.path}${name}`)).toBe('wrong-api-path');
    await sendDelete(c, `${v2.path}data/${name}`, call);
    expect(await reason(`${v2.path}data/${name}`)).toBe('deleted-version');
    await sendWrite(c, `${v2.path}destroy/${name}`, '{"versions":[1]}', call);
    expect(await reason(`${v2.path}data/${name}`)).toBe('destroyed-version');
  });

  it('a stale save, a dead token, a missing permission, an unsupported operation', async () => {
    const c = client();
    const name = uniqueName('cas');
    await sendWrite(c, `${v2.path}data/${name}`, '{"data":{}}', { token });
    const stale = sendWrite(c, `${v2.path}data/${name}`, '{"data":{},"options":{"cas":0}}', { token });
    expect(await errorOf(stale)).toMatchObject({ kind: 'conflict', status: 400 });
    const dead = await errorOf(
      sendRead(c, 'auth/token/lookup-self', { token: 'hvs.deaddeaddeaddeaddeaddead' }),
    );
    expect(dead).toMatchObject({ kind: 'unauthenticated', status: 403 });
    expect(JSON.stringify(dead)).not.toContain('deaddead');
    const weak = await newToken(dev, { policies: ['default'] });
    expect(await errorOf(sendRead(c, `${v2.path}data/${name}`, { token: weak.token }))).toMatchObject({
      kind: 'forbidden',
    });
    expect(await errorOf(sendRead(c, `${v2.path}data/${name}`))).toMatchObject({ kind: 'forbidden' });
    expect(await errorOf(sendDelete(c, 'sys/health', { token }))).toMatchObject({
      kind: 'not-offered',
      status: 405,
    });
  });

  it('a sealed server and one that was never initialised', async () => {
    const [sealed, fresh] = await Promise.all([startSealedVault(), startUninitialisedVault()]);
    ends.push(sealed.stop, fresh.stop);
    expect(await errorOf(sendRead(clientOf(sealed.address), 'secret/x', { token }))).toMatchObject({
      kind: 'sealed',
    });
    expect(await errorOf(sendRead(clientOf(sealed.address), 'sys/health'))).toMatchObject({ kind: 'sealed' });
    expect(await errorOf(sendRead(clientOf(fresh.address), 'sys/health'))).toMatchObject({
      kind: 'not-initialized',
    });
  }, 60_000);

  it('shows the warning of a wrong path as the server words it', async () => {
    const error = await errorOf(sendRead(client(), `${v2.path}whatever`, { token }));
    expect(error.serverWarnings?.join(' ')).toContain('Invalid path for a versioned K/V');
  });
});

describe('on the wire', () => {
  it('headers, methods and queries, as a recording proxy sees them', async () => {
    const proxy = await startRecordingProxy(dev);
    ends.push(proxy.stop);
    const c = clientOf(proxy.address);
    const name = uniqueName('wire');
    await sendWrite(c, `${v2.path}data/${name}`, '{"data":{"a":1}}', { token });
    await sendRead(c, `${v2.path}data/${name}`, { token, query: { version: '1' } });
    const wrapped = await sendRead(c, `${v2.path}data/${name}`, { token, wrapTtl: '5m' });
    expect(wrapped.json()).toMatchObject({
      wrap_info: { ttl: 300, creation_path: `${v2.path}data/${name}` },
    });
    await sendList(c, `${v2.path}metadata/`, { token });
    await sendDelete(c, `${v2.path}data/${name}`, { token });
    expect(proxy.requests.map(({ method, url, status }) => `${method} ${url} ${String(status)}`)).toEqual([
      `POST /v1/${v2.path}data/${name} 200`,
      `GET /v1/${v2.path}data/${name}?version=1 200`,
      `GET /v1/${v2.path}data/${name} 200`,
      `GET /v1/${v2.path}metadata/?list=true 200`,
      `DELETE /v1/${v2.path}data/${name} 204`,
    ]);
    for (const { headers } of proxy.requests) {
      expect(headers).toMatchObject({
        'x-vault-token': token,
        'x-vault-request': 'true',
        accept: 'application/json',
      });
      expect(headers).not.toHaveProperty('x-vault-namespace');
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
    }
    expect(proxy.requests[2]?.headers['x-vault-wrap-ttl']).toBe('5m');
    expect(proxy.requests[0]?.body).toBe('{"data":{"a":1}}');
  });

  it('a namespace reaches only a server that has namespaces', async () => {
    const proxy = await startRecordingProxy(dev);
    ends.push(proxy.stop);
    const refused = clientOf(proxy.address, { namespace: 'team' });
    expect(await errorOf(sendWrite(refused, 'secret/data/x', '{}', { token }))).toMatchObject({
      kind: 'invalid-request',
    });
    expect((await sendRead(refused, 'sys/seal-status')).status).toBe(200);
    expect(proxy.requests.map(({ url }) => url)).toEqual(['/v1/sys/seal-status']);
    expect(proxy.requests[0]?.headers).not.toHaveProperty('x-vault-namespace');
    await sendRead(
      clientOf(proxy.address, { namespace: 'team', namespaces: true }),
      'auth/token/lookup-self',
      {
        token,
      },
    );
    expect(proxy.requests[1]?.headers['x-vault-namespace']).toBe('team');
  });

  it('2^63 on KV v1 comes back digit for digit', async () => {
    const c = clientOf(dev.address);
    const name = uniqueName('big');
    await sendWrite(c, `${v1.path}${name}`, '{"n":9223372036854775808}', { token });
    expect((await sendRead(c, `${v1.path}${name}`, { token })).text).toContain('"n":9223372036854775808');
  });

  it('through a forward proxy, in the clear', async () => {
    const proxy = await startConnectProxy({ credentials: 'user:pass' });
    ends.push(proxy.stop);
    const through = proxy.address.replace('://', '://user:pass@');
    expect((await sendRead(clientOf(dev.address, { proxy: through }), 'sys/seal-status')).status).toBe(200);
    expect(proxy.asked).toEqual([`GET ${dev.address}/v1/sys/seal-status`]);
    expect(
      await errorOf(sendRead(clientOf(dev.address, { proxy: proxy.address }), 'sys/seal-status')),
    ).toMatchObject({
      kind: 'network',
      code: 'PROXY_407',
    });
  });
});

describe('faults between client and server', () => {
  it('a write whose answer was lost has an unknown outcome, is not repeated, and was carried out', async () => {
    const proxy = await startFaultProxy(dev);
    ends.push(proxy.stop);
    const c = clientOf(proxy.address);
    const name = uniqueName('lost');
    proxy.add({ fault: { kind: 'lost-answer' }, method: 'POST' });
    const error = await errorOf(sendWrite(c, `${v2.path}data/${name}`, '{"data":{"a":1}}', { token }));
    expect(error).toMatchObject({ kind: 'outcome-unknown', method: 'POST' });
    expect(proxy.arrived.length).toBe(1);
    const now = (await sendRead(c, `${v2.path}data/${name}`, { token })).json();
    expect(now).toMatchObject({ data: { metadata: { version: 1 } } });
  });

  it.each([
    [{ kind: 'html' as const }, 'bad-answer', 'outcome-unknown'],
    [{ kind: 'html' as const, status: 200 }, 'bad-answer', 'bad-answer'],
    [{ kind: 'half-body' as const }, 'bad-answer', 'outcome-unknown'],
    [{ kind: 'cut' as const }, 'network', 'outcome-unknown'],
    [{ kind: 'huge' as const }, 'too-large', 'too-large'],
    [{ kind: 'huge' as const, chunked: true }, 'too-large', 'too-large'],
    [
      { kind: 'redirect' as const, location: 'http://elsewhere.example/v1/x' },
      'redirect-refused',
      'redirect-refused',
    ],
  ])('%j: %s for a read, %s for a write', async (fault, read, write) => {
    const proxy = await startFaultProxy(dev);
    ends.push(proxy.stop);
    const c = clientOf(proxy.address);
    proxy.add({ fault });
    expect((await errorOf(sendRead(c, 'sys/internal/ui/mounts', { token }))).kind).toBe(read);
    expect((await errorOf(sendWrite(c, `${v2.path}data/fault`, '{"data":{}}', { token }))).kind).toBe(write);
    expect(proxy.arrived.length).toBe(2);
  });

  it('a server that never answers', async () => {
    const proxy = await startFaultProxy(dev);
    ends.push(proxy.stop);
    proxy.add({ fault: { kind: 'never' } });
    const c = clientOf(proxy.address, { timeoutMs: 200 });
    expect(await errorOf(sendRead(c, 'sys/seal-status'))).toMatchObject({ kind: 'timeout', timeoutMs: 200 });
    expect(await errorOf(sendWrite(c, 'secret/data/x', '{}', { token }))).toMatchObject({
      kind: 'outcome-unknown',
    });
  });
});

describe('a cluster', () => {
  it('a standby’s redirect is followed to a confirmed leader only, with token, method and body', async () => {
    const [standby] = raft.standbys;
    if (standby === undefined) throw new Error('no standby');
    // Asked not to forward, it answers 307 with the address of its leader.
    const headers = [{ name: 'X-Vault-No-Request-Forwarding', value: 'true' }];
    const call = { token: raft.rootToken };
    const path = `secret/data/${uniqueName('redirected')}`;
    const body = JSON.stringify({ data: { by: 'the leader' } });
    const alone = clientOf(standby.address, { headers });
    const refusal = { kind: 'redirect-refused', status: 307, location: raft.address };
    expect(await errorOf(sendRead(alone, 'sys/internal/ui/mounts', call))).toMatchObject(refusal);
    expect(await errorOf(sendWrite(alone, path, body, call))).toMatchObject(refusal);
    expect(await errorOf(sendRead(clientOf(raft.address), path, call))).toMatchObject({
      kind: 'invalid-path',
    });

    const confirmed = clientOf(standby.address, { headers, confirmedOrigins: [raft.address] });
    const wrote = await sendWrite(confirmed, path, body, call);
    expect(wrote).toMatchObject({ status: 200, origin: raft.address });
    const read = await sendRead(confirmed, path, call);
    expect(read).toMatchObject({ status: 200, origin: raft.address });
    expect(read.json()).toMatchObject({ data: { data: { by: 'the leader' } } });
  });

  it('a standby forwards what it is asked', async () => {
    const answer = await sendRead(clientOf(raft.standbys[0]?.address ?? ''), 'sys/internal/ui/mounts', {
      token: raft.rootToken,
    });
    expect(answer.status).toBe(200);
  });
});
