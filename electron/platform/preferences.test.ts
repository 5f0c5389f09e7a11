import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Preferences } from '../../shared/ipc/contract.ts';
import { createOwnFiles } from '../disk/own-files.ts';
import { openPreferences, withinLimits } from './preferences.ts';

let folder = '';
const files = createOwnFiles(expect.unreachable, () => expect.unreachable());
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-preferences-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('remembers a change, leaves the rest and tells who listens', () => {
  const heard: Preferences[] = [];
  const open = () => openPreferences(folder, files, (changed) => heard.push(changed));
  const changed = open().set({ theme: 'dark' });
  expect(heard).toEqual([changed]);
  expect(changed).toEqual({ ...withinLimits({}), theme: 'dark' });
  expect(open().get()).toEqual(changed);
});

it('tells what would hold after a change, and changes nothing by that', () => {
  const preferences = openPreferences(folder, files, () => expect.unreachable());
  expect(preferences.after({ clipboardSeconds: 3600, contentProtection: true })).toEqual({
    ...withinLimits({}),
    clipboardSeconds: 600,
    contentProtection: true,
  });
  expect(preferences.get()).toEqual(withinLimits({}));
});

it('brings whatever a file held within its limits', () => {
  expect(withinLimits({ theme: 'pink', sideBarWidth: 1e9, clipboardSeconds: 0, detailsOpen: 1 })).toEqual({
    ...withinLimits({}),
    sideBarWidth: 640,
    clipboardSeconds: 5,
  });
  expect(withinLimits({ autoLockMinutes: -5, lockWithSystem: 'no' })).toMatchObject({
    autoLockMinutes: 0,
    lockWithSystem: true,
    boardOnLock: false,
    clusterEveryMs: 2_000,
    jobRequests: 8,
  });
  expect(
    [0, 1, 500_000, 'x'].map((clusterEveryMs) => withinLimits({ clusterEveryMs }).clusterEveryMs),
  ).toEqual([0, 1_000, 60_000, 2_000]);
  expect([0, 4, 99].map((jobRequests) => withinLimits({ jobRequests }).jobRequests)).toEqual([1, 4, 32]);
  expect(withinLimits({ folderColumns: ['due', 'pink', 'version'] }).folderColumns).toEqual([
    'version',
    'due',
  ]);
  expect(withinLimits({ folderColumns: 'all' }).folderColumns).toEqual(withinLimits({}).folderColumns);
  expect(
    withinLimits({ reminderNames: { owner: ' team ', expires: '', rotateAfter: 'x'.repeat(129) } })
      .reminderNames,
  ).toEqual({ owner: 'team', expires: 'expires', rotateAfter: 'rotate_after' });
  expect(withinLimits({ sideBarWidth: Number.NaN }).sideBarWidth).toBe(withinLimits({}).sideBarWidth);
});
