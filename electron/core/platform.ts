/**
 * What the core uses of the outside: the seam between it and Electron's adapters. Nothing here imports Electron, so that
 * the core runs in tests as it is.
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
import type { MenuCommand } from '../../shared/ipc/menu.ts';
import type { KeychainState } from '../../shared/vault/connection.ts';
import type { TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import type { OwnFiles } from '../disk/own-files.ts';
import type { Seen } from './seen.ts';

/**
 * The one way to ask a person something that the page must not answer. One prompt is on screen and one waits; further ones
 * reject with `conflict`. An abort answers `cancel` at once: the prompt stays as withdrawn until the person closes it,
 * unless the reason is `promptSettled`, which takes it away.
 */
export type Ask = (request: TrustedRequest, signal?: AbortSignal) => Promise<TrustedAnswer>;

/** Real input of the window. `gates/gesture.ts` says what it is worth. */
export interface Gestures {
  /** A key, a click or a tap has reached the window's page. */
  readonly note: () => void;
  /**
   * Uses up the oldest one that was still worth something at a time, now unless told, or came since; false where there is
   * none.
   */
  readonly take: (asOfMs?: number) => boolean;
  /** Uses up the small change of the oldest one: what a page saves beside it while a person works. */
  readonly takeKeystroke: () => boolean;
  /** Whether there is one that is still worth something. */
  readonly isThere: () => boolean;
  /** They are worth nothing any more: a person has said no since. */
  readonly forget: () => void;
}

/** Sends an event to the window, if there is one. */
export type Emit = <N extends EventName>(name: N, payload: Events[N]) => void;

export type OpenPurpose = FilePurpose | 'value' | 'profiles' | 'snapshot';
export type SavePurpose = 'value' | 'profiles' | 'answer' | 'snapshot';

/** The operating system's place for secrets. `encrypt` and `decrypt` reject where it is not available. */
export interface Keychain {
  readonly state: () => Promise<KeychainState>;
  readonly encrypt: (text: string) => Promise<Buffer>;
  readonly decrypt: (sealed: Buffer) => Promise<string>;
  /**
   * Has the system make sure who is there, where it offers that (Touch ID); true where it offers nothing. `purpose` ends the
   * sentence “Strongroom wants to …”.
   */
  readonly authenticate: (purpose: string) => Promise<boolean>;
}

/** Something to be told outside the window. Nothing in it is secret. */
export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** A person clicked on it. */
  readonly chosen: () => void;
}

/**
 * How this copy of the app was installed; `kind` names the package that takes its place, as a release calls it. What is not
 * installed by the app itself is looked for and named where there is a kind, and else not looked for.
 */
export type Packaging =
  | { readonly way: 'itself'; readonly kind: string }
  | { readonly way: 'package-manager' | 'by-hand'; readonly why: string; readonly kind?: string };

/** An update that is downloaded, verified and ready. */
export interface PreparedUpdate {
  /** Installs it, as the last thing the app does; answers why that failed, as the end of a sentence. */
  readonly install: (restart: boolean) => string | undefined;
}

/** New versions of the app, as far as they are Electron's and the system's. */
export interface UpdatePlatform {
  /** What this build came with; without a key it believes no release, and without an address it has one only when told. */
  readonly built: {
    readonly feed: string;
    readonly keys: readonly string[];
    /** Further hosts of the same publisher, to which that address may redirect. */
    readonly hosts: readonly string[];
  };
  /** As Node names them. */
  readonly system: { readonly platform: string; readonly arch: string };
  readonly packaging: () => Promise<Packaging>;
  /** Has the file of a package written by `download` to the path that it is given. Rejects with what that rejects with. */
  readonly prepare: (
    update: {
      readonly version: string;
      readonly kind: string;
      readonly file: { readonly name: string; readonly sizeBytes: number; readonly sha512: string };
    },
    download: (path: string) => Promise<void>,
  ) => Promise<PreparedUpdate>;
  /** Removes what was downloaded. */
  readonly discard: () => Promise<void>;
  /** Ends the app as a person does. */
  readonly quit: () => void;
}

/**
 * How long something stays on the clipboard, and where it can be pasted. `text`: until something else is copied. `secret`: it is
 * cleared after the preferred time, if it is still there. `credential`: so too, and until then it cannot be pasted into the page.
 */
export type CopiedAs = 'credential' | 'secret' | 'text';

