import type { SessionView } from '../../shared/ipc/contract.ts';
import { Home } from './home.tsx';
import { useOpenForms } from './open-forms.ts';
import type { ScreenTab } from '../workspace/tabs.ts';
import { useOpenSessions, useWorkspaceActions } from '../workspace/workspace.tsx';
import { lazily } from '../ui/lazily.ts';

const TokenScreen = lazily(() => import('../screens/token/token-screen.tsx'), 'TokenScreen');
const NewTokenScreen = lazily(() => import('../screens/token/new-token-screen.tsx'), 'NewTokenScreen');
const WrappingScreen = lazily(() => import('../screens/wrapping/wrapping-screen.tsx'), 'WrappingScreen');
const ClusterScreen = lazily(() => import('../screens/cluster/cluster-screen.tsx'), 'ClusterScreen');
const CeremonyScreen = lazily(() => import('../screens/ceremony/ceremony-screen.tsx'), 'CeremonyScreen');
const PolicyScreen = lazily(() => import('../screens/policies/policy-screen.tsx'), 'PolicyScreen');
const AdministrationScreen = lazily(
  () => import('../screens/administration/administration-screen.tsx'),
  'AdministrationScreen',
);
const ConsoleScreen = lazily(() => import('../screens/console/console-screen.tsx'), 'ConsoleScreen');
const EngineScreen = lazily(() => import('../screens/console/engine-screen.tsx'), 'EngineScreen');
const SearchScreen = lazily(() => import('../screens/search/search-screen.tsx'), 'SearchScreen');
const EnvironmentsScreen = lazily(
  () => import('../screens/environments/environments-screen.tsx'),
  'EnvironmentsScreen',
);
const FolderScreen = lazily(() => import('../screens/folder/folder-screen.tsx'), 'FolderScreen');
const ImportScreen = lazily(() => import('../screens/import/import-screen.tsx'), 'ImportScreen');
const FoldersScreen = lazily(() => import('../screens/compare/folders-screen.tsx'), 'FoldersScreen');
const PlanScreen = lazily(() => import('../screens/plan/plan-screen.tsx'), 'PlanScreen');
const ProgramsScreen = lazily(() => import('../screens/programs/programs-screen.tsx'), 'ProgramsScreen');
const DeviationsScreen = lazily(
  () => import('../screens/deviations/deviations-screen.tsx'),
  'DeviationsScreen',
);
const SettingsScreen = lazily(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen');

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
    case 'search':
      return <SearchScreen session={session} />;
    case 'deviations':
      return <DeviationsScreen session={session} />;
    case 'environments':
      return <EnvironmentsScreen session={session} viewId={argument} />;
    case 'compare-folders':
      return <FoldersScreen session={session} />;
    case 'folder':
      return <FolderScreen session={session} argument={argument} />;
    case 'import':
      return <ImportScreen session={session} />;
    case 'programs':
      return <ProgramsScreen />;
    case 'plan':
      return <PlanScreen session={session} />;
  }
}

function Administration({ session, argument }: { readonly session: SessionView; readonly argument: string }) {
  const onOpenForms = useOpenForms(session.sessionId);
  return <AdministrationScreen session={session} argument={argument} onOpenForms={onOpenForms} />;
}
