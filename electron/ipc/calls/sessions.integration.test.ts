import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  encryptedKey,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  startOpenBaoProxy,
  startRecordingProxy,
  startSealedVault,
  startUninitialisedVault,
  temporaryFolder,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { Reachable } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makeTestDesks, targetAt, wish } from './services.fixture.ts';

let server: Reachable;
const { newDesk, endDesks, stopping, stopServers } = makeTestDesks();

beforeAll(() => {
  server = sharedServers().dev;
});
afterEach(endDesks);
afterAll(stopServers);

describe('logging in', () => {
  it('shows where the token goes, asks again with the reason, and can be cancelled', async () => {
    const desk = newDesk();
    desk.answers.push('', 'two words', 'hvs.no-such-token', server.rootToken);
    const view = await desk.must('session.open', wish(server.address));
    expect(view).toMatchObject({
      address: server.address,
      name: 'test',
      health: { kind: 'vault', sealed: false },
    });
    expect(desk.asked.map((request) => [request.kind, 'problem' in request])).toEqual([
      ['enter-token', false],
      ['enter-token', true],
      ['enter-token', true],
      ['enter-token', true],
    ]);
    expect(desk.asked[0]).toMatchObject({
      destination: { origin: server.address, name: 'unsaved connection', colour: 'grey' },
    });
    expect(await desk.refused('session.open', wish(server.address))).toMatchObject({ kind: 'cancelled' });
    expect(await desk.must('session.list', {})).toHaveLength(1);
    await desk.must('session.close', { sessionId: view.sessionId });
    expect(await desk.must('session.list', {})).toEqual([]);
    expect(await desk.refused('mount.list', { sessionId: view.sessionId })).toMatchObject({
      kind: 'invalid-input',
    });
    expect(desk.events.at(-1)).toEqual({ name: 'session.closed', payload: { sessionId: view.sessionId } });
  });

  it('confirms the destination of an offered token, and asks for a typed one where it is refused', async () => {
    const { token } = await newToken(server);
    const desk = newDesk({ environment: { VAULT_ADDR: server.address, VAULT_TOKEN: token } });
    const [offer] = await desk.must('connection.offers', {});
    expect(offer).toMatchObject({ tokenFrom: 'VAULT_TOKEN', target: { address: server.address } });
    desk.answers.push('');
    await desk.must('session.open', { ...wish(server.address), offerId: offer?.offerId ?? '' });
    expect(desk.asked).toMatchObject([{ kind: 'confirm-token', tokenFrom: 'VAULT_TOKEN' }]);
    expect(desk.crossed()).not.toContain(token);

    await must(server, 'POST', 'auth/token/revoke', { token });
    await desk.refused('session.open', { ...wish(server.address), offerId: offer?.offerId ?? '' });
    desk.answers.push('');
    await desk.refused('session.open', { ...wish(server.address), offerId: offer?.offerId ?? '' });
    expect(desk.asked.at(-1)).toMatchObject({ kind: 'enter-token' });
    expect(desk.asked.at(-1)).toHaveProperty('problem');
  });

  it('does not offer a token of the environment to another server than the one beside it', async () => {
    const desk = newDesk({
      environment: { VAULT_ADDR: 'http://127.0.0.1:1', VAULT_TOKEN: server.rootToken },
    });
    const [offer] = await desk.must('connection.offers', {});
    await desk.refused('session.open', { ...wish(server.address), offerId: offer?.offerId ?? '' });
    expect(desk.asked).toMatchObject([{ kind: 'enter-token' }]);
  });

  it.each([
    ['vault:8200', 'address'],
    ['file:///etc/passwd', 'address'],
    ['http://127.0.0.1:0', 'address'],
    ['http://u:p@127.0.0.1:8200', 'address'],
    ['http://127.0.0.1:8200/ui/', 'address'],
  ])('refuses the address %s before anything is asked', async (address, field) => {
    const desk = newDesk();
    expect(await desk.refused('session.open', wish(address))).toMatchObject({ kind: 'invalid-input', field });
    expect(desk.asked).toEqual([]);
  });

  it('asks for no token where nothing listens, or the server is sealed or not initialised', async () => {
    const [sealed, uninitialised] = await Promise.all([startSealedVault(), startUninitialisedVault()]);
    stopping(sealed);
    stopping(uninitialised);
    const desk = newDesk();
    expect(await desk.refused('session.open', wish('http://127.0.0.1:1'))).toMatchObject({ kind: 'network' });
    expect(await desk.refused('session.open', wish(sealed.address))).toMatchObject({ kind: 'sealed' });
    expect(await desk.refused('session.open', wish(uninitialised.address))).toMatchObject({
      kind: 'not-initialized',
    });
    const report = await desk.must('connection.check', { target: targetAt(sealed.address) });
    expect(report.health).toMatchObject({ sealed: true, unseal: { progress: 0, threshold: 3, shares: 5 } });
    expect(report.steps.at(-1)).toMatchObject({ step: 'state', outcome: 'failed' });
    expect(desk.asked).toEqual([]);
  });

  it('refuses a namespace on a server that would ignore it, and sends no token', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const desk = newDesk();
    const error = await desk.refused('session.open', wish(proxy.address, { namespace: 'team-a' }));
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'namespace' });
    expect(desk.asked).toEqual([]);
    expect(
      proxy.requests.map(({ headers }) => [headers['x-vault-token'], headers['x-vault-namespace']]),
    ).toEqual(proxy.requests.map(() => [undefined, undefined]));
  });

  it('sends a namespace to a server that has them', async () => {
    const bao = stopping(await startOpenBaoProxy(server));
    const proxy = stopping(await startRecordingProxy({ address: bao.address }));
    const desk = newDesk();
    const sessionId = await desk.login(proxy.address, server.rootToken, { namespace: '/team-a/' });
    const [view] = await desk.must('session.list', {});
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
    const error = await newDesk({ app }).refused('session.open', wish('https://vault.example.com:8200'));
    expect(error.message).toContain('for testing');
    await newDesk({ app }).login(server.address, server.rootToken);
  });

  it('asks for the passphrase of an encrypted key until it opens', async () => {
    const { mutualTls } = sharedServers();
    const folder = temporaryFolder('passphrase');
    stopping({ stop: () => Promise.resolve(folder.remove()) });
    const keyFile = join(folder.path, 'key.pem');
    const identity = mutualTls.clientCertificate;
    if (identity === undefined) throw new Error('the server has no client certificate');
    writeFileSync(keyFile, encryptedKey({ ...identity, chain: '' }, 'open sesame'));
    const desk = newDesk({ files: [mutualTls.caFile, mutualTls.certFile, keyFile] });
    const ca = await desk.must('connection.chooseFile', { purpose: 'ca' });
    const clientCertificate = await desk.must('connection.chooseFile', { purpose: 'client-certificate' });
    const clientKey = await desk.must('connection.chooseFile', { purpose: 'client-key' });
    const tls = { ca, clientCertificate, clientKey, useSystemStore: false, skipVerify: false };
    desk.answers.push('wrong', 'open sesame', mutualTls.rootToken);
    await desk.must('session.open', wish(mutualTls.address, { tls }));
    expect(desk.asked.map(({ kind }) => kind)).toEqual([
      'enter-passphrase',
      'enter-passphrase',
      'enter-token',
    ]);
    expect(desk.asked[1]).toHaveProperty('problem');
    expect(desk.asked[2]).toMatchObject({
      destination: { certificate: { sha256: expect.any(String) as string } },
    });
    expect(desk.crossed()).not.toContain(folder.path);
  });
});

