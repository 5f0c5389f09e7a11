/**
 * The gate of contact: for any call of a broken page, no connection begins and no name is looked up before the user
 * has answered. The process is watched from below: every look-up and every connection of Node, by any code.
 */
import { createHook } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  makeAuthority,
  sharedServers,
  startRecordingProxy,
  startSealedVault,
  temporaryFolder,
} from '../../../e2e/servers/index.ts';
import type { RecordingProxy } from '../../../e2e/servers/index.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { LoginType } from '../../../shared/vault/login.ts';
import { makeTestApps, targetAt, openOptions } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
const { newApp, endApps, stopping, stopServers } = makeTestApps();
const folder = temporaryFolder('contact');
afterEach(endApps);
afterAll(async () => {
  await stopServers();
  folder.remove();
});

/** Network activity of the process: `GETADDRINFOREQWRAP` is a look-up, `TCPCONNECTWRAP` a connection. */
async function contactsDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const seen: string[] = [];
  const watching = new Set(['GETADDRINFOREQWRAP', 'QUERYWRAP', 'TCPCONNECTWRAP', 'UDPWRAP']);
  const hook = createHook({
    init: (_id, type) => {
      if (watching.has(type)) seen.push(type);
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return seen;
}

const asking = (environment: Readonly<Record<string, string>> = {}): TestApp =>
  newApp({ contact: 'ask', environment });
const recording = async (): Promise<RecordingProxy> => stopping(await startRecordingProxy(server));
const lootFor = (app: TestApp, address: string) => app.headers(address, { 'X-Loot': 'what-was-revealed' });
const login = (type: LoginType) =>
  ({ type, mount: `${type}/`, fields: { username: 'eve', port: '48250' } }) as const;

/** Every call that leads to a server of the page's choice. */
const calls: readonly (readonly [string, (app: TestApp, target: ConnectionTarget) => Promise<unknown>])[] = [
  ['connection.check', (app, target) => app.call('connection.check', { target })],
  ['login.methods', (app, target) => app.call('login.methods', { where: { target, name: 'x' } })],
  [
    'login.methods as if asked',
    (app, target) => app.call('login.methods', { where: { target, name: 'x' }, asked: true }),
  ],
  [
    'cluster.panel',
    (app, target) => app.call('cluster.panel', { where: { target, name: 'x' }, panel: 'seal' }),
  ],
  [
    'ceremony.confirmNode',
    (app, target) =>
      app.call('ceremony.confirmNode', { where: { target, name: 'x' }, address: target.address }),
  ],
  [
    'wrapping.take, typed',
    (app, target) => app.call('wrapping.take', { where: { target, name: 'x' }, from: 'typed' }),
  ],
  [
    'wrapping.take, from the clipboard',
    (app, target) => {
      app.clipboard.text = 'hvs.a-token-of-somebody-else';
      return app.call('wrapping.take', { where: { target, name: 'x' }, from: 'clipboard' });
    },
  ],
  ['session.open with a token', (app, target) => app.call('session.open', { ...openOptions(''), target })],
  ...(['userpass', 'ldap', 'approle', 'jwt', 'oidc', 'other'] as const).map(
    (type) =>
      [
        `session.open with ${type}`,
        (app: TestApp, target: ConnectionTarget) =>
          app.call('session.open', { ...openOptions(''), target, login: login(type) }),
      ] as const,
  ),
  [
    'session.open from the keychain',
    (app, target) => app.call('session.open', { ...openOptions(''), target, fromKeychain: true }),
  ],
  [
    'session.open with credentials of the environment',
    async (app, target) => {
      const [found] = await app.must('connection.environment', {});
      return app.call('session.open', {
        ...openOptions(''),
        target,
        environmentId: found?.environmentId ?? '',
      });
    },
  ],
];

describe('before a person has answered', () => {
  it.each(calls)('%s contacts nobody', async (_name, call) => {
    const place = await recording();
    const app = asking({ VAULT_TOKEN: 'hvs.canary-of-the-environment' });
    const named = 'https://what-was-revealed.exfiltration.test:8200';
    const contacts = await contactsDuring(async () => {
      await call(app, targetAt(place.address, { headers: await lootFor(app, place.address) }));
      await call(app, targetAt(named));
      await call(app, targetAt(server.address, { proxy: place.address }));
    });
    expect(contacts).toEqual([]);
    expect(place.requests).toEqual([]);
    expect(app.browsed).toEqual([]);
  });

  it('fifty values of a header reach nobody, and are one question and not fifty', async () => {
    const place = await recording();
    const app = asking();
    const contacts = await contactsDuring(() =>
      Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const headers = await app.headers(place.address, { [`X-Loot-${String(index)}`]: 'part' });
          return app.call('connection.check', { target: targetAt(place.address, { headers }) });
        }),
      ),
    );
    expect(contacts).toEqual([]);
    expect(app.asked).toHaveLength(1);
    expect(JSON.stringify(app.asked)).not.toContain('part-');
  });

  it('what a screen asks by itself opens no question @screen-asks', async () => {
    const app = asking();
    const where = { target: targetAt(server.address), name: 'x' };
    expect(await app.refused('login.methods', { where })).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toEqual([]);
    app.answers.push('');
    await app.must('login.methods', { where, asked: true });
    await app.must('login.methods', { where });
    expect(app.asked).toHaveLength(1);
  });

  it('a confirmed server with another header, proxy, node or check is another place @another-place', async () => {
    const place = await recording();
    const app = asking();
    app.answers.push('');
    await app.must('connection.check', { target: targetAt(place.address) });
    place.clear();
    const others: readonly Partial<ConnectionTarget>[] = [
      { headers: await lootFor(app, place.address) },
      { proxy: 'http://127.0.0.1:9' },
      { confirmedOrigins: ['http://127.0.0.1:9'] },
      { tls: { useSystemStore: true, skipVerify: true } },
      { tls: { useSystemStore: true, skipVerify: false, serverName: 'what-was-revealed' } },
    ];
    const contacts = await contactsDuring(async () => {
      for (const other of others)
        expect(
          await app.refused('connection.check', { target: targetAt(place.address, other) }),
        ).toMatchObject({ kind: 'cancelled' });
    });
    expect(contacts).toEqual([]);
    expect(place.requests).toEqual([]);
    expect(app.asked).toHaveLength(others.length);
  });
});

