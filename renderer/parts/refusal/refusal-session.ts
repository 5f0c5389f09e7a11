import { createContext } from 'react';

/** Session that was refused and can be asked for the reason. */
export interface AskingSession {
  readonly sessionId: string;
  /** 0: unlimited. */
  readonly usesLeft: number;
}

/** Session of the requests shown inside; undefined without a login, which allows no queries. */
export const RefusalSession = createContext<AskingSession | undefined>(undefined);

/** True in drawers and lists: refusals are one line there. */
export const RefusalsInLine = createContext(false);
