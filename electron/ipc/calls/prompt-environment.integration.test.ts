/** Every prompt about a connection names its environment, in main's words, against a real server. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  newKvMount,
  newToken,
  sharedServers,
  startRecordingProxy,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makeTestApps, openOptions, targetAt } from './services.fixture.ts';

const { newApp, session, stopping, endApps, stopServers } = makeTestApps();
afterEach(endApps);
afterAll(stopServers);

const server = sharedServers().dev;
const production = { environment: { name: 'production', colour: 'violet' } };

/** A saved connection for production, which a page opens with other words. */
async function opened(address = server.address) {
  const app = newApp();
  const profile = await app.must('profile.save', {
    ...targetAt(address),
    name: 'Payments',
    colour: 'violet',
    environment: 'production',
  });
  app.asked.length = 0;
  app.answers.push(server.rootToken);
  const { sessionId } = await app.must('session.open', {
    ...openOptions(address),
    profileId: profile.profileId,
    environment: 'development',
  });
  return { app, sessionId, profileId: profile.profileId };
}

describe('the environment of a prompt', () => {
  it('stands on the login, on what destroys, and on what a call about the session asks', async () => {
    const { app, sessionId } = await opened();
    expect(app.asked).toMatchObject([{ destination: { environment: 'production', colour: 'violet' } }]);
    const { accessor } = await newToken(server);
    const token = { by: 'accessor', accessor } as const;
    await app.refused('token.revoke', { sessionId, token, orphan: false });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Revoke this token?', ...production });
    await app.refused('token.revokeMany', { sessionId, accessors: [accessor] });
    expect(app.asked.at(-1)).toMatchObject(production);
    await app.refused('secret.enter', { sessionId, kind: 'token-id' });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'enter-fields', ...production });
  });

  it('is changed by a person only, and an open session keeps the one that it was confirmed with @attack-5', async () => {
    const { app, sessionId, profileId } = await opened();
    const green = { ...targetAt(server.address), name: 'staging', colour: 'green' } as const;
    const change = { ...green, profileId, environment: 'development' };
    expect(await app.refused('profile.save', change)).toMatchObject({ kind: 'cancelled' });
    expect(app.asked.at(-1)).toMatchObject({
      kind: 'confirm-trust',
      title: 'Change this connection?',
      name: 'Payments',
      ...production,
      changes: [
        { what: 'Name', before: 'Payments', after: 'staging' },
        { what: 'Colour', before: 'violet', after: 'green' },
        { what: 'Environment', before: 'production', after: 'development' },
      ],
    });
    app.answers.push('');
    await app.must('profile.save', change);
    const { accessor } = await newToken(server);
    const token = { by: 'accessor', accessor } as const;
    await app.refused('token.revoke', { sessionId, token, orphan: false });
    expect(app.asked.at(-1)).toMatchObject({
      ...production,
      facts: expect.arrayContaining([
        { name: 'Server', value: `Payments · ${server.address}`, prose: true },
      ]) as unknown,
    });
  });

  it('is not the page’s where the connection is not saved, and neither is the name @attack-5', async () => {
    const app = newApp();
    app.answers.push(server.rootToken);
    const { sessionId } = await app.must('session.open', {
      ...openOptions(server.address),
      name: 'staging (https://staging:8200)',
      environment: 'development',
    });
    const { accessor } = await newToken(server);
    await app.refused('token.revoke', { sessionId, token: { by: 'accessor', accessor }, orphan: false });
    expect(app.asked.at(-1)).toMatchObject({
      facts: expect.arrayContaining([{ name: 'Server', value: server.address, prose: true }]) as unknown,
    });
    await app.refused('secret.copy', {
      secretRef: (await app.must('session.list', {}))[0]?.token.id.secretRef ?? '',
    });
    await app.refused('session.logOut', { sessionId });
    for (const request of app.asked) {
      expect(request).not.toHaveProperty('environment');
      expect(JSON.stringify(request)).not.toMatch(/staging|development/);
    }
  });

  it.each([
    ['the same settings', {}],
    ['settings that come to the same', { proxy: '' }],
  ])(
    'is asked about where a second connection leads to the same server, with %s @attack-5b',
    async (_what, change) => {
      const { app } = await opened();
      const twin = {
        ...targetAt(server.address),
        ...change,
        ...({ name: 'sandbox', colour: 'green', environment: 'development' } as const),
      };
      expect(await app.refused('profile.save', twin)).toMatchObject({ kind: 'cancelled' });
      expect(app.asked.at(-1)).toMatchObject({
        kind: 'confirm-trust',
        title: 'Save this connection?',
        changes: [
          { what: 'Server', before: '', after: server.address },
          { what: 'Name', before: '', after: 'sandbox' },
          { what: 'Colour', before: '', after: 'green' },
          { what: 'Environment', before: '', after: 'development' },
        ],
        notes: [{ tone: 'notice', text: '“Payments” (production) leads to this server, too.' }],
      });
      app.answers.push('');
      const { profileId } = await app.must('profile.save', twin);
      // Unused, but still a second one.
      await app.refused('profile.save', { ...twin, profileId, environment: 'test' });
      expect(app.asked.at(-1)).toMatchObject({
        changes: [{ what: 'Environment', before: 'development', after: 'test' }],
      });
    },
  );

  it('is chosen freely for a connection that nobody has used, the first to its server', async () => {
    const app = newApp();
    const draft = { ...targetAt(server.address), name: 'Payments', colour: 'violet' } as const;
    const { profileId } = await app.must('profile.save', draft);
    await app.must('profile.save', { ...draft, profileId, colour: 'red', environment: 'production' });
    expect(app.asked).toEqual([]);
  });

  it('is the target’s where an entry is copied to another server', async () => {
    const { app, sessionId } = await opened();
    const proxy = stopping(await startRecordingProxy(server));
    app.answers.push(server.rootToken);
    const lab = await app.must('session.open', { ...openOptions(proxy.address), environment: 'the lab' });
    const kv = await newKvMount(server, 2);
    const mount = kv.path as MountPath;
    await writeEntry(server, kv, 'app', { user: 'alice' });
    const { entryId } = await app.must('entry.open', { sessionId: lab.sessionId, mount, path: 'app' });
    const to = { sessionId, mount, path: 'copy' };
    await app.refused('entry.duplicate', { ...to, entryId, withCustomMetadata: false });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Copy this entry to another server?', ...production });
  });

  it('is not said where a connection has none', async () => {
    const { app, sessionId } = await session(server);
    await app.refused('secret.enter', { sessionId, kind: 'token-id' });
    for (const request of app.asked) expect(request).not.toHaveProperty('environment');
  });
});
