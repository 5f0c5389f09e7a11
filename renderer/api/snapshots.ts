/** Snapshots being saved to or restored from a file. A session's snapshot job outlives the page that started it. */
import type { JobEnd, SnapshotStand } from '../../shared/ipc/contract.ts';
import type { ChosenSnapshot } from '../../shared/vault/raft.ts';
import { call } from './client.ts';
import { followJob } from './jobs.ts';
import { perSession } from './per-session.ts';
import { Store } from './store.ts';

export interface SnapshotWork {
  /** Current or last operation. */
  readonly what: 'save' | 'restore';
  readonly fileName: string;
  readonly force: boolean;
  readonly stand: SnapshotStand | undefined;
  /** Undefined while running. */
  readonly end: JobEnd | undefined;
  readonly cancel: () => Promise<void>;
}

/** Latest snapshot job of a session; undefined before the first. */
export const snapshotWork = perSession(() => new Store<SnapshotWork | undefined>(undefined));

/** Has main choose a file and read it to its end. Fails with `cancelled`, or if it is not a complete snapshot. */
export const chooseSnapshot = () => call('snapshot.choose', {});

/** Saves to a file chosen in main. Fails with `cancelled` if none is chosen. */
export function saveSnapshot(sessionId: string): Promise<true> {
  let fileName = 'snapshot';
  return follow(
    sessionId,
    { what: 'save', force: false, name: () => fileName, label: 'Saving a snapshot' },
    async () => {
      const started = await call('snapshot.save', { sessionId });
      fileName = started.fileName;
      return started;
    },
  );
}

/** Restores a snapshot after the cluster name is typed in the secure prompt. */
export function restoreSnapshot(sessionId: string, chosen: ChosenSnapshot, force: boolean): Promise<true> {
  const { fileId, fileName } = chosen;
  return follow(
    sessionId,
    { what: 'restore', force, name: () => fileName, label: 'Restoring a snapshot' },
    () => call('snapshot.restore', { sessionId, fileId, force }),
  );
}

async function follow(
  sessionId: string,
  about: {
    readonly what: SnapshotWork['what'];
    readonly force: boolean;
    readonly name: () => string;
    readonly label: string;
  },
  start: () => Promise<{ readonly jobId: string }>,
): Promise<true> {
  const store = snapshotWork(sessionId);
  const before = store.snapshot();
  const { what, force, name, label } = about;
  const show = (stand: SnapshotStand | undefined, end: JobEnd | undefined): void =>
    store.set({ what, force, fileName: name(), stand, end, cancel: () => job.cancel() });
  let latest: SnapshotStand | undefined;
  const job = followJob(
    {
      event: 'snapshot.progressed',
      sessionId,
      label,
      start,
      state: { kind: 'bytes', done: 0, total: 0 },
      stateAt: ({ bytes, total }) => ({ kind: 'bytes', done: bytes, total }),
    },
    {
      progressed: (stand) => {
        latest = stand;
        show(stand, undefined);
      },
      ended: (end) => show(latest, end),
    },
  );
  await job.started;
  // A short job can have reported already.
  if (store.snapshot() === before) show(undefined, undefined);
  return true;
}
