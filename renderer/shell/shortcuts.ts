/** Keys that work anywhere in the shell. Screens and popups take precedence: events they handled are skipped. */
import { useEffect } from 'react';
import { focusInside, focusedRegion, isEmptyField, isModalOpen, isTyping } from '../ui/focus.ts';
import { lockFromHere } from './lock-button.tsx';
import { runKey } from '../workspace/action-registry.ts';
import { boardShown, hideBoard } from '../workspace/board.ts';
import { isKey, isTyped } from '../workspace/key-map.ts';
import type { KeyId } from '../workspace/key-map.ts';
import { paletteMode } from '../workspace/palette.ts';
import { useShellActions } from './shell-actions.ts';
import type { WorkspaceActions } from '../workspace/actions.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../workspace/workspace.tsx';
import type { OpenSessions, Workspace } from '../workspace/workspace.tsx';

type Around = WorkspaceActions & OpenSessions & Workspace;

const regionOrder = ['rail', 'side', 'list', 'tabs', 'main', 'status'];

/** Listens for the window's shortcuts while the shell is mounted, and offers the frame's own actions. */
export function useShortcuts(): void {
  const actions = useWorkspaceActions();
  const open = useOpenSessions();
  const workspace = useWorkspace();
  useShellActions();
  useEffect(() => {
    const around = { ...actions, ...open, ...workspace };
    const listen = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && handle(event, around)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [actions, open, workspace]);
}

/** Digit that, with Ctrl and Alt, activates a session; 9 is the last one. Empty without a shortcut. */
export function digitOf(index: number, sessions: number): string {
  if (index < 8) return String(index + 1);
  return index === sessions - 1 ? '9' : '';
}

/** Keys that run an offered action: see `action-registry.ts`. */
const offered: readonly KeyId[] = [
  ...(['filter', 'search', 'refresh', 'settings', 'edit', 'find', 'save', 'unwrap'] as const),
  ...(['newEntry', 'share', 'duplicate', 'rename', 'copyPath', 'details', 'folderTable'] as const),
  ...(['back', 'forward', 'closeTab', 'reopenTab', 'nextTab', 'previousTab'] as const),
  ...(['moveTabLeft', 'moveTabRight'] as const),
];
/** In a field with text these keys move the cursor. */
const alsoMoving: readonly KeyId[] = ['back', 'forward', 'moveTabLeft', 'moveTabRight'];

function handle(event: KeyboardEvent, workspace: Around): boolean {
  // Works with any dialog open: locking must not wait for an answer.
  if (isKey(event, 'lock')) {
    lockFromHere();
    return true;
  }
  if (event.isComposing || paletteMode() !== undefined || isModalOpen()) return false;
  if (isKey(event, 'nextRegion')) return nextRegion(1);
  if (isKey(event, 'previousRegion')) return nextRegion(-1);
  if (isKey(event, 'board')) return runKey('board', focusedRegion());
  if (boardShown.snapshot()) {
    if (!isKey(event, 'session')) return false;
    hideBoard();
  }
  if (event.key === 'Escape' && workspace.connecting) {
    workspace.hideConnect();
    return true;
  }
  if (isKey(event, 'session')) return showSession(Number(event.code.slice(-1)), workspace);
  if (workspace.connecting) return false;
  if (isKey(event, 'tab')) return showTab(Number(event.key), workspace);
  const id = offered.find((key) => isKey(event, key));
  if (id === undefined) return false;
  const moves = alsoMoving.includes(id) && !isEmptyField(event.target);
  if ((isTyped(event) || moves) && isTyping(event.target)) return false;
  return runKey(id, focusedRegion());
}

function showTab(digit: number, { tabs, activateTab }: Around): boolean {
  const tab = tabs.at(digit === 9 ? -1 : digit - 1);
  if (tab !== undefined) activateTab(tab.tabId);
  return tab !== undefined;
}

function showSession(digit: number, { sessions, activate }: Around): boolean {
  const session = sessions.at(digit === 9 ? -1 : digit - 1);
  if (session !== undefined) activate(session.sessionId);
  return session !== undefined;
}

function nextRegion(step: 1 | -1): boolean {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')]
    .filter((region) => region.checkVisibility())
    .sort((a, b) => rank(a) - rank(b));
  const current = document.activeElement?.closest<HTMLElement>('[data-region]');
  const from = current === undefined || current === null ? -1 : regions.indexOf(current);
  for (let tried = 1; tried <= regions.length; tried++) {
    const start = from === -1 && step === -1 ? 0 : from;
    const region = regions[(start + step * tried + regions.length * 2) % regions.length];
    if (region !== undefined && focusInside(region)) return true;
  }
  return false;
}

function rank(region: HTMLElement): number {
  return regionOrder.indexOf(region.dataset['region'] ?? '');
}
