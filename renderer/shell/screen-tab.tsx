import { lazy } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { Home } from './home.tsx';
import { useOpenForms } from './open-forms.ts';
import type { ScreenTab } from '../workspace/tabs.ts';
import { useOpenSessions, useWorkspaceActions } from '../workspace/workspace.tsx';

const TokenScreen = lazy(() =>
  import('../screens/token/token-screen.tsx').then((module) => ({ default: module.TokenScreen })),
);
const NewTokenScreen = lazy(() =>
  import('../screens/token/new-token-screen.tsx').then((module) => ({ default: module.NewTokenScreen })),
);
const WrappingScreen = lazy(() =>
  import('../screens/wrapping/wrapping-screen.tsx').then((module) => ({ default: module.WrappingScreen })),
);
const ClusterScreen = lazy(() =>
  import('../screens/cluster/cluster-screen.tsx').then((module) => ({ default: module.ClusterScreen })),
);
const CeremonyScreen = lazy(() =>
  import('../screens/ceremony/ceremony-screen.tsx').then((module) => ({ default: module.CeremonyScreen })),
);
const PolicyScreen = lazy(() =>
  import('../screens/policies/policy-screen.tsx').then((module) => ({ default: module.PolicyScreen })),
);
const AdministrationScreen = lazy(() =>
  import('../screens/administration/administration-screen.tsx').then((module) => ({
    default: module.AdministrationScreen,
  })),
);
const ConsoleScreen = lazy(() =>
  import('../screens/console/console-screen.tsx').then((module) => ({ default: module.ConsoleScreen })),
);
const EngineScreen = lazy(() =>
  import('../screens/console/engine-screen.tsx').then((module) => ({ default: module.EngineScreen })),
);

const SettingsScreen = lazy(() =>
  import('../screens/settings/settings-screen.tsx').then((module) => ({ default: module.SettingsScreen })),
);

/** Content of a tab that is outside the tree. */
export function ScreenTabContent({ tab }: { readonly tab: ScreenTab }) {
  const { sessions } = useOpenSessions();
  const { openScreen } = useWorkspaceActions();
  const session = sessions.find(({ sessionId }) => sessionId === tab.sessionId);
  if (session === undefined) return null;
  const { argument } = tab;
  switch (tab.screen) {
    case 'home':
      return <Home session={session} />;
    case 'settings':
      return <SettingsScreen />;
    case 'token':
      return <TokenScreen session={session} accessor={argument} />;
    case 'new-token':
      return <NewTokenScreen session={session} />;
    case 'wrapping':
      return <WrappingScreen session={session} />;
    case 'cluster':
      return (
        <ClusterScreen
          session={session}
          onCeremony={(name) => openScreen('ceremony', name)}
          onCount={(name) => (name === 'tokens' ? openScreen('token') : openScreen('administration', name))}
        />
      );
    case 'ceremony':
      return <CeremonyScreen session={session} argument={argument} />;
    case 'policies':
      return <PolicyScreen session={session} name={argument} />;
    case 'administration':
      return <Administration session={session} argument={argument} />;
    case 'console':
      return <ConsoleScreen session={session} />;
    case 'engine':
      return <EngineScreen session={session} path={argument} />;
  }
}

function Administration({ session, argument }: { readonly session: SessionView; readonly argument: string }) {
  const onOpenForms = useOpenForms(session.sessionId);
  return <AdministrationScreen session={session} argument={argument} onOpenForms={onOpenForms} />;
}
