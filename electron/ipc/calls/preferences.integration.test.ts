/** A page's changes to protecting preferences: through the call, as a broken page would. */
import { describe, expect, it } from 'vitest';
import { sharedServers } from '../../../e2e/servers/index.ts';
import type { Preferences } from '../../../shared/ipc/contract.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { newApp } = useTestApps();

const loosening: readonly Partial<Preferences>[] = [
  { actWithoutInput: true },
  { clipboardSeconds: 31 },
  { autoLockMinutes: 16 },
  { autoLockMinutes: 0 },
  { lockWithSystem: false },
];

describe('app.setPreferences', () => {
  it.each(loosening)('changes nothing without a person: %j', async (change) => {
    const app = newApp();
    const before = app.preferences.now;
    expect(await app.refused('app.setPreferences', { theme: 'dark', ...change })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.preferences.now).toEqual(before);
    expect(app.asked).toMatchObject([{ kind: 'confirm', title: 'Loosen these settings?' }]);
  });

  it('loosens what a person agrees to, and asks nothing about the rest', async () => {
    const app = newApp();
    await app.must('app.setPreferences', { theme: 'dark', clipboardSeconds: 5 });
    expect(app.asked).toEqual([]);
    app.answers.push('');
    await app.must('app.setPreferences', { clipboardSeconds: 30 });
    expect(app.preferences.now).toMatchObject({ theme: 'dark', clipboardSeconds: 30 });
    expect(app.asked).toHaveLength(1);
  });

  it('loosens nothing at a locked desk, whoever presses and agrees; theme and density may change @attack-14', async () => {
    const app = newApp({ agrees: true });
    await app.login(server.address, server.rootToken);
    await app.must('lock.now', {});
    app.asked.splice(0);
    const before = app.preferences.now;
    for (const change of loosening)
      expect(await app.refused('app.setPreferences', change)).toMatchObject({ kind: 'locked' });
    expect([app.preferences.now, app.asked]).toEqual([before, []]);
    await app.must('app.setPreferences', { theme: 'dark', density: 'compact' });
  });
});
