import { useQuery } from '@tanstack/react-query';
import {
  Boxes,
  ClipboardCheck,
  Columns3,
  FileInput,
  FolderSearch,
  FolderSync,
  Gauge,
  Gift,
  House,
  KeyRound,
  ListChecks,
  ScrollText,
  Settings,
  Shield,
  ShieldPlus,
  SquarePlay,
  SquareTerminal,
  TableProperties,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import { sharedWrapsQuery } from '../api/wrapping.ts';
import { Box } from '../ui/layout.tsx';
import { useNow } from '../ui/now.ts';
import { SideChoice, SideChoices } from '../ui/side-choices.tsx';
import css from './side-bar.module.css';
import { showTree } from '../workspace/side-list.tsx';
import type { ScreenName } from '../workspace/tabs.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../workspace/workspace.tsx';

/** Icons of screens in tabs and sections. */
export const screenIcons: Readonly<Record<ScreenName, LucideIcon>> = {
  home: House,
  settings: Settings,
  token: Shield,
  'new-token': ShieldPlus,
  wrapping: Gift,
  cluster: Gauge,
  ceremony: KeyRound,
  policies: ScrollText,
  administration: Wrench,
  console: SquareTerminal,
  engine: Boxes,
  search: FolderSearch,
  environments: Columns3,
  folder: TableProperties,
  plan: ListChecks,
  programs: SquarePlay,
  import: FileInput,
  'compare-folders': FolderSync,
  deviations: ClipboardCheck,
};

const sections: readonly {
  readonly screen: ScreenName;
  readonly label: string;
  readonly also?: readonly ScreenName[];
}[] = [
  { screen: 'home', label: 'Home' },
  { screen: 'token', label: 'Tokens', also: ['new-token'] },
  { screen: 'wrapping', label: 'Wrapping' },
  { screen: 'cluster', label: 'Cluster', also: ['ceremony'] },
  { screen: 'policies', label: 'Policies' },
  { screen: 'administration', label: 'Administration' },
  { screen: 'console', label: 'Console' },
];

/** Sections of a session: the way to Home, to the tree, and to the screens that open in tabs. */
export function Sections() {
  const { session } = useOpenSessions();
  const { activeTab, tabs } = useWorkspace();
  const { activateTab, openScreen } = useWorkspaceActions();
  const lastPlace = tabs.findLast(({ kind }) => kind !== 'screen');
  // Without a tab, Home is in front.
  const front = activeTab === undefined ? 'home' : activeTab.kind === 'screen' ? activeTab.screen : undefined;
  const inTree = front === undefined || front === 'engine';
  const openSecrets = (): void => {
    flushSync(() => {
      if (front !== undefined && lastPlace !== undefined) activateTab(lastPlace.tabId);
      else showTree();
    });
    document.querySelector<HTMLElement>('[role="tree"] [tabindex="0"]')?.focus();
  };
  const [home, ...others] = sections.map(({ screen, label, also = [] }) => (
    <SideChoice
      key={screen}
      icon={screenIcons[screen]}
      current={front !== undefined && [screen, ...also].includes(front)}
      onChoose={() => {
        if (activeTab !== undefined || screen !== 'home') flushSync(() => openScreen(screen));
      }}
    >
      {label}
      {screen === 'wrapping' && <LiveShares sessionId={session.sessionId} />}
    </SideChoice>
  ));
  return (
    <SideChoices className={css['sections']} aria-label="Sections">
      {home}
      <SideChoice stays icon={KeyRound} current={inTree} onChoose={openSecrets}>
        Secrets
      </SideChoice>
      {others}
    </SideChoices>
  );
}

/** Number of this session's wrapping tokens that, as far as known here, are neither unwrapped nor cancelled. */
function LiveShares({ sessionId }: { readonly sessionId: string }) {
  const { data: shared = [] } = useQuery(sharedWrapsQuery(sessionId));
  const live = useNow(
    useCallback(
      (nowMs: number) =>
        shared.filter(({ state, endsAt }) => state === 'shared' && Date.parse(endsAt) > nowMs).length,
      [shared],
    ),
  );
  return live === 0 ? null : (
    <Box as="span" push size={12}>
      {live} live
    </Box>
  );
}
