import type { ConnectionTarget } from '../../../shared/vault/connection.ts';

/** What a server does for everybody who knows its address. */
export type VisitKind = 'wrapping' | 'system';

/** A server that is looked at without logging in to it. */
export interface Visit {
  readonly kind: VisitKind;
  readonly target: ConnectionTarget;
  readonly name: string;
}

export interface VisitedProps {
  readonly visit: Visit;
  /** Back to the form. */
  readonly onClose: () => void;
}
