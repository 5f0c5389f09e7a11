import { useQuery } from '@tanstack/react-query';
import {
  Boxes,
  FolderSearch,
  Gauge,
  Gift,
  House,
  KeyRound,
  ScrollText,
  Settings,
  Shield,
  ShieldPlus,
  SquareTerminal,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import { sharedWrapsQuery } from '../api/wrapping.ts';
import { Icon } from '../ui/icon.tsx';
import { Box } from '../ui/layout.tsx';
import { useNow } from '../ui/now.ts';
import { liesOverScreens } from '../ui/lies-over.ts';
import { focusRegion } from '../ui/focus.ts';
import css from './side-bar.module.css';
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
};

const sections: readonly {
  readonly screen: ScreenName;
  readonly label: string;
  readonly also?: readonly ScreenName[];
}[] = [
  { screen: 'token', label: 'Tokens', also: ['new-token'] },
  { screen: 'wrapping', label: 'Wrapping' },
  { screen: 'cluster', label: 'Cluster', also: ['ceremony'] },
  { screen: 'policies', label: 'Policies' },
  { screen: 'administration', label: 'Administration' },
  { screen: 'console', label: 'Console', also: ['engine'] },
];

/** Sections of a session. Secrets are always visible in the tree below; the others open in tabs. */
export function Sections() {
  const { session } = useOpenSessions();
  const { activeTab, tabs } = useWorkspace();
  const { activateTab, openScreen } = useWorkspaceActions();
  const lastPlace = tabs.findLast(({ kind }) => kind !== 'screen');
  const front = activeTab?.kind === 'screen' ? activeTab.screen : undefined;
  return (
    <nav className={css['sections']} aria-label="Sections">
      <button
        type="button"
        className={css['section']}
        {...(front === undefined ? { 'aria-current': 'page' as const } : {})}
        onClick={() => {
          if (front !== undefined && lastPlace !== undefined) activateTab(lastPlace.tabId);
          document.querySelector<HTMLElement>('[role="tree"] [tabindex="0"]')?.focus();
        }}
      >
        <Icon of={KeyRound} />
        Secrets
      </button>
      {sections.map(({ screen, label, also = [] }) => (
        <button
          key={screen}
          type="button"
          className={css['section']}
          {...(front !== undefined && [screen, ...also].includes(front)
            ? { 'aria-current': 'page' as const }
            : {})}
          onClick={({ currentTarget }) => {
            flushSync(() => openScreen(screen));
            if (liesOverScreens(currentTarget)) focusRegion('main');
          }}
        >
          <Icon of={screenIcons[screen]} />
          {label}
          {screen === 'wrapping' && <LiveShares sessionId={session.sessionId} />}
        </button>
      ))}
    </nav>
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