describe('tokens', () => {
  it('tells a dead token in the call and in the session, and another token mends it', async () => {
    const { token } = await newToken(server);
    const desk = newDesk();
    const sessionId = await desk.login(server.address, token);
    await must(server, 'POST', 'auth/token/revoke', { token });
    expect(await desk.refused('mount.list', { sessionId })).toMatchObject({ kind: 'unauthenticated' });
    const changed = desk.events.filter(({ name }) => name === 'session.changed').at(-1);
    expect(changed?.payload).toMatchObject({ sessionId, trouble: { kind: 'unauthenticated' } });
    expect(await desk.must('session.refresh', { sessionId })).toMatchObject({
      trouble: { kind: 'unauthenticated' },
    });
    desk.answers.push(server.rootToken);
    const view = await desk.must('session.reauthenticate', { sessionId });
    expect(view.trouble).toBeUndefined();
    expect(desk.asked.at(-1)).toHaveProperty('problem');
    await desk.must('mount.list', { sessionId });
  });

  it('looks a limited-use token up once and spends nothing unasked', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { token } = await newToken(server, { num_uses: 6 });
    const desk = newDesk();
    const sessionId = await desk.login(proxy.address, token);
    const paid = () => proxy.requests.filter(({ headers }) => headers['x-vault-token'] !== undefined).length;
    expect(paid()).toBe(1);
    await desk.must('session.refresh', { sessionId });
    expect(paid()).toBe(1);
    await desk.must('mount.list', { sessionId });
    await desk.must('mount.list', { sessionId });
    expect(paid()).toBe(2);
    const at = { sessionId, mount: 'secret/' as MountPath, path: '' };
    expect(await desk.refused('search.start', { ...at, text: '' })).toMatchObject({
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
    const desk = newDesk();
    const sessionId = await desk.login(server.address, token);
    const mount = kv.path as MountPath;
    const denied = await desk.refused('folder.list', { sessionId, mount, path: 'team/' });
    expect(denied).toMatchObject({ kind: 'forbidden', path: `${kv.path}metadata/team/` });
    expect(denied.hint).toContain('“list”');
    const found = await desk.must('path.resolve', { sessionId, text: `${kv.path}team/one` });
    const entry = await desk.must('entry.open', { sessionId, mount: found.mount.path, path: found.path });
    expect(await desk.must('entry.rights', { sessionId, mount, path: 'team/one' })).toMatchObject({
      read: true,
      update: false,
      list: false,
      readMetadata: false,
    });
    const save = { entryId: entry.entryId, changes: [{ op: 'set', key: 'k', rawJson: '1' }] } as const;
    expect(await desk.refused('entry.save', save)).toMatchObject({ kind: 'forbidden' });
    const [view] = await desk.must('session.list', {});
    expect(view?.trouble).toBeUndefined();
    expect(
      await desk.must('entry.rights', {
        sessionId: await desk.login(server.address, server.rootToken),
        mount,
        path: 'x',
      }),
    ).toMatchObject({
      ...{
        create: true,
        update: true,
        patch: true,
        delete: true,
        list: true,
        destroy: true,
        deleteAll: true,
      },
    });
  });

  it('never lets the token out of any handler', async () => {
    const canary = `CANARY-${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const { token } = await newToken(server, { id: canary });
    expect(token).toBe(canary);
    const kv = await newKvMount(server, 2);
    await writeEntry(server, kv, 'a/b', { k: 'v' });
    const desk = newDesk({ environment: { VAULT_ADDR: server.address, VAULT_TOKEN: canary } });
    const sessionId = await desk.login(server.address, canary);
    const mount = kv.path as MountPath;
    const [view] = await desk.must('session.list', {});
    const secretRef = view?.token.id.secretRef ?? '';
    desk.answers.push('');
    await desk.must('secret.copy', { secretRef });
    expect(desk.clipboard.text).toBe(canary);
    await desk.must('secret.show', { secretRef });
    expect(desk.asked.at(-1)).toMatchObject({ kind: 'show-secret', secret: canary });
    const { entryId } = await desk.must('entry.open', { sessionId, mount, path: 'a/b' });
    await desk.must('connection.offers', {});
    await desk.must('connection.check', { target: targetAt(server.address) });
    await desk.must('app.info', {});
    await desk.must('session.refresh', { sessionId });
    await desk.must('mount.list', { sessionId });
    await desk.must('folder.list', { sessionId, mount, path: '' });
    await desk.must('entry.metadata', { sessionId, mount, path: 'a/b' });
    await desk.must('entry.rights', { sessionId, mount, path: 'a/b' });
    await desk.must('entry.raw', { entryId, reveal: true });
    await desk.must('entry.reveal', { entryId, key: 'k' });
    await desk.must('entry.save', { entryId, changes: [{ op: 'set', key: 'k', rawJson: '"w"' }] });
    await desk.call('entry.open', { sessionId, mount, path: `with/${canary}` });
    await desk.call('path.resolve', { sessionId, text: `nowhere/${canary}` });
    await desk.must('search.start', { sessionId, mount, path: '', text: '' });
    await until(() => Promise.resolve(desk.events.some(({ name }) => name === 'job.ended')));
    await must(server, 'POST', 'auth/token/revoke', { token: canary });
    await desk.refused('folder.list', { sessionId, mount, path: '' });
    await desk.must('session.refresh', { sessionId });
    expect(desk.crossed()).not.toContain(canary);
  });
});

describe('faults', () => {
  it('a proxy that strips the token’s header is named among the reasons; one that strips ours is borne', async () => {
    const desk = newDesk();
    const proxy = stopping(await startFaultProxy(server));
    proxy.add({ fault: { kind: 'strip-headers', names: ['x-vault-token'] } });
    desk.answers.push(server.rootToken);
    expect(await desk.refused('session.open', wish(proxy.address))).toMatchObject({ kind: 'cancelled' });
    expect(desk.asked.at(-1)).toMatchObject({
      problem: expect.stringContaining('removes the header X-Vault-Token') as string,
    });
    expect(desk.crossed()).not.toContain(server.rootToken);
    proxy.heal();
    proxy.add({ fault: { kind: 'strip-headers', names: ['x-vault-request', 'accept', 'user-agent'] } });
    const sessionId = await desk.login(proxy.address, server.rootToken);
    expect(await desk.must('mount.list', { sessionId })).not.toEqual([]);
  });

  it('passes an unknown outcome on and loses nothing', async () => {
    const kv = await newKvMount(server, 2);
    await writeEntry(server, kv, 'lost', { k: '1' });
    const proxy = stopping(await startFaultProxy(server));
    const desk = newDesk();
    const sessionId = await desk.login(proxy.address, server.rootToken);
    const { entryId } = await desk.must('entry.open', {
      sessionId,
      mount: kv.path as MountPath,
      path: 'lost',
    });
    proxy.add({ fault: { kind: 'lost-answer' }, method: 'POST', times: 1 });
    const changes = [{ op: 'set', key: 'k', rawJson: '"2"' }] as const;
    expect(await desk.refused('entry.save', { entryId, changes })).toMatchObject({ kind: 'outcome-unknown' });
    expect(await desk.must('entry.reveal', { entryId, key: 'k' })).toEqual({ rawJson: '"1"' });
    // It had been committed: saving again is a conflict, not a second version.
    expect(await desk.refused('entry.save', { entryId, changes })).toMatchObject({
      kind: 'conflict',
      currentVersion: 2,
    });
  });
});
