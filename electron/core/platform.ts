/**
 * Interface between the core and Electron's adapters. The core does not import Electron, so tests run it unchanged.
 */
import type {
  AboutApp,
  ClipboardState,
  EventName,
  Events,
  FilePurpose,
  Preferences,
  StoredFiles,
  TrayState,
} from '../../shared/ipc/contract.ts';
import type { QuickAccessState } from '../../shared/ipc/quick-shortcut.ts';
import type { MenuCommand } from '../../shared/ipc/menu.ts';
import type { PastRequest } from '../../shared/vault/programs.ts';
import type { KeychainState } from '../../shared/vault/connection.ts';
import type { TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import type { OwnFiles } from '../disk/own-files.ts';
import type { AskedLinks } from './connection/asked-links.ts';
import type { ProgramSystem } from './program-system.ts';
import type { Seen } from './seen.ts';

/**
 * Opens the secure prompt, the one way to ask the user something that the page must not answer. One prompt is on
 * screen and one waits; further ones reject with `conflict`. An abort answers `cancel` at once: the withdrawn prompt
 * stays until the user closes it, unless the reason is `promptSettled`, which removes it.
 */
export type Ask = (request: TrustedRequest, signal?: AbortSignal) => Promise<TrustedAnswer>;

/** Real user input of the window. `gates/gesture.ts` defines its value. */
export interface Gestures {
  /** Notes a key, a click or a tap that reached the window's page. */
  readonly note: () => void;
  /** Spends the oldest gesture that was still valid at `asOfMs` (default: now) or came since; false without one. */
  readonly take: (asOfMs?: number) => boolean;
  /** Spends one keystroke of the oldest gesture: for saves that a page makes while the user works. */
  readonly takeKeystroke: () => boolean;
  /** True while a valid gesture is left. */
  readonly isThere: () => boolean;
  /** Invalidates all gestures: the user has declined since. */
  readonly forget: () => void;
}

/** Sends an event to the window, if there is one. */
export type Emit = <N extends EventName>(name: N, payload: Events[N]) => void;

export type OpenPurpose = 'plan' | FilePurpose | 'value' | 'profiles' | 'snapshot' | 'import' | 'template';
export type SavePurpose = 'plan' | 'value' | 'profiles' | 'answer' | 'snapshot' | 'export';

/** The operating system's secret store. `encrypt` and `decrypt` reject if it is not available. */
export interface Keychain {
  readonly state: () => Promise<KeychainState>;
  readonly encrypt: (text: string) => Promise<Buffer>;
  readonly decrypt: (sealed: Buffer) => Promise<string>;
  /**
   * Has the system authenticate the user (Touch ID); true if the system does not offer it. `purpose` ends the
   * sentence “Strongroom wants to …”.
   */
  readonly authenticate: (purpose: string) => Promise<boolean>;
}

/** A desktop notification. It contains no secrets. */
export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** The user clicked on it. */
  readonly chosen: () => void;
}

/**
 * Installation method of this copy of the app; `kind` names its replacement package, as a release calls it. If the
 * app does not install itself, updates are looked for and named only with a `kind`.
 */
export type Packaging =
  | { readonly way: 'itself'; readonly kind: string }
  | { readonly way: 'package-manager' | 'by-hand'; readonly why: string; readonly kind?: string };

/** An update that is downloaded, verified and ready. */
export interface PreparedUpdate {
  /** Installs it as the last action of the app; returns the reason of a failure as the end of a sentence. */
  readonly install: (restart: boolean) => string | undefined;
}

/** App updates, as far as they depend on Electron and the system. */
export interface UpdatePlatform {
  /** Build-time settings. Without a key the build trusts no release; without an address the user must set one. */
  readonly built: {
    readonly feed: string;
    readonly keys: readonly string[];
    /** Further hosts of the same publisher, to which that address can redirect. */
    readonly hosts: readonly string[];
  };
  /** Platform and architecture in Node's names. */
  readonly system: { readonly platform: string; readonly arch: string };
  readonly packaging: () => Promise<Packaging>;
  /** Has `download` write the package file to the given path. Rejects with the error of `download`. */
  readonly prepare: (
    update: {
      readonly version: string;
      readonly kind: string;
      readonly file: { readonly name: string; readonly sizeBytes: number; readonly sha512: string };
    },
    download: (path: string) => Promise<void>,
  ) => Promise<PreparedUpdate>;
  /** Removes the downloaded files. */
  readonly discard: () => Promise<void>;
  /** Quits the app as a user does. */
  readonly quit: () => void;
}

/**
 * Lifetime and paste targets of copied text on the clipboard. `text`: until something else is copied. `secret`:
 * cleared after the preferred time, if it is still there. `credential`: like `secret`, and until then it cannot be
 * pasted into the page.
 */
export type CopiedAs = 'credential' | 'secret' | 'text';

