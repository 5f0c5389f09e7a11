import { Suspense, lazy } from 'react';
import type { VisitedProps } from '../screens/connect/unauthenticated.ts';

const WrappingVisit = lazy(() =>
  import('../screens/wrapping/unauthenticated-unwrap.tsx').then((module) => ({ default: module.WrappingVisit })),
);
const SystemVisit = lazy(() =>
  import('../screens/system/unauthenticated-system.tsx').then((module) => ({ default: module.SystemVisit })),
);

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
