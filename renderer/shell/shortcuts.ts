/** Keys that work anywhere in the shell. Screens and popups go first: what they have handled is left alone. */
import { useEffect } from 'react';
import { lockFromHere } from './lock-button.tsx';
import type { WorkspaceActions } from '../workspace/actions.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../workspace/workspace.tsx';
import type { OpenSessions, Workspace } from '../workspace/workspace.tsx';

type Around = WorkspaceActions & OpenSessions & Workspace;

const regionOrder = ['rail', 'side', 'tabs', 'main', 'status'];

/** Listens for the window's shortcuts while the shell is there. */
export function useShortcuts(): void {
  const actions = useWorkspaceActions();
  const open = useOpenSessions();
  const workspace = useWorkspace();
  useEffect(() => {
    const around = { ...actions, ...open, ...workspace };
    const listen = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && handle(event, around)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  }, [actions, open, workspace]);
}

/** The digit that, with Ctrl and Alt, brings a session to the front; the ninth is the last one. Empty: none. */
export function digitOf(index: number, sessions: number): string {
  if (index < 8) return String(index + 1);
  return index === sessions - 1 ? '9' : '';
}

function handle(event: KeyboardEvent, workspace: Around): boolean {
  const mod = event.ctrlKey || event.metaKey;
  // Whatever is open, even a question: the lock must not wait for an answer.
  if (mod && event.shiftKey && !event.altKey && event.key.toLowerCase() === 'l') {
    lockFromHere();
    return true;
  }
  if (event.isComposing || workspace.goToOpen || isModalOpen()) return false;
  if (event.key === 'F6') return nextRegion(event.shiftKey ? -1 : 1);
  if (event.key === 'Escape' && workspace.connecting) {
    workspace.hideConnect();
    return true;
  }
  if (isSessionKey(event)) return showSession(Number(event.code.slice(-1)), workspace);
  if (workspace.connecting) return false;
  if (event.key === '/' && !mod && !event.altKey && !isTyping(event.target)) return focusFilter();
  return mod && withMod(event, workspace);
}

/** By the key's place, because Alt changes what it writes; where Alt Gr writes something, that is meant. */
function isSessionKey(event: KeyboardEvent): boolean {
  const held = event.ctrlKey && event.altKey && !event.shiftKey && !event.metaKey;
  return held && /^Digit[1-9]$/.test(event.code) && !event.getModifierState('AltGraph');
}

function showSession(digit: number, { sessions, activate }: Around): boolean {
  const session = sessions.at(digit === 9 ? -1 : digit - 1);
  if (session !== undefined) activate(session.sessionId);
  return session !== undefined;
}

/** The filter of the region that has the focus, else the first one on screen. */
function focusFilter(): boolean {
  const filters = [...document.querySelectorAll<HTMLElement>('[data-filter]')];
  const shown = filters.filter((filter) => filter.checkVisibility());
  const filter =
    shown.find((one) => one.closest('[data-region]')?.contains(document.activeElement)) ?? shown[0];
  filter?.focus();
  return filter !== undefined;
}

function withMod(event: KeyboardEvent, workspace: Around): boolean {
  const { tabs, activeTab } = workspace;
  const at = tabs.findIndex((tab) => tab.tabId === activeTab?.tabId);
  const show = (index: number): boolean => {
    const tab = tabs.at(index);
    if (tab !== undefined) workspace.activateTab(tab.tabId);
    return tab !== undefined;
  };
  const key = event.key.toLowerCase();
  if (key === 'p' && !event.shiftKey && !event.altKey) {
    workspace.requestGoTo();
    return true;
  }
  if (key === 'w' && !event.shiftKey) {
    if (activeTab !== undefined) workspace.closeTab(activeTab.tabId);
    return true;
  }
  if (key === 'tab' && tabs.length > 0)
    return show((at + (event.shiftKey ? tabs.length - 1 : 1)) % tabs.length);
  if (event.shiftKey && (key === 'arrowleft' || key === 'arrowright') && !isTyping(event.target)) {
    if (activeTab === undefined) return false;
    workspace.moveTab(activeTab.tabId, at + (key === 'arrowleft' ? -1 : 1));
    return true;
  }
  if (/^[1-9]$/.test(key) && !event.shiftKey && !event.altKey)
    return show(key === '9' ? -1 : Number(key) - 1);
  return false;
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

/** Focuses the chosen item of a composite (tree, tabs) before any other control; regions inside are their own stop. */
function focusInside(region: HTMLElement): boolean {
  const candidates = [
    ...region.querySelectorAll<HTMLElement>('[tabindex="0"]'),
    ...region.querySelectorAll<HTMLElement>('button, input, select, textarea'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 && element.checkVisibility() && element.closest('[data-region]') === region,
  );
  const target = candidates[0];
  target?.focus();
  return target !== undefined;
}

/** A dialog that is fading out no longer holds keys back. */
function isModalOpen(): boolean {
  return document.querySelector('[data-modal]:not([data-closed])') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');
}
