/** Tokens in the keychain, and the warning before a token is sent to another server than last time. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  must,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  until,
} from '../../../e2e/servers/index.ts';
import type { RecordingProxy } from '../../../e2e/servers/index.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { makeTestApps, targetAt } from './services.fixture.ts';
import { turningKeychain as keychain } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { newApp, endApps, stopping, stopServers } = makeTestApps();
const server = sharedServers().dev;
let dataFolder = '';
let proxy: RecordingProxy;

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'strongroom-keychain-'));
  proxy = stopping(await startRecordingProxy(server));
});
afterEach(async () => {
  await endApps();
  rmSync(dataFolder, { recursive: true, force: true });
});
afterAll(stopServers);

const appHere = (): TestApp => newApp({ dataFolder, keychain });
const file = (name: string): string => join(dataFolder, name);
const sentTokens = (): unknown[] =>
  proxy.requests.map(({ headers }) => headers['x-vault-token']).filter((token) => token !== undefined);

async function saveProfile(app: TestApp, address = proxy.address): Promise<Profile> {
  return app.must('profile.save', { ...targetAt(address), name: 'Payments', colour: 'red' });
}

async function open(app: TestApp, profile: Profile, token: string): Promise<string> {
  const { profileId, name, colour } = profile;
  app.answers.push(token);
  const target = targetAt(profile.address);
  return (await app.must('session.open', { target, name, colour, profileId })).sessionId;
}

/** An app with a saved connection whose token is in the keychain. */
async function withKeychainToken() {
  const app = appHere();
  const { token } = await newToken(server, { display_name: 'kept' });
  const profile = await saveProfile(app);
  const sessionId = await open(app, profile, token);
  app.answers.push('');
  const view = await app.must('keychain.keep', { sessionId, keep: true });
  expect(view).toMatchObject({ inKeychain: true, profileId: profile.profileId });
  app.asked.length = 0;
  return { app, token, profile, sessionId };
}

/** Changes the last seen server in the profile file. */
function changeSeen(change: Readonly<Record<string, string>>): void {
  const content = JSON.parse(readFileSync(file('profiles.json'), 'utf8')) as {
    data: { profiles: { seen: object }[] };
  };
  for (const profile of content.data.profiles) profile.seen = { ...profile.seen, ...change };
  writeFileSync(file('profiles.json'), JSON.stringify(content));
}

