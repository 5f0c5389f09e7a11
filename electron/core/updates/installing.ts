/** Installation of a downloaded update: at the end of a run, and only with the user's consent. */
import type { UpdateStage } from '../../../shared/ipc/contract/updates.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Ask, Losses, PreparedUpdate } from '../platform.ts';
import type { Progress } from './progress.ts';
import { atQuitQuestion, notAtQuitQuestion, restartQuestion } from './questions.ts';
import type { UpdateRecord } from './record.ts';
import { notAgreed, refuseWaiting } from './refusals.ts';
import type { Updates } from './updates-api.ts';

export interface InstallingParts {
  readonly ask: Ask;
  readonly losses: () => Losses;
  readonly quit: () => void;
  readonly progress: Pick<Progress, 'stage' | 'tell' | 'state'>;
  readonly failed: (failed: NonNullable<UpdateRecord['failed']>) => void;
  readonly log: (line: string) => void;
}

export interface Installing {
  /** Takes an update that is downloaded and verified. */
  readonly hold: (prepared: PreparedUpdate) => void;
  /** Drops it. */
  readonly drop: () => void;
  readonly actions: Pick<Updates, 'setAtQuit' | 'installNow' | 'installAgreed' | 'leaveAsIs' | 'stayed'>;
}

/** Makes the installation of a run; nothing is ready yet. */
export function createInstalling(parts: InstallingParts): Installing {
  const { ask, progress } = parts;
  const { tell } = progress;
  let prepared: PreparedUpdate | undefined;
  let restart = false;
  let asIs = false;

  function ready(): Extract<UpdateStage, { kind: 'ready' }> {
    const stage = progress.stage();
    if (stage.kind === 'ready') return stage;
    throw new AppFailure({ kind: 'conflict', message: 'No update has been downloaded yet.' });
  }

  return {
    hold: (ready) => void (prepared = ready),
    drop: () => {
      prepared = undefined;
      restart = false;
    },
    actions: {
      setAtQuit: async (on, signal) => {
        const { update } = ready();
        const asked = on ? atQuitQuestion : notAtQuitQuestion;
        if (on !== ready().atQuit && (await ask(asked(update.version), signal)).kind === 'cancel')
          throw notAgreed();
        return tell({ ...ready(), atQuit: on });
      },
      installNow: async (signal) => {
        const { update } = ready();
        refuseWaiting(parts.losses());
        if ((await ask(restartQuestion(update.version), signal)).kind === 'cancel') throw notAgreed();
        // Work since the first check must not be lost either.
        refuseWaiting(parts.losses());
        restart = true;
        parts.quit();
        return progress.state();
      },
      installAgreed: () => {
        const stage = progress.stage();
        if (asIs || prepared === undefined || stage.kind !== 'ready' || !(stage.atQuit || restart)) return;
        const { version } = stage.update;
        const why = prepared.install(restart);
        parts.log(`updates: ${version} ${why === undefined ? 'installed' : 'not installed'}`);
        if (why !== undefined) parts.failed({ version, why });
      },
      leaveAsIs: () => void (asIs = true),
      stayed: () => void (restart = false),
    },
  };
}
