/**
 * The cases: each operation of the specification, as it should go and as it goes wrong. A case is run once by each client
 * with things of its own, so that what one uses up the other still finds.
 */
import type { Scene } from './scene.ts';
import type { Outcome } from './side.ts';

export interface Case {
  readonly operation: string;
  readonly name: string;
  readonly run: (scene: Scene) => Promise<readonly Outcome[]>;
  /**
   * Set where hvac 0.11 itself departs from the specification, or where we refuse what would harm: what is expected of
   * ours instead, and why.
   */
  readonly departure?: { readonly why: string; readonly ours: (outcomes: readonly Outcome[]) => boolean };
}

const generic: readonly Case[] = [
  one('read', 'KV v1 entry', async (s) => s.client().read(await s.entry(1, 'plain', { user: 'alice' }))),
  one('read', 'KV v2 entry', async (s) => s.client().read(await s.entry(2, 'plain', { user: 'alice' }))),
  one('read', 'nested JSON, null, numbers, unicode', async (s) =>
    s
      .client()
      .read(await s.entry(1, 'odd', { deep: { list: [1, 2.5, null, true] }, Ключ: 'ünï ☃', empty: '' })),
  ),
  one('read', 'name with spaces and unicode', async (s) =>
    s.client().read(await s.entry(1, 'team a/naïve ☃', { v: '1' })),
  ),
  one('read', 'absent entry', (s) => s.client().read(`${s.v1}nothing/here`)),
  one('read', 'deleted version', async (s) => s.client().read(await s.deletedEntry())),
  one('read', 'browse path of a KV v2 entry', async (s) => {
    await s.entry(2, 'browse', { v: '1' });
    return s.client().read(`${s.v2}browse`);
  }),
  one('read', 'path without a mount', (s) => s.client().read('no-such-mount/x')),
  one('read', 'not permitted', async (s) =>
    s.client({ token: await s.plainToken() }).read(await s.entry(1, 'closed', { v: '1' })),
  ),
  one('read', 'dead token', async (s) =>
    s.client({ token: await s.deadToken() }).read(await s.entry(1, 'dead', { v: '1' })),
  ),
  one('read', 'no token', async (s) => s.anonymous().read(await s.entry(1, 'anonymous', { v: '1' }))),
  one('read', 'wrapped', async (s) => s.client().read(await s.entry(1, 'wrapped', { v: '1' }), 120)),
  one('read', 'wrapped, absent', (s) => s.client().read(`${s.v1}nothing/wrapped`, 120)),
  one('list', 'folder', async (s) => {
    await s.entry(1, 'list/a', { v: '1' });
    await s.entry(1, 'list/b/c', { v: '1' });
    return s.client().list(`${s.v1}list`);
  }),
  one('list', 'KV v2 metadata', async (s) => {
    await s.entry(2, 'list/a', { v: '1' });
    return s.client().list(`${s.v2}metadata/list`);
  }),
  one('list', 'absent folder', (s) => s.client().list(`${s.v1}no/such/folder`)),
  one('list', 'an entry in place of a folder', async (s) => {
    await s.entry(1, 'leaf', { v: '1' });
    return s.client().list(`${s.v1}leaf`);
  }),
  one('list', 'not permitted', async (s) => s.client({ token: await s.plainToken() }).list(s.v1)),
  one('list', 'path without a mount', (s) => s.client().list('no-such-mount/')),
  many('write', 'KV v1, then read', async (s) => [
    await s.client().write(`${s.v1}w1`, { user: 'bob', n: 7 }),
    await s.client().read(`${s.v1}w1`),
  ]),
  many('write', 'KV v2, then read', async (s) => [
    await s.client().write(`${s.v2}data/w2`, { data: { user: 'bob' }, options: { cas: 0 } }),
    await s.client().read(`${s.v2}data/w2`),
  ]),
  many('write', 'check-and-set that does not hold', async (s) => [
    await s.client().write(await s.entry(2, 'cas', { v: '1' }), { data: { v: '2' }, options: { cas: 0 } }),
    await s.client().read(`${s.v2}data/cas`),
  ]),
  one('write', 'wrapped', (s) => s.client().write('sys/wrapping/wrap', { note: 'for you' }, 120)),
  one('write', 'wrap endpoint without a TTL', (s) => s.client().write('sys/wrapping/wrap', { note: 'x' })),
  one('write', 'malformed', (s) => s.client().write(`${s.v2}data/bad`, { data: 'no object' })),
  one('write', 'not permitted', async (s) =>
    s.client({ token: await s.plainToken() }).write(`${s.v1}closed`, { v: '1' }),
  ),
  one('write', 'path without a mount', (s) => s.client().write('no-such-mount/x', { v: '1' })),
  many('delete', 'KV v1 entry, then read', async (s) => {
    const path = await s.entry(1, 'gone', { v: '1' });
    return [await s.client().delete(path), await s.client().read(path)];
  }),
  one('delete', 'absent entry', (s) => s.client().delete(`${s.v1}never/was`)),
  one('delete', 'not permitted', async (s) => s.client({ token: await s.plainToken() }).delete(`${s.v1}x`)),
  one('delete', 'path without a mount', (s) => s.client().delete('no-such-mount/x')),
];

