import { FileKey2, FilePlus2, FilePen, GitCompareArrows, X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useStore } from '../api/store.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { NameText } from '../ui/marked-text.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import css from './tab-strip.module.css';
import { tabTitles } from './tab-titles.ts';
import { screenIcons } from './sections.tsx';
import { policyDrafts, unsavedPolicies } from '../workspace/policy-drafts.ts';
import { tabPath } from '../workspace/tabs.ts';
import type { Tab as AnyTab } from '../workspace/tabs.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../workspace/workspace.tsx';

/** Open tabs of the session: arrows select, Delete or a middle click closes, dragging or Ctrl+Shift+arrows moves. */
export function TabStrip() {
  const { session, sessions } = useOpenSessions();
  const { tabs, activeTab } = useWorkspace();
  const { activateTab, closeTab, moveTab } = useWorkspaceActions();
  const strip = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string>();
  const activeId = activeTab?.tabId;
  const titles = tabTitles(tabs, (id) => sessions.find((one) => one.sessionId === id)?.name ?? '?');

  useEffect(() => {
    if (activeId === undefined) return;
    const show = (): void => {
      const holder = strip.current?.querySelector(`[data-tab-id="${activeId}"]`);
      holder?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    show();
    // A narrower window can leave it outside.
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [activeId]);

  const focusTab = (tab: AnyTab | undefined): void => {
    if (tab === undefined) return;
    activateTab(tab.tabId);
    strip.current?.querySelector<HTMLElement>(`[data-tab-id="${tab.tabId}"] [role="tab"]`)?.focus();
  };
  const type = (event: KeyboardEvent, index: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: index - 1,
      ArrowRight: (index + 1) % tabs.length,
      Home: 0,
      End: -1,
    };
    const target = targets[event.key];
    const tab = tabs[index];
    if (target !== undefined) focusTab(tabs.at(target));
    else if (event.key === 'Delete' && tab !== undefined) closeTab(tab.tabId);
    else return;
    event.preventDefault();
  };
  const drag = (event: PointerEvent): void => {
    if (dragged === undefined) return;
    const under = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>('[data-tab-id]');
    const overId = under?.dataset['tabId'];
    if (overId === undefined || overId === dragged) return;
    moveTab(
      dragged,
      tabs.findIndex((tab) => tab.tabId === overId),
    );
  };

  return (
    <div className={css['strip']} data-region="tabs">
      <div
        ref={strip}
        role="tablist"
        aria-label={`Open tabs of ${session.name}`}
        className={css['tabs']}
        data-fades
        onPointerMove={drag}
        onPointerUp={() => setDragged(undefined)}
        onPointerLeave={() => setDragged(undefined)}
        onWheel={(event) => {
          event.currentTarget.scrollLeft += event.deltaY + event.deltaX;
        }}
      >
        {tabs.map((tab, index) => (
          <Tab
            key={tab.tabId}
            tab={tab}
            title={titles[index] ?? tabPath(tab)}
            active={tab.tabId === activeId}
            reachable={tab.tabId === activeId || (activeId === undefined && index === 0)}
            dragged={tab.tabId === dragged}
            onType={(event) => type(event, index)}
            onGrab={() => setDragged(tab.tabId)}
          />
        ))}
      </div>
    </div>
  );
}

/** Unsaved policy edits belong to the session, regardless of the tab that shows them. */
function useHoldsEdits(tab: AnyTab): boolean {
  const policies = useStore(policyDrafts);
  if (tab.kind !== 'screen' || tab.screen !== 'policies') return tab.dirty;
  return unsavedPolicies(policies, tab.sessionId).length > 0;
}

interface TabProps {
  readonly tab: AnyTab;
  readonly title: string;
  readonly active: boolean;
  readonly reachable: boolean;
  readonly dragged: boolean;
  readonly onType: (event: KeyboardEvent) => void;
  readonly onGrab: () => void;
}

function Tab({ tab, title, active, reachable, dragged, onType, onGrab }: TabProps) {
  const { activateTab, closeTab, pinTab } = useWorkspaceActions();
  const { tabId, pinned } = tab;
  const dirty = useHoldsEdits(tab);
  const close = (): void => closeTab(tabId);
  return (
    <div
      role="presentation"
      data-tab-id={tabId}
      className={classes(
        css['holder'],
        active && css['active'],
        !pinned && css['preview'],
        dirty && css['dirty'],
        dragged && css['dragged'],
      )}
      onAuxClick={(event) => {
        if (event.button === 1) close();
      }}
    >
      <Tooltip text={tabPath(tab)}>
        <button
          type="button"
          role="tab"
          aria-selected={active}
          {...(active || tab.dirty ? { 'aria-controls': `panel-${tabId}` } : {})}
          tabIndex={reachable ? 0 : -1}
          className={css['tab']}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            activateTab(tabId);
            onGrab();
          }}
          onClick={() => activateTab(tabId)}
          onDoubleClick={() => pinTab(tabId)}
          onKeyDown={onType}
        >
          <Icon of={iconOf(tab)} />
          <span className={classes(css['title'], tab.kind === 'screen' && css['words'])}>
            <NameText text={title} />
          </span>
          {tab.kind === 'entry' && tab.mode === 'create' && <span data-reader-only>, new</span>}
          {dirty && <span data-reader-only>, not saved</span>}
        </button>
      </Tooltip>
      {/* For the pointer only; the keyboard has Delete and Ctrl W. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        title=""
        data-close
        className={css['close']}
        onClick={close}
      >
        <Icon of={X} size={14} />
      </button>
    </div>
  );
}

function iconOf(tab: AnyTab): LucideIcon {
  if (tab.kind === 'compare') return GitCompareArrows;
  if (tab.kind === 'screen') return screenIcons[tab.screen];
  return tab.mode === undefined ? FileKey2 : modeIcons[tab.mode];
}

const modeIcons = { create: FilePlus2, patch: FilePen } as const;
