/**
 * Calls for the first screen, sent before the rest of the page's code runs, so that main answers in the meantime. A
 * result is valid only if no event changed it before it arrived, because nothing else listens yet.
 */
import type { EventName } from '../../shared/ipc/contract.ts';
import { call, on } from './client.ts';

/** Pending results; each rejects like any call. */
export const asked = {
  profiles: call('profile.list', {}),
  preferences: call('app.preferences', {}),
  info: call('app.info', {}),
  sessions: unchanged(['session.changed', 'session.closed'], () => call('session.list', {})),
  lock: unchanged(['lock.changed'], () => call('lock.state', {})),
};

/** Settles when all calls settle, or after `longestMs`; the caller then repeats the unanswered ones itself. */
export async function answered(longestMs: number): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestMs));
  await Promise.race([Promise.allSettled(Object.values(asked)), tooLong]);
}

/** Also rejects if one of the events arrives first: the result can be outdated. */
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
