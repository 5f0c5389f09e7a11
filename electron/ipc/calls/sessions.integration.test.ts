import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  encryptedKey,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startDevVault,
  startFaultProxy,
  startRecordingProxy,
  startSealedVault,
  startUninitialisedVault,
  temporaryFolder,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { namesOnly } from '../../../shared/vault/search.ts';
import { targetAt, openOptions } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { newApp, session, stopping } = useTestApps();

describe('logging in', () => {
  it('shows where the token goes, asks again with the reason, and can be cancelled', async () => {
    const app = newApp();
    app.answers.push('', 'two words', 'hvs.no-such-token', server.rootToken);
    const view = await app.must('session.open', { ...openOptions(server.address), environment: 'staging' });
    expect(view).toMatchObject({
      address: server.address,
      environment: 'staging',
      name: 'test',
      health: { kind: 'vault', sealed: false },
    });
    expect(app.asked.map((request) => [request.kind, 'problem' in request])).toEqual([
      ['enter-token', false],
      ['enter-token', true],
      ['enter-token', true],
      ['enter-token', true],
    ]);
    expect(app.asked[0]).toMatchObject({
      destination: { address: server.address, name: 'unsaved connection', colour: 'grey' },
    });
    expect(await app.refused('session.open', openOptions(server.address))).toMatchObject({
      kind: 'cancelled',
    });
    expect(await app.must('session.list', {})).toHaveLength(1);
    await app.must('session.close', { sessionId: view.sessionId });
    expect(await app.must('session.list', {})).toEqual([]);
    expect(await app.refused('mount.list', { sessionId: view.sessionId })).toMatchObject({
      kind: 'invalid-input',
    });
    expect(app.events.at(-1)).toEqual({ name: 'session.closed', payload: { sessionId: view.sessionId } });
  });

  it('confirms the destination of a token of the environment, and asks for a typed one where it is refused', async () => {
    const { token } = await newToken(server);
    const app = newApp({ environment: { VAULT_ADDR: server.address, VAULT_TOKEN: token } });
    const [found] = await app.must('connection.environment', {});
    expect(found).toMatchObject({ tokenFrom: 'VAULT_TOKEN', target: { address: server.address } });
    app.answers.push('');
    await app.must('session.open', {
      ...openOptions(server.address),
      environmentId: found?.environmentId ?? '',
    });
    expect(app.asked).toMatchObject([{ kind: 'confirm-token', tokenFrom: 'VAULT_TOKEN' }]);
    expect(app.crossed()).not.toContain(token);

    await must(server, 'POST', 'auth/token/revoke', { token });
    await app.refused('session.open', {
      ...openOptions(server.address),
      environmentId: found?.environmentId ?? '',
    });
    app.answers.push('');
    await app.refused('session.open', {
      ...openOptions(server.address),
      environmentId: found?.environmentId ?? '',
    });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'enter-token' });
    expect(app.asked.at(-1)).toHaveProperty('problem');
  });

  it('does not use a token of the environment for another server than the one beside it', async () => {
    const app = newApp({
      environment: { VAULT_ADDR: 'http://127.0.0.1:1', VAULT_TOKEN: server.rootToken },
    });
    const [found] = await app.must('connection.environment', {});
    await app.refused('session.open', {
      ...openOptions(server.address),
      environmentId: found?.environmentId ?? '',
    });
    expect(app.asked).toMatchObject([{ kind: 'enter-token' }]);
  });

  it.each([
    ['vault:8200', 'address'],
    ['file:///etc/passwd', 'address'],
    ['http://127.0.0.1:0', 'address'],
    ['http://u:p@127.0.0.1:8200', 'address'],
    ['http://127.0.0.1:8200/ui/', 'address'],
  ])('refuses the address %s before anything is asked', async (address, field) => {
    const app = newApp();
    expect(await app.refused('session.open', openOptions(address))).toMatchObject({
      kind: 'invalid-input',
      field,
    });
    expect(app.asked).toEqual([]);
  });

  it('asks for no token where nothing listens, or the server is sealed or not initialised', async () => {
    const [sealed, uninitialised] = await Promise.all([startSealedVault(), startUninitialisedVault()]);
    stopping(sealed);
    stopping(uninitialised);
    const app = newApp();
    expect(await app.refused('session.open', openOptions('http://127.0.0.1:1'))).toMatchObject({
      kind: 'network',
    });
    expect(await app.refused('session.open', openOptions(sealed.address))).toMatchObject({ kind: 'sealed' });
    expect(await app.refused('session.open', openOptions(uninitialised.address))).toMatchObject({
      kind: 'not-initialized',
    });
    const report = await app.must('connection.check', { target: targetAt(sealed.address) });
    expect(report.health).toMatchObject({ sealed: true, unseal: { progress: 0, threshold: 3, shares: 5 } });
    expect(report.steps.at(-1)).toMatchObject({ step: 'state', outcome: 'failed' });
    expect(app.asked).toEqual([]);
  });

  it('refuses a namespace on a server that would ignore it, and sends no token', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    const error = await app.refused('session.open', openOptions(proxy.address, { namespace: 'team-a' }));
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'namespace' });
    expect(app.asked).toEqual([]);
    expect(
      proxy.requests.map(({ headers }) => [headers['x-vault-token'], headers['x-vault-namespace']]),
    ).toEqual(proxy.requests.map(() => [undefined, undefined]));
  });

  it('sends a namespace to a server that has them', async () => {
    const bao = stopping(await startDevVault({ product: 'openbao' }));
    await must(bao, 'POST', 'sys/namespaces/team-a', {});
    const proxy = stopping(await startRecordingProxy(bao));
    const { app, sessionId } = await session(proxy, bao.rootToken, { namespace: '/team-a/' });
    const [view] = await app.must('session.list', {});
    expect(view).toMatchObject({
      sessionId,
      namespace: 'team-a',
      health: { kind: 'openbao', namespaces: true },
    });
    const lookUp = proxy.requests.find(({ url }) => url.includes('lookup-self'));
    expect(lookUp?.headers['x-vault-namespace']).toMatch(/^team-a\/?$/);
  });

  it('keeps a testing build of Electron away from other machines', async () => {
    const app = { testElectron: true };
    const error = await newApp({ app }).refused(
      'session.open',
      openOptions('https://vault.example.com:8200'),
    );
    expect(error.message).toContain('for testing');
    await newApp({ app }).login(server.address, server.rootToken);
  });

  it('asks for the passphrase of an encrypted key until it opens', async () => {
    const { mutualTls } = sharedServers();
    const folder = temporaryFolder('passphrase');
    stopping({ stop: () => Promise.resolve(folder.remove()) });
    const keyFile = join(folder.path, 'key.pem');
    const identity = mutualTls.clientCertificate;
    if (identity === undefined) throw new Error('the server has no client certificate');
    writeFileSync(keyFile, encryptedKey({ ...identity, chain: '' }, 'open sesame'));
    const app = newApp({ files: [mutualTls.caFile, mutualTls.certFile, keyFile] });
    const ca = await app.must('connection.chooseFile', { purpose: 'ca' });
    const clientCertificate = await app.must('connection.chooseFile', { purpose: 'client-certificate' });
    const clientKey = await app.must('connection.chooseFile', { purpose: 'client-key' });
    const tls = { ca, clientCertificate, clientKey, useSystemStore: false, skipVerify: false };
    app.answers.push('wrong', 'open sesame', mutualTls.rootToken);
    await app.must('session.open', openOptions(mutualTls.address, { tls }));
    expect(app.asked.map(({ kind }) => kind)).toEqual([
      'enter-passphrase',
      'enter-passphrase',
      'enter-token',
    ]);
    expect(app.asked[1]).toHaveProperty('problem');
    expect(app.asked[2]).toMatchObject({
      destination: { certificate: { sha256: expect.any(String) as string } },
    });
    expect(app.crossed()).not.toContain(folder.path);
  });
});

