/** Where a request goes: an open session, or a server that nobody has logged in to (unwrapping and unsealing need no login). */
import type { ConnectionTarget } from './connection.ts';

export type Where =
  { readonly sessionId: string } | { readonly target: ConnectionTarget; readonly name: string };
