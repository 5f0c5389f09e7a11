/** Actions of the frame: screens, tabs, new entry, another connection. Menus and screens offer their own. */
import {
  ArrowLeft,
  ArrowRight,
  CornerDownRight,
  FileInput,
  FilePlus2,
  FolderOpen,
  LayoutGrid,
  ListFilter,
  PackageOpen,
  Pin,
  Plus,
  RotateCcw,
  X,
} from 'lucide-react';
import { flushSync } from 'react-dom';
import { ceremonyNames } from '../../shared/vault/ceremony.ts';
import { askAction } from '../parts/entry-actions/actions.ts';
import { useImport } from '../parts/plan/hand-over.ts';
import { planOf } from '../parts/plan/plan-store.ts';
import { useActions, type OfferedAction } from '../workspace/action-registry.ts';
import { ceremonyTitles } from '../workspace/ceremony-titles.ts';
import { boardShown } from '../workspace/board.ts';
import type { KeyId } from '../workspace/key-map.ts';
import { showPalette } from '../workspace/palette.ts';
import { showTree } from '../workspace/side-list.tsx';
import type { ScreenName } from '../workspace/tabs.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../workspace/workspace.tsx';
import { topics } from '../screens/administration/topics.ts';
import { screenIcons } from './sections.tsx';

const screens: readonly { readonly screen: ScreenName; readonly label: string }[] = [
  { screen: 'home', label: 'Home' },
  { screen: 'token', label: 'Tokens' },
  { screen: 'new-token', label: 'New token' },
  { screen: 'wrapping', label: 'Wrapping' },
  { screen: 'cluster', label: 'Cluster' },
  { screen: 'policies', label: 'Policies' },
  { screen: 'administration', label: 'Administration' },
  { screen: 'console', label: 'Console' },
  { screen: 'environments', label: 'Environments' },
  { screen: 'compare-folders', label: 'Compare folders' },
  { screen: 'programs', label: 'Programs' },
];

/** Offers the frame's actions for the front session. */
export function useShellActions(): void {
  const { session } = useOpenSessions();
  const { connecting } = useWorkspace();
  const { showConnect, hideConnect, openScreen } = useWorkspaceActions();
  const tabs = useTabActions();
  const creation = useNewEntry();
  const imports = useImportHere();
  const locked = session.trouble?.kind === 'locked';
  useActions(() => {
    const connect: OfferedAction[] = connecting
      ? [{ id: 'shell.back', label: 'Back to the open session', group: 'Go to', icon: X, run: hideConnect }]
      : [
          {
            id: 'shell.connect',
            label: 'Connect to another server',
            group: 'Session',
            icon: Plus,
            run: () => showConnect(),
          },
        ];
    const board: OfferedAction = {
      id: 'shell.board',
      label: boardShown.snapshot() ? 'Close the board' : 'Board',
      group: '',
      icon: LayoutGrid,
      key: 'board',
      also: 'all sessions servers wall dashboard full screen',
      run: () => boardShown.set(!boardShown.snapshot()),
    };
    // Content behind the board does not react.
    if (boardShown.snapshot()) return [board];
    if (locked || connecting) return [board, ...connect];
    return [
      board,
      ...screens.map(({ screen, label }) => ({
        id: `screen.${screen}`,
        label,
        group: '',
        ...(screen === 'cluster' ? { also: 'nodes seal raft peers autopilot' } : {}),
        ...(screen === 'programs' ? { also: 'strongroom run env references agents grants socket' } : {}),
        ...(screen === 'home' ? { also: 'unfinished plans unsaved due' } : {}),
        icon: screenIcons[screen],
        run: () => openScreen(screen),
      })),
      ...ceremonyNames.map((name) => ({
        id: `ceremony.${name}`,
        label: ceremonyTitles[name],
        group: 'Key ceremony',
        also: 'key shares unseal keys ceremony',
        icon: screenIcons.ceremony,
        run: () => openScreen('ceremony', name),
      })),
      ...topics.map(({ topic, title, group, icon, also }) => ({
        id: `administration.${topic}`,
        label: title,
        group: `Administration: ${group}`,
        icon,
        also,
        run: () => openScreen('administration', topic),
      })),
      {
        id: 'shell.goTo',
        label: 'Go to path…',
        group: 'Go to',
        icon: CornerDownRight,
        key: 'goToPath',
        run: () => showPalette('path'),
      },
      {
        id: 'shell.filter',
        label: 'Filter names',
        group: 'Go to',
        icon: ListFilter,
        key: 'filter',
        run: focusFilter,
      },
      {
        id: 'shell.unwrap',
        label: 'Unwrap token from clipboard',
        group: 'Wrapping',
        icon: PackageOpen,
        also: 'open wrapping token paste',
        key: 'unwrap' as const,
        run: () => {
          openScreen('wrapping');
          void import('../screens/wrapping/paste-token.ts').then(({ pasteToken }) =>
            pasteToken(session.sessionId),
          );
        },
      },
      creation,
      ...imports,
      {
        id: 'shell.loadPlan',
        label: 'Load a plan…',
        group: 'Entry',
        icon: FolderOpen,
        also: 'saved plan file copy move many',
        run: () => {
          void planOf(session.sessionId).load();
          openScreen('plan');
        },
      },
      ...tabs,
      ...connect,
    ] satisfies OfferedAction[];
  });
}

