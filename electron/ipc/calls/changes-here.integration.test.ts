/** Main's state changes only by the user's key or click, regardless of a page's calls, and by no call that reads. */
import { describe, expect, it } from 'vitest';
import { inCall } from '../../core/gates/call-scope.ts';
import type { CallScope } from '../../core/gates/call-scope.ts';
import { MOST_DRAFTS } from '../../core/entries/drafts.ts';
import { sharedServers } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { calls } from './index.ts';
import { openOptions, targetAt } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { turningKeychain, useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { newApp } = useTestApps();

const secret = 'secret/' as MountPath;

const question = 'Allow this without a key press or click?';

/** The user has logged in, and presses nothing more. */
async function loggedIn(keychain = false): Promise<{ readonly app: TestApp; readonly sessionId: string }> {
  const app = newApp({ gestures: 9, ...(keychain ? { keychain: turningKeychain } : {}) });
  const { profileId } = await app.must('profile.save', {
    ...targetAt(server.address),
    name: 'kept',
    colour: 'red',
  });
  app.answers.push(server.rootToken);
  const { sessionId } = await app.must('session.open', { ...openOptions(server.address), profileId });
  if (keychain) {
    app.answers.push('');
    await app.must('keychain.keep', { sessionId, keep: true });
  }
  app.rest();
  app.asked.splice(0);
  return { app, sessionId };
}

const refused = { ok: false, error: { kind: 'cancelled' } };

describe('a page whose person presses nothing', () => {
  it('does not take a kept token out of the keychain, and a press is asked about it @attack-11a', async () => {
    const { app, sessionId } = await loggedIn(true);
    expect(await app.call('keychain.keep', { sessionId, keep: false })).toMatchObject(refused);
    expect(app.asked).toMatchObject([{ title: question }]);
    app.press(1);
    app.asked.splice(0);
    expect(await app.call('keychain.keep', { sessionId, keep: false })).toMatchObject(refused);
    expect(app.asked).toMatchObject([{ title: 'Remove this token from the keychain?' }]);
    const [profile] = await app.must('profile.list', {});
    expect(profile).toMatchObject({ name: 'kept', keychain: true });
  });

  it('does not switch notices or the renewal of a token @attack-11b', async () => {
    const { app, sessionId } = await loggedIn();
    const before = await app.must('session.list', {});
    expect(await app.call('session.setNotices', { sessionId, on: true })).toMatchObject(refused);
    expect(await app.call('token.autoRenew', { sessionId, on: false })).toMatchObject(refused);
    expect(await app.must('session.list', {})).toEqual(before);
  });

  it('does not close a session @attack-n4', async () => {
    const { app, sessionId } = await loggedIn();
    expect(await app.call('session.close', { sessionId })).toMatchObject(refused);
    expect(await app.must('session.list', {})).toMatchObject([{ sessionId }]);
  });

  it('fills neither the drafts nor the saved connections @attack-n8', async () => {
    const { app, sessionId } = await loggedIn();
    const put = (path: string) => app.call('draft.put', { sessionId, mount: secret, path, text: '{}' });
    for (let n = 0; n < MOST_DRAFTS; n++) expect(await put(`filler-${String(n)}`)).toMatchObject(refused);
    for (let n = 0; n < 50; n++)
      expect(
        await app.call('profile.save', {
          ...targetAt(server.address),
          name: `filler ${String(n)}`,
          colour: 'red',
        }),
      ).toMatchObject(refused);
    expect(app.asked).toMatchObject([{ title: question }]);
    expect(await app.must('profile.list', {})).toHaveLength(1);
    // The user's own edit.
    app.press(1);
    expect(await put('mine')).toMatchObject({ ok: true });
    expect(await app.must('draft.list', { sessionId })).toMatchObject([{ path: 'mine' }]);
  });

  it('does not replace what is remembered of tabs and favourites', async () => {
    const { app, sessionId } = await loggedIn();
    const memory = await app.must('workspace.load', { sessionId });
    expect(await app.call('workspace.save', { sessionId, memory })).toMatchObject(refused);
    app.press(1);
    expect(await app.call('workspace.save', { sessionId, memory })).toMatchObject({ ok: true });
  });
});

describe('a person who types', () => {
  it('keeps the gesture of each key for the call that they mean it for', async () => {
    const { app, sessionId } = await loggedIn();
    app.press(1);
    await app.must('draft.put', { sessionId, mount: secret, path: 'mine', text: '{}' });
    await app.must('session.setNotices', { sessionId, on: true });
    expect(app.asked).toEqual([]);
  });

  it('logs in by one click to a connection that is saved with it, and a failed login takes it away again', async () => {
    const app = newApp({ gestures: 1 });
    const { profileId } = await app.must('profile.save', {
      ...targetAt(server.address),
      name: 'new',
      colour: 'red',
    });
    expect(await app.call('session.open', { ...openOptions(server.address), profileId })).toMatchObject(
      refused,
    );
    await app.must('profile.remove', { profileId });
    expect(app.asked).toMatchObject([{ kind: 'enter-token' }]);
    expect(await app.must('profile.list', {})).toEqual([]);
  });
});

describe('a call that reads', () => {
  const scope: CallScope = { name: 'made.up', asks: [], mayChange: false, gestureSpent: true };

  it('changes no store, however it gets at one', () => {
    const { services } = newApp();
    const changes = [
      () => services.drafts.drop('a', 'b/', 'c'),
      () => services.profiles.remove('a'),
      () => services.keychainTokens.forget('a'),
      () => services.workspaces.removeProfile('a'),
      () => services.sessions.close('a'),
      () => services.answers.dismiss('a'),
      () => services.secrets.noteTaken('a'),
      () => services.preferences.set({ theme: 'dark' }),
      () => services.lock.lift(),
      () => services.headerValues.settle(),
    ];
    for (const change of changes)
      expect(() => inCall(scope, change)).toThrow('made.up changes what its row does not state');
  });

  it('is one of those that state nothing else: no row that changes something here reads', () => {
    const effects = Object.values(calls).map(({ name, effect }) => `${name} ${effect}`);
    for (const name of ['answer.adopt', 'profile.save', 'draft.put', 'session.close', 'keychain.keep'])
      expect(effects).toContain(`${name} changes-here`);
  });
});
