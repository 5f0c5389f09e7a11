import type { ConnectionTarget } from '../../../shared/vault/connection.ts';

/** Functions of a server that need only its address. */
export type UnauthenticatedKind = 'wrapping' | 'cluster' | 'first-run';

/** A server of an unauthenticated connection. */
export interface UnauthenticatedServer {
  readonly kind: UnauthenticatedKind;
  readonly target: ConnectionTarget;
  readonly name: string;
}

export interface UnauthenticatedProps {
  readonly server: UnauthenticatedServer;
  /** Returns to the form. */
  readonly onClose: () => void;
}
