/** The app itself: what it is, its preferences and files, its menu and the clipboard. */
import type { MenuCommand } from '../menu.ts';
import type { Call, None } from './call.ts';

export type Theme = 'system' | 'light' | 'dark';

/** How much room rows and fields take. */
export type Density = 'comfortable' | 'compact';

export interface AppInfo {
  readonly version: string;
  readonly electronVersion: string;
  /** True for a build of Electron that is not the official one: it must not meet a real server. */
  readonly testElectron: boolean;
  readonly packaged: boolean;
  readonly platform: string;
  /** Address from the command line (`--connect=URL`) that the connect screen starts with; empty: none. */
  readonly connectTo: string;
}

/** A file of the app's own that the disk did not take: what it holds here lasts until the app quits. */
export interface UnkeptFile {
  /** As the subject of a sentence: “The saved connections”. */
  readonly holds: string;
  /** As the end of a sentence: “the disk is full”. */
  readonly why: string;
}

/** Files of the app's own, all of one folder. */
export interface StoredFiles {
  readonly folder: string;
  readonly files: readonly {
    /** In the folder. */
    readonly name: string;
    /** As the subject of a sentence: “The saved connections”. */
    readonly holds: string;
    /** What is secret in it is encrypted by the system's keychain. */
    readonly sealed: boolean;
  }[];
}

/** Small preferences of the window; no path, no name of a secret. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly sideBarWidth: number;
  readonly detailsOpen: boolean;
  /**
   * What comes without a key or a click of the person is done without asking: for those who work with assistive
   * technology. Switched on in the secure prompt only.
   */
  readonly actWithoutInput: boolean;
  /** Seconds until a copied value is cleared from the clipboard. */
  readonly clipboardSeconds: number;
  /** Minutes without a key or a mouse movement after which the app locks itself; 0: never. */
  readonly autoLockMinutes: number;
  /** Lock when the machine goes to sleep or the system locks its screen. */
  readonly lockWithSystem: boolean;
  /** A locked app goes on asking the servers how they are, without a token, and shows that on the board. */
  readonly boardOnLock: boolean;
  /** Between two looks at a cluster that is on screen, in milliseconds; 0: only when a person asks. */
  readonly clusterEveryMs: number;
  /** Screenshots, recordings and screen sharing do not show the window; Electron offers none on Linux. */
  readonly contentProtection: boolean;
  /** A menu beside the clock: keys of favourites to copy, lock, show the window. */
  readonly tray: boolean;
}

/** `no-host`: it is wanted, and the desktop shows none. */
export type TrayState = 'off' | 'shown' | 'no-host';

export interface ClipboardState {
  /** ISO 8601: when what we copied will be cleared; empty: nothing of ours is there. */
  readonly clearsAt: string;
  /** Set when clearing failed: what and why. */
  readonly problem?: string;
}

/** The licence of something that ships inside. */
export interface LicenceNotice {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  readonly text: string;
  /** What a person may do with it beyond that. */
  readonly note?: string;
}

/** What the app is made of. */
export interface AboutApp {
  /** 40 hex digits; empty where it was not packaged. */
  readonly commit: string;
  readonly chromiumVersion: string;
  readonly nodeVersion: string;
  /** Sorted, ours first. */
  readonly licences: readonly LicenceNotice[];
  /** The file with the licences of everything inside Chromium; empty where it cannot be found. */
  readonly chromiumLicences: string;
}

export interface AppCalls {
  'app.info': Call<None, AppInfo>;
  /** Does nothing, there and back: what the bridge itself costs. */
  'app.noop': Call<None, None>;
  'app.preferences': Call<None, Preferences>;
  'app.setPreferences': Call<Partial<Preferences>, Preferences>;
  /** What could not be read or written of the app's own files since it started, in sentences. */
  'app.problems': Call<None, readonly string[]>;
  /** What of the app's own files is not on disk: it lasts until the app quits. */
  'app.unkept': Call<None, readonly UnkeptFile[]>;
  /** Tries again to write it; answers what is still not on disk. */
  'app.writeUnkept': Call<None, readonly UnkeptFile[]>;
  /** What the app writes on this machine, and where. */
  'app.storedFiles': Call<None, StoredFiles>;
  /** Versions, and the licences of everything inside. */
  'app.about': Call<None, AboutApp>;
  /** Whether the tray that is wanted is shown. */
  'app.tray': Call<None, TrayState>;
  /** Opens the user's guide in a window of its own. */
  'app.showGuide': Call<None, None>;
  /** Copies versions, settings and the last lines of the log: nothing that names a server, a person or an entry. */
  'app.copyDiagnostics': Call<None, None>;

  /** What of the application's menu can be done now; the rest is dimmed. Main has the words and the keys. */
  'menu.offer': Call<{ readonly commands: readonly MenuCommand[] }, None>;

  'clipboard.copyText': Call<{ readonly text: string }, None>;
  /** A selection of a revealed value: cleared in time like a whole one. */
  'clipboard.copySecretText': Call<{ readonly text: string }, ClipboardState>;
  'clipboard.state': Call<None, ClipboardState>;
}

export interface AppEvents {
  'clipboard.changed': ClipboardState;
  'app.unkeptChanged': readonly UnkeptFile[];
  /** From the application's menu, where the page has no answer to show it by. */
  'app.diagnosticsCopied': None;
  /** A second start of the app has named an address. */
  'app.connectAsked': { readonly address: string };
  /** A person chose a command in the application's menu. */
  'menu.chosen': { readonly command: MenuCommand };
}
