import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { useSetPreferences } from '../../api/app.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { pathForms, type PathForm } from '../../parts/path/path-forms.ts';
import { referenceForm } from '../../parts/path/references.ts';
import { treeOf } from '../../parts/tree/trees.ts';
import { isKey } from '../../workspace/key-map.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import type { EntryTab } from '../../workspace/tabs.ts';
import { DetailsDrawer } from './versions/details-drawer.tsx';
import { draftAnew } from './edit/draft-over.ts';
import { EntryBody, type BodyHandle, type ResumedDraft } from './entry-body.tsx';
import { query } from '../../api/client.ts';
import { useEntryFacts } from './entry-facts.ts';
import { EntryFrame } from './entry-frame.tsx';
import { EntryHeader } from './entry-header.tsx';
import { focusEntry, useFocusOnOpen } from './focus-entry.ts';
import { GoneBanner } from './gone-banner.tsx';
import { isFocusLost } from './read/focused.ts';
import css from './entry-screen.module.css';
import { useEntryDraft } from './entry-draft.ts';
import { useNarrow } from './read/narrow.ts';
import { firstState, type OpenState } from './open-entry.ts';
import { UnreadBody } from './unread-body.tsx';

/** One entry in its tab: header, keys (hidden), details; a stored draft is resumed. */
export function EntryScreen({ tab }: { readonly tab: EntryTab }) {
  const { sessions } = useOpenSessions();
  const storedDraft = useEntryDraft(tab.sessionId, tab.mount.path, tab.path);
  const session = sessions.find((one) => one.sessionId === tab.sessionId);
  if (storedDraft === 'waiting')
    return (
      <div className={css['waiting']}>
        <Skeleton rows={6} rowHeight="value" />
      </div>
    );
  if (session === undefined) return null;
  return <EntryInTab session={session} tab={tab} storedDraft={storedDraft.resumed} />;
}

interface EntryInTabProps {
  readonly session: SessionView;
  readonly tab: EntryTab;
  /** The draft that main has stored of it. */
  readonly storedDraft: ResumedDraft | undefined;
}

function EntryInTab({ session, tab, storedDraft }: EntryInTabProps) {
  const { tabId, mount, path, version } = tab;
  const { activeTab } = useWorkspace();
  const { openEntry, pinTab } = useWorkspaceActions();
  const { mode, resumed, endResumed, createAnew, readFromNow } = useResumedDraft(tab, storedDraft);
  const body = useRef<BodyHandle>(null);
  const [state, setState] = useState<OpenState>(() => stateAtFirst(tab, storedDraft));
  const [editing, setEditing] = useState(false);
  const [raw, setRaw] = useState(false);
  const [detailsOpen, setDetailsOpen] = useDetailsOpen();
  const narrow = useNarrow();
  const box = useRef<HTMLDivElement>(null);
  const inFront = activeTab?.tabId === tabId;
  useFocusOnOpen(box, tab, inFront && (mode === undefined ? state.kind !== 'loading' : editing));
  useFocusAfterEditing(box, editing, inFront);
  const facts = useEntryFacts(session, tab, state);
  const { newest, old, currentGone, rights } = facts;
  const revealInTree = useRevealInTree(tab);
  const refresh = (): void => {
    facts.refresh();
    body.current?.refresh();
  };
  useEntryKeys(inFront, body, narrow && detailsOpen ? () => setDetailsOpen(false) : undefined);
  const view: EntryView | undefined = state.kind === 'ready' ? state.view : undefined;
  const gone = shownGone(tab, view);
  const openVersion = (wanted: number | undefined, keepFocus = false): void =>
    openEntry(mount, path, { keepFocus, ...(wanted === undefined ? {} : { version: wanted }) });
  const drawer = detailsOpen && (
    <DetailsDrawer
      session={session}
      mount={mount}
      path={path}
      shown={view?.version ?? version}
      waiting={mode === undefined && state.kind === 'loading'}
      failed={state.kind === 'failed'}
      onOpenVersion={(wanted) => {
        if (!editing) openVersion(wanted === newest ? undefined : wanted, true);
      }}
      onClose={() => setDetailsOpen(false)}
    />
  );
  const header = (
    <EntryHeader
      session={session}
      mount={mount}
      path={path}
      view={view}
      mode={mode}
      loading={mode === undefined && state.kind === 'loading'}
      version={version}
      newest={newest}
      old={old}
      forms={formsOf(session, { mount, path }, old ? version : undefined)}
      inFront={inFront}
      editing={editing}
      raw={raw}
      detailsOpen={detailsOpen}
      mayEdit={view !== undefined && (!old || currentGone)}
      onReveal={revealInTree}
      onEdit={() => {
        setRaw(false);
        pinTab(tabId);
        body.current?.edit();
      }}
      onRaw={() => setRaw(!raw)}
      onRefresh={refresh}
      onDetails={() => setDetailsOpen(!detailsOpen)}
      onCurrent={() => {
        if (version === undefined) refresh();
        else openVersion(undefined);
      }}
    />
  );
  return (
    <div ref={box} className={css['screen']}>
      <EntryFrame header={header}>
        {gone !== undefined && <GoneBanner tab={tab} gone={gone} />}
        {mode !== undefined ? (
          <UnreadBody
            key={mode}
            ref={body}
            storedDraft={resumed === undefined ? undefined : draftAnew(resumed.storedDraft)}
            onEditing={setEditing}
            onRead={readFromNow}
            mode={mode}
            session={session}
            mount={mount}
            path={path}
            tabId={tabId}
          />
        ) : (
          <EntryBody
            key={version ?? 'current'}
            ref={body}
            session={session}
            mount={mount}
            path={path}
            version={version}
            old={old && !currentGone}
            raw={raw}
            mayUpdate={rights === undefined || rights.update || rights.patch}
            tabId={tabId}
            onState={setState}
            onEditing={setEditing}
            onReveal={revealInTree}
            onCurrent={() => openVersion(undefined)}
            onSaved={() => {
              facts.refreshVersions();
              if (version !== undefined) openVersion(undefined);
            }}
            resumed={resumed?.storedDraft.mode === 'edit' ? resumed : undefined}
            onResumedEnd={endResumed}
            onAnew={createAnew}
          />
        )}
      </EntryFrame>
      {narrow ? drawer !== false && <div className={css['overlay']}>{drawer}</div> : drawer}
    </div>
  );
}

