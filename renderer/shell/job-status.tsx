import { Database, ListTree, Search } from 'lucide-react';
import { grouped } from '../../shared/vault/counted.ts';
import { appErrorOf, vault } from '../api/client.ts';
import { useRunningJobs } from '../api/jobs.ts';
import type { JobState } from '../api/jobs.ts';
import { announce } from '../ui/announce.tsx';
import { bytesInWords } from '../ui/bytes-in-words.ts';
import { Icon } from '../ui/icon.tsx';
import { Meter } from '../ui/meter.tsx';
import { Words } from './bar-words.tsx';
import css from './status-bar.module.css';

const icons = { folders: Search, list: ListTree, bytes: Database };
/** The newest running job with its counts and a stop button. */
export function JobStatus() {
  const jobs = useRunningJobs();
  const job = jobs.at(-1);
  if (job === undefined) return null;
  return (
    <span className={css['item']}>
      <Icon of={icons[job.state.kind]} size={14} />
      <Words
        drop={4}
        text={`${job.label} · ${countsOf(job.state)}${jobs.length > 1 ? ` · and ${String(jobs.length - 1)} more` : ''}`}
      />
      <Meter tone="accent" label={job.label} value={shareOf(job.state)} />
      <button
        type="button"
        className={css['stop']}
        onClick={() =>
          void vault.job
            .cancel({ jobId: job.jobId })
            .catch((caught: unknown) =>
              announce(`${job.label} was not cancelled: ${appErrorOf(caught).message}`),
            )
        }
      >
        Cancel
      </button>
    </span>
  );
}

function countsOf(state: JobState): string {
  if (state.kind === 'list') {
    if (state.total === 0) return `counting ${state.things}`;
    return `${grouped(state.done)} of ${grouped(state.total)} ${state.things}`;
  }
  if (state.kind === 'bytes') {
    const done = bytesInWords(state.done);
    return state.total === 0 ? done : `${done} of ${bytesInWords(state.total)}`;
  }
  const folders = state.foldersRead + state.foldersWaiting;
  return `${grouped(state.namesSeen)} names, ${grouped(state.foldersRead)} of ${grouped(folders)} folders`;
}

function shareOf(state: JobState): number {
  if (state.kind !== 'folders') return state.total === 0 ? 0 : state.done / state.total;
  const folders = state.foldersRead + state.foldersWaiting;
  return folders === 0 ? 0 : state.foldersRead / folders;
}
