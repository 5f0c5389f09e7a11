/** Keys that work anywhere in the shell. Screens and popups go first: what they have handled is left alone. */
import { useEffect } from 'react';
import type { Workspace } from './workspace.tsx';

const regionOrder = ['rail', 'side', 'tabs', 'main', 'status'];

/** Listens for the window's shortcuts while the shell is there. */
export function useShortcuts(workspace: Workspace): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && handle(event, workspace)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  }, [workspace]);
}

function handle(event: KeyboardEvent, workspace: Workspace): boolean {
  if (event.isComposing || workspace.goToOpen || isModalOpen()) return false;
  if (event.key === 'F6') return nextRegion(event.shiftKey ? -1 : 1);
  if (event.key === 'Escape' && workspace.connecting) {
    workspace.hideConnect();
    return true;
  }
  if (workspace.connecting) return false;
  const mod = event.ctrlKey || event.metaKey;
  return mod && withMod(event, workspace);
}

function withMod(event: KeyboardEvent, workspace: Workspace): boolean {
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
