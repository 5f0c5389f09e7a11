/** Saved connections through the bridge: the confirmation before a save, and the limits of an imported file. */
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  issueCertificate,
  makeAuthority,
  sharedServers,
  startRecordingProxy,
  temporaryFolder,
} from '../../../e2e/servers/index.ts';
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { makeTestApps, targetAt, openOptions } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { newApp, endApps, stopping, stopServers } = makeTestApps();
const folder = temporaryFolder('profiles');
afterEach(endApps);
afterAll(async () => {
  await stopServers();
  folder.remove();
});

const server = sharedServers().dev;
const root = makeAuthority('Payments root');
const other = makeAuthority('Another root');

function file(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const draftAt = (address: string, change: Partial<ProfileDraft> = {}): ProfileDraft => ({
  ...targetAt(address),
  name: 'Payments',
  colour: 'red',
  ...change,
});
const far = draftAt('https://vault.example:8200');

type ConfirmTrust = Extract<TrustedRequest, { readonly kind: 'confirm-trust' }>;

function lastQuestion(app: TestApp): ConfirmTrust {
  const asked = app.asked.at(-1);
  if (asked?.kind !== 'confirm-trust') throw new Error(`asked was ${asked?.kind ?? 'nothing'}`);
  return asked;
}

describe('profile.save', () => {
  it('puts a draft in order and asks nothing where a first log-in shows everything', async () => {
    const app = newApp();
    const profile = await app.must('profile.save', {
      ...far,
      address: ' HTTPS://Vault.Example:8200/ ',
      namespace: '/team/',
      proxy: ' http://proxy.example:3128 ',
      headers: [],
      confirmedOrigins: ['https://vault.example:8200/'],
    });
    expect(app.asked).toEqual([]);
    expect(profile).toMatchObject({
      address: 'https://vault.example:8200',
      namespace: 'team',
      proxy: 'http://proxy.example:3128',
    });
    expect(profile).not.toHaveProperty('confirmedOrigins');
    expect(profile).not.toHaveProperty('headers');
  });

  it.each<readonly [string, Partial<ProfileDraft>, string]>([
    ['address', { address: 'vault' }, 'address'],
    ['namespace', { namespace: 'a/../b' }, 'namespace'],
    ['proxy', { proxy: 'socks5://x' }, 'proxy'],
    ['proxy with a password', { proxy: 'http://u:canary-pass@p:1' }, 'proxy'],
    ['server name', { tls: { ...far.tls, serverName: 'a b' } }, 'tls.serverName'],
    ['name', { name: 'Payments\u202egnp' }, 'name'],
    ['node', { confirmedOrigins: ['https://u:canary-pass@x'] }, 'confirmedOrigins'],
    ['node without TLS', { confirmedOrigins: ['http://vault-2.example'] }, 'confirmedOrigins'],
    ['file', { tls: { ...far.tls, ca: { fileId: 'made-up', name: '/etc/passwd' } } }, 'tls'],
    ['header', { headers: [{ name: 'X-Vault-Token', valueRef: 'canary-pass' }] }, 'headers'],
    ['header without a value', { headers: [{ name: 'X-Gateway', valueRef: '' }] }, 'headers'],
    ['value that nobody typed', { headers: [{ name: 'X-Gateway', valueRef: 'made-up' }] }, 'headers'],
    ['value named as a trap', { headers: [{ name: 'X-Gateway', valueRef: '__proto__' }] }, 'headers'],
  ])('refuses a %s that cannot be right', async (_what, change, field) => {
    const app = newApp();
    expect(await app.refused('profile.save', { ...far, ...change })).toMatchObject({
      kind: 'invalid-input',
      field,
    });
    expect(await app.must('profile.list', {})).toEqual([]);
    expect(app.crossed()).not.toContain('canary-pass');
  });

  it.each<readonly [string, Partial<ProfileDraft>, string]>([
    ['unverified', { tls: { ...far.tls, skipVerify: true } }, 'Certificate'],
    ['that leads on', { confirmedOrigins: ['https://vault-2.example:8200'] }, 'Other nodes'],
    ['with headers', { headers: [] }, 'Extra headers'],
  ])('asks about a new connection %s, and saves nothing when declined', async (_what, change, what) => {
    const app = newApp();
    const headers =
      change.headers === undefined
        ? {}
        : { headers: await app.headers(far.address, { 'X-Gateway': 'canary-value' }) };
    const draft = { ...far, ...change, ...headers };
    expect(await app.refused('profile.save', draft)).toMatchObject({ kind: 'cancelled' });
    expect(await app.must('profile.list', {})).toEqual([]);
    expect(lastQuestion(app).changes.map((row) => row.what)).toEqual(['Server', what]);
    expect(lastQuestion(app).notes).toHaveLength(1);
    expect(JSON.stringify(app.asked)).not.toContain('canary-value');
    app.answers.push('');
    await app.must('profile.save', draft);
    expect(await app.must('profile.list', {})).toHaveLength(1);
  });

  it.each<readonly [string, Partial<ProfileDraft>, string, string, RegExp]>([
    [
      'address',
      { address: 'https://other.example' },
      'Address',
      'https://vault.example:8200',
      /^https:\/\/other\.example$/,
    ],
    ['namespace', { namespace: 'team' }, 'Namespace', 'root', /^team$/],
    ['proxy', { proxy: 'http://p:1' }, 'Proxy', 'none', /^http:\/\/p:1$/],
    [
      'verification',
      { tls: { useSystemStore: true, skipVerify: true } },
      'Certificate',
      'verified',
      /^not verified/,
    ],
    [
      'system store',
      { tls: { useSystemStore: false, skipVerify: false } },
      'Operating system’s store',
      'trusted',
      /^not trusted$/,
    ],
    [
      'server name',
      { tls: { ...far.tls, serverName: 'x.example' } },
      'Server name',
      'as in the address',
      /^x\.example$/,
    ],
    ['node', { confirmedOrigins: ['https://b.example'] }, 'Other nodes', 'none', /^https:\/\/b\.example$/],
  ])('confirms another %s', async (_what, change, what, before, after) => {
    const app = newApp();
    const { profileId } = await app.must('profile.save', far);
    expect(await app.refused('profile.save', { ...far, ...change, profileId })).toMatchObject({
      kind: 'cancelled',
    });
    const { changes } = lastQuestion(app);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ what, before });
    expect(changes[0]?.after).toMatch(after);
    expect((await app.must('profile.list', {}))[0]).toMatchObject(far);
  });

  it('asks nothing about name, colour, time and client certificate', async () => {
    const app = newApp({ files: [file('client.pem', issueCertificate(root, { usage: 'client' }).chain)] });
    const { profileId } = await app.must('profile.save', far);
    const clientCertificate = await app.must('connection.chooseFile', { purpose: 'client-certificate' });
    await app.must('profile.save', {
      ...far,
      profileId,
      name: 'Other',
      colour: 'blue',
      timeoutMs: 5000,
      tls: { ...far.tls, clientCertificate },
    });
    expect(app.asked).toEqual([]);
  });

  it('names a CA by its SHA-256 and as it is called on disk, whatever the renderer calls it', async () => {
    const app = newApp({ files: [file('payments-ca.pem', root.cert), file('other-ca.pem', other.cert)] });
    const first = await app.must('connection.chooseFile', { purpose: 'ca' });
    const second = await app.must('connection.chooseFile', { purpose: 'ca' });
    const { profileId } = await app.must('profile.save', { ...far, tls: { ...far.tls, ca: first } });
    const posing = { fileId: second.fileId, name: 'payments-ca.pem' };
    app.answers.push('');
    const saved = await app.must('profile.save', { ...far, profileId, tls: { ...far.tls, ca: posing } });
    expect(saved.tls.ca).toEqual(second);
    expect(lastQuestion(app).changes).toEqual([
      {
        what: 'Own CA',
        before: expect.stringMatching(/^payments-ca\.pem \(SHA-256 [0-9A-F:]{95}\)$/) as string,
        after: expect.stringMatching(/^other-ca\.pem \(SHA-256 [0-9A-F:]{95}\)$/) as string,
      },
    ]);
  });

  it('tells that a header has another value without telling which', async () => {
    const app = newApp();
    const headers = await app.headers(far.address, { 'X-Gateway': 'canary-one' });
    const changed = await app.headers(far.address, { 'x-gateway': 'canary-two' });
    app.answers.push('', '');
    const { profileId } = await app.must('profile.save', { ...far, headers });
    await app.must('profile.save', { ...far, profileId, headers: changed });
    expect(JSON.stringify(lastQuestion(app).changes)).toContain('another value');
    expect(JSON.stringify(app.asked)).not.toMatch(/canary/);
  });

  it('refuses to save over what was changed while the question stood open', async () => {
    const app = newApp();
    const { profileId } = await app.must('profile.save', far);
    app.answers.push('', '');
    const both = await Promise.all([
      app.call('profile.save', { ...far, profileId, address: 'https://one.example' }),
      app.call('profile.save', { ...far, profileId, address: 'https://two.example' }),
    ]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { kind: 'conflict' } });
  });
});

