/**
 * What a handler is, and what it may use of the outside: the seam between the bridge (register, guard), the handlers,
 * and Electron's adapters. Nothing here imports Electron, so handlers run in unit tests as they are.
 */
import type {
  CallName,
  ClipboardState,
  EventName,
  Events,
  FilePurpose,
  Input,
  Output,
  Preferences,
} from '../../shared/ipc/contract.ts';
import type { KeychainState } from '../../shared/vault/connection.ts';
import type { TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';

/** What a handler is told about the call besides its input. `signal` aborts when the renderer cancels or is gone. */
export interface CallContext {
  readonly signal: AbortSignal;
}

/** One handler a call. It gets parsed input, answers the output or throws an `AppFailure`. */
export type Handlers = {
  readonly [N in CallName]: (input: Input<N>, context: CallContext) => Output<N> | Promise<Output<N>>;
};

/** Sends an event to the window, if there is one. */
export type Emit = <N extends EventName>(name: N, payload: Events[N]) => void;

export type OpenPurpose = FilePurpose | 'value' | 'profiles';
export type SavePurpose = 'value' | 'profiles' | 'answer';

/** The operating system's place for secrets. `encrypt` and `decrypt` reject where it is not available. */
export interface Keychain {
  readonly state: () => Promise<KeychainState>;
  readonly encrypt: (text: string) => Promise<Buffer>;
  readonly decrypt: (sealed: Buffer) => Promise<string>;
}

/** Everything the handlers need from Electron, adapted in `electron/platform` and `electron/window`. */
export interface Platform {
  /** Opens the trusted view, answers when it is done; one at a time, later asks wait. */
  readonly ask: (request: TrustedRequest, signal?: AbortSignal) => Promise<TrustedAnswer>;
  readonly clipboard: {
    /** Copies a secret; cleared after the preferred time if the clipboard still holds it. */
    readonly copySecret: (text: string) => Promise<ClipboardState>;
    readonly copyText: (text: string) => Promise<void>;
    /** What is there now, for a person who asks that it be used. */
    readonly readText: () => Promise<string>;
    /** Clears what we copied, now, if it is still there. */
    readonly clearNow: () => Promise<void>;
    readonly state: () => ClipboardState;
  };
  /** A native file dialog; undefined when closed. The path never goes to the renderer. */
  readonly chooseFile: (purpose: OpenPurpose) => Promise<string | undefined>;
  /** A native save dialog; undefined when closed. */
  readonly chooseSavePath: (purpose: SavePurpose, suggestedName: string) => Promise<string | undefined>;
  /** Opens a web page in the system's browser: `https:`, or `http:` to this machine; anything else is refused. */
  readonly openBrowser: (url: string) => Promise<void>;
  readonly keychain: Keychain;
  /**
   * Throws the page away with its process and loads it anew: nothing it held outlives this. Whatever the trusted view
   * shows or is still to show is cancelled.
   */
  readonly replacePage: () => void;
  readonly preferences: {
    readonly get: () => Preferences;
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
    /** Address from the command line (`--connect=URL`); empty: none. */
    readonly connectTo: string;
    /** Folder for profiles and preferences. */
    readonly dataFolder: string;
  };
  /** The environment as the app was started with, taken before tokens were removed from it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** Redacted one-line log. */
  readonly log: (line: string) => void;
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
}

/** What a quit would lose. */
export interface Losses {
  /** Full paths of entries with unsaved edits; none while locked. */
  readonly paths: readonly string[];
  readonly drafts: number;
  readonly heldAnswers: number;
  /** What those answers are, in a line each; none while locked. */
  readonly answers?: readonly string[];
}
