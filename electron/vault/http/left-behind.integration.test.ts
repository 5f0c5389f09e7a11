/** The memory that Node shares among small buffers, and never wipes: the client leaves no secret in it. */
import { createPrivateKey } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import {
  encryptedKey,
  issueCertificate,
  makeAuthority,
  newKvMount,
  sharedServers,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import { endAll, sendWrite, testClient } from './client.fixture.ts';
import type { End } from './client.fixture.ts';
import { readKey } from './tls.ts';

const { dev } = sharedServers();
const ends: End[] = [];
afterEach(() => endAll(ends));

/** The pool in use. */
function pool(): Buffer {
  return Buffer.from(Buffer.allocUnsafe(1).buffer);
}

/** An unused pool: the one before can contain the test's own data. */
function freshPool(): Buffer {
  const used = pool().buffer;
  while (Buffer.allocUnsafe(512).buffer === used);
  return pool().fill(0);
}

/** Returns the texts that `work` has left in the pools that it used. */
async function leftBy(work: () => Promise<unknown>, texts: readonly string[]): Promise<readonly string[]> {
  const before = freshPool();
  await work();
  return texts.filter((text) => [before, pool()].some((bytes) => bytes.includes(text)));
}

it('finds there what was put there', async () => {
  const text = uniqueName('pooled');
  expect(await leftBy(() => Promise.resolve(Buffer.from(text)), [text])).toEqual([text]);
});

it('leaves no body of a request there @left-behind', async () => {
  const value = uniqueName('written');
  const mount = await newKvMount(dev, 2);
  const client = testClient(ends, dev.address, { namespaces: false });
  const body = JSON.stringify({ data: { value } });
  const writing = () => sendWrite(client, `${mount.path}data/app`, body, { token: dev.rootToken });
  expect(await leftBy(writing, [value])).toEqual([]);
});

it('leaves no key there, and no passphrase @left-behind', async () => {
  const passphrase = uniqueName('passphrase');
  const alice = issueCertificate(makeAuthority(uniqueName('people')), {
    commonName: 'alice',
    usage: 'client',
  });
  const plain = createPrivateKey(alice.key).export({ type: 'pkcs8', format: 'pem' }).toString();
  const line = plain.split('\n')[8] ?? '';
  const encrypted = encryptedKey(alice, passphrase);
  expect(await leftBy(() => readKey(encrypted, passphrase, 'alice.pem'), [passphrase, line])).toEqual([]);
});
