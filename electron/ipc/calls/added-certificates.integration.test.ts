/**
 * Verification is off, and an attacker with a certificate of their own stands in front of a further node: relaying
 * every answer, they pass the check of the cluster. Secrets go there only after the user has seen the certificate,
 * and only over a connection that shows that very one.
 */
import { X509Certificate } from 'node:crypto';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import {
  issueCertificate,
  makeAuthority,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  startSealedVault,
  until,
} from '../../../e2e/servers/index.ts';
import type { Reachable } from '../../../e2e/servers/index.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { openOptions, targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { dev } = sharedServers();
const { newApp, session, stopping } = useTestApps();

const blind: Partial<ConnectionTarget> = { tls: { useSystemStore: true, skipVerify: true } };

const ownCertificate = (name: string) =>
  issueCertificate(makeAuthority(name), { commonName: 'vault', ips: ['127.0.0.1'] });

/**
 * Ends TLS with a certificate of its own, records all bytes and relays them; `exchange` takes another certificate.
 */
async function startEve(behind: Reachable) {
  const proxy = stopping(await startRecordingProxy(behind));
  const certificate = ownCertificate('Eve');
  const sockets = new Set<Socket>();
  const server = createServer(certificate, (incoming) => {
    const outgoing = connect(Number(new URL(proxy.address).port), '127.0.0.1');
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  stopping({
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `https://127.0.0.1:${String(port)}`,
    sha256: new X509Certificate(certificate.cert).fingerprint256,
    requests: proxy.requests,
    exchange: () => {
      server.setSecureContext(ownCertificate('Mallory'));
      cut();
    },
  };
}

type Eve = Awaited<ReturnType<typeof startEve>>;

const certificatesAsked = (app: TestApp): unknown[] =>
  app.asked.flatMap((request) =>
    request.kind === 'confirm-trust' && request.certificate !== undefined ? [request.certificate.sha256] : [],
  );

const tokensOf = ({ requests }: Pick<Eve, 'requests'>): unknown[] =>
  requests.flatMap(({ headers }) => headers['x-vault-token'] ?? []);

/** The answer once the cut connection is known to be gone. */
async function overNewConnection<T>(read: () => Promise<Result<T>>): Promise<Result<T>> {
  let answer = await read();
  await until(async () => {
    if (answer.ok || answer.error.kind !== 'network') return true;
    answer = await read();
    return false;
  });
  return answer;
}

/** A session at a server whose certificate is not verified, whose reads of the token are redirected to Eve. */
async function redirected() {
  const home = stopping(await startFaultProxy(dev, { certificate: ownCertificate('Home') }));
  const eve = await startEve(dev);
  const { app, sessionId } = await session(home, dev.rootToken, blind);
  const location = `${eve.address}/v1/sys/mounts`;
  home.add({ fault: { kind: 'redirect', location, status: 307 }, url: /\/v1\/sys\/mounts/ });
  const request = { method: 'GET', path: 'sys/mounts' } as const;
  app.asked.splice(0);
  return { app, sessionId, eve, read: () => app.call('console.send', { sessionId, request }) };
}

it('a share goes to no further node whose certificate nobody has seen @attack-6a', async () => {
  const vault = stopping(await startSealedVault());
  const [home, eve] = [await startEve(vault), await startEve(vault)];
  const app = newApp({ contact: 'ask' });
  const where = { target: targetAt(home.address, blind), name: '' };
  const more = [eve.address];
  for (const address of [home.address, eve.address]) {
    app.answers.push('');
    await app.must('ceremony.confirmNode', { where, address });
  }
  app.asked.splice(0);
  app.answers.push({ share: vault.shares[0] ?? '' });
  await app.must('ceremony.unseal', { where, more });
  expect(certificatesAsked(app)).toContain(eve.sha256);
  // Declined: the share has gone to the first node alone.
  expect(home.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  expect(eve.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  app.asked.splice(0);
  app.answers.push({ share: vault.shares[1] ?? '' }, '');
  await app.must('ceremony.unseal', { where, more });
  expect(certificatesAsked(app)).toContain(eve.sha256);
  expect(eve.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
});

it('a token follows no redirect to a node whose certificate nobody has seen @attack-6b', async () => {
  const { app, sessionId, eve, read } = await redirected();
  app.answers.push('');
  expect(await app.refused('profile.confirmOrigins', { sessionId, origins: [eve.address] })).toMatchObject({
    kind: 'cancelled',
  });
  expect(certificatesAsked(app)).toEqual([eve.sha256]);
  expect(await read()).toMatchObject({ ok: false, error: { kind: 'redirect-refused' } });
  expect(tokensOf(eve)).toEqual([]);
  app.answers.push('', '');
  await app.must('profile.confirmOrigins', { sessionId, origins: [eve.address] });
  expect(await read()).toMatchObject({ ok: true });
  expect(tokensOf(eve)).toEqual([dev.rootToken]);
});

it('a token goes to the certificate that was shown, and to no other at the same address @attack-6b', async () => {
  const { app, sessionId, eve, read } = await redirected();
  app.answers.push('', '');
  await app.must('profile.confirmOrigins', { sessionId, origins: [eve.address] });
  expect(await read()).toMatchObject({ ok: true });
  expect(tokensOf(eve)).toHaveLength(1);
  eve.exchange();
  expect(await overNewConnection(read)).toMatchObject({ ok: false, error: { kind: 'redirect-refused' } });
  expect(tokensOf(eve)).toHaveLength(1);
});

it('nodes of a saved connection are shown before its token goes anywhere @attack-6b', async () => {
  const [home, eve] = [await startEve(dev), await startEve(dev)];
  const app = newApp();
  app.answers.push(dev.rootToken);
  await app.call('session.open', openOptions(home.address, { ...blind, confirmedOrigins: [eve.address] }));
  expect(certificatesAsked(app)).toEqual([eve.sha256]);
  expect([tokensOf(home), tokensOf(eve)]).toEqual([[], []]);
});

it('the connection’s own server gets nothing by another certificate, until a login has shown it @attack-6b', async () => {
  const home = await startEve(dev);
  const { app, sessionId } = await session(home, dev.rootToken, blind);
  const request = { method: 'GET', path: 'sys/mounts' } as const;
  await app.must('console.send', { sessionId, request });
  const before = tokensOf(home).length;
  home.exchange();
  const read = () => app.call('console.send', { sessionId, request });
  expect(await overNewConnection(read)).toMatchObject({ ok: false, error: { kind: 'tls' } });
  expect(tokensOf(home)).toHaveLength(before);
  app.asked.splice(0);
  app.answers.push(dev.rootToken);
  await app.must('session.reauthenticate', { sessionId });
  const [prompt] = app.asked as { destination?: { certificate?: { sha256: string } } }[];
  expect(prompt?.destination?.certificate?.sha256).toMatch(/^[\dA-F:]{95}$/);
  expect(prompt?.destination?.certificate?.sha256).not.toBe(home.sha256);
  await app.must('console.send', { sessionId, request });
});
