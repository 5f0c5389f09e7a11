/** The preferences of the window, in `preferences.json` of the data folder. */
import { join } from 'node:path';
import type { Density, Preferences, Theme } from '../../shared/ipc/contract.ts';
import { folderColumns, usualFolderColumns } from '../../shared/vault/folder-table.ts';
import { reminderNamesOf, usualReminderNames } from '../../shared/vault/reminders.ts';
import { quickShortcuts } from '../../shared/ipc/quick-shortcut.ts';
import type { OwnFiles } from '../disk/own-files.ts';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

const densities: readonly Density[] = ['comfortable', 'compact'];

const initial: Preferences = {
  theme: 'system',
  density: 'comfortable',
  sideBarWidth: 264,
  detailsOpen: true,
  actWithoutInput: false,
  clipboardSeconds: 30,
  autoLockMinutes: 15,
  lockWithSystem: true,
  boardOnLock: false,
  clusterEveryMs: 2_000,
  jobRequests: 8,
  // Off: it also blanks a window that the user shares on purpose, and values are masked until revealed.
  contentProtection: false,
  tray: false,
  quickAccess: 'off',
  programs: false,
  programsRememberProduction: false,
  programsLog: false,
  reminderNames: usualReminderNames,
  folderColumns: usualFolderColumns,
};

export interface PreferencesStore {
  readonly get: () => Preferences;
  /** Result of a change, unsaved. */
  readonly after: (change: Partial<Preferences>) => Preferences;
  /** Applies a change; a field out of its limits is brought back into them. Returns the new preferences. */
  readonly set: (change: Partial<Preferences>) => Preferences;
}

/** Opens the preferences of a data folder; `changed` is called after every change. */
export function openPreferences(
  dataFolder: string,
  files: Pick<OwnFiles, 'open'>,
  changed: (preferences: Preferences) => void,
): PreferencesStore {
  const file = files.open<Preferences>({
    path: join(dataFolder, 'preferences.json'),
    version: 1,
    holds: 'The settings',
    parse: (data) => (typeof data === 'object' && data !== null ? withinLimits(data) : undefined),
    initial,
  });
  const after = (change: Partial<Preferences>): Preferences => withinLimits({ ...file.value(), ...change });
  return {
    get: file.value,
    after,
    set: (change) => {
      const next = after(change);
      file.save(next);
      changed(next);
      return next;
    },
  };
}

/** Preferences from any file data: known fields within their limits, the initial value for the rest. */
export function withinLimits(data: object): Preferences {
  const read: Partial<Record<keyof Preferences, unknown>> = data;
  return {
    theme: themes.find((theme) => theme === read.theme) ?? initial.theme,
    density: densities.find((density) => density === read.density) ?? initial.density,
    sideBarWidth: bounded(read.sideBarWidth, 180, 640, initial.sideBarWidth),
    detailsOpen: typeof read.detailsOpen === 'boolean' ? read.detailsOpen : initial.detailsOpen,
    actWithoutInput: read.actWithoutInput === true,
    clipboardSeconds: bounded(read.clipboardSeconds, 5, 600, initial.clipboardSeconds),
    autoLockMinutes: bounded(read.autoLockMinutes, 0, 1440, initial.autoLockMinutes),
    lockWithSystem: typeof read.lockWithSystem === 'boolean' ? read.lockWithSystem : initial.lockWithSystem,
    boardOnLock: read.boardOnLock === true,
    clusterEveryMs:
      read.clusterEveryMs === 0 ? 0 : bounded(read.clusterEveryMs, 1_000, 60_000, initial.clusterEveryMs),
    jobRequests: bounded(read.jobRequests, 1, 32, initial.jobRequests),
    contentProtection: read.contentProtection === true,
    tray: read.tray === true,
    quickAccess: quickShortcuts.find((keys) => keys === read.quickAccess) ?? 'off',
    programs: read.programs === true,
    programsRememberProduction: read.programsRememberProduction === true,
    programsLog: read.programsLog === true,
    reminderNames: reminderNamesOf(read.reminderNames),
    folderColumns: Array.isArray(read.folderColumns)
      ? folderColumns.filter((column) => (read.folderColumns as unknown[]).includes(column))
      : initial.folderColumns,
  };
}

function bounded(value: unknown, least: number, most: number, otherwise: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return otherwise;
  return Math.round(Math.min(most, Math.max(least, value)));
}