describe('tokens', () => {
  it('tells a dead token in the call and in the session, and another token mends it', async () => {
    const { token } = await newToken(server);
    const { app, sessionId } = await session(server, token);
    await must(server, 'POST', 'auth/token/revoke', { token });
    expect(await app.refused('mount.list', { sessionId })).toMatchObject({ kind: 'unauthenticated' });
    const changed = app.events.filter(({ name }) => name === 'session.changed').at(-1);
    expect(changed?.payload).toMatchObject({ sessionId, trouble: { kind: 'unauthenticated' } });
    expect(await app.must('session.refresh', { sessionId })).toMatchObject({
      trouble: { kind: 'unauthenticated' },
    });
    app.answers.push(server.rootToken);
    const view = await app.must('session.reauthenticate', { sessionId });
    expect(view.trouble).toBeUndefined();
    expect(app.asked.at(-1)).toHaveProperty('problem');
    await app.must('mount.list', { sessionId });
  });

  it('tells a dead token of OpenBao, which says only “permission denied”, with one look at the mounts', async () => {
    const bao = stopping(await startDevVault({ product: 'openbao' }));
    const { token } = await newToken(bao);
    const proxy = stopping(await startRecordingProxy(bao));
    const { app, sessionId } = await session(proxy, token);
    await must(bao, 'POST', 'auth/token/revoke', { token });
    proxy.clear();
    const mounts = () => proxy.requests.filter(({ url }) => url.includes('internal/ui/mounts')).length;
    expect(await app.must('session.refresh', { sessionId })).toMatchObject({
      trouble: { kind: 'unauthenticated' },
    });
    expect(mounts()).toBe(1);
    app.answers.push(token, null);
    await app.refused('session.open', openOptions(proxy.address));
    expect(app.asked.at(-1)).toHaveProperty('problem');
    expect(mounts()).toBe(2);
  });

  it('explains a refusal of OpenBao by the death of the token', async () => {
    const bao = stopping(await startDevVault({ product: 'openbao' }));
    const { token } = await newToken(bao);
    const { app, sessionId } = await session(bao, token);
    await must(bao, 'POST', 'auth/token/revoke', { token });
    const refused = { sessionId, path: 'secret/data/x', method: 'GET', capability: 'read' };
    expect(await app.must('refusal.explain', refused)).toMatchObject({ tokenDead: true });
    const [view] = await app.must('session.list', {});
    expect(view?.trouble).toMatchObject({ kind: 'unauthenticated' });
  });

  it('looks a limited-use token up once and spends nothing unasked', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { token } = await newToken(server, { num_uses: 6 });
    const { app, sessionId } = await session(proxy, token);
    const paid = () => proxy.requests.filter(({ headers }) => headers['x-vault-token'] !== undefined).length;
    expect(paid()).toBe(1);
    await app.must('session.refresh', { sessionId });
    expect(paid()).toBe(1);
    await app.must('mount.list', { sessionId });
    await app.must('mount.list', { sessionId });
    expect(paid()).toBe(2);
    const at = { sessionId, mount: 'secret/' as MountPath, path: '' };
    expect(
      await app.refused('search.start', { sessionId, places: [at], ...namesOnly, text: '' }),
    ).toMatchObject({
      kind: 'invalid-request',
    });
    expect(paid()).toBe(2);
    const lookUps = proxy.requests.filter(({ url }) => url.includes('lookup-self'));
    expect(lookUps).toHaveLength(1);
  });

  it('goes to a path without the right to list', async () => {
    const kv = await newKvMount(server, 2);
    await writeEntry(server, kv, 'team/one', { k: 'v' });
    const policy = await newPolicy(server, `path "${kv.path}data/team/one" { capabilities = ["read"] }`);
    const { token } = await newToken(server, { policies: [policy] });
    const { app, sessionId } = await session(server, token);
    const mount = kv.path as MountPath;
    const denied = await app.refused('folder.list', { sessionId, mount, path: 'team/' });
    expect(denied).toMatchObject({ kind: 'forbidden', path: `${kv.path}metadata/team/` });
    expect(denied.hint).toContain('“list”');
    const found = await app.must('path.resolve', { sessionId, text: `${kv.path}team/one` });
    const entry = await app.must('entry.open', { sessionId, mount: found.mount.path, path: found.path });
    expect(await app.must('entry.rights', { sessionId, mount, path: 'team/one' })).toMatchObject({
      read: true,
      update: false,
      list: false,
      readMetadata: false,
    });
    const save = { entryId: entry.entryId, changes: [{ op: 'set', key: 'k', rawJson: '1' }] } as const;
    expect(await app.refused('entry.save', save)).toMatchObject({ kind: 'forbidden' });
    const [view] = await app.must('session.list', {});
    expect(view?.trouble).toBeUndefined();
    expect(
      await app.must('entry.rights', {
        sessionId: await app.login(server.address, server.rootToken),
        mount,
        path: 'x',
      }),
    ).toMatchObject({
      create: true,
      update: true,
      patch: true,
      delete: true,
      list: true,
      destroy: true,
      deleteAll: true,
    });
  });

  it('puts the token on the screen for a key press or click alone @token-shown', async () => {
    const app = newApp({ gestures: 0 });
    await app.login(server.address, (await newToken(server)).token);
    const [view] = await app.must('session.list', {});
    const from = app.asked.length;
    const secretRef = view?.token.id.secretRef ?? '';
    expect(await app.refused('secret.show', { secretRef })).toMatchObject({ kind: 'cancelled' });
    expect(app.asked.slice(from).map(({ kind }) => kind)).toEqual(['confirm']);
  });

  it('never lets the token out of any handler', async () => {
    const canary = `CANARY-${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const { token } = await newToken(server, { id: canary });
    expect(token).toBe(canary);
    const kv = await newKvMount(server, 2);
    await writeEntry(server, kv, 'a/b', { k: 'v' });
    const { app, sessionId } = await session(
      server,
      canary,
      {},
      { environment: { VAULT_ADDR: server.address, VAULT_TOKEN: canary } },
    );
    const mount = kv.path as MountPath;
    const [view] = await app.must('session.list', {});
    const secretRef = view?.token.id.secretRef ?? '';
    app.answers.push('');
    await app.must('secret.copy', { secretRef });
    expect(app.clipboard.text).toBe(canary);
    await app.must('secret.show', { secretRef });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'show-secret', secret: canary });
    const { entryId } = await app.must('entry.open', { sessionId, mount, path: 'a/b' });
    await app.must('connection.environment', {});
    await app.must('connection.check', { target: targetAt(server.address) });
    await app.must('app.info', {});
    await app.must('session.refresh', { sessionId });
    await app.must('mount.list', { sessionId });
    await app.must('folder.list', { sessionId, mount, path: '' });
    await app.must('entry.metadata', { sessionId, mount, path: 'a/b' });
    await app.must('entry.rights', { sessionId, mount, path: 'a/b' });
    await app.must('entry.raw', { entryId, reveal: true });
    await app.must('entry.reveal', { entryId, key: 'k' });
    await app.must('entry.save', { entryId, changes: [{ op: 'set', key: 'k', rawJson: '"w"' }] });
    await app.call('entry.open', { sessionId, mount, path: `with/${canary}` });
    await app.call('path.resolve', { sessionId, text: `nowhere/${canary}` });
    await app.must('search.start', {
      sessionId,
      places: [{ sessionId, mount, path: '' }],
      ...namesOnly,
      text: '',
    });
    await until(() => Promise.resolve(app.events.some(({ name }) => name === 'job.ended')));
    await must(server, 'POST', 'auth/token/revoke', { token: canary });
    await app.refused('folder.list', { sessionId, mount, path: '' });
    await app.must('session.refresh', { sessionId });
    expect(app.crossed()).not.toContain(canary);
  });
});

describe('faults', () => {
  it('a proxy that strips the token’s header is named among the reasons; one that strips ours is borne', async () => {
    const app = newApp();
    const proxy = stopping(await startFaultProxy(server));
    proxy.add({ fault: { kind: 'strip-headers', names: ['x-vault-token'] } });
    app.answers.push(server.rootToken);
    expect(await app.refused('session.open', openOptions(proxy.address))).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked.at(-1)).toMatchObject({
      problem: expect.stringContaining('removed the header X-Vault-Token') as string,
    });
    expect(app.crossed()).not.toContain(server.rootToken);
    proxy.heal();
    proxy.add({ fault: { kind: 'strip-headers', names: ['x-vault-request', 'accept', 'user-agent'] } });
    const sessionId = await app.login(proxy.address, server.rootToken);
    expect(await app.must('mount.list', { sessionId })).not.toEqual([]);
  });

  it('passes an unknown outcome on and loses nothing', async () => {
    const kv = await newKvMount(server, 2);
    await writeEntry(server, kv, 'lost', { k: '1' });
    const proxy = stopping(await startFaultProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    const { entryId } = await app.must('entry.open', {
      sessionId,
      mount: kv.path as MountPath,
      path: 'lost',
    });
    proxy.add({ fault: { kind: 'lost-answer' }, method: 'POST', times: 1 });
    const changes = [{ op: 'set', key: 'k', rawJson: '"2"' }] as const;
    expect(await app.refused('entry.save', { entryId, changes })).toMatchObject({ kind: 'outcome-unknown' });
    expect(await app.must('entry.reveal', { entryId, key: 'k' })).toEqual({ rawJson: '"1"' });
    // It had been committed: saving again is a conflict, not a second version.
    expect(await app.refused('entry.save', { entryId, changes })).toMatchObject({
      kind: 'conflict',
      currentVersion: 2,
    });
  });

  it('a look that is under way when the connection is closed ends with it, and not as an error of the app', async () => {
    const proxy = stopping(await startFaultProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    const gate = Promise.withResolvers<undefined>();
    proxy.add({ fault: { kind: 'delay', until: gate.promise }, url: /sys\/health/, times: 1 });
    const before = proxy.arrived.length;
    const look = app.begin('session.refresh', { sessionId });
    await until(() => Promise.resolve(proxy.arrived.length > before));
    await app.must('session.close', { sessionId });
    gate.resolve(undefined);
    expect(await look.result).toMatchObject({ ok: true, value: { sessionId } });
  });
});
