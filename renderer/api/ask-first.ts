/**
 * What the first screen shows of main, asked before the rest of the page's code has run: main answers meanwhile. What an
 * event of main changes counts only where none came before the answer: nobody else listens yet.
 */
import type { EventName } from '../../shared/ipc/contract.ts';
import { call, on } from './client.ts';

/** What was asked; each rejects as any call. */
export const asked = {
  profiles: call('profile.list', {}),
  preferences: call('app.preferences', {}),
  info: call('app.info', {}),
  sessions: unchanged(['session.changed', 'session.closed'], () => call('session.list', {})),
  lock: unchanged(['lock.changed'], () => call('lock.state', {})),
};

/** Settles when all are answered, or after `longestMs`: whoever waits no longer asks again. */
export async function answered(longestMs: number): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestMs));
  await Promise.race([Promise.allSettled(Object.values(asked)), tooLong]);
}

/** Rejects as well where one of the events came first: the answer may be from before it. */
async function unchanged<T>(events: readonly EventName[], ask: () => Promise<T>): Promise<T> {
  const heard: EventName[] = [];
  const ends = events.map((event) =>
    on(event, () => {
      heard.push(event);
    }),
  );
  try {
    const answer = await ask();
    if (heard.length > 0) throw new Error('The answer is from before what has changed since.');
    return answer;
  } finally {
    for (const end of ends) end();
  }
}
