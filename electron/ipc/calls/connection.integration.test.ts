import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  encryptedKey,
  sharedServers,
  startConnectProxy,
  startRecordingProxy,
  temporaryFolder,
} from '../../../e2e/servers/index.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { targetAt, openOptions } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
const { newApp, stopping } = useTestApps();

describe('checking a connection', () => {
  const outcomes = async (app: TestApp, target: ConnectionTarget) => {
    const report = await app.must('connection.check', { target });
    return { report, steps: Object.fromEntries(report.steps.map(({ step, outcome }) => [step, outcome])) };
  };

  it('walks all steps of a plain server', async () => {
    const { report, steps } = await outcomes(newApp(), targetAt(server.address));
    expect(report.steps.map(({ step }) => step)).toEqual([
      'address',
      'name',
      'connection',
      'tls',
      'answer',
      'state',
    ]);
    expect(Object.values(steps)).toEqual(['ok', 'unused', 'ok', 'unused', 'ok', 'ok']);
    expect(report.health).toMatchObject({ kind: 'vault', version: '1.21.2' });
  });

  it('tells each step as it ends, those that were not reached too', async () => {
    const app = newApp();
    for (const address of [server.address, 'http://127.0.0.1:1']) {
      app.events.length = 0;
      const { report } = await outcomes(app, targetAt(address));
      const told = app.events.filter(({ name }) => name === 'connection.stepped');
      expect(told.map(({ payload }) => payload)).toEqual(report.steps);
    }
  });

  it('shows the chain of a TLS server, trusted or not', async () => {
    const { tls } = sharedServers();
    const app = newApp({ files: [tls.caFile] });
    const untrusted = await outcomes(app, targetAt(tls.address));
    expect(untrusted.steps).toMatchObject({
      connection: 'ok',
      tls: 'failed',
      answer: 'skipped',
      state: 'skipped',
    });
    expect(untrusted.report.error).toMatchObject({ kind: 'tls' });
    expect(untrusted.report.chain?.[0]?.names.join()).toContain('127.0.0.1');
    const ca = await app.must('connection.chooseFile', { purpose: 'ca' });
    const trusted = await outcomes(
      app,
      targetAt(tls.address, { tls: { ca, useSystemStore: false, skipVerify: false } }),
    );
    expect(trusted.steps).toMatchObject({ tls: 'ok', state: 'ok' });
    const blind = await outcomes(
      app,
      targetAt(tls.address, { tls: { useSystemStore: true, skipVerify: true } }),
    );
    expect(blind.steps).toMatchObject({ tls: 'warning', state: 'ok' });
  });

  it('stops at the step that fails', async () => {
    const app = newApp();
    expect((await outcomes(app, targetAt('nonsense'))).steps).toMatchObject({
      address: 'failed',
      name: 'skipped',
    });
    expect((await outcomes(app, targetAt('http://no-such-host.invalid:8200'))).steps).toMatchObject({
      address: 'ok',
      name: 'failed',
      connection: 'skipped',
    });
    expect((await outcomes(app, targetAt('http://127.0.0.1:1'))).steps).toMatchObject({
      name: 'unused',
      connection: 'failed',
      tls: 'skipped',
    });
    const plain = await outcomes(app, targetAt(server.address.replace('http:', 'https:')));
    expect(plain.steps).toMatchObject({ connection: 'ok', tls: 'failed' });
    expect(plain.report.error?.kind).toBe('tls');
    const { tls } = sharedServers();
    const wrong = await outcomes(app, targetAt(tls.address.replace('https:', 'http:')));
    expect(Object.values(wrong.steps)).toContain('failed');
  });

  it('sends no token', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp({ environment: { VAULT_TOKEN: server.rootToken } });
    await outcomes(app, targetAt(proxy.address));
    expect(proxy.requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(proxy.requests)).not.toContain(server.rootToken);
  });
});

