/** Stage of an update, and the one check or download that changes it. */
import type { UpdateStage, UpdateState } from '../../../shared/ipc/contract/updates.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { asAppError } from '../connection/trouble.ts';

export interface ProgressParts {
  /** Problem of the run before, if any. */
  readonly problem: AppError | undefined;
  /** The whole state, with this stage and problem. */
  readonly stateWith: (stage: UpdateStage, problem: AppError | undefined) => Promise<UpdateState>;
  readonly changed: (state: UpdateState) => void;
  readonly log: (line: string) => void;
}

export interface Progress {
  readonly stage: () => UpdateStage;
  /** Sets the stage; its change is reported by `tell`, or at the end of the work. */
  readonly become: (stage: UpdateStage) => void;
  readonly state: () => Promise<UpdateState>;
  /** Reports the state; `next`: another stage. */
  readonly tell: (next?: UpdateStage) => Promise<UpdateState>;
  readonly forgetProblem: () => void;
  readonly isWorking: () => boolean;
  /** Runs one check or download at a time. A failure restores the previous stage. */
  readonly work: (
    signal: AbortSignal | undefined,
    act: (signal: AbortSignal, before: UpdateStage) => Promise<void>,
  ) => Promise<UpdateState>;
  readonly abort: () => void;
  /** Aborted work restores its stage as it ends: the caller sets another one after that. */
  readonly endWork: () => Promise<void>;
}

/** A check or a download under way. */
interface Work {
  readonly abort: AbortController;
  readonly ended: Promise<undefined>;
}

/** Makes the progress of a run, idle. */
export function createProgress(parts: ProgressParts): Progress {
  let stage: UpdateStage = { kind: 'idle' };
  let { problem } = parts;
  let working: Work | undefined;

  const state = (): Promise<UpdateState> => parts.stateWith(stage, problem);

  async function tell(next: UpdateStage = stage): Promise<UpdateState> {
    stage = next;
    const now = await state();
    parts.changed(now);
    return now;
  }

  async function work(
    signal: AbortSignal | undefined,
    act: (signal: AbortSignal, before: UpdateStage) => Promise<void>,
  ): Promise<UpdateState> {
    if (working !== undefined)
      throw new AppFailure({ kind: 'conflict', message: 'An update is being looked for already.' });
    const abort = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    working = { abort, ended };
    const before = stage;
    problem = undefined;
    try {
      await act(signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal]), before);
    } catch (failure) {
      const error = asAppError(failure);
      stage = before;
      if (error.kind !== 'cancelled') {
        problem = error;
        parts.log(`updates: ${error.kind}`);
      }
      throw failure;
    } finally {
      working = undefined;
      end(undefined);
      await tell();
    }
    return state();
  }

  return {
    stage: () => stage,
    become: (next) => void (stage = next),
    state,
    tell,
    forgetProblem: () => void (problem = undefined),
    isWorking: () => working !== undefined,
    work,
    abort: () => working?.abort.abort(),
    endWork: async () => {
      while (working !== undefined) {
        working.abort.abort();
        await working.ended;
      }
    },
  };
}
