/** Tests a changed certificate on a real server that gets a new one while it runs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedServers, startTlsMatrix } from '../../../e2e/servers/index.ts';
import type { TlsMatrix } from '../../../e2e/servers/index.ts';
import type { SeenServer } from '../../../shared/vault/connection.ts';
import { readHealth } from '../../vault/api/health.ts';
import { endAll, testClient } from '../../vault/http/client.fixture.ts';
import type { End } from '../../vault/http/client.fixture.ts';
import { readTlsMaterial } from '../../vault/http/tls.ts';
import { differencesFrom, seenNow } from './seen.ts';

let matrix: TlsMatrix;
const ends: End[] = [];
beforeAll(async () => {
  matrix = await startTlsMatrix();
});
afterAll(async () => {
  await endAll(ends);
  await matrix.stop();
});

async function look(address: string, caPath: string): Promise<SeenServer> {
  const material = await readTlsMaterial({ useSystemStore: false, skipVerify: false, caPath });
  if (!material.ok) throw new Error(material.error.message);
  const client = testClient(ends, address, { tls: material.value });
  const { health } = await readHealth(client);
  return seenNow(client, health);
}

it('tells a renewal, another issuer and another cluster apart, and says nothing where nothing changed', async () => {
  const { good } = matrix.addresses;
  const first = await look(good, matrix.files.ca);
  expect(first).toMatchObject({
    verified: true,
    clusterId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  });
  expect(differencesFrom(first, await look(good, matrix.files.ca))).toEqual([]);

  await matrix.replaceGood('same-authority');
  const [renewal, ...more] = differencesFrom(first, await look(good, matrix.files.ca));
  expect(renewal).toMatchObject({
    tone: 'info',
    text: expect.stringMatching(/renewed by the same issuer/) as string,
  });
  expect(more).toEqual([]);

  const { caFile } = await matrix.replaceGood('another-authority');
  const [other] = differencesFrom(first, await look(good, caFile));
  expect(other).toMatchObject({
    tone: 'risk',
    text: expect.stringMatching(
      /^The certificate changed .* issued by CN=Another root.*before by CN=Strongroom matrix root/,
    ) as string,
  });

  const { tls } = sharedServers();
  const elsewhere = differencesFrom(first, await look(tls.address, tls.caFile));
  expect(elsewhere[0]).toMatchObject({
    tone: 'risk',
    text: expect.stringMatching(/^Another cluster/) as string,
  });
});
