/** A session whose server is another cluster from one moment to the next: real servers behind a switched wire. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  must,
  sharedServers,
  startDevVault,
  startRecordingProxy,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import type { Reachable, RecordingProxy } from '../../../e2e/servers/index.ts';
import { startRelay } from '../../../e2e/servers/relay.ts';
import type { Relay } from '../../../e2e/servers/relay.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makeTestApps, targetAt } from './services.fixture.ts';
import { turningKeychain } from './test-apps.fixture.ts';

const { newApp, session, stopping, endApps, stopServers } = makeTestApps();
let ours: Reachable;
let theirs: Reachable;
let recorder: RecordingProxy;
let relay: Relay;

beforeAll(async () => {
  ours = sharedServers().dev;
  theirs = stopping(await startDevVault());
  recorder = stopping(await startRecordingProxy(theirs));
  relay = stopping(await startRelay(ours));
});
afterEach(async () => {
  await endApps();
  await lead(ours);
  recorder.clear();
});
afterAll(stopServers);

/** Makes the address lead to another server. */
async function lead(to: { readonly address: string }): Promise<void> {
  await relay.cut();
  await relay.mend(to);
}

const at = (sessionId: string, path: string) => ({ sessionId, mount: 'secret/' as MountPath, path }) as const;

it('stops before its token goes there, says so, and works again when the cluster is back @other-cluster', async () => {
  const { app, sessionId } = await session(relay, ours.rootToken);
  await lead(recorder);
  const error = await app.refused('mount.list', { sessionId });
  expect(error).toMatchObject({ kind: 'other-cluster' });
  expect(error.message).toContain('Nothing was sent to it.');
  expect((await app.must('session.refresh', { sessionId })).trouble).toMatchObject({ kind: 'other-cluster' });
  expect(JSON.stringify([recorder.requests, recorder.questions])).not.toContain(ours.rootToken);

  await lead(ours);
  expect((await app.must('session.refresh', { sessionId })).trouble).toBeUndefined();
  await app.must('mount.list', { sessionId });
});

it('takes a save neither there nor as a conflict, and keeps the edit', async () => {
  const path = uniqueName('entry');
  for (const server of [ours, theirs])
    await must(server, 'POST', `secret/data/${path}`, { data: { a: '1' } });
  const { app, sessionId } = await session(relay, ours.rootToken, {}, { agrees: true });
  const { entryId } = await app.must('entry.open', at(sessionId, path));
  await lead(recorder);
  const error = await app.refused('entry.save', {
    entryId,
    changes: [{ op: 'set', key: 'a', rawJson: '"2"' }],
  });
  expect(error).toMatchObject({ kind: 'other-cluster' });
  expect(JSON.stringify([recorder.requests, recorder.questions])).not.toContain(ours.rootToken);
});

it('logs in there after a confirmation that says it is another cluster', async () => {
  const { app, sessionId } = await session(relay, ours.rootToken);
  await lead(recorder);
  await app.refused('mount.list', { sessionId });
  app.asked.length = 0;
  app.answers.push(theirs.rootToken);
  const view = await app.must('session.reauthenticate', { sessionId });
  expect(app.asked).toMatchObject([
    {
      kind: 'enter-token',
      destination: { notes: [{ tone: 'risk', text: expect.stringContaining('Another cluster') as string }] },
    },
  ]);
  expect(view.trouble).toBeUndefined();
  await app.must('mount.list', { sessionId });
  expect(JSON.stringify([recorder.requests, recorder.questions])).not.toContain(ours.rootToken);

  // The new cluster is expected from now on.
  await lead(ours);
  expect(await app.refused('mount.list', { sessionId })).toMatchObject({ kind: 'other-cluster' });
});

it('is asked about by itself where all sessions unlock by the keychain together', async () => {
  const app = newApp({ keychain: turningKeychain });
  const open = async (name: string, { address, rootToken }: Reachable): Promise<void> => {
    const { profileId } = await app.must('profile.save', { ...targetAt(address), name, colour: 'red' });
    app.answers.push(rootToken, '');
    const target = targetAt(address);
    const { sessionId } = await app.must('session.open', { target, name, colour: 'red', profileId });
    await app.must('keychain.keep', { sessionId, keep: true });
  };
  await open('Moved', { ...ours, address: relay.address });
  await open('Same', ours);
  await app.must('lock.now', {});
  await lead(recorder);
  app.asked.length = 0;
  expect(await app.must('session.unlockAll', {})).toMatchObject({ stopped: true });
  const asked = app.asked.map((one) => ('destination' in one ? one.destination : undefined));
  expect(asked.map((one) => one?.name).sort()).toEqual(['Moved', 'Same']);
  const notes = asked.flatMap((one) => one?.notes ?? []);
  expect(notes.map(({ tone, text }) => `${tone}: ${text}`)).toEqual([
    expect.stringMatching(/^risk: Another cluster/) as string,
  ]);
  expect(JSON.stringify([recorder.requests, recorder.questions])).not.toContain(ours.rootToken);
});

it('stays as it is where nobody confirms it', async () => {
  const { app, sessionId } = await session(relay, ours.rootToken);
  await lead(recorder);
  await app.refused('mount.list', { sessionId });
  expect(await app.refused('session.reauthenticate', { sessionId })).toMatchObject({ kind: 'cancelled' });
  await lead(ours);
  await app.must('mount.list', { sessionId });
});

it('asks before unsaved edits of the one cluster are given up for the other, and keeps them where that is declined', async () => {
  const path = uniqueName('entry');
  await must(ours, 'POST', `secret/data/${path}`, { data: { a: '1' } });
  const { app, sessionId } = await session(relay, ours.rootToken);
  const { entryId } = await app.must('entry.open', at(sessionId, path));
  await app.must('draft.put', { ...at(sessionId, path), entryId, text: 'typed' });
  await lead(recorder);
  await app.refused('mount.list', { sessionId });
  app.answers.push(theirs.rootToken);
  expect(await app.refused('session.reauthenticate', { sessionId })).toMatchObject({ kind: 'cancelled' });
  expect(app.asked.at(-1)).toMatchObject({
    title: 'Discard an unsaved edit?',
    facts: expect.arrayContaining([{ name: 'Server', value: 'of another cluster', prose: true }]) as unknown,
  });
  expect(await app.must('draft.list', { sessionId })).toHaveLength(1);

  app.answers.push(theirs.rootToken, '');
  await app.must('session.reauthenticate', { sessionId });
  expect(await app.must('draft.list', { sessionId })).toEqual([]);
});

it('is noticed by a new login, too, which goes there only after the confirmation', async () => {
  const { app, sessionId } = await session(relay, ours.rootToken);
  await lead(recorder);
  app.asked.length = 0;
  expect(await app.refused('session.reauthenticate', { sessionId })).toMatchObject({ kind: 'cancelled' });
  expect(JSON.stringify(app.asked)).toContain('Another cluster than at your last login');
});

it('costs a login nothing: the connection that told the cluster carries the token', async () => {
  const app = newApp();
  await app.login(recorder.address, theirs.rootToken);
  expect(recorder.questions).toEqual([]);
  expect(recorder.requests.map(({ url }) => url.replace(/\?.*/, ''))).toEqual([
    '/v1/sys/health',
    '/v1/auth/token/lookup-self',
  ]);
});