describe('keeping a token', () => {
  it('works for one that may not look itself up', async () => {
    const app = appHere();
    const policy = await newPolicy(server, 'path "secret/data/*" { capabilities = ["read"] }');
    const { token } = await newToken(server, { policies: [policy], no_default_policy: true });
    const sessionId = await open(app, await saveProfile(app), token);
    app.answers.push('');
    await app.must('keychain.keep', { sessionId, keep: true });
    await app.call('lock.now', {});
    app.answers.push('', '');
    const view = await app.must('session.reauthenticate', { sessionId, fromKeychain: true });
    expect(view).toMatchObject({ inKeychain: true, token: { noLookUp: 'nothing' } });
    expect(view.trouble).toBeUndefined();
    expect(app.crossed()).not.toContain(token);
  });

  it('is asked, writes nothing readable, and unlocks with one click, which no page can make @keychain', async () => {
    const { app, token, sessionId } = await withKeychainToken();
    expect(readFileSync(file('keychain.json'), 'utf8')).not.toContain(token);
    expect(statSync(file('keychain.json')).mode & 0o777).toBe(0o600);
    await app.call('lock.now', {});
    expect(await app.must('session.list', {})).toMatchObject([{ inKeychain: true }]);
    proxy.clear();
    expect(await app.refused('session.reauthenticate', { sessionId, fromKeychain: true })).toMatchObject({
      kind: 'cancelled',
    });
    expect(await app.must('lock.state', {})).toMatchObject({ locked: true });
    expect(sentTokens()).toEqual([]);
    expect(app.asked).toMatchObject([
      {
        kind: 'confirm-token',
        title: 'Log in with the keychain’s token?',
        destination: { address: proxy.address, name: 'Payments' },
      },
    ]);
    app.answers.push('');
    const view = await app.must('session.reauthenticate', { sessionId, fromKeychain: true });
    expect(view).toMatchObject({
      inKeychain: true,
      token: { displayName: expect.stringContaining('kept') as string },
    });
    expect(app.asked).toHaveLength(2);
    await app.must('mount.list', { sessionId });
    expect(app.crossed()).not.toContain(token);
  });

  it('serves the first login after a restart', async () => {
    const { app, profile } = await withKeychainToken();
    await app.end();
    const again = appHere();
    const { profileId, name, colour } = profile;
    const options = { target: targetAt(profile.address), name, colour, profileId };
    expect(await again.refused('session.open', { ...options, fromKeychain: true })).toMatchObject({
      kind: 'cancelled',
    });
    again.answers.push('');
    const view = await again.must('session.open', { ...options, fromKeychain: true });
    expect(view).toMatchObject({ inKeychain: true });
    // Settings other than the keychain's: the token is not sent.
    const elsewhere = {
      ...options,
      target: targetAt(profile.address, { headers: await again.headers(profile.address, { 'X-A': 'b' }) }),
    };
    proxy.clear();
    again.answers.push('');
    expect(await again.refused('session.open', { ...elsewhere, fromKeychain: true })).toMatchObject({
      kind: 'not-offered',
    });
    expect(sentTokens()).toEqual([]);
  });

  it('can be declined, and is refused where nothing could be kept for later', async () => {
    const app = appHere();
    const profile = await saveProfile(app);
    const sessionId = await open(app, profile, server.rootToken);
    expect(await app.refused('keychain.keep', { sessionId, keep: true })).toMatchObject({
      kind: 'cancelled',
    });
    const unsaved = await app.login(proxy.address, server.rootToken);
    expect(await app.refused('keychain.keep', { sessionId: unsaved, keep: true })).toMatchObject({
      kind: 'invalid-input',
    });
    const without = newApp();
    const other = await open(without, await saveProfile(without), server.rootToken);
    expect(await without.refused('keychain.keep', { sessionId: other, keep: true })).toMatchObject({
      kind: 'not-offered',
    });
    expect(await without.must('keychain.state', {})).toMatchObject({ available: false });
  });

  it('is taken back by the person, and ends with the connection or its trust', async () => {
    const { app, profile, sessionId } = await withKeychainToken();
    const isStored = (): boolean => readFileSync(file('keychain.json'), 'utf8').includes(profile.profileId);
    expect(isStored()).toBe(true);
    app.answers.push('');
    const view = await app.must('keychain.keep', { sessionId, keep: false });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Remove this token from the keychain?' });
    expect([view.inKeychain, isStored()]).toEqual([undefined, false]);

    app.answers.push('');
    await app.must('keychain.keep', { sessionId, keep: true });
    app.answers.push('');
    const moved = targetAt(profile.address, { namespace: 'elsewhere' });
    const { profileId } = profile;
    await app.must('profile.save', { ...moved, profileId, name: 'Payments', colour: 'red' });
    expect(isStored()).toBe(false);

    const more = await withKeychainToken();
    more.app.answers.push('');
    await more.app.must('profile.remove', { profileId: more.profile.profileId });
    expect(readFileSync(file('keychain.json'), 'utf8')).not.toContain(more.profile.profileId);
  });

  it('follows a new token, and forgets one that the server refuses', async () => {
    const { app, token, sessionId, profile } = await withKeychainToken();
    await must(server, 'POST', 'auth/token/revoke', { token });
    await app.call('lock.now', {});
    app.answers.push('');
    expect(await app.refused('session.reauthenticate', { sessionId, fromKeychain: true })).toMatchObject({
      kind: 'unauthenticated',
    });
    const [view] = await app.must('session.list', {});
    expect(view?.inKeychain).toBeUndefined();
    const next = await newToken(server);
    app.answers.push(next.token);
    await app.must('session.reauthenticate', { sessionId });
    // The connection keeps tokens, so also the new one; the call does not wait.
    await until(() =>
      Promise.resolve(readFileSync(file('keychain.json'), 'utf8').includes(profile.profileId)),
    );
    await app.call('lock.now', {});
    app.answers.push('');
    await app.must('session.reauthenticate', { sessionId, fromKeychain: true });
  });
});

