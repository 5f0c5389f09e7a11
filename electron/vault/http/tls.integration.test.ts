/**
 * TLS against the real server: Go's alerts reach OpenSSL and BoringSSL in different words, and must mean the same
 * here.
 */
import { afterEach, describe, expect, it } from 'vitest';
import {
  issueCertificate,
  makeAuthority,
  sharedServers,
  startVaultWithCertificate,
} from '../../../e2e/servers/index.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import { endAll, errorOf, sendRead, sendWrite, testClient } from './client.fixture.ts';
import type { End } from './client.fixture.ts';
import { readTlsMaterial } from './tls.ts';
import type { TlsFiles } from './tls.ts';
import type { TlsMaterial, VaultClient } from './types.ts';

const { dev, tls, mutualTls } = sharedServers();
const ends: End[] = [];
afterEach(() => endAll(ends));

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new AppFailure(result.error);
  return result.value;
}

function clientOf(origin: string, material: TlsMaterial): VaultClient {
  return testClient(ends, origin, { tls: material });
}

const files = async (over: Partial<TlsFiles>): Promise<TlsMaterial> =>
  valueOf(await readTlsMaterial({ useSystemStore: false, skipVerify: false, ...over }));

describe('a server with its own authority', () => {
  it('is trusted with its CA file, and shows its certificate', async () => {
    const client = clientOf(tls.address, await files({ caPath: tls.caFile }));
    expect((await sendRead(client, 'auth/token/lookup-self', { token: tls.rootToken })).status).toBe(200);
    expect(client.peerChain()[0]).toMatchObject({
      subject: 'CN=localhost',
      issuer: 'CN=Strongroom test root',
    });
  });

  it('is trusted with its CA file beside the system’s store', async () => {
    const client = clientOf(tls.address, await files({ caPath: tls.caFile, useSystemStore: true }));
    expect((await sendRead(client, 'sys/seal-status')).status).toBe(200);
  });

  it.each([true, false])('is not trusted without it (system store: %s)', async (useSystemStore) => {
    const client = clientOf(tls.address, await files({ useSystemStore }));
    const error = await errorOf(sendWrite(client, 'secret/data/x', '{}', { token: tls.rootToken }));
    expect(error).toMatchObject({
      kind: 'tls',
      reason: 'unknown-ca',
      chain: [{ issuer: 'CN=Strongroom test root' }],
    });
  });

  it('says http where https is meant, and the other way round', async () => {
    const plain = clientOf(tls.address.replace('https:', 'http:'), await files({}));
    expect(await errorOf(sendRead(plain, 'sys/health'))).toMatchObject({
      kind: 'tls',
      reason: 'https-required',
    });
    const secure = clientOf(dev.address.replace('http:', 'https:'), await files({}));
    expect(await errorOf(sendRead(secure, 'sys/health'))).toMatchObject({
      kind: 'tls',
      reason: 'plain-http',
    });
  });

  it('an expired certificate', async () => {
    const root = makeAuthority();
    const server = await startVaultWithCertificate(
      issueCertificate(root, { validFromDays: -20, validToDays: -1 }),
    );
    ends.push(server.stop);
    const client = clientOf(server.address, { ca: [root.cert], useSystemStore: false, skipVerify: false });
    expect(await errorOf(sendRead(client, 'sys/health'))).toMatchObject({ kind: 'tls', reason: 'expired' });
  });
});

describe('a server that wants a client certificate', () => {
  it('lets in who has one', async () => {
    const material = await files({
      caPath: mutualTls.caFile,
      certificatePath: mutualTls.certFile,
      keyPath: mutualTls.keyFile,
    });
    const client = clientOf(mutualTls.address, material);
    expect((await sendRead(client, 'auth/token/lookup-self', { token: mutualTls.rootToken })).status).toBe(
      200,
    );
  });

  it('says that one is needed, even for a write', async () => {
    const client = clientOf(mutualTls.address, await files({ caPath: mutualTls.caFile }));
    for (const call of [
      () => sendRead(client, 'sys/health'),
      () => sendWrite(client, 'secret/data/x', '{}', { token: 'x' }),
    ])
      expect(await errorOf(call())).toMatchObject({ kind: 'tls', reason: 'client-certificate-required' });
  });

  it('says that another is needed', async () => {
    const mallory = issueCertificate(makeAuthority('Strangers'), { commonName: 'mallory', usage: 'client' });
    const client = clientOf(mutualTls.address, {
      ...(await files({ caPath: mutualTls.caFile })),
      certificate: Buffer.from(mallory.chain),
      key: Buffer.from(mallory.key),
    });
    expect(await errorOf(sendWrite(client, 'secret/data/x', '{}', { token: 'x' }))).toMatchObject({
      kind: 'tls',
      reason: 'client-certificate-refused',
    });
  });
});
