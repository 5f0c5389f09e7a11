/** The app itself: versions, preferences, files, menu and clipboard. */
import type { QuickAccessState, QuickShortcut } from '../quick-shortcut.ts';
import type { FolderColumn } from '../../vault/folder-table.ts';
import type { ReminderNames } from '../../vault/reminders.ts';
import type { MenuCommand } from '../menu.ts';
import type { Call, None } from './call.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Spacing of rows and fields. */
export type Density = 'comfortable' | 'compact';

export interface AppInfo {
  readonly version: string;
  readonly electronVersion: string;
  /** True for a build of Electron that is not the official one: it must not meet a real server. */
  readonly testElectron: boolean;
  readonly packaged: boolean;
  readonly platform: string;
  /** Address from the command line (`--connect=URL`) that prefills the connect screen; empty without one. */
  readonly connectTo: string;
}

/** One of the app's own files that could not be written to disk; its content lasts until the app quits. */
export interface UnkeptFile {
  /** As the subject of a sentence: “The saved connections”. */
  readonly holds: string;
  /** As the end of a sentence: “the disk is full”. */
  readonly why: string;
}

/** The app's own files, all in one folder. */
export interface StoredFiles {
  readonly folder: string;
  readonly files: readonly {
    /** File name within the folder. */
    readonly name: string;
    /** As the subject of a sentence: “The saved connections”. */
    readonly holds: string;
    /** Secrets in it are encrypted by the system's keychain. */
    readonly sealed: boolean;
  }[];
}

/** Small preferences of the window, without paths or names of secrets. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly sideBarWidth: number;
  readonly detailsOpen: boolean;
  /**
   * Actions without a key press or click are not confirmed; for users of assistive technology. Switched on in the
   * secure prompt only.
   */
  readonly actWithoutInput: boolean;
  /** Seconds until a copied value is cleared from the clipboard. */
  readonly clipboardSeconds: number;
  /** Minutes without a key press or mouse movement until the app locks itself; 0: never. */
  readonly autoLockMinutes: number;
  /** Lock when the machine goes to sleep or the system locks its screen. */
  readonly lockWithSystem: boolean;
  /** While locked, the app still queries server health without a token and shows it on the board. */
  readonly boardOnLock: boolean;
  /** Milliseconds between two reads of a cluster on screen; 0: only on request. */
  readonly clusterEveryMs: number;
  /** Most requests at a time that jobs send to one server for one session, from 1 to 32. */
  readonly jobRequests: number;
  /** Hides the window from screenshots, recordings and screen sharing; Electron does not support it on Linux. */
  readonly contentProtection: boolean;
  /** A tray menu: copy keys of favourites, lock, show the window. */
  readonly tray: boolean;
  /** Shortcut that opens quick access from any program. */
  readonly quickAccess: QuickShortcut;
  /** Programs can ask for secrets: the app's socket exists. */
  readonly programs: boolean;
  /** A yes to a program can be remembered for a production connection, too. */
  readonly programsRememberProduction: boolean;
  /** Requests of programs are written to a log on disk, without values. */
  readonly programsLog: boolean;
  /** Custom metadata fields that hold an entry's owner, its end and its rotation. */
  readonly reminderNames: ReminderNames;
  /** Columns of a folder's table besides the name; others are hidden. */
  readonly folderColumns: readonly FolderColumn[];
}

/** `no-host`: enabled, but the desktop has no tray. */
export type TrayState = 'off' | 'shown' | 'no-host';

export interface ClipboardState {
  /** Time (ISO 8601) at which our copied value will be cleared; empty: the clipboard holds nothing of ours. */
  readonly clearsAt: string;
  /** Set if clearing failed: the object and the reason. */
  readonly problem?: string;
}

/** The licence of a bundled component. */
export interface LicenceNotice {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  readonly text: string;
  /** Additional permissions beyond the licence. */
  readonly note?: string;
}

/** Components of the app. */
export interface AboutApp {
  /** 40 hex digits; empty if not packaged. */
  readonly commit: string;
  readonly chromiumVersion: string;
  readonly nodeVersion: string;
  /** Sorted, ours first. */
  readonly licences: readonly LicenceNotice[];
  /** File with the licences of Chromium's components; empty if it cannot be found. */
  readonly chromiumLicences: string;
}

export interface AppCalls {
  'app.info': Call<None, AppInfo>;
  /** Does nothing: measures the round trip of the bridge. */
  'app.noop': Call<None, None>;
  'app.preferences': Call<None, Preferences>;
  'app.setPreferences': Call<Partial<Preferences>, Preferences>;
  /** Sentences about the app's own files that could not be read or written since it started. */
  'app.problems': Call<None, readonly string[]>;
  /** The app's own files that are not on disk; their content lasts until the app quits. */
  'app.unkept': Call<None, readonly UnkeptFile[]>;
  /** Retries the write; answers the files still not on disk. */
  'app.writeUnkept': Call<None, readonly UnkeptFile[]>;
  /** Files that the app writes on this machine, and their folder. */
  'app.storedFiles': Call<None, StoredFiles>;
  /** Versions, and the licences of all components. */
  'app.about': Call<None, AboutApp>;
  /** State of the tray icon. */
  'app.tray': Call<None, TrayState>;
  /** State of the global shortcut. */
  'app.quickAccess': Call<None, QuickAccessState>;
  /** Opens the user's guide in a window of its own. */
  'app.showGuide': Call<None, None>;
  /** Link to an entry that another program has opened the app with, as it came; empty: none. */
  'app.link': Call<None, { readonly link: string }>;
  /** Ends a link that the user has opened or closed. */
  'app.dropLink': Call<{ readonly link: string }, None>;
  /** Copies versions, settings and the last lines of the log, without names of servers, users or entries. */
  'app.copyDiagnostics': Call<None, None>;

  /** Enables these commands of the application's menu and dims the rest. Main has the labels and keys. */
  'menu.offer': Call<{ readonly commands: readonly MenuCommand[] }, None>;

  'clipboard.copyText': Call<{ readonly text: string }, None>;
  /** A selection of a revealed value; cleared on the same timer as a whole one. */
  'clipboard.copySecretText': Call<{ readonly text: string }, ClipboardState>;
  'clipboard.state': Call<None, ClipboardState>;
}

export interface AppEvents {
  'clipboard.changed': ClipboardState;
  'app.unkeptChanged': readonly UnkeptFile[];
  /** Diagnostics were copied from the application's menu: the page has no call of its own to report. */
  'app.diagnosticsCopied': None;
  /** A second start of the app named an address. */
  'app.connectAsked': { readonly address: string };
  /** There is another link to show, or none any more. */
  'app.linkAsked': None;
  /** The user chose a command in the application's menu. */
  'menu.chosen': { readonly command: MenuCommand };
}
