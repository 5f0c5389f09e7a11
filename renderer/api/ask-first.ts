/**
 * What the first screen shows of main, asked before the rest of the page's code has run: main answers meanwhile. Only what
 * no event of main changes: an event between the asking and the listening would be lost.
 */
import { call } from './client.ts';

/** What was asked; each rejects as any call. */
export const asked = {
  profiles: call('profile.list', {}),
  preferences: call('app.preferences', {}),
  info: call('app.info', {}),
};

/** Settles when all are answered, or after `longestMs`: whoever waits no longer asks again. */
export async function answered(longestMs: number): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestMs));
  await Promise.race([Promise.allSettled(Object.values(asked)), tooLong]);
}