describe('unlocking all', () => {
  it('sends the kept tokens after one question that names every server, and asks for the others in turn @keychain', async () => {
    const { app, token, sessionId } = await withKeychainToken();
    const gateway = stopping(await startRecordingProxy(server));
    const staging = await app.must('profile.save', {
      ...targetAt(gateway.address),
      name: 'Staging',
      colour: 'teal',
    });
    const second = await newToken(server);
    const other = await open(app, staging, second.token);
    app.answers.push('');
    await app.must('keychain.keep', { sessionId: other, keep: true });
    const third = await app.login(server.address, server.rootToken);
    await app.call('lock.now', {});
    app.asked.length = 0;
    proxy.clear();

    expect(await app.must('session.unlockAll', {})).toEqual({ stopped: true, failures: [] });
    expect(app.asked).toMatchObject([
      {
        kind: 'confirm',
        destructive: false,
        facts: [
          { name: 'Payments', value: expect.stringContaining(proxy.address) as string },
          { name: 'Staging', value: expect.stringContaining(gateway.address) as string },
        ],
      },
    ]);
    expect(sentTokens()).toEqual([]);
    expect(await app.must('lock.state', {})).toMatchObject({ locked: true });

    app.answers.push('', server.rootToken);
    expect(await app.must('session.unlockAll', {})).toEqual({ stopped: false, failures: [] });
    expect(app.asked.map(({ kind }) => kind)).toEqual(['confirm', 'confirm', 'enter-token']);
    for (const one of [sessionId, other, third]) await app.must('mount.list', { sessionId: one });
    expect(app.crossed()).not.toContain(token);
  });

  it('stops where a person closes a prompt', async () => {
    const app = appHere();
    const [first, second, third] = [
      await app.login(server.address, server.rootToken),
      await app.login(server.address, server.rootToken),
      await app.login(server.address, server.rootToken),
    ];
    await app.call('lock.now', {});
    app.asked.length = 0;
    app.answers.push(server.rootToken);
    expect(await app.must('session.unlockAll', {})).toEqual({ stopped: true, failures: [] });
    expect(app.asked.map(({ kind }) => kind)).toEqual(['enter-token', 'enter-token']);
    await app.must('mount.list', { sessionId: first });
    for (const sessionId of [second, third])
      expect(await app.refused('mount.list', { sessionId })).toMatchObject({ kind: 'locked' });
  });

  it('says which session could not be unlocked, and goes on', async () => {
    const faults = stopping(await startFaultProxy(server));
    const app = appHere();
    const broken = await app.login(faults.address, server.rootToken);
    const fine = await app.login(server.address, server.rootToken);
    await app.call('lock.now', {});
    faults.add({ fault: { kind: 'cut' } });
    app.answers.push(server.rootToken);
    expect(await app.must('session.unlockAll', {})).toMatchObject({
      stopped: false,
      failures: [{ sessionId: broken }],
    });
    await app.must('mount.list', { sessionId: fine });
  });
});

describe('a kept token', () => {
  it('stays where it is not the server that refuses it', async () => {
    const gateway = stopping(await startFaultProxy(server));
    const app = appHere();
    const { token } = await newToken(server);
    const profile = await saveProfile(app, gateway.address);
    const sessionId = await open(app, profile, token);
    app.answers.push('');
    await app.must('keychain.keep', { sessionId, keep: true });
    await app.call('lock.now', {});
    gateway.add({ fault: { kind: 'strip-headers', names: ['x-vault-token'] } });
    app.answers.push('', '');
    expect(await app.refused('session.reauthenticate', { sessionId, fromKeychain: true })).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('it is kept there') as string,
    });
    gateway.heal();
    expect(await app.must('session.reauthenticate', { sessionId, fromKeychain: true })).toMatchObject({
      inKeychain: true,
    });
  });

  it('goes with the token when that is revoked at logging out', async () => {
    const { app, sessionId } = await withKeychainToken();
    app.answers.push('revoke');
    await app.must('session.logOut', { sessionId });
    expect(readFileSync(file('keychain.json'), 'utf8')).not.toContain('sealed');
  });
});

