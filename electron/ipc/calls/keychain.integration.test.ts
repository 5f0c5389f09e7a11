/** Tokens in the keychain, and what is said before a token is sent to a server that is not the one of last time. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  must,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  until,
} from '../../../e2e/servers/index.ts';
import type { RecordingProxy } from '../../../e2e/servers/index.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import type { Keychain } from '../../core/platform.ts';
import { makeTestDesks, targetAt } from './services.fixture.ts';
import type { TestDesk } from './services.fixture.ts';

const { newDesk, endDesks, stopping, stopServers } = makeTestDesks();
const server = sharedServers().dev;
let dataFolder = '';
let proxy: RecordingProxy;

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'strongroom-keychain-'));
  proxy = stopping(await startRecordingProxy(server));
});
afterEach(async () => {
  await endDesks();
  rmSync(dataFolder, { recursive: true, force: true });
});
afterAll(stopServers);

/** Encrypts by turning the text round. */
const keychain: Keychain = {
  state: () => Promise.resolve({ available: true, backend: 'fake' }),
  encrypt: (text) => Promise.resolve(Buffer.from([...text].reverse().join(''))),
  decrypt: (sealed) => Promise.resolve([...sealed.toString()].reverse().join('')),
  authenticate: () => Promise.resolve(true),
};

const deskHere = (): TestDesk => newDesk({ dataFolder, keychain });
const file = (name: string): string => join(dataFolder, name);
const sentTokens = (): unknown[] =>
  proxy.requests.map(({ headers }) => headers['x-vault-token']).filter((token) => token !== undefined);

async function saveProfile(desk: TestDesk, address = proxy.address): Promise<Profile> {
  return desk.must('profile.save', { ...targetAt(address), name: 'Payments', colour: 'red' });
}

async function open(desk: TestDesk, profile: Profile, token: string): Promise<string> {
  const { profileId, name, colour } = profile;
  desk.answers.push(token);
  const target = targetAt(profile.address);
  return (await desk.must('session.open', { target, name, colour, profileId })).sessionId;
}

/** A desk with a saved connection whose token is in the keychain. */
async function withKeptToken() {
  const desk = deskHere();
  const { token } = await newToken(server, { display_name: 'kept' });
  const profile = await saveProfile(desk);
  const sessionId = await open(desk, profile, token);
  desk.answers.push('');
  const view = await desk.must('keychain.keep', { sessionId, keep: true });
  expect(view).toMatchObject({ inKeychain: true, profileId: profile.profileId });
  desk.asked.length = 0;
  return { desk, token, profile, sessionId };
}

/** Makes the server of the last login another one, as far as the profile file knows. */
function changeSeen(change: Readonly<Record<string, string>>): void {
  const content = JSON.parse(readFileSync(file('profiles.json'), 'utf8')) as {
    data: { profiles: { seen: object }[] };
  };
  for (const profile of content.data.profiles) profile.seen = { ...profile.seen, ...change };
  writeFileSync(file('profiles.json'), JSON.stringify(content));
}

