import { createContext } from 'react';

/** Who was refused: why can be asked there. */
export interface AskingSession {
  readonly sessionId: string;
  /** 0: unlimited. */
  readonly usesLeft: number;
}

/** The session whose requests the screens inside show; undefined: nobody has logged in, and nothing can be asked. */
export const RefusalSession = createContext<AskingSession | undefined>(undefined);
