import { describe, expect, it } from 'vitest';
import type { Preferences } from '../../../shared/ipc/contract.ts';
import type { TrustedAnswer, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { guardPreferences, loosens } from './loosening.ts';
import { usualFolderColumns } from '../../../shared/vault/folder-table.ts';
import { usualReminderNames } from '../../../shared/vault/reminders.ts';

const strict: Preferences = {
  theme: 'system',
  sideBarWidth: 264,
  density: 'comfortable',
  detailsOpen: true,
  actWithoutInput: false,
  clipboardSeconds: 30,
  autoLockMinutes: 15,
  lockWithSystem: true,
  boardOnLock: false,
  clusterEveryMs: 2_000,
  jobRequests: 8,
  contentProtection: true,
  tray: false,
  quickAccess: 'off',
  programs: false,
  programsRememberProduction: false,
  programsLog: false,
  reminderNames: usualReminderNames,
  folderColumns: usualFolderColumns,
};

const loosening: readonly (readonly [string, Partial<Preferences>, string])[] = [
  ['no content protection', { contentProtection: false }, 'screen sharing show'],
  ['a longer time on the clipboard', { clipboardSeconds: 31 }, 'for 31 seconds, not 30'],
  ['a later lock', { autoLockMinutes: 16 }, 'after 16 minutes without use, not after 15 minutes'],
  ['no lock', { autoLockMinutes: 0 }, 'Never locks'],
  ['no lock with the system', { lockWithSystem: false }, 'Stays unlocked'],
  ['names in the tray', { tray: true }, 'favourites and key names'],
  ['no gestures', { actWithoutInput: true }, 'without a key press or click'],
];

describe('loosens', () => {
  it.each(loosening)('%s', (_what, change, words) => {
    const said = loosens(strict, { ...strict, ...change });
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(words);
    // The reverse change tightens.
    expect(loosens({ ...strict, ...change }, strict)).toEqual([]);
  });

  it.each<Partial<Preferences>>([
    {},
    { theme: 'dark', sideBarWidth: 300, detailsOpen: false },
    { clipboardSeconds: 5 },
    { autoLockMinutes: 1 },
  ])('nothing by %j', (change) => {
    expect(loosens(strict, { ...strict, ...change })).toEqual([]);
  });

  it('the exact minutes, where the hours are the same', () => {
    const hour = { ...strict, autoLockMinutes: 60 };
    expect(loosens(hour, { ...hour, autoLockMinutes: 119 })).toEqual([
      'Strongroom locks after 119 minutes without use, not after 60 minutes.',
    ]);
  });

  it('nothing where there was no lock before', () => {
    const never = { ...strict, autoLockMinutes: 0 };
    expect(loosens(never, { ...never, autoLockMinutes: 1440 })).toEqual([]);
  });
});

describe('preferences behind the gate', () => {
  function guarded(answer: TrustedAnswer) {
    const asked: TrustedRequest[] = [];
    let now = strict;
    const gate = guardPreferences(
      {
        get: () => now,
        after: (change) => ({ ...now, ...change }),
        set: (change) => (now = { ...now, ...change }),
      },
      (request) => {
        asked.push(request);
        return Promise.resolve(answer);
      },
    );
    return { gate, asked };
  }

  it.each(loosening)('are not changed to %s without the person', async (_what, change) => {
    const { gate, asked } = guarded({ kind: 'cancel' });
    await expect(gate.set({ ...change, theme: 'dark' })).rejects.toMatchObject({
      error: { kind: 'cancelled' },
    });
    expect(gate.get()).toEqual(strict);
    expect(asked).toHaveLength(1);
  });

  it('are loosened in one question that says all of it', async () => {
    const { gate, asked } = guarded({ kind: 'submit', text: '' });
    const all = Object.assign({}, ...loosening.map(([, change]) => change)) as Partial<Preferences>;
    expect(await gate.set(all)).toEqual({ ...strict, ...all });
    // The lock is loosened by one of its two sentences only.
    expect(asked).toEqual([expect.objectContaining({ kind: 'confirm', body: expect.any(Array) as unknown })]);
    expect(asked[0]).toHaveProperty('body.length', loosening.length - 1);
  });

  it('are tightened without a question', async () => {
    const { gate, asked } = guarded({ kind: 'cancel' });
    await gate.set({ clipboardSeconds: 5, autoLockMinutes: 1, theme: 'light' });
    expect(gate.get()).toMatchObject({ clipboardSeconds: 5, autoLockMinutes: 1, theme: 'light' });
    expect(asked).toEqual([]);
  });
});
