/** Every prompt about a connection says its environment, in main's words, against a real server. */
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

const { newApp, endApps, stopping, stopServers } = makeTestApps();
afterEach(endApps);
afterAll(stopServers);

const server = sharedServers().dev;
const production = { environment: { name: 'production', colour: 'violet' } };

/** A saved connection for production, which a page opens in other words. */
async function opened(address = server.address) {
  const app = newApp();
  const profile = await app.must('profile.save', {
    ...{ ...targetAt(address), name: 'Payments', colour: 'violet', environment: 'production' },
  });
  app.asked.length = 0;
  app.answers.push(server.rootToken);
  const { sessionId } = await app.must('session.open', {
    ...{ ...openOptions(address), profileId: profile.profileId },
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

  it('is the one that the saved connection has now, and of one that is not saved what its window says', async () => {
    const { app, sessionId, profileId } = await opened();
    const draft = { ...targetAt(server.address), name: 'Payments', colour: 'violet' } as const;
    const { accessor } = await newToken(server);
    const token = { by: 'accessor', accessor } as const;
    await app.must('profile.save', { ...draft, profileId, environment: '' });
    await app.refused('token.revoke', { sessionId, token, orphan: false });
    expect(app.asked.at(-1)).not.toHaveProperty('environment');

    const proxy = stopping(await startRecordingProxy(server));
    app.answers.push(server.rootToken);
    const unsaved = await app.must('session.open', {
      ...openOptions(proxy.address),
      environment: 'the lab',
    });
    await app.refused('token.revoke', { sessionId: unsaved.sessionId, token, orphan: false });
    expect(app.asked.at(-1)).toMatchObject({ environment: { name: 'the lab', colour: 'red' } });
  });

  it('is the target’s where an entry is copied to another server', async () => {
    const { app, sessionId } = await opened();
    const proxy = stopping(await startRecordingProxy(server));
    app.answers.push(server.rootToken);
    const lab = await app.must('session.open', { ...openOptions(proxy.address), environment: 'the lab' });
    const kv = await newKvMount(server, 2);
    const mount = kv.path as MountPath;
    await writeEntry(server, kv, 'app', { user: 'alice' });
    const { entryId } = await app.must('entry.open', {
      ...{ sessionId: lab.sessionId, mount, path: 'app' },
    });
    const to = { sessionId, mount, path: 'copy' };
    await app.refused('entry.duplicate', { ...to, entryId, withCustomMetadata: false });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Copy this entry to another server?', ...production });
  });

  it('is not said where a connection has none', async () => {
    const app = newApp();
    const sessionId = await app.login(server.address, server.rootToken);
    await app.refused('secret.enter', { sessionId, kind: 'token-id' });
    for (const request of app.asked) expect(request).not.toHaveProperty('environment');
  });
});