describe('through a proxy', () => {
  const { tls } = sharedServers();
  const port = new URL(tls.address).port;
  const inside = `https://vault.inside.test:${port}`;

  /** Checks a TLS server by a name that only the proxy knows; returns the error's kind, or `ok`. */
  async function checked(environment: Record<string, string>, proxy = ''): Promise<string> {
    const app = newApp({ environment, files: [tls.caFile] });
    const ca = await app.must('connection.chooseFile', { purpose: 'ca' });
    const settings = { ca, useSystemStore: false, skipVerify: false, serverName: 'localhost' };
    const headers = await app.headers(inside, { 'X-Gateway-Key': 'canary-gateway' });
    const target = targetAt(inside, { tls: settings, proxy, headers });
    const report = await app.must('connection.check', { target });
    return report.error?.kind ?? 'ok';
  }
  const start = async () =>
    stopping(await startConnectProxy({ hosts: { 'vault.inside.test': '127.0.0.1' } }));

  it.each([
    ['HTTPS_PROXY', { NO_PROXY: 'elsewhere.test' }],
    ['https_proxy', {}],
    ['VAULT_PROXY_ADDR', { HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: '*' }],
  ])('that %s names, which sees host and port and nothing else', async (name, others) => {
    const proxy = await start();
    expect(await checked({ ...others, [name]: proxy.address })).toBe('ok');
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT vault.inside.test:${port}`]));
    expect([...proxy.headerNames].filter((header) => header.startsWith('x-'))).toEqual([]);
  });

  it('that the connection names, whatever the environment says', async () => {
    const proxy = await start();
    expect(await checked({ HTTPS_PROXY: 'http://127.0.0.1:1' }, proxy.address)).toBe('ok');
    expect(proxy.asked.length).toBeGreaterThan(0);
  });

  it.each([
    ['.inside.test', ''],
    ['inside.test', ''],
    [`vault.inside.test:${port}`, ''],
    ['*', ''],
    ['', 'direct'],
  ])('not where NO_PROXY (%j) or the connection (%j) forbids it', async (noProxy, setting) => {
    const proxy = await start();
    expect(await checked({ HTTPS_PROXY: proxy.address, NO_PROXY: noProxy }, setting)).toBe('network');
    expect(proxy.asked).toEqual([]);
  });
});

describe('a client key that is encrypted', () => {
  it('is asked about by the check, and fails it where the person does not answer', async () => {
    const { mutualTls } = sharedServers();
    const own = temporaryFolder('encrypted');
    const certificate = mutualTls.clientCertificate ?? { cert: '', key: '' };
    const keyFile = join(own.path, 'sealed-key.pem');
    writeFileSync(keyFile, encryptedKey({ ...certificate, chain: '' }, 'sesame'));
    const app = newApp({ files: [mutualTls.caFile, mutualTls.certFile, keyFile] });
    const ca = await app.must('connection.chooseFile', { purpose: 'ca' });
    const clientCertificate = await app.must('connection.chooseFile', { purpose: 'client-certificate' });
    const clientKey = await app.must('connection.chooseFile', { purpose: 'client-key' });
    const tls = { ca, clientCertificate, clientKey, useSystemStore: false, skipVerify: false };
    const target = targetAt(mutualTls.address, { tls });
    app.answers.push('wrong', 'sesame');
    expect(await app.must('connection.check', { target })).not.toHaveProperty('error');
    expect(app.asked).toMatchObject([
      { kind: 'enter-passphrase', fileName: 'sealed-key.pem' },
      { kind: 'enter-passphrase', problem: expect.stringContaining('does not open') as string },
    ]);
    const declined = await app.must('connection.check', { target });
    expect(declined.error).toMatchObject({ kind: 'tls', reason: 'client-key-encrypted' });
    expect(declined.steps.find(({ step }) => step === 'tls')).toMatchObject({ outcome: 'failed' });
    expect(app.crossed()).not.toContain('sesame');
    own.remove();
  });
});

describe('saved connections', () => {
  it('end their sessions when they lead elsewhere, and remember files by handle', async () => {
    const app = newApp();
    const { target } = openOptions(server.address);
    const profile = await app.must('profile.save', { ...target, name: 'one', colour: 'red' });
    app.answers.push(server.rootToken);
    const view = await app.must('session.open', {
      ...openOptions(server.address),
      profileId: profile.profileId,
    });
    expect((await app.must('profile.list', {}))[0]?.lastUsed).not.toBe('');
    const draft = { ...target, profileId: profile.profileId, name: 'renamed', colour: 'blue' } as const;
    expect(await app.refused('profile.save', draft)).toMatchObject({ kind: 'cancelled' });
    expect(app.asked.at(-1)).toMatchObject({
      title: 'Change this connection?',
      notes: [{ text: 'Open sessions keep the name and environment that they were opened with.' }],
    });
    app.answers.push('');
    await app.must('profile.save', draft);
    expect(await app.must('session.list', {})).toHaveLength(1);
    app.answers.push('');
    await app.must('profile.save', { ...draft, tls: { useSystemStore: true, skipVerify: true } });
    expect(await app.must('session.list', {})).toEqual([]);
    expect(app.events.at(-1)).toEqual({ name: 'session.closed', payload: { sessionId: view.sessionId } });
    expect(await app.refused('profile.remove', { profileId: profile.profileId })).toMatchObject({
      kind: 'cancelled',
    });
    expect(await app.must('profile.list', {})).toHaveLength(1);
    app.answers.push('');
    await app.must('profile.remove', { profileId: profile.profileId });
    expect(await app.must('profile.list', {})).toEqual([]);
  });
});
