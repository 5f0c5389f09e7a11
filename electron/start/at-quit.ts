/** The end of a run: what is put away, and what is still done after it. */
import { leaveNothing } from '../platform/quit.ts';
import type { SampleProcess } from '../platform/sample-process.ts';
import type { Clipboards } from './clipboards.ts';
import type { LateBackend } from './late-backend.ts';
import type { OwnRecords } from './own-records.ts';

export interface AtQuitParts {
  readonly clipboards: Pick<Clipboards, 'clipboard' | 'clearNow'>;
  readonly backend: Pick<LateBackend, 'loaded'>;
  readonly sample: Pick<SampleProcess, 'stop'>;
  readonly records: OwnRecords;
}

/** Holds a quit back until everything is put away, or too slow. */
export function putAwayAtQuit({ clipboards, backend, sample, records }: AtQuitParts): void {
  const { log, programs, ownFiles, report } = records;
  const putAway = async (): Promise<void> => {
    await Promise.all([clipboards.clearNow(), backend.loaded()?.shutdown(), sample.stop()]);
    ownFiles.writeAgain();
    const { problem } = clipboards.clipboard.state();
    if (problem !== undefined) report(problem);
  };
  leaveNothing(putAway, () => {
    log.line('quit');
    backend.loaded()?.updates.installAgreed();
    log.flush();
    programs.flush();
  });
}
