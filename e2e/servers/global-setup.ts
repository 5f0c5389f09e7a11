import { startSharedServers } from './shared.ts';

/** Global set-up of vitest and Playwright: the shared servers run from before the first test until after the last. */
export default async function setup(): Promise<() => Promise<void>> {
  return startSharedServers();
}
