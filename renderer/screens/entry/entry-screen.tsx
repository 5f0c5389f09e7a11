import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { preferencesQuery, useSetPreferences } from '../../api/app.ts';
import { metadataQuery, rightsQuery } from '../../api/entries.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { pathForms } from '../../parts/path/path-forms.ts';
import { treeOf } from '../../parts/tree/trees.ts';
import { searchOf } from '../../parts/tree/search-store.ts';
import { isKey } from '../../workspace/key-map.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import type { EntryTab } from '../../workspace/tabs.ts';
import { DetailsDrawer } from './versions/details-drawer.tsx';
import { draftAnew } from './edit/draft-over.ts';
import { EntryBody, type BodyHandle, type ResumedDraft } from './entry-body.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { EntryHeader } from './entry-header.tsx';
import { focusEntry, useFocusOnOpen } from './focus-entry.ts';
import { isFocusLost } from './read/focused.ts';
import css from './entry-screen.module.css';
import { useEntryDraft } from './entry-draft.ts';
import { useNarrow } from './read/narrow.ts';
import { firstState, type OpenState } from './open-entry.ts';
import { UnreadBody } from './unread-body.tsx';

/** One entry in its tab: header, keys (hidden), details; a stored draft is resumed. */
export function EntryScreen({ tab }: { readonly tab: EntryTab }) {
  const storedDraft = useEntryDraft(tab.sessionId, tab.mount.path, tab.path);
  if (storedDraft === 'waiting')
    return (
      <div className={css['waiting']}>
        <Skeleton rows={6} rowHeight="value" />
      </div>
    );
  return <EntryInTab tab={tab} storedDraft={storedDraft.resumed} />;
}

interface EntryInTabProps {
  readonly tab: EntryTab;
  /** The draft that main has stored of it. */
  readonly storedDraft: ResumedDraft | undefined;
}

function EntryInTab({ tab, storedDraft }: EntryInTabProps) {
  const { tabId, sessionId, mount, path, version } = tab;
  const { sessions } = useOpenSessions();
  const { activeTab } = useWorkspace();
  const { openEntry, pinTab, setMode } = useWorkspaceActions();
  const [resumed, setResumed] = useState(storedDraft);
  /** A stored draft knows its mode, independent of the tab's. */
  const [draftMode, setDraftMode] = useState(storedDraft?.storedDraft.mode);
  const mode = tab.mode ?? (draftMode === 'edit' ? undefined : draftMode);
  const endResumed = useCallback(() => setResumed(undefined), []);
  const session = sessions.find((one) => one.sessionId === sessionId);
  const queries = useQueryClient();
  const body = useRef<BodyHandle>(null);
  const [state, setState] = useState<OpenState>(() =>
    firstState(
      { sessionId, mount: mount.path, path, version },
      storedDraft !== undefined || tab.mode !== undefined,
    ),
  );
  const [editing, setEditing] = useState(false);
  const [raw, setRaw] = useState(false);
  const [detailsOpen, setDetailsOpen] = useDetailsOpen();
  const narrow = useNarrow();
  const box = useRef<HTMLDivElement>(null);
  const inFront = activeTab?.tabId === tabId;
  useFocusOnOpen(box, tab, inFront && (mode !== undefined || state.kind !== 'loading'));
  const wasEditing = useRef(false);
  useEffect(() => {
    // The focus was lost with the editor.
    if (wasEditing.current && !editing && inFront && isFocusLost()) focusEntry(box.current);
    wasEditing.current = editing;
  }, [editing, inFront]);

  const limited = (session?.token.numUses ?? 0) > 0;
  // The drawer's query serves the header too; without the drawer only an older version needs it.
  const metadata = useQuery({
    ...metadataQuery(sessionId, mount.path, path),
    enabled: mount.engine === 'kv2' && !limited && (version !== undefined || state.kind === 'failed'),
  }).data;
  const rights = useQuery({ ...rightsQuery(sessionId, mount.path, path), enabled: false }).data;

  const revealInTree = useCallback(
    (folder: string) => {
      searchOf(sessionId).close();
      void treeOf(sessionId).reveal(mount.path, folder);
    },
    [sessionId, mount],
  );
  const forgetFacts = useCallback(
    () => void queries.invalidateQueries({ queryKey: metadataQuery(sessionId, mount.path, path).queryKey }),
    [queries, sessionId, mount, path],
  );
  const refresh = (): void => {
    forgetFacts();
    if (!limited)
      void queries.invalidateQueries({ queryKey: rightsQuery(sessionId, mount.path, path).queryKey });
    body.current?.refresh();
  };
  useKeys(inFront, (event) => {
    const editor = body.current?.editor();
    if (isKey(event, 'save') && editor !== undefined) editor.save();
    else if (isKey(event, 'confirm') && editor !== undefined) editor.confirm();
    else if (event.key === 'Escape' && editor?.back() === true) event.stopPropagation();
    else if (event.key === 'Escape' && narrow && detailsOpen) setDetailsOpen(false);
    else return;
    event.preventDefault();
  });
  const view: EntryView | undefined = state.kind === 'ready' ? state.view : undefined;
  const newest = metadata?.currentVersion;
  const ahead = view?.version !== undefined && newest !== undefined && view.version > newest;
  useEffect(() => {
    if (ahead) forgetFacts();
  }, [ahead, forgetFacts]);
  if (session === undefined) return null;

  // An older version was requested, or another user has saved a newer one since this was read.
  const old = version === undefined ? (newest ?? 0) > (view?.version ?? Infinity) : version !== newest;
  const currentGone = metadata?.versions.find((facts) => facts.version === newest)?.destroyed === true;
  const openVersion = (wanted: number | undefined, keepFocus = false): void =>
    openEntry(mount, path, { keepFocus, ...(wanted === undefined ? {} : { version: wanted }) });
  const drawer = detailsOpen && (
    <DetailsDrawer
      session={session}
      mount={mount}
      path={path}
      shown={view?.version ?? version}
      waiting={mode === undefined && state.kind === 'loading'}
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
      version={version}
      newest={newest}
      old={old}
      forms={pathForms(mount, path, session.health.kind)}
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
        {mode !== undefined ? (
          <UnreadBody
            key={mode}
            ref={body}
            storedDraft={resumed === undefined ? undefined : draftAnew(resumed.storedDraft)}
            onEditing={setEditing}
            onRead={() => {
              setResumed(undefined);
              setDraftMode(undefined);
              setMode(tabId, undefined);
            }}
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
              forgetFacts();
              if (version !== undefined) openVersion(undefined);
            }}
            resumed={resumed?.storedDraft.mode === 'edit' ? resumed : undefined}
            onResumedEnd={endResumed}
            onAnew={() => setDraftMode('create')}
          />
        )}
      </EntryFrame>
      {narrow ? drawer !== false && <div className={css['overlay']}>{drawer}</div> : drawer}
    </div>
  );
}

/** Listens for the keys of the entry in front; keys handled by the tree or a popup are ignored. */
function useKeys(inFront: boolean, press: (event: KeyboardEvent) => void): void {
  const pressed = useEffectEvent(press);
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
  const remembered = useQuery(preferencesQuery()).data?.detailsOpen ?? true;
  const setPreferences = useSetPreferences();
  const [over, setOver] = useState(false);
  const narrow = useNarrow();
  if (narrow) return [over, setOver];
  return [remembered, (open) => setPreferences({ detailsOpen: open })];
}
