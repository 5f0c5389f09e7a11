/** Programs as the operating system knows them: the socket that they ask at, and processes and files behind a request. */

/** Bytes of a frame's JSON. */
export const longestRequest = 1024 * 1024;
export const longestAnswer = 16 * 1024 * 1024;

/** A running process; its start tells it from a later one with the same ID. */
export interface ProcessFacts {
  readonly pid: number;
  /** In the kernel's own unit, since the system's start. */
  readonly start: string;
  /** Name that it goes by; any process can choose its own. */
  readonly name: string;
  /** Path of its executable; empty if it cannot be read. */
  readonly path: string;
  readonly argv: readonly string[];
}

export interface FolderFacts {
  readonly path: string;
  readonly device: string;
  readonly inode: string;
}

/** A regular file and a digest of its content. */
export interface FileFacts extends FolderFacts {
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The program that runs, and the script if it interprets one. */
export interface ProgramFiles {
  readonly program: FileFacts;
  readonly script?: FileFacts;
}

/** Surroundings of a request, read from the kernel. */
export interface Surroundings {
  readonly folder: FolderFacts;
  /** Nearest first, up to the leader of the session. */
  readonly parents: readonly ProcessFacts[];
  readonly terminal: boolean;
  /** Variables that make programs load code, by name. */
  readonly loaders: readonly string[];
  /** Its PATH. */
  readonly searchPath: string;
  /** Digest of these variables and the search path. */
  readonly loadersDigest: string;
}

/** A connection of our own launcher, run by our own user. */
export interface ProgramConnection {
  /** Rejects if the process is gone. */
  readonly surroundings: () => Promise<Surroundings>;
  /** True while the very process that connected runs our launcher. */
  readonly isSame: () => Promise<boolean>;
  /** The next frame, parsed; undefined once the connection has ended. */
  readonly next: () => Promise<unknown>;
  /** Resolves once the frame has left; false if it could not. */
  readonly send: (frame: unknown) => Promise<boolean>;
  /** Aborts when the connection has ended. */
  readonly ended: AbortSignal;
  /** It waits for nothing any more but its own end, and does not count as a request. */
  readonly settle: () => void;
  readonly end: () => void;
}

export interface ProgramSystem {
  /** Path of the socket; empty if this system has none. */
  readonly socket: () => string;
  /**
   * Opens the socket; `serve` gets each connection. Returns its end. Rejects with a sentence, for instance if
   * another app listens there.
   */
  readonly open: (serve: (connection: ProgramConnection) => Promise<void>) => Promise<() => Promise<void>>;
  /** Files behind a command, by content. Rejects if they cannot be identified. */
  readonly filesOf: (
    command: { readonly program: string; readonly argv: readonly string[] },
    place: Pick<Surroundings, 'folder' | 'searchPath'>,
  ) => Promise<ProgramFiles>;
  /** Files behind a running process. */
  readonly filesOfProcess: (process: ProcessFacts) => Promise<ProgramFiles>;
  /** A process by its ID. Rejects if it is gone. */
  readonly processAt: (pid: number) => Promise<ProcessFacts>;
  readonly surroundingsOf: (pid: number) => Promise<Surroundings>;
  /** The folder at a path, links resolved. Rejects if there is none. */
  readonly folderAt: (path: string) => Promise<FolderFacts>;
  /** True while the process runs. */
  readonly isRunning: (process: Pick<ProcessFacts, 'pid' | 'start'>) => boolean;
}