describe('the question', () => {
  it('shows the place and never a value, and is asked once', async () => {
    const place = await recording();
    const app = asking();
    const headers = await lootFor(app, place.address);
    const target = targetAt(place.address, { headers, namespace: '' });
    app.answers.push('');
    await app.must('connection.check', { target });
    expect(app.asked).toMatchObject([
      {
        kind: 'confirm-trust',
        title: 'Contact this server?',
        name: 'unsaved connection',
        changes: [
          { what: 'Server', after: place.address },
          { what: 'Connection security', after: 'none (http)', notice: true },
          { what: 'Extra headers', after: 'X-Loot' },
        ],
        notes: [{ tone: 'info', text: expect.stringContaining('First connection') as string }],
      },
    ]);
    expect(JSON.stringify(app.asked)).not.toContain('what-was-revealed');
    await app.must('connection.check', { target });
    await app.must('cluster.panel', { where: { target, name: '' }, panel: 'seal' });
    expect(app.asked).toHaveLength(1);
    // Another header at a server contacted before: not a first contact, but a question all the same.
    await app.refused('connection.check', { target: targetAt(place.address) });
    expect(app.asked[1]).toMatchObject({
      notes: [{ tone: 'info', text: expect.stringContaining('new for this server') as string }],
    });
  });

  it('is one for the refs of a screen that ask together', async () => {
    const app = asking();
    const answer = Promise.withResolvers<string>();
    app.answers.push(answer.promise);
    const where = { target: targetAt(server.address), name: '' };
    const looks = (['seal', 'leader', 'rekey'] as const).map((panel) =>
      app.must('cluster.panel', { where, panel }),
    );
    answer.resolve('');
    await Promise.all(looks);
    expect(app.asked).toHaveLength(1);
  });
});

