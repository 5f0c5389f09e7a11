/** Target of a request: an open session, or a server without login (unwrapping and unsealing need none). */
import type { ConnectionTarget } from './connection.ts';

export type Where =
  { readonly sessionId: string } | { readonly target: ConnectionTarget; readonly name: string };
