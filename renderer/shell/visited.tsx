import { Suspense, lazy } from 'react';
import type { VisitedProps } from '../screens/connect/visit.ts';

const WrappingVisit = lazy(() =>
  import('../screens/wrapping/wrapping-visit.tsx').then((module) => ({ default: module.WrappingVisit })),
);
const SystemVisit = lazy(() =>
  import('../screens/system/system-visit.tsx').then((module) => ({ default: module.SystemVisit })),
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
