/** Session of a just initialised server; its first steps are shown once it is open. */
import { Store } from '../api/store.ts';

export const firstRun = new Store<string | undefined>(undefined);

/** Notes a session opened with the initial root token. */
export function noteFirstRun(sessionId: string): void {
  firstRun.set(sessionId);
}