describe('extra headers', () => {
  it('go with every request to the server, and nowhere into an error', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    const headers = await app.headers(proxy.address, {
      'X-Gateway-Key': 'canary-gateway-value',
      Authorization: 'Basic Y2FuYXJ5OmdhdGV3YXk=',
    });
    const sessionId = await app.login(proxy.address, server.rootToken, { headers });
    await app.must('mount.list', { sessionId });
    expect(proxy.requests.length).toBeGreaterThan(2);
    for (const request of proxy.requests)
      expect(request.headers).toMatchObject({
        'x-gateway-key': 'canary-gateway-value',
        authorization: 'Basic Y2FuYXJ5OmdhdGV3YXk=',
      });
    await app.refused('mount.config', { sessionId, mount: 'nowhere/' as never });
    expect(app.crossed()).not.toMatch(/canary-gateway|Y2FuYXJ5/);
  });
});

describe('profile.export and profile.import', () => {
  it('take no value of a header from a file, and say so', async () => {
    const { address, namespace, proxy, timeoutMs, tls, name, colour } = far;
    const headers = [{ name: 'X-Gateway', value: 'canary-in-a-file' }];
    const profiles = [{ address, namespace, proxy, timeoutMs, tls, name, colour, headers }];
    const path = file('with-values.json', JSON.stringify({ strongroom: 'profiles', version: 1, profiles }));
    const app = newApp({ files: [path] });
    app.answers.push('');
    const { added, problems } = await app.must('profile.import', {});
    expect(added).toHaveLength(1);
    expect(added[0]).not.toHaveProperty('headers');
    expect(problems).toEqual([
      '“Payments” sends the extra headers X-Gateway: their values, unencrypted in the file, were not imported. Type them again.',
    ]);
    expect(app.crossed()).not.toContain('canary');
    expect(readFileSync(join(app.dataFolder, 'profiles.json'), 'utf8')).not.toContain('canary');
  });

  async function exported(app: TestApp, drafts: readonly ProfileDraft[], path: string): Promise<string> {
    const profileIds: string[] = [];
    for (const draft of drafts) {
      app.answers.push('');
      profileIds.push((await app.must('profile.save', draft)).profileId);
      app.answers.length = 0;
    }
    app.files.push(path);
    expect(await app.must('profile.export', { profileIds })).toEqual({ fileName: 'out.json' });
    return readFileSync(path, 'utf8');
  }

  it('carry a connection to another machine without a secret', async () => {
    const alice = issueCertificate(root, { commonName: 'alice', usage: 'client' });
    const home = newApp({
      files: [
        file('payments-ca.pem', root.cert),
        file('alice.pem', alice.chain),
        file('alice-key.pem', alice.key),
      ],
    });
    const ca = await home.must('connection.chooseFile', { purpose: 'ca' });
    const clientCertificate = await home.must('connection.chooseFile', { purpose: 'client-certificate' });
    const clientKey = await home.must('connection.chooseFile', { purpose: 'client-key' });
    const path = join(folder.path, 'out.json');
    const login: LoginOptions = {
      type: 'other',
      mount: 'team/ldap/',
      namespace: 'team',
      secretFields: ['password'],
      fields: { path: 'login/alice', json: '{}' },
    };
    const text = await exported(
      home,
      [
        draftAt('https://vault.example:8200', {
          namespace: 'team',
          tls: { useSystemStore: false, skipVerify: false, ca, clientCertificate, clientKey },
          headers: await home.headers('https://vault.example:8200', { 'X-Gateway': 'canary-header-value' }),
          confirmedOrigins: ['https://vault-2.example:8200'],
          proxy: 'http://proxy.example:3128',
          environment: 'disaster recovery',
          login,
        }),
      ],
      path,
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(text).not.toMatch(/canary|PRIVATE|token/i);
    expect(await home.must('profile.list', {})).toMatchObject([{ login }]);
    expect(text).not.toContain(folder.path);
    expect(text).not.toContain(alice.cert.slice(100, 160));
    const away = newApp({ files: [path] });
    away.answers.push('');
    const { added, problems } = await away.must('profile.import', {});
    expect(added).toHaveLength(1);
    expect(added[0]).toMatchObject({
      name: 'Payments',
      address: 'https://vault.example:8200',
      namespace: 'team',
      lastUsed: '',
      proxy: 'http://proxy.example:3128',
      confirmedOrigins: ['https://vault-2.example:8200'],
      login,
      environment: 'disaster recovery',
    });
    expect(added[0]?.tls).not.toHaveProperty('clientCertificate');
    expect(added[0]).not.toHaveProperty('headers');
    expect(problems.join('\n')).toMatch(/alice\.pem with alice-key\.pem.*choose it again/);
    expect(problems.join('\n')).toMatch(/X-Gateway.*type them again/);
    const { changes, notes } = lastQuestion(away);
    const [row] = changes;
    expect(row?.what).toBe('Payments');
    // Stated apart from the rows: the consent gives this node the token.
    expect(notes.map(({ text }) => text)).toContain(
      'The token is also sent to other nodes: https://vault-2.example:8200.',
    );
    expect(row?.after).toMatch(
      /vault\.example:8200; namespace team; through .*own CA, SHA-256 [0-9A-F:]{95}/,
    );
    const authorities = join(away.dataFolder, 'authorities');
    const [authority = ''] = readdirSync(authorities);
    expect(authority).toMatch(/^payments-ca-[0-9a-f]{16}\.pem$/);
    expect(readFileSync(join(authorities, authority), 'utf8')).toBe(root.cert.replaceAll('\r', ''));
    expect(statSync(join(authorities, authority)).mode & 0o777).toBe(0o600);
    expect(added[0]?.tls.ca?.name).toBe(authority);
    // A second import finds it and asks nothing.
    away.files.push(path);
    expect(await away.must('profile.import', {})).toMatchObject({
      added: [],
      problems: [expect.stringContaining('it is there already')],
    });
    expect(away.asked).toHaveLength(1);
  });

  it('add nothing when declined', async () => {
    const path = join(folder.path, 'out.json');
    await exported(newApp(), [far], path);
    const away = newApp({ files: [path] });
    expect(await away.refused('profile.import', {})).toMatchObject({ kind: 'cancelled' });
    expect(await away.refused('profile.import', {})).toMatchObject({ kind: 'cancelled' });
    expect(await away.must('profile.list', {})).toEqual([]);
    expect(readdirSync(away.dataFolder)).not.toContain('authorities');
  });

  it('keep a connection of the same name beside the other', async () => {
    const path = join(folder.path, 'out.json');
    await exported(newApp(), [far, draftAt('https://second.example')], path);
    const away = newApp({ files: [path] });
    await away.must('profile.save', draftAt('https://third.example'));
    away.answers.push('');
    const { added, problems } = await away.must('profile.import', {});
    expect(added.map(({ name }) => name)).toEqual(['Payments (2)', 'Payments (3)']);
    expect(problems).toHaveLength(2);
  });

  it('say why nothing could be written', async () => {
    const app = newApp();
    const { profileId } = await app.must('profile.save', far);
    mkdirSync(join(folder.path, 'taken'), { recursive: true });
    app.files.push(join(folder.path, 'taken'));
    const error = await app.refused('profile.export', { profileIds: [profileId] });
    expect(error.message).toBe('taken cannot be written: it is a directory.');
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(await app.refused('profile.export', { profileIds: ['gone'] })).toMatchObject({
      kind: 'invalid-input',
    });
    expect(await app.refused('profile.export', { profileIds: [profileId] })).toMatchObject({
      kind: 'cancelled',
    });
  });

  const good = {
    name: 'Good',
    colour: 'red',
    address: 'https://good.example',
    namespace: '',
    proxy: '',
    timeoutMs: 30_000,
    tls: { useSystemStore: true, skipVerify: false },
  };
  const holding = (...profiles: readonly unknown[]): string =>
    JSON.stringify({ strongroom: 'profiles', version: 1, profiles });
  const huge = file('huge.json', '{"strongroom":"profiles"');
  truncateSync(huge, 1_073_741_824);
  mkdirSync(join(folder.path, 'directory.json'));

  it.each<readonly [string, string, RegExp]>([
    [
      'torn in the middle',
      file('torn.json', holding(good).slice(0, 120)),
      /torn\.json breaks off in the middle/,
    ],
    ['empty', file('empty.json', ''), /not a file of exported connections/],
    ['not ours', file('other.json', '{"profiles":[]}'), /not a file of exported connections/],
    ['no object', file('list.json', '[1]'), /not a file of exported connections/],
    ['binary', file('binary.json', '\0\x01\x02'), /not a file of exported connections/],
    [
      'newer',
      file('newer.json', '{"strongroom":"profiles","version":2,"profiles":[]}'),
      /newer version of Strongroom/,
    ],
    ['without connections', file('none.json', holding()), /contains no connection/],
    [
      'with too many',
      file('many.json', holding(...Array.from({ length: 201 }, () => good))),
      /more than 200/,
    ],
    ['of 1 GB', huge, /larger than 16 MiB/],
    ['a directory', join(folder.path, 'directory.json'), /is a directory/],
    ['gone', join(folder.path, 'gone.json'), /does not exist/],
  ])('refuse a file that is %s', async (_what, path, said) => {
    const app = newApp({ files: [path] });
    const error = await app.refused('profile.import', {});
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'file' });
    expect(error.message).toMatch(said);
    expect(app.asked).toEqual([]);
  });

  const pem = root.cert;
  it.each<readonly [string, object]>([
    ['no connection', { hello: 1 }],
    ['a handle of its own', { ...good, tls: { ...good.tls, ca: { fileId: 'x', name: '/etc/passwd' } } }],
    ['an identity', { ...good, profileId: 'p1' }],
    ['a keychain options', { ...good, keychain: true }],
    ['headers with handles', { ...good, headers: [{ name: 'X-A', valueRef: 'v' }] }],
    ['header names that are none', { ...good, headerNames: ['a\nb'] }],
    ['an unknown field', { ...good, extra: 1 }],
    ['an unknown TLS field', { ...good, tls: { ...good.tls, extra: 1 } }],
    ['a colour that is none', { ...good, colour: 'url(x)' }],
    ['an address with a password', { ...good, address: 'https://u:p@evil.example' }],
    ['an address of a file', { ...good, address: 'file:///etc/passwd' }],
    ['a proxy with a password', { ...good, proxy: 'http://u:p@evil.example:1' }],
    ['a name that turns the writing round', { ...good, name: 'a\u202eb' }],
    ['a name that is too long', { ...good, name: 'x'.repeat(257) }],
    ['a time of nothing', { ...good, timeoutMs: 0 }],
    ['an environment that breaks the line', { ...good, environment: 'a\nb' }],
    ['an environment that is too long', { ...good, environment: 'x'.repeat(25) }],
    ['nodes without TLS', { ...good, confirmedOrigins: ['http://evil.example'] }],
    [
      'a CA that is a key',
      { ...good, tls: { ...good.tls, ca: { name: 'a', certificates: ['-----BEGIN PRIVATE KEY-----'] } } },
    ],
    [
      'a CA that is damaged',
      { ...good, tls: { ...good.tls, ca: { name: 'a', certificates: [pem.slice(0, 200)] } } },
    ],
    ['a CA without a certificate', { ...good, tls: { ...good.tls, ca: { name: 'a', certificates: [] } } }],
  ])('leave out %s, say so, and take the good one beside it', async (_what, hostile) => {
    const app = newApp({ files: [file('hostile.json', holding(hostile, good))] });
    app.answers.push('');
    const { added, problems } = await app.must('profile.import', {});
    // Red was production before connections had an environment.
    expect(added).toMatchObject([{ name: 'Good', environment: 'production' }]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/was left out: /);
    expect(problems[0]).not.toContain('\n');
  });

  it('write no CA outside its folder, whatever it is called', async () => {
    const ca = { name: '../../../../etc/evil\u202e.sh', certificates: [pem] };
    const named = { name: '../../../../etc/evil.sh', certificates: [`${pem}\nrm -rf /`] };
    const app = newApp({
      files: [
        file(
          'paths.json',
          holding({ ...good, tls: { ...good.tls, ca } }, { ...good, tls: { ...good.tls, ca: named } }),
        ),
      ],
    });
    app.answers.push('');
    const { added } = await app.must('profile.import', {});
    expect(added).toHaveLength(1);
    const written = readdirSync(join(app.dataFolder, 'authorities'));
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/^etc-evil-[0-9a-f]{16}\.pem$/);
    expect(readFileSync(join(app.dataFolder, 'authorities', written[0] ?? ''), 'utf8')).not.toContain(
      'rm -rf',
    );
  });

  it('leave out what cannot be written and keep the rest', async () => {
    const withCa = {
      ...good,
      name: 'With CA',
      tls: { ...good.tls, ca: { name: 'a.pem', certificates: [pem] } },
    };
    const app = newApp({ files: [file('full.json', holding(withCa, good))] });
    writeFileSync(join(app.dataFolder, 'authorities'), 'a file where the folder belongs');
    chmodSync(join(app.dataFolder, 'authorities'), 0o400);
    app.answers.push('');
    const { added, problems } = await app.must('profile.import', {});
    expect(added.map(({ name }: Profile) => name)).toEqual(['Good']);
    expect(problems[0]).toMatch(
      /“With CA” was left out: its CA file cannot be written \(there is a file where/,
    );
  });
});

