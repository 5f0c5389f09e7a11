/** The lock, against real servers: lost and kept state, calls that still end, and the unlock. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  at,
  encryptedKey,
  must,
  newKvMount,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  temporaryFolder,
  textAt,
  uniqueName,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { openOptions } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import { allCalls } from './index.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
let kv: KvMount;
const { newApp, session, stopping } = useTestApps();

beforeAll(async () => {
  kv = await newKvMount(server, 2);
});

async function newEntry(value = 'v'): Promise<{ readonly mount: MountPath; readonly path: string }> {
  const path = uniqueName('entry');
  await writeEntry(server, kv, path, { k: value });
  return { mount: kv.path as MountPath, path };
}

async function stored(path: string): Promise<unknown> {
  return at(await must(server, 'GET', `${kv.path}data/${path}`), 'data', 'data', 'k');
}

function gate() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { until: promise.then(() => undefined), open: () => resolve(undefined) };
}

const unlock = async (app: TestApp, sessionId: string, token = server.rootToken) => {
  app.answers.push(token);
  return app.must('session.reauthenticate', { sessionId });
};

describe('an open entry under a draft', () => {
  it('stays for as long as main has the draft, whoever closes it', async () => {
    const app = newApp();
    const place = await newEntry();
    const sessionId = await app.login(server.address, server.rootToken);
    const { entryId } = await app.must('entry.open', { sessionId, ...place });
    // One right after the other, as an abandoned page does it.
    const saving = app.call('draft.put', { sessionId, ...place, entryId, text: '"w"' });
    const closed = app.call('entry.close', { entryId });
    expect([(await saving).ok, (await closed).ok]).toEqual([true, true]);
    expect(await app.must('entry.view', { entryId })).toMatchObject({ entryId });
    await app.must('entry.close', { entryId });
    // A dropped draft can be restored, so its entry stays; a saved one cannot.
    await app.must('draft.drop', { sessionId, ...place });
    expect(await app.must('entry.view', { entryId })).toMatchObject({ entryId });
    const [dropped] = await app.must('draft.dropped', { sessionId });
    await app.must('draft.restore', { sessionId, draftId: dropped?.draftId ?? '' });
    await app.must('entry.save', { entryId, changes: [{ op: 'set', key: 'k', rawJson: '"w"' }] });
    await app.must('entry.close', { entryId });
    await app.must('draft.drop', { sessionId, ...place });
    expect(await app.refused('entry.view', { entryId })).toMatchObject({ kind: 'invalid-input' });
  });
});

describe('locking', () => {
  it('takes tokens, entries and the page away, and refuses all that does not lead out of it', async () => {
    const app = newApp();
    const { token } = await newToken(server, { display_name: 'locker' });
    const sessionId = await app.login(server.address, token);
    const place = await newEntry();
    const { entryId } = await app.must('entry.open', { sessionId, ...place });
    const [before] = await app.must('session.list', {});
    const secretRef = before?.token.id.secretRef ?? '';
    await app.must('entry.copy', { entryId, key: 'k' });

    await app.call('lock.now', {});
    expect(app.pages.replaced).toBe(1);
    expect(app.clipboard.text).toBe('');
    expect(await app.must('lock.state', {})).toMatchObject({ locked: true, reason: 'asked', drafts: 0 });
    expect(app.events.at(-1)).toMatchObject({ name: 'lock.changed', payload: { locked: true } });
    const [view] = await app.must('session.list', {});
    expect(view).toMatchObject({
      sessionId,
      name: 'test',
      address: server.address,
      trouble: { kind: 'locked' },
    });
    expect(view?.token).toMatchObject({ accessor: '', displayName: '', policies: [], entityId: '' });

    const open = [
      ...[
        'app.about',
        'app.info',
        'app.noop',
        'app.preferences',
        'app.problems',
        'app.showGuide',
        'app.quickAccess',
        'app.tray',
        'app.unkept',
        'app.writeUnkept',
        'lock.state',
        'lock.now',
        'board.health',
        'board.fullScreen',
        'sample.find',
        'session.list',
      ],
      ...['keychain.state', 'profile.list', 'clipboard.state', 'job.cancel', 'app.setPreferences'],
      ...['session.reauthenticate', 'session.unlockAll', 'session.close'],
    ];
    expect(
      allCalls.flatMap(({ name, whenLocked }) => (whenLocked === 'answered' ? [name] : [])).sort(),
    ).toEqual(open.sort());
    expect(await app.refused('entry.reveal', { entryId, key: 'k' })).toMatchObject({ kind: 'locked' });
    expect(await app.refused('secret.copy', { secretRef })).toMatchObject({ kind: 'locked' });

    const again = await unlock(app, sessionId);
    expect(again).toMatchObject({ sessionId, token: { policies: ['root'], type: 'service' } });
    expect(again.trouble).toBeUndefined();
    expect(await app.must('lock.state', {})).toMatchObject({ locked: false });
    // Neither the entry without an edit nor the token's reference came through.
    expect(await app.refused('entry.reveal', { entryId, key: 'k' })).toMatchObject({
      kind: 'invalid-input',
    });
    expect(await app.refused('secret.copy', { secretRef })).toMatchObject({ kind: 'invalid-input' });
    await app.must('entry.open', { sessionId, ...place });
  });

  it('sends nothing with the old token any more, not even in the background', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    const { token } = await newToken(server);
    const sessionId = await app.login(proxy.address, token);
    await app.must('mount.list', { sessionId });
    await app.call('lock.now', {});
    proxy.clear();
    const view = await unlock(app, sessionId);
    expect(view.trouble).toBeUndefined();
    await app.must('session.refresh', { sessionId });
    const tokens = proxy.requests.map(({ headers }) => headers['x-vault-token']);
    expect(tokens).toContain(server.rootToken);
    expect(tokens).not.toContain(token);
  });

  it('lets a write that is under way come to its end', async () => {
    const proxy = stopping(await startFaultProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    const place = await newEntry();
    const { entryId } = await app.must('entry.open', { sessionId, ...place });
    const release = gate();
    proxy.add({ fault: { kind: 'delay', until: release.until }, method: 'POST', times: 1 });
    const saving = app.call('entry.save', { entryId, changes: [{ op: 'set', key: 'k', rawJson: '"w"' }] });
    await until(() => Promise.resolve(proxy.arrived.some((line) => line.startsWith('POST'))));
    await app.call('lock.now', {});
    release.open();
    expect(await saving).toMatchObject({ ok: true, value: { version: 2 } });
    expect(await stored(place.path)).toBe('w');
  });

  it('lets a token be revoked to the end, and leaves the session locked: closing it has a question of its own', async () => {
    const proxy = stopping(await startFaultProxy(server));
    const app = newApp();
    const { token } = await newToken(server, { policies: ['default'] });
    const sessionId = await app.login(proxy.address, token);
    const release = gate();
    proxy.add({ fault: { kind: 'delay', until: release.until }, url: /revoke-self/, times: 1 });
    app.answers.push('revoke');
    const leaving = app.call('session.logOut', { sessionId });
    await until(() => Promise.resolve(proxy.arrived.some((line) => line.includes('revoke-self'))));
    await app.call('lock.now', {});
    release.open();
    expect(await leaving).toMatchObject({ ok: false, error: { kind: 'locked' } });
    expect((await ask(server, 'POST', 'auth/token/lookup', { token })).status).toBe(403);
    expect(await app.must('session.list', {})).toMatchObject([{ sessionId, trouble: { kind: 'locked' } }]);
    await app.must('session.close', { sessionId });
    expect(await app.must('lock.state', {})).toMatchObject({ locked: false });
  });

  it('lets a rename come to its end, which asks several times', async () => {
    const proxy = stopping(await startFaultProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    const { mount, path } = await newEntry();
    const { entryId } = await app.must('entry.open', { sessionId, mount, path });
    const release = gate();
    proxy.add({ fault: { kind: 'delay', until: release.until }, method: 'POST', times: 1 });
    const renaming = app.call('entry.rename', { entryId, mount, path: `${path}-new` });
    await until(() => Promise.resolve(proxy.arrived.some((line) => line.startsWith('POST'))));
    await app.call('lock.now', {});
    release.open();
    expect(await renaming).toMatchObject({ ok: true, value: { removed: true } });
    expect(await stored(`${path}-new`)).toBe('v');
  });

  it('ends reading at once, however long the server would take', async () => {
    const proxy = stopping(await startFaultProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    const place = await newEntry();
    await app.must('mount.list', { sessionId });
    proxy.add({ fault: { kind: 'never' }, url: /\/data\// });
    const opening = app.call('entry.open', { sessionId, ...place });
    await until(() => Promise.resolve(proxy.arrived.some((line) => line.includes('/data/'))));
    await app.call('lock.now', {});
    const answer = await opening;
    expect(answer.ok ? 'ok' : answer.error.kind).toMatch(/^(?:locked|cancelled)$/);
  });

  it('lets no login through that it has overtaken', async () => {
    const proxy = stopping(await startFaultProxy(server));
    const { app, sessionId } = await session(server);
    const release = gate();
    proxy.add({ fault: { kind: 'delay', until: release.until }, url: /lookup-self/, times: 1 });
    app.answers.push(server.rootToken);
    const opening = app.call('session.open', openOptions(proxy.address));
    await until(() => Promise.resolve(proxy.arrived.some((line) => line.includes('lookup-self'))));
    await app.call('lock.now', {});
    release.open();
    const answer = await opening;
    expect(answer.ok ? 'ok' : answer.error.kind).toMatch(/^(?:locked|cancelled)$/);
    expect((await app.must('session.list', {})).map((view) => view.sessionId)).toEqual([sessionId]);
  });

  it('does nothing but clear the clipboard where there is no session', async () => {
    const app = newApp();
    await app.must('clipboard.copySecretText', { text: 'a selection' });
    await app.must('lock.now', {});
    expect(await app.must('lock.state', {})).toMatchObject({ locked: false, since: '' });
    expect([app.pages.replaced, app.clipboard.text]).toEqual([0, '']);
  });

  it('is over when the last locked session is closed', async () => {
    const { app, sessionId: one } = await session(server);
    const two = await app.login(server.address, server.rootToken);
    await app.call('lock.now', {});
    await app.must('session.close', { sessionId: one });
    expect(await app.must('lock.state', {})).toMatchObject({ locked: true });
    await app.must('session.close', { sessionId: two });
    expect(await app.must('lock.state', {})).toMatchObject({ locked: false });
  });
});

describe('unlocking', () => {
  it('unlocks one session and the app; the others stay locked, each for itself', async () => {
    const { app, sessionId: one } = await session(server);
    const two = await app.login(server.address, server.rootToken);
    const place = await newEntry();
    const { entryId } = await app.must('entry.open', { sessionId: two, ...place });
    await app.must('draft.put', { sessionId: two, ...place, entryId, text: 'theirs' });
    await app.call('lock.now', {});
    await unlock(app, one);
    await app.must('mount.list', { sessionId: one });
    const mine = await app.must('entry.open', { sessionId: one, ...place });
    for (const refused of [
      await app.refused('mount.list', { sessionId: two }),
      await app.refused('draft.list', { sessionId: two }),
      await app.refused('workspace.load', { sessionId: two }),
      await app.refused('entry.reveal', { entryId, key: 'k' }),
      await app.refused('entry.compare', { leftEntryId: mine.entryId, rightEntryId: entryId }),
    ]) {
      expect(refused).toMatchObject({ kind: 'locked' });
    }
    expect(await app.must('session.refresh', { sessionId: two })).toMatchObject({
      trouble: { kind: 'locked' },
    });
    await unlock(app, two);
    expect(await app.must('draft.list', { sessionId: two })).toMatchObject([{ entryId, text: 'theirs' }]);
  });

  it('that fails leaves it locked and says why; one that is declined, too', async () => {
    const proxy = stopping(await startFaultProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    await app.call('lock.now', {});
    expect(await app.refused('session.reauthenticate', { sessionId })).toMatchObject({ kind: 'cancelled' });
    proxy.add({ fault: { kind: 'cut' } });
    app.answers.push(server.rootToken);
    expect(await app.refused('session.reauthenticate', { sessionId })).toMatchObject({ kind: 'network' });
    expect(await app.must('lock.state', {})).toMatchObject({ locked: true });
    app.answers.length = 0;
    proxy.heal();
    expect((await unlock(app, sessionId)).trouble).toBeUndefined();
  });

  it('asks for the passphrase of the client key again: the key was dropped with the token', async () => {
    const { mutualTls } = sharedServers();
    const folder = temporaryFolder('lock');
    stopping({ stop: () => Promise.resolve(folder.remove()) });
    const identity = mutualTls.clientCertificate;
    if (identity === undefined) throw new Error('the server has no client certificate');
    const keyFile = join(folder.path, 'key.pem');
    writeFileSync(keyFile, encryptedKey({ ...identity, chain: '' }, 'open sesame'));
    const app = newApp({ files: [mutualTls.caFile, mutualTls.certFile, keyFile] });
    const ca = await app.must('connection.chooseFile', { purpose: 'ca' });
    const clientCertificate = await app.must('connection.chooseFile', { purpose: 'client-certificate' });
    const clientKey = await app.must('connection.chooseFile', { purpose: 'client-key' });
    const tls = { ca, clientCertificate, clientKey, useSystemStore: false, skipVerify: false };
    app.answers.push('open sesame', mutualTls.rootToken);
    const { sessionId } = await app.must('session.open', openOptions(mutualTls.address, { tls }));
    await app.call('lock.now', {});
    app.asked.length = 0;
    app.answers.push('open sesame', mutualTls.rootToken);
    await app.must('session.reauthenticate', { sessionId });
    expect(app.asked.map(({ kind }) => kind)).toEqual(['enter-passphrase', 'enter-token']);
    await app.must('mount.list', { sessionId });
  });
});

describe('unsaved edits behind the lock', () => {
  /** An app that was locked with one draft of the holder of `token`. */
  async function lockedWithDraft(token: string) {
    const { app, sessionId } = await session(server, token);
    const place = await newEntry('base');
    const { entryId } = await app.must('entry.open', { sessionId, ...place });
    await app.must('draft.put', { sessionId, ...place, entryId, text: 'draft-canary' });
    await app.call('lock.now', {});
    expect(await app.must('lock.state', {})).toMatchObject({ locked: true, drafts: 1 });
    expect(app.losses()).toEqual({ paths: [], drafts: 1, oneTimeResults: 0 });
    app.asked.length = 0;
    return { app, sessionId, entryId, place };
  }

  /** Tokens of two people, by userpass. */
  async function twoPeople() {
    const mount = uniqueName('userpass');
    await must(server, 'POST', `sys/auth/${mount}`, { type: 'userpass' });
    const policy = uniqueName('all');
    await must(server, 'PUT', `sys/policies/acl/${policy}`, {
      policy: 'path "*" { capabilities = ["create", "read", "update", "delete", "list"] }',
    });
    const logIn = async (name: string) => {
      await must(server, 'POST', `auth/${mount}/users/${name}`, { password: 'p', token_policies: policy });
      const answer = await must(server, 'POST', `auth/${mount}/login/${name}`, { password: 'p' });
      return textAt(answer, 'auth', 'client_token');
    };
    const alice = await logIn('alice');
    return { alice, aliceAgain: await logIn('alice'), bob: await logIn('bob') };
  }

  it('are there for the same person, with the entry they start from', async () => {
    const { alice, aliceAgain } = await twoPeople();
    const { app, sessionId, entryId, place } = await lockedWithDraft(alice);
    await unlock(app, sessionId, aliceAgain);
    expect(app.asked.map(({ kind }) => kind)).toEqual(['enter-token']);
    expect(await app.must('draft.list', { sessionId })).toMatchObject([{ entryId, text: 'draft-canary' }]);
    expect(await app.must('entry.view', { entryId })).toMatchObject({ path: place.path, version: 1 });
    expect(await app.must('entry.reveal', { entryId, key: 'k' })).toEqual({ rawJson: '"base"' });
    expect(app.losses()).toMatchObject({ paths: [place.mount + place.path] });
  });

  it('are never shown to somebody else: they are discarded, or it stays locked', async () => {
    const { alice, bob } = await twoPeople();
    const { app, sessionId, entryId } = await lockedWithDraft(alice);
    app.answers.push(bob);
    expect(await app.refused('session.reauthenticate', { sessionId })).toMatchObject({ kind: 'cancelled' });
    expect(
      app.asked.map((request) => [request.kind, 'destructive' in request && request.destructive]),
    ).toEqual([
      ['enter-token', false],
      ['confirm', true],
    ]);
    expect(await app.must('lock.state', {})).toMatchObject({ locked: true, drafts: 1 });
    app.answers.push(bob, '');
    await app.must('session.reauthenticate', { sessionId });
    expect(await app.must('draft.list', { sessionId })).toEqual([]);
    expect(await app.refused('entry.view', { entryId })).toMatchObject({ kind: 'invalid-input' });
  });

  it('are asked about where the server does not say whose token it is', async () => {
    const [one, other] = [await newToken(server), await newToken(server)];
    const { app, sessionId } = await lockedWithDraft(one.token);
    app.answers.push(other.token, '');
    await app.must('session.reauthenticate', { sessionId });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm', title: 'Is this unsaved edit yours?' });
    expect(await app.must('draft.list', { sessionId })).toHaveLength(1);
  });

  it('go with their session', async () => {
    const { app, sessionId } = await lockedWithDraft(server.rootToken);
    app.answers.push('');
    await app.must('session.close', { sessionId });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Close and lose 1 unsaved edit?' });
    expect(app.losses()).toEqual({ paths: [], drafts: 0, oneTimeResults: 0 });
  });
});

describe('several sessions', () => {
  it('a server that never answers slows neither the other one nor the lock nor the end', async () => {
    const proxy = stopping(await startFaultProxy(server));
    const { app, sessionId: dead } = await session(proxy, server.rootToken);
    const live = await app.login(server.address, server.rootToken);
    const place = await newEntry();
    await app.must('mount.list', { sessionId: dead });
    proxy.add({ fault: { kind: 'never' } });
    const waiting = Array.from({ length: 20 }, () =>
      app.call('folder.list', { sessionId: dead, mount: place.mount, path: '' }),
    );
    let answered = 0;
    for (const one of waiting) void one.then(() => answered++);
    await until(() => Promise.resolve(proxy.arrived.length > 8));
    await app.must('entry.open', { sessionId: live, ...place });
    await app.must('folder.list', { sessionId: live, mount: place.mount, path: '' });
    expect(answered).toBe(0);
    await app.must('session.close', { sessionId: dead });
    for (const one of await Promise.all(waiting)) expect(one).toMatchObject({ ok: false });
    await app.must('mount.list', { sessionId: live });
    await app.shutdown();
  });
});
