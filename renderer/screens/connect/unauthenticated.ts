import type { ConnectionTarget } from '../../../shared/vault/connection.ts';

/** What a server does for everybody who knows its address. */
export type UnauthenticatedKind = 'wrapping' | 'cluster' | 'first-run';

/** A server that is looked at without logging in to it. */
export interface UnauthenticatedServer {
  readonly kind: UnauthenticatedKind;
  readonly target: ConnectionTarget;
  readonly name: string;
}

export interface UnauthenticatedProps {
  readonly server: UnauthenticatedServer;
  /** Back to the form. */
  readonly onClose: () => void;
}