/** Not after a later read: that shows how the entry stands, and a deleted version says so by itself. */
function shownGone({ gone, dirty }: EntryTab, view: EntryView | undefined): EntryTab['gone'] {
  if (gone === undefined || (view !== undefined && view.readAt > gone.at)) return undefined;
  return gone.how === 'versions' && !dirty ? undefined : gone;
}

function stateAtFirst({ sessionId, mount, path, version, mode }: EntryTab, storedDraft?: ResumedDraft) {
  const hasDraft = storedDraft !== undefined || mode !== undefined;
  return firstState({ sessionId, mount: mount.path, path, version }, hasDraft);
}

/** The stored draft of a tab, until it ends; it knows its mode, independent of the tab's. */
function useResumedDraft(tab: EntryTab, storedDraft: ResumedDraft | undefined) {
  const [resumed, setResumed] = useState(storedDraft);
  const [draftMode, setDraftMode] = useState(storedDraft?.storedDraft.mode);
  const { setMode } = useWorkspaceActions();
  const endResumed = useCallback(() => setResumed(undefined), []);
  return {
    resumed,
    /** Undefined if the tab reads the entry. */
    mode: tab.mode ?? (draftMode === 'edit' ? undefined : draftMode),
    endResumed,
    /** The draft continues as a new entry. */
    createAnew: () => setDraftMode('create'),
    readFromNow: () => {
      setResumed(undefined);
      setDraftMode(undefined);
      setMode(tab.tabId, undefined);
    },
  };
}

/** Returns the focus to the entry: it was lost with the editor. */
function useFocusAfterEditing(box: RefObject<HTMLElement | null>, editing: boolean, inFront: boolean): void {
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing && inFront && isFocusLost()) focusEntry(box.current);
    wasEditing.current = editing;
  }, [box, editing, inFront]);
}

function useRevealInTree({ sessionId, mount }: EntryTab): (folder: string) => void {
  return useCallback(
    (folder) => {
      void treeOf(sessionId).reveal(mount.path, folder);
    },
    [sessionId, mount],
  );
}

/** The forms of its path, and the reference to it. */
function formsOf(session: SessionView, place: EntryPlace, version: number | undefined): readonly PathForm[] {
  return [
    ...pathForms(place.mount, place.path, session.health.kind),
    ...referenceForm(session, place, version),
  ];
}

/** Keys of the entry in front; keys handled by the tree or a popup are ignored. */
function useEntryKeys(
  inFront: boolean,
  body: RefObject<BodyHandle | null>,
  /** Closes the details, if they cover the entry. */
  closeDetails: (() => void) | undefined,
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const editor = body.current?.editor();
    if (isKey(event, 'save') && editor !== undefined) editor.save();
    else if (isKey(event, 'confirm') && editor !== undefined) editor.confirm();
    else if (event.key === 'Escape' && editor?.back() === true) event.stopPropagation();
    else if (event.key === 'Escape' && closeDetails !== undefined) closeDetails();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (!inFront) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && document.querySelector('[role="dialog"]') === null) pressed(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [inFront]);
}

/** Remembered if there is room; in a narrow window the drawer covers the keys and starts closed. */
function useDetailsOpen(): [open: boolean, set: (open: boolean) => void] {
  const remembered = useQuery(query('app.preferences', {})).data?.detailsOpen ?? true;
  const setPreferences = useSetPreferences();
  const [over, setOver] = useState(false);
  const narrow = useNarrow();
  if (narrow) return [over, setOver];
  return [remembered, (open) => setPreferences({ detailsOpen: open })];
}
