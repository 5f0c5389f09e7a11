/** Jobs of plans: one finds the rows, another carries them out. */
import type { Job } from './jobs.ts';

interface Started {
  readonly jobId: string;
}

/** Finds the rows of a plan; `start` asks main for it. */
export function findRowsJob(sessionId: string, start: () => Promise<Started>): Job<'plan.found'> {
  return planJob('plan.found', 'Making a plan', sessionId, start);
}

/** Carries a plan out, or goes on with it. */
export function runPlanJob(sessionId: string, start: () => Promise<Started>): Job<'plan.ran'> {
  return planJob('plan.ran', 'Running a plan', sessionId, start);
}

function planJob<N extends 'plan.found' | 'plan.ran'>(
  event: N,
  label: string,
  sessionId: string,
  start: () => Promise<Started>,
): Job<N> {
  const list = { kind: 'list', things: 'rows' } as const;
  return {
    event,
    sessionId,
    label,
    state: { ...list, done: 0, total: 0 },
    stateAt: ({ done, total }) => ({ ...list, done, total }),
    start,
  };
}