describe('keeping a token', () => {
  it('is asked, writes nothing readable, and unlocks with one click, which no page can make', async () => {
    const { desk, token, sessionId } = await withKeptToken();
    expect(readFileSync(file('keychain.json'), 'utf8')).not.toContain(token);
    expect(statSync(file('keychain.json')).mode & 0o777).toBe(0o600);
    await desk.call('lock.now', {});
    expect(await desk.must('session.list', {})).toMatchObject([{ inKeychain: true }]);
    proxy.clear();
    expect(await desk.refused('session.reauthenticate', { sessionId, fromKeychain: true })).toMatchObject({
      kind: 'cancelled',
    });
    expect(await desk.must('lock.state', {})).toMatchObject({ locked: true });
    expect(sentTokens()).toEqual([]);
    expect(desk.asked).toMatchObject([
      {
        kind: 'confirm-token',
        title: 'Unlock Payments with the token kept in the keychain?',
        destination: { origin: proxy.address },
      },
    ]);
    desk.answers.push('');
    const view = await desk.must('session.reauthenticate', { sessionId, fromKeychain: true });
    expect(view).toMatchObject({
      inKeychain: true,
      token: { displayName: expect.stringContaining('kept') as string },
    });
    expect(desk.asked).toHaveLength(2);
    await desk.must('mount.list', { sessionId });
    expect(desk.crossed()).not.toContain(token);
  });

  it('serves the first login after a restart', async () => {
    const { desk, profile } = await withKeptToken();
    await desk.end();
    const again = deskHere();
    const { profileId, name, colour } = profile;
    const wish = { target: targetAt(profile.address), name, colour, profileId };
    expect(await again.refused('session.open', { ...wish, fromKeychain: true })).toMatchObject({
      kind: 'cancelled',
    });
    again.answers.push('');
    const view = await again.must('session.open', { ...wish, fromKeychain: true });
    expect(view).toMatchObject({ inKeychain: true });
    // With other settings than those it was kept for it is not sent.
    const elsewhere = {
      ...wish,
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
    const desk = deskHere();
    const profile = await saveProfile(desk);
    const sessionId = await open(desk, profile, server.rootToken);
    expect(await desk.refused('keychain.keep', { sessionId, keep: true })).toMatchObject({
      kind: 'cancelled',
    });
    const unsaved = await desk.login(proxy.address, server.rootToken);
    expect(await desk.refused('keychain.keep', { sessionId: unsaved, keep: true })).toMatchObject({
      kind: 'invalid-input',
    });
    const without = newDesk();
    const other = await open(without, await saveProfile(without), server.rootToken);
    expect(await without.refused('keychain.keep', { sessionId: other, keep: true })).toMatchObject({
      kind: 'not-offered',
    });
    expect(await without.must('keychain.state', {})).toMatchObject({ available: false });
  });

  it('is taken back by the person, and ends with the connection or its trust', async () => {
    const { desk, profile, sessionId } = await withKeptToken();
    const kept = (): boolean => readFileSync(file('keychain.json'), 'utf8').includes(profile.profileId);
    expect(kept()).toBe(true);
    const view = await desk.must('keychain.keep', { sessionId, keep: false });
    expect([view.inKeychain, kept()]).toEqual([undefined, false]);

    desk.answers.push('');
    await desk.must('keychain.keep', { sessionId, keep: true });
    desk.answers.push('');
    const moved = targetAt(profile.address, { namespace: 'elsewhere' });
    const { profileId } = profile;
    await desk.must('profile.save', { ...moved, profileId, name: 'Payments', colour: 'red' });
    expect(kept()).toBe(false);

    const more = await withKeptToken();
    more.desk.answers.push('');
    await more.desk.must('profile.remove', { profileId: more.profile.profileId });
    expect(readFileSync(file('keychain.json'), 'utf8')).not.toContain(more.profile.profileId);
  });

  it('follows a new token, and forgets one that the server refuses', async () => {
    const { desk, token, sessionId, profile } = await withKeptToken();
    await must(server, 'POST', 'auth/token/revoke', { token });
    await desk.call('lock.now', {});
    desk.answers.push('');
    expect(await desk.refused('session.reauthenticate', { sessionId, fromKeychain: true })).toMatchObject({
      kind: 'unauthenticated',
    });
    const [view] = await desk.must('session.list', {});
    expect(view?.inKeychain).toBeUndefined();
    const next = await newToken(server);
    desk.answers.push(next.token);
    await desk.must('session.reauthenticate', { sessionId });
    // The wish still stands, so the new one is kept; that is not waited for.
    await until(() =>
      Promise.resolve(readFileSync(file('keychain.json'), 'utf8').includes(profile.profileId)),
    );
    await desk.call('lock.now', {});
    desk.answers.push('');
    await desk.must('session.reauthenticate', { sessionId, fromKeychain: true });
  });
});

describe('a kept token', () => {
  it('stays where it is not the server that refuses it', async () => {
    const gateway = stopping(await startFaultProxy(server));
    const desk = deskHere();
    const { token } = await newToken(server);
    const profile = await saveProfile(desk, gateway.address);
    const sessionId = await open(desk, profile, token);
    desk.answers.push('');
    await desk.must('keychain.keep', { sessionId, keep: true });
    await desk.call('lock.now', {});
    gateway.add({ fault: { kind: 'strip-headers', names: ['x-vault-token'] }, times: 2 });
    desk.answers.push('', '');
    expect(await desk.refused('session.reauthenticate', { sessionId, fromKeychain: true })).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('it is kept there') as string,
    });
    expect(await desk.must('session.reauthenticate', { sessionId, fromKeychain: true })).toMatchObject({
      inKeychain: true,
    });
  });

  it('goes with the token when that is revoked at logging out', async () => {
    const { desk, sessionId } = await withKeptToken();
    desk.answers.push('');
    await desk.must('session.close', { sessionId, revoke: true });
    expect(readFileSync(file('keychain.json'), 'utf8')).not.toContain('sealed');
  });
});