/** Everything the core needs from Electron, adapted in `electron/platform` and `electron/window`. */
export interface Platform {
  readonly ask: Ask;
  /** Real input of the window, for calls to spend. */
  readonly gestures: Pick<Gestures, 'take' | 'takeKeystroke' | 'isThere' | 'forget'>;
  /** How long a page that was told no opens no prompt by itself, in milliseconds; for tests (`gates/patience.ts`). */
  readonly quietMs?: number;
  readonly clipboard: {
    /** Copies a text. Through `gates/clipboard.ts` only. */
    readonly copy: (text: string, as: CopiedAs) => Promise<ClipboardState>;
    /** What is there now, for a person who asks that it be used. Through `gates/clipboard.ts` only. */
    readonly readText: () => Promise<string>;
    /** Clears what we copied, and what was selected in our pages, now, if it is still there. */
    readonly clearNow: () => Promise<void>;
    readonly state: () => ClipboardState;
  };
  /** A native file dialog; undefined when closed. The path never goes to the renderer. */
  readonly chooseFile: (purpose: OpenPurpose) => Promise<string | undefined>;
  /** A native save dialog; undefined when closed. */
  readonly chooseSavePath: (purpose: SavePurpose, suggestedName: string) => Promise<string | undefined>;
  /** Opens a web page in the system's browser: `https:`, or `http:` to this machine; anything else is refused. */
  readonly openBrowser: (url: string) => Promise<void>;
  /** Shows a notice of the desktop, where the system has them. */
  readonly notify: (notice: DesktopNotice) => void;
  /** Whether anybody can see the window. */
  readonly seen: Seen;
  /** Opens the user's guide. */
  readonly showGuide: () => Promise<void>;
  /** Copies what a person may paste into a public issue. */
  readonly copyDiagnostics: () => Promise<void>;
  /** What is remembered of a session's work has changed: the tray lists favourites. */
  readonly favouritesChanged: () => void;
  /** Whether the tray is shown. */
  readonly tray: () => Promise<TrayState>;
  /** Brings the window to the front. */
  readonly showWindow: () => void;
  /** Has the window fill the screen, or no more. */
  readonly setFullScreen: (on: boolean) => Promise<void>;
  /** Between two looks in the background, in milliseconds; for tests (`cluster/background-health.ts`). */
  readonly healthEveryMs?: number;
  readonly keychain: Keychain;
  readonly sample: SampleServers;
  /**
   * Throws the page away with its process and loads it anew: nothing it held outlives this. Whatever the trusted view
   * shows or is still to show is cancelled.
   */
  readonly replacePage: () => void;
  /** Dims what of the application's menu cannot be done now. */
  readonly tellMenu: (commands: readonly MenuCommand[]) => void;
  readonly preferences: {
    readonly get: () => Preferences;
    /** What would hold after a change. */
    readonly after: (change: Partial<Preferences>) => Preferences;
    readonly set: (change: Partial<Preferences>) => Preferences;
  };
  readonly app: {
    readonly version: string;
    readonly electronVersion: string;
    readonly testElectron: boolean;
    /** A testing Electron may meet other than loopback servers only where a person said so on the command line. */
    readonly testElectronAllowed: boolean;
    readonly packaged: boolean;
    readonly platform: string;
    /** Address from the latest command line (`--connect=URL`); empty: none. */
    readonly connectTo: () => string;
    /** Folder for profiles and preferences. */
    readonly dataFolder: string;
  };
  readonly updates: UpdatePlatform;
  /** The environment as the app was started with, taken before tokens were removed from it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** What the app writes on this machine, its own files and the rest. */
  readonly storedFiles: () => StoredFiles;
  /** What the app is made of, with the licences of everything inside. */
  readonly about: () => Promise<AboutApp>;
  /** Redacted one-line log. */
  readonly log: (line: string) => void;
  /** Where the app's own files come from, and what of them is not on disk. */
  readonly ownFiles: OwnFiles;
  /** Tells the person of a problem with the app's own files, in a sentence. */
  readonly report: (problem: string) => void;
  /** What has been reported since the start. */
  readonly problems: () => readonly string[];
}

/** A server started for trying the app out (`--sample-server=FILE`): opened at start-up without asking. */
export interface SampleServer {
  readonly address: string;
  readonly token: string;
  readonly name: string;
  /** Addresses of its other nodes: the command line is the person's word for them, too. */
  readonly nodes: readonly string[];
}

/** What starts a sample server from within the app. */
export interface SampleServers {
  /** The program that would be started; undefined: none was found. */
  readonly program: () => string | undefined;
  /** Address of the one that runs; undefined: none does. */
  readonly address: () => string | undefined;
  /** Starts it; rejects with a sentence. */
  readonly start: () => Promise<SampleServer>;
}

/** What a quit would lose. */
export interface Losses {
  /** Full paths of entries with unsaved edits; none while locked. */
  readonly paths: readonly string[];
  readonly drafts: number;
  readonly oneTimeResults: number;
  /** What those answers are, in a line each; none while locked. */
  readonly answers?: readonly string[];
}