describe('a login at a new place', () => {
  it('is its own confirmation: one prompt, then the contact, then the token', async () => {
    const place = await recording();
    const app = asking();
    const answer = Promise.withResolvers<string>();
    app.answers.push(answer.promise);
    const opening = app.must('session.open', openOptions(place.address));
    await expect.poll(() => app.asked.length).toBe(1);
    expect(app.asked[0]).toMatchObject({
      kind: 'enter-token',
      destination: { address: place.address, name: 'unsaved connection', contact: 'first' },
    });
    expect(place.requests).toEqual([]);
    answer.resolve(server.rootToken);
    await opening;
    expect(app.asked).toHaveLength(1);
    expect(place.requests.map(({ url }) => url.split('?')[0])).toEqual([
      '/v1/sys/health',
      '/v1/auth/token/lookup-self',
    ]);
    expect(place.requests[0]?.headers).not.toHaveProperty('x-vault-token');
  });

  it('forgets what was typed where the server is sealed', async () => {
    const sealed = stopping(await startSealedVault());
    const place = stopping(await startRecordingProxy(sealed));
    const app = asking();
    app.answers.push('hvs.typed-canary');
    expect(await app.refused('session.open', openOptions(place.address))).toMatchObject({ kind: 'sealed' });
    expect(JSON.stringify(place.requests)).not.toContain('typed-canary');
    expect(app.crossed()).not.toContain('typed-canary');
    // Known now: the refusal comes before any question.
    expect(await app.refused('session.open', openOptions(place.address))).toMatchObject({ kind: 'sealed' });
    expect(app.asked).toHaveLength(1);
  });

  it('says again what was wrong without calling it a first visit', async () => {
    const app = asking();
    app.answers.push('hvs.no-such-token', server.rootToken);
    await app.must('session.open', openOptions(server.address));
    expect(
      app.asked.map((asked) => (asked.kind === 'enter-token' ? asked.destination.contact : 'none')),
    ).toEqual(['first', undefined]);
  });

  it('is remembered with the saved connection, for these settings and no others', async () => {
    const place = await recording();
    const app = asking();
    const target = targetAt(place.address);
    const { profileId } = await app.must('profile.save', { ...target, name: 'Payments', colour: 'red' });
    app.answers.push(server.rootToken);
    await app.must('session.open', { ...openOptions(place.address), profileId, name: 'of the page' });
    expect(app.asked[0]).toMatchObject({
      destination: { name: 'Payments', colour: 'red', contact: 'first' },
    });

    const later = newApp({ contact: 'ask', dataFolder: app.dataFolder });
    await later.must('connection.check', { target });
    later.answers.push(null);
    await later.refused('session.open', { ...openOptions(place.address), profileId });
    expect(later.asked).toHaveLength(1);
    expect(later.asked[0]).not.toHaveProperty('destination.contact');
    const headers = await lootFor(later, place.address);
    await later.refused('connection.check', { target: { ...target, headers } });
    expect(later.asked[0]).toMatchObject({ title: 'Contact this server?' });
    // The page cannot write the proof itself.
    const forged = { ...target, name: 'x', colour: 'red', confirmed: 'key' } as const;
    expect(await later.refused('profile.save', forged)).toMatchObject({ kind: 'invalid-input' });
  });

  it('locked and unlocked, is no new place', async () => {
    const app = asking();
    const sessionId = await app.login(server.address, server.rootToken);
    await app.must('lock.now', {});
    app.answers.push(server.rootToken);
    await app.must('session.reauthenticate', { sessionId });
    expect(app.asked.at(-1)).not.toHaveProperty('destination.contact');
    expect(app.asked).toHaveLength(2);
  });
});

describe('a saved connection that is exchanged', () => {
  it('is removed by a person only, and its name betrays the other server', async () => {
    const [real, other] = [await recording(), await recording()];
    const app = asking();
    const draft = { ...targetAt(real.address), name: 'Production', colour: 'red' } as const;
    const { profileId } = await app.must('profile.save', draft);
    app.answers.push(server.rootToken);
    const { sessionId } = await app.must('session.open', { ...openOptions(real.address), profileId });
    await app.must('session.close', { sessionId });
    app.asked.splice(0);

    expect(await app.refused('profile.remove', { profileId })).toMatchObject({ kind: 'cancelled' });
    expect(await app.must('profile.list', {})).toHaveLength(1);
    app.answers.push('');
    await app.must('profile.remove', { profileId });
    expect(app.asked.map(({ kind }) => kind)).toEqual(['confirm', 'confirm']);

    const later = newApp({ contact: 'ask', dataFolder: app.dataFolder });
    const again = await later.must('profile.save', { ...draft, name: 'production', address: other.address });
    await later.refused('session.open', { ...openOptions(other.address), profileId: again.profileId });
    expect(later.asked).toMatchObject([
      {
        destination: {
          contact: 'first',
          notes: [
            {
              tone: 'notice',
              text: expect.stringContaining(`another server until now: ${real.address}`) as string,
            },
            { tone: 'info' },
          ],
        },
      },
    ]);
    expect(other.requests).toEqual([]);
  });

  it('does not lend its name or colour to other settings', async () => {
    const app = asking();
    const draft = { ...targetAt(server.address), name: 'Production', colour: 'red' } as const;
    const { profileId } = await app.must('profile.save', draft);
    await app.refused('session.open', {
      ...openOptions('http://127.0.0.1:9'),
      profileId,
      name: 'Production',
    });
    expect(app.asked).toMatchObject([{ destination: { name: 'unsaved connection', colour: 'grey' } }]);
  });

  it('taken back before anybody has logged in asks nothing', async () => {
    const app = asking();
    const { profileId } = await app.must('profile.save', {
      ...targetAt(server.address),
      name: 'Tried',
      colour: 'grey',
    });
    await app.must('profile.remove', { profileId });
    expect(app.asked).toEqual([]);
  });
});

