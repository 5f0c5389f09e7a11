/** Programs that ask for secrets over the app's socket. */
import type { ProgramsState } from '../../vault/programs.ts';
import type { Call, None } from './call.ts';

export interface ProgramsCalls {
  /** Grants and requests of this run. The preference `programs` switches the socket. */
  'programs.list': Call<None, ProgramsState>;
  /** Ends one grant, or all of them. */
  'programs.revoke': Call<{ readonly id: string } | { readonly all: true }, ProgramsState>;
}

export interface ProgramsEvents {
  /** A request came or ended, a grant came or went, the socket opened or closed. Read the state anew. */
  'programs.changed': None;
}