describe('connection.describeFile', () => {
  it('reads a chosen file by its handle only', async () => {
    const app = newApp({ files: [file('describe.pem', root.cert)] });
    const handle = await app.must('connection.chooseFile', { purpose: 'ca' });
    expect(await app.must('connection.describeFile', { file: handle, purpose: 'ca' })).toMatchObject({
      form: 'pem',
      files: 1,
      privateKey: 'none',
      certificates: [{ subject: 'CN=Payments root' }],
    });
    expect(
      await app.refused('connection.describeFile', {
        file: { fileId: '/etc/passwd', name: 'x' },
        purpose: 'ca',
      }),
    ).toMatchObject({ kind: 'invalid-input' });
  });
});

describe('a session of a saved connection', () => {
  it('ends when the connection leads elsewhere, and not when that is declined', async () => {
    const app = newApp();
    const profile = await app.must('profile.save', draftAt(server.address));
    app.answers.push(server.rootToken);
    await app.must('session.open', { ...openOptions(server.address), profileId: profile.profileId });
    const elsewhere = { ...draftAt('http://127.0.0.1:1'), profileId: profile.profileId };
    await app.refused('profile.save', elsewhere);
    expect(lastQuestion(app).notes).toMatchObject([
      { tone: 'notice', text: expect.stringContaining('Closes the open session') as string },
    ]);
    expect(await app.must('session.list', {})).toHaveLength(1);
    app.answers.push('');
    await app.must('profile.save', elsewhere);
    expect(await app.must('session.list', {})).toEqual([]);
  });
});
