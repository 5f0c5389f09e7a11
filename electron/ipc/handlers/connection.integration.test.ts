import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedServers, startRecordingProxy } from '../../../e2e/servers/index.ts';
import type { Reachable } from '../../../e2e/servers/index.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { makeTestDesks, targetAt, wish } from './desk.fixture.ts';
import type { TestDesk } from './desk.fixture.ts';

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
    await desk.must('profile.save', { ...draft, tls: { useSystemStore: true, skipVerify: true } });
    expect(await desk.must('session.list', {})).toEqual([]);
    expect(desk.events.at(-1)).toEqual({ name: 'session.closed', payload: { sessionId: view.sessionId } });
    await desk.must('profile.remove', { profileId: profile.profileId });
    expect(await desk.must('profile.list', {})).toEqual([]);
  });
});
