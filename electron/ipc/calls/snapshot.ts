/** `snapshot.*`: the whole cluster to a file and back. Paths stay in main; long work is a job. */
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SnapshotPhase } from '../../../shared/vault/raft.ts';
import {
  confirmRestore,
  restoreSnapshot,
  saveSnapshot,
  snapshotName,
} from '../../core/administration/snapshots.ts';
import type { Services } from '../../services/services.ts';
import type { MeasuredWork } from '../../work/jobs.ts';
import { read, readOfApp, write } from '../presets.ts';
import { id } from './fields.ts';

interface Stand {
  readonly phase: SnapshotPhase;
  readonly bytes: number;
  readonly total: number;
}

function startJob(
  { jobs, emit }: Services,
  sessionId: string,
  work: MeasuredWork<Stand>,
  options?: { readonly endures: boolean },
): string {
  return jobs.startMeasured(sessionId, (stand) => emit('snapshot.progressed', stand), work, options);
}

export const snapshotCalls = [
  read('snapshot.save', {}, async (session, _input, { services, signal: calling }) => {
    const path = await services.platform.chooseSavePath('snapshot', snapshotName(session));
    // Locked, or left, while the dialog was open.
    if (path === undefined || calling.aborted) throw noFile();
    const jobId = startJob(services, session.sessionId, async ({ at, signal }) => {
      let total = 0;
      const { bytes } = await saveSnapshot(session, path, {
        written: (written) => {
          total = written;
          at({ phase: 'download', bytes: written, total: 0 });
        },
        checked: (checked) => at({ phase: 'check', bytes: checked, total }),
        signal,
      });
      at({ phase: 'check', bytes, total: bytes });
    });
    return { jobId, fileName: basename(path) };
  }),
  readOfApp('snapshot.choose', {}, async (_nothing, _input, { services, signal }) => {
    const path = await services.platform.chooseFile('snapshot');
    if (path === undefined || signal.aborted) throw noFile();
    return services.chosenSnapshots.add(path, signal);
  }),
  write(
    'snapshot.restore',
    'Restore a snapshot',
    { fileId: id, force: z.boolean() },
    async (session, { fileId, force }, { services, signal: calling }) => {
      const file = await services.chosenSnapshots.get(fileId);
      const confirmed = await confirmRestore(session, file, force, calling);
      const total = file.chosen.bytes;
      const work: MeasuredWork<Stand> = ({ at, signal }) =>
        restoreSnapshot(
          session,
          file,
          { force, confirmed },
          {
            sent: (bytes) => at({ phase: bytes < total ? 'upload' : 'restore', bytes, total }),
            signal,
          },
        );
      return { jobId: startJob(services, session.sessionId, work, { endures: true }) };
    },
  ),
] as const;

function noFile(): AppFailure {
  return new AppFailure({ kind: 'cancelled', message: 'No file was chosen.' });
}
