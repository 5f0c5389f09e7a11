/** A session of a server that was just initialised: its first steps are shown once it is open. */
import { Store } from '../api/store.ts';

export const firstRun = new Store<string | undefined>(undefined);

/** The session has been opened with the first root token. */
export function noteFirstRun(sessionId: string): void {
  firstRun.set(sessionId);
}
