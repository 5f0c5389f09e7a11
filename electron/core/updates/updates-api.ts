/** Actions of the user on updates of the app, and of main at the end of a run. */
import type { UpdateMode, UpdateState } from '../../../shared/ipc/contract/updates.ts';

export interface Updates {
  readonly state: () => Promise<UpdateState>;
  readonly setMode: (mode: UpdateMode, signal?: AbortSignal) => Promise<UpdateState>;
  /** Empty: the address of the build. */
  readonly setFeed: (address: string, signal?: AbortSignal) => Promise<UpdateState>;
  readonly check: (signal?: AbortSignal) => Promise<UpdateState>;
  readonly download: (signal?: AbortSignal) => Promise<UpdateState>;
  /** Ends a check or a download. */
  readonly cancel: () => Promise<UpdateState>;
  readonly setAtQuit: (on: boolean, signal?: AbortSignal) => Promise<UpdateState>;
  readonly installNow: (signal?: AbortSignal) => Promise<UpdateState>;
  /** The last action of a run: installs the update that the user agreed to. */
  readonly installAgreed: () => void;
  /** This run ends without an installation: it is ended from outside. */
  readonly leaveAsIs: () => void;
  /** The user has decided against quitting. */
  readonly stayed: () => void;
  readonly stop: () => void;
}
