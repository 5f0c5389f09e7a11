/** Jobs that compare two folders. */
import type { ComparisonJob } from '../../shared/ipc/contract/comparison.ts';
import type { Job } from './jobs.ts';

/** Compares two folders; `start` asks main for it. */
export function comparisonJob(
  sessionId: string,
  start: () => Promise<ComparisonJob>,
): Job<'comparison.found'> {
  const list = { kind: 'list', things: 'entries' } as const;
  return {
    event: 'comparison.found',
    sessionId,
    label: 'Comparing folders',
    state: { ...list, done: 0, total: 0 },
    stateAt: ({ done, total }) => ({ ...list, done, total }),
    start,
  };
}
