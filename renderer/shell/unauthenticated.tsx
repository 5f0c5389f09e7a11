import { Suspense, useState } from 'react';
import type { CeremonyName } from '../../shared/vault/ceremony.ts';
import type { UnauthenticatedProps } from '../screens/connect/unauthenticated.ts';
import { lazily } from '../ui/lazily.ts';

const UnauthenticatedUnwrap = lazily(
  () => import('../screens/wrapping/unauthenticated-unwrap.tsx'),
  'UnauthenticatedUnwrap',
);
const UnauthenticatedCluster = lazily(
  () => import('../screens/cluster/unauthenticated-cluster.tsx'),
  'UnauthenticatedCluster',
);
const UnauthenticatedCeremony = lazily(
  () => import('../screens/ceremony/unauthenticated-ceremony.tsx'),
  'UnauthenticatedCeremony',
);

/** Actions available on a server without a login. */
export function Unauthenticated({ server, onClose }: UnauthenticatedProps) {
  return (
    <Suspense fallback={null}>
      <Connected server={server} onClose={onClose} />
    </Suspense>
  );
}

function Connected({ server, onClose }: UnauthenticatedProps) {
  const { kind, target, name } = server;
  const [ceremony, setCeremony] = useState<CeremonyName | undefined>(
    kind === 'first-run' ? 'init' : undefined,
  );
  if (kind === 'wrapping') return <UnauthenticatedUnwrap target={target} name={name} onClose={onClose} />;
  if (ceremony === undefined)
    return <UnauthenticatedCluster target={target} name={name} onClose={onClose} onCeremony={setCeremony} />;
  return (
    <UnauthenticatedCeremony
      target={target}
      name={name}
      first={ceremony}
      onClose={kind === 'first-run' ? onClose : () => setCeremony(undefined)}
    />
  );
}