describe('a server that is not the one of last time', () => {
  const change = { clusterId: 'another-cluster', clusterName: 'vault-cluster-before' };

  it('is told beside the field before a token is typed', async () => {
    const desk = deskHere();
    const profile = await saveProfile(desk);
    await open(desk, profile, server.rootToken);
    expect(desk.asked.at(-1)).not.toHaveProperty('destination.warnings');
    await desk.end();
    changeSeen(change);
    const again = deskHere();
    proxy.clear();
    await again.refused('session.open', {
      ...{ target: targetAt(profile.address), name: 'Payments', colour: 'red' },
      profileId: profile.profileId,
    });
    expect(again.asked).toMatchObject([
      { kind: 'enter-token', destination: { warnings: [expect.stringContaining('another cluster')] } },
    ]);
    expect(sentTokens()).toEqual([]);
    // Logging in all the same makes it the server of last time.
    await open(again, profile, server.rootToken);
    await open(again, profile, server.rootToken);
    expect(again.asked.at(-1)).not.toHaveProperty('destination.warnings');
  });

  it('gets no token from the keychain without a confirmation', async () => {
    const { desk, token, profile } = await withKeptToken();
    await desk.end();
    changeSeen(change);
    const again = deskHere();
    const { profileId, name, colour } = profile;
    const wish = { target: targetAt(profile.address), name, colour, profileId, fromKeychain: true };
    proxy.clear();
    expect(await again.refused('session.open', wish)).toMatchObject({ kind: 'cancelled' });
    expect(again.asked).toMatchObject([
      {
        kind: 'confirm-token',
        destination: { warnings: [expect.stringContaining('another cluster')] },
      },
    ]);
    expect(sentTokens()).toEqual([]);
    again.answers.push('');
    await again.must('session.open', wish);
    expect(sentTokens()).toContain(token);
  });

  it('is told beside the field of a session that is logged in to anew', async () => {
    const { desk, profile, sessionId } = await withKeptToken();
    const { token } = await newToken(server);
    await desk.call('lock.now', {});
    desk.answers.push(token);
    await desk.must('session.reauthenticate', { sessionId });
    expect(desk.asked.at(-1)).toMatchObject({ kind: 'enter-token', destination: { name: 'Payments' } });
    expect((await desk.must('profile.list', {}))[0]?.seen?.clusterId).not.toBe('');
    expect(profile.seen).toBeUndefined();
  });
});

describe('another node', () => {
  it('is followed once it is confirmed, and remembered with the connection', async () => {
    const [standby] = sharedServers().raft.standbys;
    if (standby === undefined) throw new Error('the cluster has no standby');
    const desk = deskHere();
    const profile = await saveProfile(desk);
    const sessionId = await open(desk, profile, server.rootToken);
    const origin = `${standby.address}/`;
    expect(await desk.refused('profile.confirmOrigin', { sessionId, origin })).toMatchObject({
      kind: 'cancelled',
    });
    desk.answers.push('');
    await desk.must('profile.confirmOrigin', { sessionId, origin });
    expect(desk.asked.at(-1)).toMatchObject({
      kind: 'confirm-trust',
      changes: [{ before: '', after: standby.address }],
    });
    expect((await desk.must('profile.list', {}))[0]?.confirmedOrigins).toEqual([standby.address]);
    await desk.must('mount.list', { sessionId });
    // A second time there is nothing to ask, and a word that is no address is refused.
    const asked = desk.asked.length;
    await desk.must('profile.confirmOrigin', { sessionId, origin });
    expect(await desk.refused('profile.confirmOrigin', { sessionId, origin: 'file:///etc' })).toMatchObject({
      kind: 'invalid-input',
    });
    expect(desk.asked).toHaveLength(asked);
  });
});