/** Everything the core needs from Electron, adapted in `electron/platform` and `electron/window`. */
export interface Platform {
  readonly ask: Ask;
  /** Real user input of the window, for calls to spend. */
  readonly gestures: Pick<Gestures, 'take' | 'takeKeystroke' | 'isThere' | 'forget'>;
  /** Milliseconds in which a page that was declined opens no prompt by itself; for tests (`gates/patience.ts`). */
  readonly quietMs?: number;
  readonly clipboard: {
    /** Copies a text. Through `gates/clipboard.ts` only. */
    readonly copy: (text: string, as: CopiedAs) => Promise<ClipboardState>;
    /** Reads the current text, if the user asks for it. Through `gates/clipboard.ts` only. */
    readonly readText: () => Promise<string>;
    /** Clears our copied text and the selection of our pages now, if still there. */
    readonly clearNow: () => Promise<void>;
    readonly state: () => ClipboardState;
  };
  /** A native file dialog; undefined when closed. The path never goes to the renderer. */
  readonly chooseFile: (purpose: OpenPurpose) => Promise<string | undefined>;
  /** A native save dialog; undefined when closed. */
  readonly chooseSavePath: (purpose: SavePurpose, suggestedName: string) => Promise<string | undefined>;
  /** Opens a web page in the system's browser: `https:`, or `http:` to this machine; rejects anything else. */
  readonly openBrowser: (url: string) => Promise<void>;
  /** Opens the system's file manager at a file that main itself has written. */
  readonly showInFolder: (path: string) => void;
  /** Shows a desktop notification, if the system supports them. */
  readonly notify: (notice: DesktopNotice) => void;
  /** Visibility of the window. */
  readonly seen: Seen;
  /** Opens the user's guide. */
  readonly showGuide: () => Promise<void>;
  /** Copies diagnostics that are safe to paste into a public issue. */
  readonly copyDiagnostics: () => Promise<void>;
  /** Announces a change to the remembered work of a session: the tray lists favourites. */
  readonly favouritesChanged: () => void;
  /** Tells how many requests of programs wait for an answer: the tray and a desktop notice lead there. */
  readonly programsWaiting: (waiting: number) => void;
  /** Takes a request of a program that has ended, for the log on disk. */
  readonly pastRequest: (request: PastRequest) => void;
  /** State of the tray icon. */
  readonly tray: () => Promise<TrayState>;
  /** State of the global shortcut. */
  readonly quickAccess: () => QuickAccessState;
  /** Brings the window to the front. */
  readonly showWindow: () => void;
  /** Enters or leaves full screen. */
  readonly setFullScreen: (on: boolean) => Promise<void>;
  /** Milliseconds between two checks in the background; for tests (`cluster/background-health.ts`). */
  readonly healthEveryMs?: number;
  readonly keychain: Keychain;
  /** Programs that ask for secrets. */
  readonly programs: ProgramSystem;
  readonly sample: SampleServers;
  /** Links to entries that another program has opened the app with. */
  readonly links: Pick<AskedLinks, 'shown' | 'drop'>;
  /**
   * Discards the page with its process and loads it anew, so that none of its state survives. Open and waiting
   * prompts are cancelled.
   */
  readonly replacePage: () => void;
  /** Disables the menu commands that are not available now. */
  readonly tellMenu: (commands: readonly MenuCommand[]) => void;
  readonly preferences: {
    readonly get: () => Preferences;
    /** Preferences after a change, not stored. */
    readonly after: (change: Partial<Preferences>) => Preferences;
    readonly set: (change: Partial<Preferences>) => Preferences;
  };
  readonly app: {
    readonly version: string;
    readonly electronVersion: string;
    readonly testElectron: boolean;
    /** A testing Electron connects to servers other than loopback only if the command line allows it. */
    readonly testElectronAllowed: boolean;
    readonly packaged: boolean;
    readonly platform: string;
    /** Address from the latest command line (`--connect=URL`); empty: not given. */
    readonly connectTo: () => string;
    /** Folder for profiles and preferences. */
    readonly dataFolder: string;
  };
  readonly updates: UpdatePlatform;
  /** The environment as the app was started with, copied before tokens were removed from it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** Files that the app writes on this machine, its own and others. */
  readonly storedFiles: () => StoredFiles;
  /** Components of the app with their licences. */
  readonly about: () => Promise<AboutApp>;
  /** Redacted one-line log. */
  readonly log: (line: string) => void;
  /** Folder of the app's own files, and the ones that are not on disk. */
  readonly ownFiles: OwnFiles;
  /** Tells the user of a problem with the app's own files, in a sentence. */
  readonly report: (problem: string) => void;
  /** Problems reported since the start. */
  readonly problems: () => readonly string[];
}

/** A server started for trying the app out (`--sample-server=FILE`): opened at start-up without asking. */
export interface SampleServer {
  readonly address: string;
  readonly token: string;
  readonly name: string;
  /** Addresses of its other nodes: the command line counts as the user's consent to them, too. */
  readonly nodes: readonly string[];
}

/** Starts sample servers from within the app. */
export interface SampleServers {
  /** The program to start; undefined if it was not found. */
  readonly program: () => string | undefined;
  /** Address of the running server; undefined if it does not run. */
  readonly address: () => string | undefined;
  /** Starts it; rejects with a sentence. */
  readonly start: () => Promise<SampleServer>;
}

/** Work lost by a quit. */
export interface Losses {
  /** Full paths of entries with unsaved edits; empty while locked. */
  readonly paths: readonly string[];
  readonly drafts: number;
  readonly oneTimeResults: number;
  /** Those one-time results, a line each; empty while locked. */
  readonly answers?: readonly string[];
}