describe('a server that is not the one of last time', () => {
  const change = { clusterId: 'another-cluster', clusterName: 'vault-cluster-before' };

  it('is told beside the field before a token is typed', async () => {
    const app = appHere();
    const profile = await saveProfile(app);
    await open(app, profile, server.rootToken);
    expect(app.asked.at(-1)).not.toHaveProperty('destination.notes');
    await app.end();
    changeSeen(change);
    const again = appHere();
    proxy.clear();
    await again.refused('session.open', {
      target: targetAt(profile.address),
      name: 'Payments',
      colour: 'red',
      profileId: profile.profileId,
    });
    expect(again.asked).toMatchObject([
      {
        kind: 'enter-token',
        destination: {
          notes: [{ tone: 'risk', text: expect.stringContaining('Another cluster') as string }],
        },
      },
    ]);
    expect(sentTokens()).toEqual([]);
    // Logging in all the same makes it the server of last time.
    await open(again, profile, server.rootToken);
    await open(again, profile, server.rootToken);
    expect(again.asked.at(-1)).not.toHaveProperty('destination.notes');
  });

  it('gets no token from the keychain without a confirmation', async () => {
    const { app, token, profile } = await withKeychainToken();
    await app.end();
    changeSeen(change);
    const again = appHere();
    const { profileId, name, colour } = profile;
    const options = { target: targetAt(profile.address), name, colour, profileId, fromKeychain: true };
    proxy.clear();
    expect(await again.refused('session.open', options)).toMatchObject({ kind: 'cancelled' });
    expect(again.asked).toMatchObject([
      {
        kind: 'confirm-token',
        destination: {
          notes: [{ tone: 'risk', text: expect.stringContaining('Another cluster') as string }],
        },
      },
    ]);
    expect(sentTokens()).toEqual([]);
    again.answers.push('');
    await again.must('session.open', options);
    expect(sentTokens()).toContain(token);
  });

  it('is told beside the field of a session that is logged in to anew', async () => {
    const { app, profile, sessionId } = await withKeychainToken();
    const { token } = await newToken(server);
    await app.call('lock.now', {});
    app.answers.push(token);
    await app.must('session.reauthenticate', { sessionId });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'enter-token', destination: { name: 'Payments' } });
    expect((await app.must('profile.list', {}))[0]?.seen?.clusterId).not.toBe('');
    expect(profile.seen).toBeUndefined();
  });
});

describe('another node', () => {
  it('is followed once it is confirmed, and remembered with the connection', async () => {
    const [standby] = sharedServers().raft.standbys;
    if (standby === undefined) throw new Error('the cluster has no standby');
    const app = appHere();
    const profile = await saveProfile(app);
    const sessionId = await open(app, profile, server.rootToken);
    const origin = `${standby.address}/`;
    expect(await app.refused('profile.confirmOrigins', { sessionId, origins: [origin] })).toMatchObject({
      kind: 'cancelled',
    });
    app.answers.push('');
    await app.must('profile.confirmOrigins', { sessionId, origins: [origin] });
    expect(app.asked.at(-1)).toMatchObject({
      kind: 'confirm-trust',
      changes: [{ before: '', after: standby.address }],
    });
    expect((await app.must('profile.list', {}))[0]?.confirmedOrigins).toEqual([standby.address]);
    await app.must('mount.list', { sessionId });
    // A second time asks nothing, and an invalid address is refused.
    const asked = app.asked.length;
    await app.must('profile.confirmOrigins', { sessionId, origins: [origin] });
    expect(
      await app.refused('profile.confirmOrigins', { sessionId, origins: ['file:///etc'] }),
    ).toMatchObject({
      kind: 'invalid-input',
    });
    expect(app.asked).toHaveLength(asked);
  });
});
