/** Exports of entries to files, followed from their start to their end; the latest of each session is kept. */
import type { JobEnd } from '../../shared/ipc/contract.ts';
import type { ExportBatch, ExportOptions, ExportReport } from '../../shared/vault/export.ts';
import type { SelectedPlace } from '../../shared/vault/selection.ts';
import { call } from './client.ts';
import { followJob } from './jobs.ts';
import { perSession } from './per-session.ts';
import { Store } from './store.ts';

type Unread = Extract<ExportReport, { readonly kind: 'unread' }>;

/** State of an export. */
export interface ExportWork {
  readonly jobId: string;
  readonly fileName: string;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly done: number;
  /** Entries found so far. */
  readonly total: number;
  /** Entries and folders that are not in the file; at most `mostUnread`. */
  readonly unread: readonly Unread[];
  /** Set once the file is complete. */
  readonly written: { readonly entries: number; readonly bytes: number } | undefined;
  /** Undefined while running. */
  readonly end: JobEnd | undefined;
  readonly cancel: () => Promise<void>;
}

/** More are counted, not listed. */
const mostUnread = 10_000;

/** Latest export of a session; undefined before the first. */
export const exportWork = perSession(() => new Store<ExportWork | undefined>(undefined));

/** Exports once main has a file and the user's consent. Fails with `cancelled` if the user declines. */
export async function startExport(
  sessionId: string,
  places: readonly SelectedPlace[],
  options: ExportOptions,
  ended: (work: ExportWork) => void,
): Promise<void> {
  const store = exportWork(sessionId);
  let work: ExportWork = {
    jobId: '',
    fileName: '',
    startedMs: Date.now(),
    done: 0,
    total: 0,
    unread: [],
    written: undefined,
    end: undefined,
    cancel: () => job.cancel(),
  };
  let isStarted = false;
  const change = (by: Partial<ExportWork>): void => {
    work = { ...work, ...by };
    if (isStarted) store.set(work);
  };
  const job = followJob(
    {
      event: 'export.progressed',
      sessionId,
      label: 'Exporting',
      state: { kind: 'list', things: 'entries', done: 0, total: 0 },
      stateAt: ({ done, total }) => ({ kind: 'list', things: 'entries', done, total }),
      start: async () => {
        const started = await call('export.start', { sessionId, places, options });
        change({ jobId: started.jobId, fileName: started.fileName, startedMs: Date.now() });
        return started;
      },
    },
    {
      progressed: (batch) => change(after(work, batch)),
      ended: (end) => {
        change({ end });
        ended(work);
      },
    },
  );
  await job.started;
  isStarted = true;
  store.set(work);
}

/** Has the system's file manager show the written file. */
export function showExport(sessionId: string, jobId: string): Promise<unknown> {
  return call('export.show', { sessionId, jobId });
}

function after({ unread, written }: ExportWork, { rows, done, total }: ExportBatch): Partial<ExportWork> {
  const more = rows.filter((row) => row.kind === 'unread');
  const last = rows.find((row) => row.kind === 'written');
  return {
    done,
    total,
    unread: more.length === 0 ? unread : [...unread, ...more].slice(0, mostUnread),
    written: last ?? written,
  };
}