const tokens: readonly Case[] = [
  one('lookup', 'self', async (s) => s.client({ token: (await s.token()).token }).lookup()),
  one('lookup', 'self, wrapped', async (s) =>
    s.client({ token: (await s.token()).token }).lookup(undefined, false, 120),
  ),
  one('lookup', 'by value', async (s) => s.client().lookup((await s.token()).token)),
  one('lookup', 'by accessor', async (s) => s.client().lookup((await s.token()).accessor, true)),
  one('lookup', 'by accessor, wrapped', async (s) =>
    s.client().lookup((await s.token()).accessor, true, 120),
  ),
  one('lookup', 'root token', (s) => s.client().lookup()),
  one('lookup', 'unknown value', (s) => s.client().lookup('hvs.not-a-token-of-this-server')),
  one('lookup', 'unknown accessor', (s) => s.client().lookup('not-an-accessor', true)),
  one('lookup', 'a token in place of an accessor', async (s) =>
    s.client().lookup((await s.token()).token, true),
  ),
  one('lookup', 'not permitted by value', async (s) =>
    s.client({ token: await s.powerlessToken() }).lookup((await s.token()).token),
  ),
  many('lookup', 'a limited token until it is used up', async (s) => {
    const client = s.client({ token: (await s.token({ num_uses: 2 })).token });
    return [await client.lookup(), await client.lookup(), await client.lookup()];
  }),
  one('renew', 'with an increment', async (s) => s.client().renew((await s.token()).token, 1800)),
  one('renew', 'with null', async (s) => s.client().renew((await s.token()).token, null)),
  one('renew', 'wrapped', async (s) => s.client().renew((await s.token()).token, 1800, 120)),
  one('renew', 'more than the maximum', async (s) =>
    s.client().renew((await s.token({ explicit_max_ttl: '2h' })).token, 315_360_000),
  ),
  one('renew', 'increment 0', async (s) => s.client().renew((await s.token()).token, 0)),
  one('renew', 'negative increment', async (s) => s.client().renew((await s.token()).token, -5)),
  one('renew', 'a token that cannot be renewed', async (s) =>
    s.client().renew((await s.token({ renewable: false })).token, null),
  ),
  one('renew', 'the root token', (s) => s.client().renew(s.root, null)),
  one('renew', 'an unknown token', (s) => s.client().renew('hvs.not-a-token-of-this-server', null)),
  one('renew-self', 'with an increment', async (s) =>
    s.client({ token: (await s.token()).token }).renewSelf(1800),
  ),
  one('renew-self', 'with null, wrapped', async (s) =>
    s.client({ token: (await s.token()).token }).renewSelf(null, 120),
  ),
  one('renew-self', 'with null', async (s) => s.client({ token: (await s.token()).token }).renewSelf(null)),
  one('renew-self', 'a batch token', async (s) =>
    s.client({ token: (await s.token({ type: 'batch' })).token }).renewSelf(null),
  ),
  many('revoke', 'by value: its child goes too', async (s) => {
    const { parent, child } = await s.family();
    return [await s.client().revoke(parent), await s.client().lookup(parent), await s.client().lookup(child)];
  }),
  many('revoke', 'orphan: its child lives on', async (s) => {
    const { parent, child } = await s.family();
    return [
      await s.client().revoke(parent, true),
      await s.client().lookup(parent),
      await s.client().lookup(child),
    ];
  }),
  many('revoke', 'by accessor', async (s) => {
    const { token, accessor } = await s.token();
    return [await s.client().revoke(accessor, false, true), await s.client().lookup(token)];
  }),
  many('revoke', 'orphan and accessor together', async (s) => {
    const { token, accessor } = await s.token();
    return [await s.client().revoke(accessor, true, true), await s.client().lookup(token)];
  }),
  one('revoke', 'an unknown token', (s) => s.client().revoke('hvs.not-a-token-of-this-server')),
  one('revoke', 'an unknown accessor', (s) => s.client().revoke('not-an-accessor', false, true)),
  one('revoke', 'a batch token', async (s) => s.client().revoke((await s.token({ type: 'batch' })).token)),
  many('revoke-self', 'then nothing works', async (s) => {
    const client = s.client({ token: (await s.token()).token });
    return [await client.revokeSelf(), await client.isAuthenticated(), await client.lookup()];
  }),
];

