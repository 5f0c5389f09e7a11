/** `app.*` and `clipboard.*`: the app itself. */
import * as z from 'zod/mini';
import { quickShortcuts } from '../../../shared/ipc/quick-shortcut.ts';
import { folderColumns } from '../../../shared/vault/folder-table.ts';
import { longestLink } from '../../../shared/vault/link.ts';
import { longestReminderName } from '../../../shared/vault/reminders.ts';
import { nothing } from '../about.ts';
import { call } from '../call.ts';
import { changeOfApp, readOfApp, readWhenLocked } from '../presets.ts';
import { wholeEntryBytes } from '../sizes.ts';
import { longText, maybe, none } from './fields.ts';

const reminderName = z.string().check(z.maxLength(longestReminderName));

export const appCalls = [
  readWhenLocked('app.info', {}, (_nothing, _none, { services }) => {
    const { version, electronVersion, testElectron, packaged, platform, connectTo } = services.platform.app;
    const known = { version, electronVersion, testElectron, packaged, platform };
    return { ...known, connectTo: connectTo() };
  }),
  readWhenLocked('app.noop', {}, () => ({})),
  readWhenLocked('app.preferences', {}, (_nothing, _none, { services }) => services.preferences.get()),
  call('app.setPreferences', {
    input: z.strictObject({
      theme: maybe(z.enum(['system', 'light', 'dark'])),
      density: maybe(z.enum(['comfortable', 'compact'])),
      sideBarWidth: maybe(z.number().check(z.gte(0), z.lte(10_000))),
      detailsOpen: maybe(z.boolean()),
      actWithoutInput: maybe(z.boolean()),
      clipboardSeconds: maybe(z.int().check(z.gte(0), z.lte(3600))),
      autoLockMinutes: maybe(z.int().check(z.gte(0), z.lte(1440))),
      lockWithSystem: maybe(z.boolean()),
      boardOnLock: maybe(z.boolean()),
      clusterEveryMs: maybe(z.int().check(z.gte(0), z.lte(60_000))),
      jobRequests: maybe(z.int().check(z.gte(1), z.lte(32))),
      contentProtection: maybe(z.boolean()),
      tray: maybe(z.boolean()),
      quickAccess: maybe(z.enum(quickShortcuts)),
      programs: maybe(z.boolean()),
      programsRememberProduction: maybe(z.boolean()),
      programsLog: maybe(z.boolean()),
      reminderNames: maybe(
        z.strictObject({ owner: reminderName, expires: reminderName, rotateAfter: reminderName }),
      ),
      folderColumns: maybe(z.array(z.enum(folderColumns)).check(z.maxLength(folderColumns.length))),
    }),
    effect: 'changes-here',
    costs: 'keystroke',
    says: 'Change the settings',
    about: nothing,
    whenLocked: 'answered',
    asks: ['confirm'],
    run: (_nothing, change, { services, signal }) => services.preferences.set(change, signal),
  }),
  readWhenLocked('app.problems', {}, (_nothing, _none, { services }) => services.platform.problems()),
  readWhenLocked('app.unkept', {}, (_nothing, _none, { services }) => services.platform.ownFiles.unkept()),
  call('app.writeUnkept', {
    input: none,
    effect: 'changes-here',
    costs: 'keystroke',
    says: 'Write files that are not on disk',
    about: nothing,
    whenLocked: 'answered',
    asks: 'nothing',
    run: (_nothing, _none, { services }) => {
      services.platform.ownFiles.writeAgain();
      return services.platform.ownFiles.unkept();
    },
  }),
  readOfApp('app.storedFiles', {}, (_nothing, _none, { services }) => services.platform.storedFiles()),
  readWhenLocked('app.about', {}, (_nothing, _none, { services }) => services.platform.about()),
  readWhenLocked('app.tray', {}, (_nothing, _none, { services }) => services.platform.tray()),
  readWhenLocked('app.quickAccess', {}, (_nothing, _none, { services }) => services.platform.quickAccess()),
  readWhenLocked('app.showGuide', {}, async (_nothing, _none, { services }) => {
    await services.platform.showGuide();
    return {};
  }),
  // Refused while locked: it names an entry.
  readOfApp('app.link', {}, (_nothing, _none, { services }) => ({ link: services.platform.links.shown() })),
  changeOfApp(
    'app.dropLink',
    { says: 'Close a link', costs: 'keystroke', asks: 'nothing' },
    { link: z.string().check(z.maxLength(longestLink)) },
    (_nothing, { link }, { services }) => {
      services.platform.links.drop(link);
      return {};
    },
  ),
  // Refused as any copy. The app's menu copies them without the page, also while locked.
  readOfApp('app.copyDiagnostics', {}, async (_nothing, _none, { services }) => {
    await services.platform.copyDiagnostics();
    return {};
  }),
  readOfApp(
    'clipboard.copySecretText',
    { text: longText },
    (_nothing, { text }, { services, signal }) => services.platform.clipboard.copy({ text }, signal),
    { asks: ['confirm'], maxBytes: wholeEntryBytes },
  ),
  readOfApp(
    'clipboard.copyText',
    { text: z.string().check(z.maxLength(1024 * 1024)) },
    async (_nothing, { text }, { services, signal }) => {
      await services.platform.clipboard.copy({ text, plain: true }, signal);
      return {};
    },
    { asks: ['confirm'], maxBytes: wholeEntryBytes },
  ),
  readWhenLocked('clipboard.state', {}, (_nothing, _none, { services }) =>
    services.platform.clipboard.state(),
  ),
] as const;
