import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  encryptedKey,
  sharedServers,
  startConnectProxy,
  startRecordingProxy,
  temporaryFolder,
} from '../../../e2e/servers/index.ts';
import type { Reachable } from '../../../e2e/servers/index.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { makeTestDesks, targetAt, wish } from './services.fixture.ts';
import type { TestDesk } from './services.fixture.ts';

let server: Reachable;
const { newDesk, endDesks, stopping, stopServers } = makeTestDesks();

beforeAll(() => {
  server = sharedServers().dev;
});
afterEach(endDesks);
afterAll(stopServers);

describe('checking a connection', () => {
  const outcomes = async (desk: TestDesk, target: ConnectionTarget) => {
    const report = await desk.must('connection.check', { target });
    return { report, steps: Object.fromEntries(report.steps.map(({ step, outcome }) => [step, outcome])) };
  };

  it('walks all steps of a plain server', async () => {
    const { report, steps } = await outcomes(newDesk(), targetAt(server.address));
    expect(report.steps.map(({ step }) => step)).toEqual([
      'address',
      'name',
      'connection',
      'tls',
      'answer',
      'state',
    ]);
    expect(Object.values(steps)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
    expect(report.health).toMatchObject({ kind: 'vault', version: '1.21.2' });
  });

  it('shows the chain of a TLS server, trusted or not', async () => {
    const { tls } = sharedServers();
    const desk = newDesk({ files: [tls.caFile] });
    const untrusted = await outcomes(desk, targetAt(tls.address));
    expect(untrusted.steps).toMatchObject({
      connection: 'ok',
      tls: 'failed',
      answer: 'skipped',
      state: 'skipped',
    });
    expect(untrusted.report.error).toMatchObject({ kind: 'tls' });
    expect(untrusted.report.chain?.[0]?.names.join()).toContain('127.0.0.1');
    const ca = await desk.must('connection.chooseFile', { purpose: 'ca' });
    const trusted = await outcomes(
      desk,
      targetAt(tls.address, { tls: { ca, useSystemStore: false, skipVerify: false } }),
    );
    expect(trusted.steps).toMatchObject({ tls: 'ok', state: 'ok' });
    const blind = await outcomes(
      desk,
      targetAt(tls.address, { tls: { useSystemStore: true, skipVerify: true } }),
    );
    expect(blind.steps).toMatchObject({ tls: 'warning', state: 'ok' });
  });

  it('stops at the step that fails', async () => {
    const desk = newDesk();
    expect((await outcomes(desk, targetAt('nonsense'))).steps).toMatchObject({
      address: 'failed',
      name: 'skipped',
    });
    expect((await outcomes(desk, targetAt('http://no-such-host.invalid:8200'))).steps).toMatchObject({
      ...{ address: 'ok', name: 'failed', connection: 'skipped' },
    });
    expect((await outcomes(desk, targetAt('http://127.0.0.1:1'))).steps).toMatchObject({
      ...{ name: 'ok', connection: 'failed', tls: 'skipped' },
    });
    const plain = await outcomes(desk, targetAt(server.address.replace('http:', 'https:')));
    expect(plain.steps).toMatchObject({ connection: 'ok', tls: 'failed' });
    expect(plain.report.error?.kind).toBe('tls');
    const { tls } = sharedServers();
    const wrong = await outcomes(desk, targetAt(tls.address.replace('https:', 'http:')));
    expect(Object.values(wrong.steps)).toContain('failed');
  });

  it('sends no token', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const desk = newDesk({ environment: { VAULT_TOKEN: server.rootToken } });
    await outcomes(desk, targetAt(proxy.address));
    expect(proxy.requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(proxy.requests)).not.toContain(server.rootToken);
  });
});

describe('through a proxy', () => {
  const { tls } = sharedServers();
  const port = new URL(tls.address).port;
  const inside = `https://vault.inside.test:${port}`;

  /** Checks a TLS server by a name that only the proxy knows; answers the error's kind, or `ok`. */
  async function checked(environment: Record<string, string>, proxy = ''): Promise<string> {
    const desk = newDesk({ environment, files: [tls.caFile] });
    const ca = await desk.must('connection.chooseFile', { purpose: 'ca' });
    const settings = { ca, useSystemStore: false, skipVerify: false, serverName: 'localhost' };
    const headers = await desk.headers(inside, { 'X-Gateway-Key': 'canary-gateway' });
    const target = targetAt(inside, { tls: settings, proxy, headers });
    const report = await desk.must('connection.check', { target });
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
    const desk = newDesk({ files: [mutualTls.caFile, mutualTls.certFile, keyFile] });
    const ca = await desk.must('connection.chooseFile', { purpose: 'ca' });
    const clientCertificate = await desk.must('connection.chooseFile', { purpose: 'client-certificate' });
    const clientKey = await desk.must('connection.chooseFile', { purpose: 'client-key' });
    const tls = { ca, clientCertificate, clientKey, useSystemStore: false, skipVerify: false };
    const target = targetAt(mutualTls.address, { tls });
    desk.answers.push('wrong', 'sesame');
    expect(await desk.must('connection.check', { target })).not.toHaveProperty('error');
    expect(desk.asked).toMatchObject([
      { kind: 'enter-passphrase', fileName: 'sealed-key.pem' },
      { kind: 'enter-passphrase', problem: expect.stringContaining('does not open') as string },
    ]);
    const declined = await desk.must('connection.check', { target });
    expect(declined.error).toMatchObject({ kind: 'tls', reason: 'client-key-encrypted' });
    expect(declined.steps.find(({ step }) => step === 'tls')).toMatchObject({ outcome: 'failed' });
    expect(desk.crossed()).not.toContain('sesame');
    own.remove();
  });
});

describe('saved connections', () => {
  it('end their sessions when they lead elsewhere, and remember files by handle', async () => {
    const desk = newDesk();
    const { target } = wish(server.address);
    const profile = await desk.must('profile.save', { ...target, name: 'one', colour: 'red' });
    desk.answers.push(server.rootToken);
    const view = await desk.must('session.open', { ...wish(server.address), profileId: profile.profileId });
    expect((await desk.must('profile.list', {}))[0]?.lastUsed).not.toBe('');
    const draft = { ...target, profileId: profile.profileId, name: 'renamed', colour: 'blue' } as const;
    await desk.must('profile.save', draft);
    expect(await desk.must('session.list', {})).toHaveLength(1);
    desk.answers.push('');
    await desk.must('profile.save', { ...draft, tls: { useSystemStore: true, skipVerify: true } });
    expect(await desk.must('session.list', {})).toEqual([]);
    expect(desk.events.at(-1)).toEqual({ name: 'session.closed', payload: { sessionId: view.sessionId } });
    expect(await desk.refused('profile.remove', { profileId: profile.profileId })).toMatchObject({
      kind: 'cancelled',
    });
    expect(await desk.must('profile.list', {})).toHaveLength(1);
    desk.answers.push('');
    await desk.must('profile.remove', { profileId: profile.profileId });
    expect(await desk.must('profile.list', {})).toEqual([]);
  });
});
