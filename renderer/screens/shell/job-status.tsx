import { Search } from 'lucide-react';
import { cancelJob, useRunningJobs } from '../../api/jobs.ts';
import { Icon } from '../../ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import css from './status-bar.module.css';

const count = new Intl.NumberFormat('en-GB');

/** The newest running job with its counts and a way to stop it. */
export function JobStatus() {
  const jobs = useRunningJobs();
  const job = jobs.at(-1);
  if (job === undefined) return null;
  const folders = job.foldersRead + job.foldersWaiting;
  return (
    <span className={css['item']}>
      <Icon of={Search} size={14} />
      <span className={css['text']}>
        {job.label} · {count.format(job.namesSeen)} names, {count.format(job.foldersRead)} of{' '}
        {count.format(folders)} folders
        {jobs.length > 1 && ` · and ${String(jobs.length - 1)} more`}
      </span>
      <Meter tone="accent" label={job.label} value={folders === 0 ? 0 : job.foldersRead / folders} />
      <button
        type="button"
        className={css['stop']}
        onClick={() => {
          void cancelJob(job.jobId).catch(() => undefined);
        }}
      >
        Cancel
      </button>
    </span>
  );
}
