import { Suspense, lazy } from 'react';
import type { UnauthenticatedProps } from '../screens/connect/unauthenticated.ts';

const UnauthenticatedUnwrap = lazy(() =>
  import('../screens/wrapping/unauthenticated-unwrap.tsx').then((module) => ({
    default: module.UnauthenticatedUnwrap,
  })),
);
const UnauthenticatedCluster = lazy(() =>
  import('../screens/cluster/unauthenticated-cluster.tsx').then((module) => ({
    default: module.UnauthenticatedCluster,
  })),
);

/** What everybody may do on a server who knows its address. */
export function Unauthenticated({ server, onClose }: UnauthenticatedProps) {
  const { kind, target, name } = server;
  const Screen = kind === 'wrapping' ? UnauthenticatedUnwrap : UnauthenticatedCluster;
  return (
    <Suspense fallback={null}>
      <Screen target={target} name={name} onClose={onClose} />
    </Suspense>
  );
}
