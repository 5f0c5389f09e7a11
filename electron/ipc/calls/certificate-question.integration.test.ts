/**
 * Servers whose certificate is not verified: it is shown before any secret leaves. Between the app and the real
 * server an eavesdropper ends TLS with a certificate of their own and reads all bytes.
 */
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  issueCertificate,
  makeAuthority,
  sharedServers,
  startRecordingProxy,
} from '../../../e2e/servers/index.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { openOptions, targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { dev, tls } = sharedServers();
const { newApp, stopping } = useTestApps();

const blind: Partial<ConnectionTarget> = { tls: { useSystemStore: true, skipVerify: true } };
const TOKEN = 'hvs.typed-canary';

/** Ends TLS, and relays the bytes to the real server. */
async function startEavesdropper() {
  const proxy = stopping(await startRecordingProxy(dev));
  const { cert, key } = issueCertificate(makeAuthority('Eve'), { commonName: 'vault', ips: ['127.0.0.1'] });
  const server = createServer({ cert, key }, (incoming) => {
    const outgoing = connect(Number(new URL(proxy.address).port), '127.0.0.1');
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stopping({ stop: () => new Promise<void>((resolve) => void server.close(() => resolve())) });
  const { port } = server.address() as AddressInfo;
  return {
    address: `https://127.0.0.1:${String(port)}`,
    sha256: new X509Certificate(cert).fingerprint256,
    requests: proxy.requests,
  };
}

const question = (sha256: string) => ({
  kind: 'confirm-trust',
  title: 'Trust this certificate?',
  certificate: { sha256 },
});

it.each<
  [string, readonly (string | Record<string, string>)[], (app: TestApp, address: string) => Promise<unknown>]
>([
  ['a typed token', [TOKEN], (app, address) => app.call('session.open', openOptions(address, blind))],
  [
    'a password',
    [{ password: TOKEN }],
    (app, address) =>
      app.call('session.open', {
        ...openOptions(address, blind),
        login: { type: 'userpass', mount: 'userpass/', fields: { username: 'ops' } },
      }),
  ],
  [
    'a wrapping token',
    [{ token: TOKEN }],
    (app, address) =>
      app.call('wrapping.take', { where: { target: targetAt(address, blind), name: '' }, from: 'typed' }),
  ],
  [
    'the value of a header',
    [''],
    async (app, address) => {
      const headers = await app.headers(address, { 'X-Gateway-Key': TOKEN });
      app.answers.push('');
      return app.call('connection.check', { target: targetAt(address, { ...blind, headers }) });
    },
  ],
])('%s does not leave before its server’s certificate was shown', async (what, answers, act) => {
  const eve = await startEavesdropper();
  const app = newApp({ contact: 'ask' });
  if (what !== 'the value of a header') app.answers.push(...answers);
  expect(await act(app, eve.address)).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  expect(app.asked).toHaveLength(2);
  expect(app.asked[1]).toMatchObject(question(eve.sha256));
  expect(eve.requests).toEqual([]);
  // A declined server is not confirmed: the question begins anew.
  app.asked.splice(0);
  await app.call('connection.check', { target: targetAt(eve.address, blind) });
  expect(app.asked).toMatchObject([{ title: 'Contact this server?' }]);
  expect(eve.requests).toEqual([]);
});

it('who knows the certificate logs in, and is asked no more @certificate-shown', async () => {
  const app = newApp({ contact: 'ask' });
  app.answers.push(tls.rootToken, '');
  const { sessionId } = await app.must('session.open', openOptions(tls.address, blind));
  expect(app.asked).toMatchObject([{ kind: 'enter-token' }, { title: 'Trust this certificate?' }]);
  const { certificate } = app.asked[1] as { certificate?: { sha256: string } };
  await app.must('session.close', { sessionId });
  app.answers.push(tls.rootToken);
  await app.must('session.open', openOptions(tls.address, blind));
  expect(app.asked).toHaveLength(3);
  expect(app.asked[2]).toMatchObject({ destination: { certificate } });
});

it('a server that is verified, or in the clear, needs no such question', async () => {
  const app = newApp({ contact: 'ask', files: [tls.caFile] });
  const ca = await app.must('connection.chooseFile', { purpose: 'ca' });
  app.answers.push(tls.rootToken, dev.rootToken);
  await app.must(
    'session.open',
    openOptions(tls.address, { tls: { ca, useSystemStore: false, skipVerify: false } }),
  );
  await app.must('session.open', openOptions(dev.address, blind));
  expect(app.asked.map(({ kind }) => kind)).toEqual(['enter-token', 'enter-token']);
});
