import { Suspense, lazy } from 'react';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { VisitKind } from './without-login.tsx';

const WrappingVisit = lazy(() =>
  import('../wrapping/wrapping-visit.tsx').then((module) => ({ default: module.WrappingVisit })),
);
const SystemVisit = lazy(() =>
  import('../system/system-visit.tsx').then((module) => ({ default: module.SystemVisit })),
);

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

/** What everybody may do on a server who knows its address. */
export function Visited({ visit, onClose }: VisitedProps) {
  const { kind, target, name } = visit;
  const Screen = kind === 'wrapping' ? WrappingVisit : SystemVisit;
  return (
    <Suspense fallback={null}>
      <Screen target={target} name={name} onClose={onClose} />
    </Suspense>
  );
}