function useNewEntry(): OfferedAction {
  const { session } = useOpenSessions();
  const { activeEntry } = useWorkspace();
  const { sessionId } = session;
  return {
    id: 'shell.newEntry',
    label: 'New entry…',
    group: 'Entry',
    icon: FilePlus2,
    key: 'newEntry',
    run: () => {
      askAction({
        kind: 'new-entry',
        sessionId,
        ...(activeEntry === undefined ? {} : { mount: activeEntry.mount }),
        folder: activeEntry?.path.replace(/[^/]+$/, '') ?? '',
      });
    },
  };
}

/** Import into the folder of the entry in front. */
function useImportHere(): readonly OfferedAction[] {
  const { session } = useOpenSessions();
  const { activeEntry } = useWorkspace();
  const importInto = useImport(session.sessionId);
  if (activeEntry === undefined) return [];
  const { mount, path } = activeEntry;
  return [
    {
      id: 'shell.import',
      label: 'Import into this folder…',
      group: 'Entry',
      icon: FileInput,
      also: 'csv json 1password bitwarden keepass',
      run: () => importInto(mount, path.replace(/[^/]+$/, '')),
    },
  ];
}

function useTabActions(): readonly OfferedAction[] {
  const { tabs, activeTab, canGoBack, canGoForward, canReopen } = useWorkspace();
  const { activateTab, closeTab, goBack, moveTab, pinTab, reopenTab } = useWorkspaceActions();
  const at = tabs.findIndex((tab) => tab.tabId === activeTab?.tabId);
  const step = (by: 1 | -1) => () => {
    const tab = tabs.at((at + by + tabs.length) % tabs.length);
    if (tab !== undefined) activateTab(tab.tabId);
  };
  const inFront = (run: (tabId: string) => void) => () => {
    if (activeTab !== undefined) run(activeTab.tabId);
  };
  const action = (
    key: KeyId,
    label: string,
    icon: OfferedAction['icon'] & object,
    there: boolean,
    run: () => void,
  ): OfferedAction => ({
    id: `tab.${key}`,
    label,
    group: 'Tab',
    icon,
    key,
    run,
    // The key stays reserved even if it does nothing now.
    ...(there ? {} : { unlisted: true, idle: true }),
  });
  const any = activeTab !== undefined;
  return [
    action('back', 'Back', ArrowLeft, canGoBack, () => goBack(-1)),
    action('forward', 'Forward', ArrowRight, canGoForward, () => goBack(1)),
    action('closeTab', 'Close tab', X, any, inFront(closeTab)),
    action('reopenTab', 'Reopen closed tab', RotateCcw, canReopen, reopenTab),
    action('nextTab', 'Next tab', ArrowRight, tabs.length > 1, step(1)),
    action('previousTab', 'Previous tab', ArrowLeft, tabs.length > 1, step(-1)),
    action(
      'moveTabLeft',
      'Move tab left',
      ArrowLeft,
      at > 0,
      inFront((tabId) => moveTab(tabId, at - 1)),
    ),
    action(
      'moveTabRight',
      'Move tab right',
      ArrowRight,
      any && at < tabs.length - 1,
      inFront((tabId) => moveTab(tabId, at + 1)),
    ),
    ...(activeTab?.pinned === false
      ? [{ id: 'tab.pin', label: 'Keep tab open', group: 'Tab', icon: Pin, run: inFront(pinTab) }]
      : []),
  ];
}

/** Focuses the filter of the focused region, or else the first visible one; if there is none, that of the tree. */
function focusFilter(): void {
  const visible = (): readonly HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>('[data-filter]')].filter((one) => one.checkVisibility());
  if (visible().length === 0) flushSync(showTree);
  const shown = visible();
  const filter =
    shown.find((one) => one.closest('[data-region]')?.contains(document.activeElement)) ?? shown[0];
  filter?.focus();
}
