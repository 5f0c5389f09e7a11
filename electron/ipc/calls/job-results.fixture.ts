/** Rows and ends that jobs of a test app send. */
import { expect } from 'vitest';
import type { EventName, Events, JobEnd } from '../../../shared/ipc/contract.ts';
import type { TestApp } from './services.fixture.ts';

/** Events that bring rows of a job. */
type WithRows = {
  [N in EventName]: Events[N] extends { readonly jobId: string; readonly rows: readonly unknown[] }
    ? N
    : never;
}[EventName];

/** The end of a job, once it came. */
export async function endOf({ events }: TestApp, jobId: string): Promise<JobEnd> {
  const find = (): JobEnd | undefined =>
    events.flatMap(({ name, payload }) =>
      name === 'job.ended' && payload.jobId === jobId ? [payload] : [],
    )[0];
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return find() as JobEnd;
}

/** Rows that came by an event so far, of one job or of all. */
export function rowsSent<N extends WithRows>(
  { events }: TestApp,
  name: N,
  jobId?: string,
): Events[N]['rows'][number][] {
  return events.flatMap((event): Events[N]['rows'][number][] => {
    if (event.name !== name) return [];
    const batch = event.payload as Events[N];
    return jobId === undefined || batch.jobId === jobId ? [...batch.rows] : [];
  });
}
