/** Counts a session's background requests on the wire. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  must,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  until,
} from '../../../e2e/servers/index.ts';
import type { RecordingProxy } from '../../../e2e/servers/index.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { readHealth } from '../../vault/api/health.ts';
import { createVaultClient } from '../../vault/http/client.ts';
import { tryToken } from '../login/token-login.ts';
import { createKnownCredentials } from '../credentials/known-credentials.ts';
import { unsavedLook } from '../connection/prompt-look.ts';
import { createConsequenceGate } from '../gates/consequence.ts';
import { createSecretStore } from '../credentials/secrets.ts';
import { Session } from './session.ts';

let proxy: RecordingProxy;
let session: Session | undefined;
const views: SessionView[] = [];

beforeEach(async () => {
  proxy = await startRecordingProxy(sharedServers().dev);
  views.length = 0;
});
afterEach(async () => {
  await session?.close();
  await proxy.stop();
});

async function open(token: string, address = proxy.address): Promise<Session> {
  const client = createVaultClient({
    address,
    namespace: '',
    tls: { ca: [], useSystemStore: true, skipVerify: false },
    timeoutMs: 10_000,
    confirmedOrigins: [],
  });
  const known = createKnownCredentials();
  const hold = (id: string) => createSecretStore(known).hold('s', 'token-id', id);
  const parts = {
    sessionId: 's',
    name: 'test',
    colour: 'teal',
    look: unsavedLook,
    hold,
    known,
    lookIntervalMs: 1,
    gate: createConsequenceGate({ ask: () => Promise.resolve({ kind: 'cancel' }), nowMs: Date.now }),
    changed: (view: SessionView) => views.push(view),
  } as const;
  const answer = await readHealth(client);
  session = new Session(parts, { client, answer, token, facts: await tryToken(client, token, hold) });
  return session;
}

const seen = (part: string): number => proxy.requests.filter(({ url }) => url.includes(part)).length;

it('looks at health and token while it is open, and stops when it is closed', async () => {
  const { token } = await newToken(sharedServers().dev);
  const opened = await open(token);
  await until(() => Promise.resolve(seen('sys/health') > 2 && seen('lookup-self') > 2));
  await opened.close();
  const after = proxy.requests.length;
  const other = await open(token);
  await until(() => Promise.resolve(seen('lookup-self') > after));
  await must(sharedServers().dev, 'POST', 'auth/token/revoke', { token });
  await until(() => Promise.resolve(other.view().trouble?.kind === 'unauthenticated'));
  expect(views.at(-1)?.trouble?.kind).toBe('unauthenticated');
});

it('asks nothing in the background for a token with limited uses', async () => {
  const { token } = await newToken(sharedServers().dev, { num_uses: 5 });
  const opened = await open(token);
  expect(opened.limitedUse).toBe(true);
  // Our own round trips, each many intervals long: requests of a running timer would have arrived among them.
  for (let n = 0; n < 20; n++) await readHealth(opened.client);
  expect(seen('sys/health')).toBe(21);
  expect(seen('lookup-self')).toBe(1);
  expect(proxy.requests).toHaveLength(22);
});

it('tells a health that it could not read from a token that was refused', async () => {
  const { dev } = sharedServers();
  const faulty = await startFaultProxy(dev);
  try {
    const opened = await open((await newToken(dev)).token, faulty.address);
    const refused = { kind: 'answer', status: 403, body: { errors: ['denied'] } } as const;
    for (const [url, unread] of [
      [/sys\/health/, true],
      // A refused look-up is followed by a question for the mounts, open to every token.
      [/lookup-self|ui\/mounts/, undefined],
    ] as const) {
      faulty.add({ url, fault: refused });
      const { trouble, healthUnread } = await opened.refresh();
      expect([trouble?.status, healthUnread]).toEqual([403, unread]);
      faulty.heal();
      expect(await opened.refresh()).not.toHaveProperty('healthUnread');
    }
  } finally {
    await session?.close();
    await faulty.stop();
  }
});

it('forgets the token when it is closed', async () => {
  const { token } = await newToken(sharedServers().dev);
  const opened = await open(token);
  await opened.close();
  const before = proxy.requests.length;
  await expect(opened.mounts.list()).rejects.toThrow();
  expect(proxy.requests.slice(before).some(({ headers }) => headers['x-vault-token'] === token)).toBe(false);
});