describe('a token of the environment', () => {
  const askedAbout = async (environment: Readonly<Record<string, string>>, target: ConnectionTarget) => {
    const app = asking({ VAULT_TOKEN: 'hvs.canary-environment', ...environment });
    const [found] = await app.must('connection.environment', {});
    await app.call('session.open', { ...openOptions(''), target, environmentId: found?.environmentId ?? '' });
    return app.asked[0];
  };

  it.each<readonly [string, Partial<ConnectionTarget>]>([
    ['proxy', { proxy: 'http://proxy.evil.test:3128' }],
    ['certificate verification', { tls: { useSystemStore: true, skipVerify: true } }],
    ['server name', { tls: { useSystemStore: true, skipVerify: false, serverName: 'evil.test' } }],
    ['certificate store', { tls: { useSystemStore: false, skipVerify: false } }],
    ['set of nodes', { confirmedOrigins: ['https://evil.test:8200'] }],
  ])('is not used with another %s', async (what, change) => {
    const address = 'https://vault.test:8200';
    expect(await askedAbout({ VAULT_ADDR: address }, targetAt(address, change))).toMatchObject({
      kind: 'enter-token',
      problem: expect.stringContaining(what) as string,
    });
  });

  it.each(['another', 'no'])('is not used with %s CA', async (which) => {
    const address = 'https://vault.test:8200';
    const [meant, other] = [join(folder.path, 'meant.pem'), join(folder.path, 'other.pem')];
    for (const path of [meant, other]) writeFileSync(path, makeAuthority('Payments root').cert);
    const app = asking({ VAULT_TOKEN: 'hvs.canary', VAULT_ADDR: address, VAULT_CACERT: meant });
    const [found] = await app.must('connection.environment', {});
    app.files.push(other);
    const ca = await app.must('connection.chooseFile', { purpose: 'ca' });
    const own = { useSystemStore: false, skipVerify: false };
    const target = targetAt(address, { tls: which === 'no' ? own : { ...own, ca } });
    const environmentId = found?.environmentId ?? '';
    await app.call('session.open', { ...openOptions(''), target, environmentId });
    expect(app.asked[0]).toMatchObject({
      kind: 'enter-token',
      problem: expect.stringMatching(/another CA\.$/) as string,
    });
  });

  it('is used where all is as the environment says', async () => {
    const address = 'https://vault.test:8200';
    const environment = { VAULT_ADDR: address, VAULT_PROXY_ADDR: 'http://proxy.test:3128' };
    expect(await askedAbout(environment, targetAt(address, { proxy: '' }))).toMatchObject({
      kind: 'confirm-token',
      destination: { contact: 'first', proxy: 'http://proxy.test:3128' },
    });
    expect(
      await askedAbout(environment, targetAt(address, { proxy: 'http://proxy.test:3128/' })),
    ).toMatchObject({
      kind: 'confirm-token',
    });
    expect(await askedAbout(environment, targetAt(address, { proxy: 'direct' }))).toMatchObject({
      kind: 'enter-token',
    });
  });

  it('says that the environment names no server for it', async () => {
    expect(await askedAbout({}, targetAt('https://vault.test:8200'))).toMatchObject({
      kind: 'confirm-token',
      destination: {
        notes: expect.arrayContaining([
          { tone: 'notice', text: expect.stringContaining('does not say which server') as string },
        ]) as unknown,
      },
    });
  });
});

describe('an OIDC login', () => {
  it('asks before the login page is asked for, and again before the browser opens it', async () => {
    const place = await recording();
    const app = asking();
    const wanted = {
      ...openOptions(place.address),
      login: { ...login('oidc'), fields: { callback: 'paste' } },
    };
    await app.refused('session.open', wanted);
    expect(app.asked).toMatchObject([
      { kind: 'enter-fields', title: 'Log in with OIDC', fields: [], destination: { contact: 'first' } },
    ]);
    expect(place.requests).toEqual([]);
  });
});

describe('a session opened for trying the app out', () => {
  it('asks nothing, and confirms its own place only', async () => {
    const app = asking();
    await app.openSample({ address: server.address, token: server.rootToken, name: 'Sample', nodes: [] });
    await app.must('connection.check', { target: targetAt(server.address) });
    expect(app.asked).toEqual([]);
    const headers = await lootFor(app, server.address);
    await app.refused('connection.check', { target: targetAt(server.address, { headers }) });
    expect(app.asked).toHaveLength(1);
  });
});

describe('a file of servers that were seen', () => {
  it('confirms nothing, whatever it holds', async () => {
    const app = asking();
    const names = ['Production'];
    writeFileSync(
      join(app.dataFolder, 'servers-seen.json'),
      JSON.stringify({ version: 1, data: [{ origin: server.address, names }] }),
    );
    const later = newApp({ contact: 'ask', dataFolder: app.dataFolder });
    await later.refused('connection.check', { target: targetAt(server.address) });
    expect(later.asked).toMatchObject([
      { notes: [{ text: expect.stringContaining('new for this server') as string }] },
    ]);
  });
});
