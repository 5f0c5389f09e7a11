// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { installFakeBridge, noAnswer, type FakeBridge } from '../fixtures/fake-bridge.fixture.ts';

const unlocked = { locked: false, since: '', drafts: 0, oneTimeResults: 0 };
let bridge: FakeBridge;
beforeEach(() => {
  vi.resetModules();
  bridge = installFakeBridge({
    'profile.list': () => [],
    'app.preferences': noAnswer,
    'app.info': noAnswer,
    'session.list': () => [],
    'lock.state': () => unlocked,
  });
});

it('has asked for everything that the first screen shows, once', async () => {
  const { asked } = await import('./ask-first.ts');
  expect(bridge.calls.map(({ name }) => name).sort()).toEqual(
    ['app.info', 'app.preferences', 'lock.state', 'profile.list', 'session.list'].sort(),
  );
  expect(await asked.lock).toEqual(unlocked);
  expect(await asked.sessions).toEqual([]);
});

it('gives no answer that an event may have made old', async () => {
  const locked = Promise.withResolvers<typeof unlocked>();
  bridge.answers['lock.state'] = () => locked.promise;
  const { asked } = await import('./ask-first.ts');
  bridge.emit('lock.changed', { ...unlocked, locked: true });
  locked.resolve(unlocked);
  await expect(asked.lock).rejects.toThrow('from before what has changed since');
  expect(await asked.sessions).toEqual([]);
});