const logins: readonly Case[] = [
  many('login', 'userpass, adopting', async (s) => {
    const client = s.anonymous();
    return [
      s.hidden(await client.login(await s.userpass(), { password: 'open sesame' }, true)),
      await client.isAuthenticated(),
    ];
  }),
  many('login', 'userpass, not adopting', async (s) => {
    const client = s.anonymous();
    return [
      s.hidden(await client.login(await s.userpass(), { password: 'open sesame' }, false)),
      await client.isAuthenticated(),
    ];
  }),
  one('login', 'wrong password', async (s) =>
    s.anonymous().login(await s.userpass(), { password: 'wrong' }, true),
  ),
  one('login', 'empty password', async (s) =>
    s.anonymous().login(await s.userpass(), { password: '' }, true),
  ),
  many('login', 'approle', async (s) => {
    const { path, fields } = await s.approle();
    const client = s.anonymous();
    return [s.hidden(await client.login(path, fields, true)), await client.isAuthenticated()];
  }),
  one('login', 'approle with a wrong secret-id', async (s) => {
    const { path, fields } = await s.approle();
    return s.anonymous().login(path, { ...fields, secret_id: 'wrong' }, true);
  }),
  one('login', 'a path that no method has', (s) =>
    s.anonymous().login('auth/no-such-method/login', { any: 'field' }, true),
  ),
  many('unwrap', 'token as the request’s token', async (s) => [
    await s.client({ token: await s.wrapped() }).unwrap(),
  ]),
  many('unwrap', 'own token and body', async (s) => [await s.client().unwrap(await s.wrapped())]),
  many('unwrap', 'twice', async (s) => {
    const token = await s.wrapped();
    return [await s.client({ token }).unwrap(), await s.client({ token }).unwrap()];
  }),
  one('unwrap', 'an unknown token', (s) => s.client().unwrap('hvs.not-a-token-of-this-server')),
  one('unwrap', 'an ordinary token', async (s) => s.client().unwrap((await s.token()).token)),
  {
    operation: 'unwrap',
    name: 'a client token is adopted',
    run: async (s) => {
      const client = s.client({ token: await s.wrappedLogin() });
      return [s.hidden(await client.unwrap()), await client.isAuthenticated()];
    },
    departure: {
      why: 'hvac 0.11 does not adopt an unwrapped client token; the specification demands it',
      ours: ([first, second]) => first?.ok === true && second?.ok === true && second.value === true,
    },
  },
];

const system: readonly Case[] = [
  one('seal-status', 'without a token', (s) => s.anonymous().sealStatus()),
  one('seal-status', 'with a dead token', async (s) => s.client({ token: await s.deadToken() }).sealStatus()),
  one('seal-status', 'of a sealed server', (s) => s.sealed().sealStatus()),
  one('read', 'from a sealed server', (s) => s.sealed().read('secret/data/x')),
  one('key-status', 'with a token', (s) => s.client().keyStatus()),
  one('key-status', 'without a token', (s) => s.anonymous().keyStatus()),
  one('key-status', 'not permitted', async (s) => s.client({ token: await s.plainToken() }).keyStatus()),
  one('leader', 'without a token', (s) => s.anonymous().leader()),
  one('leader', 'of a cluster', (s) => s.cluster().leader()),
  one('policy', 'known', async (s) => s.client().policy(await s.policy())),
  one('policy', 'the default one', (s) => s.client().policy('default')),
  one('policy', 'unknown', (s) => s.client().policy('no-such-policy')),
  one('policy', 'not permitted', async (s) => s.client({ token: await s.plainToken() }).policy('default')),
  one('rekey-progress', 'none under way', (s) => s.client().rekey()),
  one('rekey-progress', 'without a token', (s) => s.anonymous().rekey()),
  one('root-generation-progress', 'none under way', (s) => s.client().rootGeneration()),
  one('root-generation-progress', 'without a token', (s) => s.anonymous().rootGeneration()),
  many('namespace', 'the header travels with a request', async (s) => {
    const { client, header } = s.recorded({ namespace: 'team/a' });
    const outcome = await client.lookup();
    return [outcome, { ok: true, value: header('x-vault-namespace'), tokenAfter: undefined }];
  }),
  many('request header', 'marks requests against forgery', async (s) => {
    const { client, header } = s.recorded({});
    const outcome = await client.lookup();
    return [outcome, { ok: true, value: header('x-vault-request'), tokenAfter: undefined }];
  }),
  one('is-authenticated', 'good token', async (s) =>
    s.client({ token: (await s.token()).token }).isAuthenticated(),
  ),
  one('is-authenticated', 'dead token', async (s) =>
    s.client({ token: await s.deadToken() }).isAuthenticated(),
  ),
  one('is-authenticated', 'no token', (s) => s.anonymous().isAuthenticated()),
  one('is-authenticated', 'a sealed server', (s) => s.sealed().isAuthenticated()),
  one('TLS', 'own authority', (s) => s.tls().sealStatus()),
  one('TLS', 'unknown authority', (s) => s.tls({ trusting: false }).sealStatus()),
  one('client certificate', 'given', (s) => s.mutualTls().lookup()),
  one('client certificate', 'missing', (s) => s.mutualTls({ certificate: false }).sealStatus()),
  many('client certificate', 'login', async (s) => [s.hidden(await s.certificateLogin())]),
  one('timeout', 'a server that never answers', (s) => s.silent({ timeoutSeconds: 1 }).sealStatus()),
];

/** All cases, in the order of the specification. */
export const cases: readonly Case[] = [...generic, ...tokens, ...logins, ...system];

function one(operation: string, name: string, run: (scene: Scene) => Promise<Outcome>): Case {
  return { operation, name, run: async (scene) => [await run(scene)] };
}

function many(operation: string, name: string, run: (scene: Scene) => Promise<readonly Outcome[]>): Case {
  return { operation, name, run };
}
