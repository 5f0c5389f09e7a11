import { Suspense, lazy } from 'react';
import type { UnauthenticatedProps } from '../screens/connect/unauthenticated.ts';

const UnauthenticatedUnwrap = lazy(() =>
  import('../screens/wrapping/unauthenticated-unwrap.tsx').then((module) => ({
    default: module.UnauthenticatedUnwrap,
  })),
);
const UnauthenticatedSystem = lazy(() =>
  import('../screens/system/unauthenticated-system.tsx').then((module) => ({
    default: module.UnauthenticatedSystem,
  })),
);

/** What everybody may do on a server who knows its address. */
export function Unauthenticated({ server, onClose }: UnauthenticatedProps) {
  const { kind, target, name } = server;
  const Screen = kind === 'wrapping' ? UnauthenticatedUnwrap : UnauthenticatedSystem;
  return (
    <Suspense fallback={null}>
      <Screen target={target} name={name} onClose={onClose} />
    </Suspense>
  );
}
