/** Connections without a login, against real servers: met once, closed properly, in any state of the server. */
import { afterAll, afterEach, expect, it } from 'vitest';
import {
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  startSealedVault,
  until,
} from '../../../e2e/servers/index.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { TrustedAnswer } from '../../../shared/ipc/trusted-contract.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { ask } from '../../vault/api/caller.ts';
import { unsavedLook } from '../connection/prompt-look.ts';
import { createFileStore } from '../connection/files.ts';
import { createKnownCredentials } from '../credentials/known-credentials.ts';
import { createContact } from '../gates/contact.ts';
import { certificateShown } from '../gates/open-client.ts';
import { createServersSeen } from '../gates/servers-seen.ts';
import { createShownCertificates } from '../gates/shown-certificates.ts';
import { createUnauthenticatedConnections } from './unauthenticated.ts';
import type { At, UnauthenticatedConnections, UnauthenticatedParts } from './unauthenticated.ts';

const server = sharedServers().dev;
const stops: (() => Promise<void>)[] = [];
const made: UnauthenticatedConnections[] = [];

afterEach(() => made.splice(0).forEach((connections) => connections.endAll()));
afterAll(() => Promise.all(stops.map((stop) => stop())));

function stopping<T extends { readonly stop: () => Promise<void> }>(started: T): T {
  stops.push(started.stop);
  return started;
}

function makeConnections(idleMs?: number): UnauthenticatedConnections {
  const seen = createServersSeen({ value: () => [], save: () => undefined });
  const ask = (): Promise<TrustedAnswer> => Promise.resolve({ kind: 'cancel' });
  const parts: UnauthenticatedParts = {
    contact: createContact({
      ask,
      isSaved: () => true,
      seen,
      shown: createShownCertificates(),
      certificateShown,
    }),
    lookOf: () => unsavedLook,
    files: createFileStore(),
    environment: {},
    ask,
    guard: (client) => client,
    resolveHeaders: () => Promise.resolve([]),
    headersAtHand: () => true,
    known: createKnownCredentials(),
    testElectron: false,
    testElectronAllowed: false,
  };
  const none = (): never => {
    throw new Error('no session is meant');
  };
  const connections = createUnauthenticatedConnections(parts, () => ({ find: none, get: none }), idleMs);
  made.push(connections);
  return connections;
}

function at(address: string, name = 'Payments', change: Partial<ConnectionTarget> = {}): Where {
  const tls = { useSystemStore: true, skipVerify: false };
  return { target: { address, namespace: '', tls, timeoutMs: 30_000, proxy: 'direct', ...change }, name };
}

const sealStatus = ({ caller }: At): Promise<unknown> =>
  ask(caller, { method: 'GET', path: 'sys/seal-status', safe: true }).then((answer) => answer.json());

async function errorOf(promise: Promise<unknown>): Promise<AppError> {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof AppFailure) return failure.error;
  throw new Error(`expected an AppFailure: ${String(failure)}`);
}

it('meets a server once for many looks, also for those that begin together, and sends no token', async () => {
  const proxy = stopping(await startRecordingProxy(server));
  const connections = makeConnections();
  const where = at(proxy.address);
  await Promise.all([connections.at(where, sealStatus), connections.at(where, sealStatus)]);
  await connections.at(where, sealStatus);
  const paths = proxy.requests.map(({ url }) => url.replace(/\?.*/, ''));
  expect(paths.filter((path) => path === '/v1/sys/health')).toHaveLength(1);
  expect(paths.filter((path) => path === '/v1/sys/seal-status')).toHaveLength(3);
  expect(proxy.requests.every(({ headers }) => headers['x-vault-token'] === undefined)).toBe(true);
  // Another target is another connection, even with the same address.
  await connections.at(at(proxy.address, 'x', { timeoutMs: 5_000 }), sealStatus);
  expect(proxy.requests.filter(({ url }) => url.startsWith('/v1/sys/health'))).toHaveLength(2);
});

it('keeps the connection while somebody is at it, however long a person takes to type', async () => {
  const connections = makeConnections(0);
  const where = at(server.address);
  await connections.at(where, async (there) => {
    // Its idle time is over before the first response has come.
    await sealStatus(there);
    expect(await sealStatus(there)).toMatchObject({ sealed: false });
  });
  // Closed after the last call; the next one meets the server anew.
  expect(await connections.at(where, sealStatus)).toMatchObject({ sealed: false });
});

it('says where something is about to go', async () => {
  const destination = await makeConnections().at(at(server.address, ''), (place) =>
    Promise.resolve(place.destination()),
  );
  expect(destination).toMatchObject({
    address: server.address,
    name: 'unsaved connection',
    trust: { name: 'Connection security', value: 'none (http)' },
  });
});

it('lets a sealed server through: unsealing needs no token', async () => {
  const sealed = stopping(await startSealedVault());
  expect(await makeConnections().at(at(sealed.address), sealStatus)).toMatchObject({ sealed: true });
});

it('does not remember a server that could not be reached', async () => {
  const proxy = stopping(await startFaultProxy(server));
  proxy.add({ fault: { kind: 'cut' } });
  const connections = makeConnections();
  expect((await errorOf(connections.at(at(proxy.address), sealStatus))).kind).toBe('network');
  proxy.heal();
  expect(await connections.at(at(proxy.address), sealStatus)).toMatchObject({ sealed: false });
});

it('lets what is under way end when all are left, and meets the server anew', async () => {
  const proxy = stopping(await startFaultProxy(server));
  const connections = makeConnections();
  const where = at(proxy.address);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  proxy.add({ url: /seal-status/, times: 1, fault: { kind: 'held-answer', until: promise } });
  const looking = connections.at(where, sealStatus);
  await until(() => Promise.resolve(proxy.arrived.some((line) => line.includes('seal-status'))));
  connections.endAll();
  resolve(undefined);
  expect(await looking).toMatchObject({ sealed: false });
  await connections.at(where, sealStatus);
  expect(proxy.arrived.filter((line) => line.includes('sys/health'))).toHaveLength(2);
});

it('takes the credentials of a call out of what is said about its failure', async () => {
  const secret = 'CANARY-s.7Qe0uXH2dWk';
  const error = await errorOf(
    makeConnections().at(
      at(server.address),
      () =>
        Promise.reject(new AppFailure({ kind: 'invalid-request', message: `no ${secret}`, hint: secret })),
      { credentials: [secret] },
    ),
  );
  expect(error.kind).toBe('invalid-request');
  expect(JSON.stringify(error)).not.toContain(secret);
});
