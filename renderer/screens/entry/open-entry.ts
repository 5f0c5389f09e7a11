/**
 * An entry is open in main while its tab exists: opening returns facts about keys and an `entryId`, closing the tab
 * closes it. A tab that returns to the front shows its last content at once and reads it again. It is a hook and not
 * a cached query, because the id is a handle with a lifetime.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { leaveEntry } from '../../api/drafts.ts';
import { openEntry } from '../../api/entries.ts';
import { leaveForNow, leftEntry, takeLeftEntry, type LeftPlace } from '../../api/left-entries.ts';
import { afterPaint } from '../../ui/after-paint.ts';

export type OpenState =
  | { readonly kind: 'loading' }
  /** `problem`: reading again failed; the view is from before. */
  | {
      readonly kind: 'ready';
      readonly view: EntryView;
      readonly refreshing: boolean;
      readonly problem?: AppError;
    }
  | { readonly kind: 'failed'; readonly error: AppError; readonly refreshing: boolean };

export interface OpenEntry {
  readonly state: OpenState;
  /**
   * Reads it again; returns the new view, or undefined on failure. With `keep` the old facts stay even on failure,
   * because edits lie over them. `given`: the user says that the read was approved.
   */
  readonly refresh: (keep?: boolean, approval?: 'anew' | 'given') => Promise<EntryView | undefined>;
  /** Shows an entry that is already open in main; the one shown before is closed. */
  readonly follow: (view: EntryView) => void;
  /** Shows main's current view of the open entry (after a save), without asking the server. */
  readonly look: () => Promise<EntryView | undefined>;
  /** An edit starts over the shown view: cancels the automatic re-read beneath it. */
  readonly stay: () => void;
  /** The base of a stored draft is no longer open in main: the current version is shown instead. */
  readonly baseLost: boolean;
}

export interface ResumedPlace extends LeftPlace {
  /** The entry that main keeps open for a stored draft: shown first, without asking the server. */
  readonly reopenId: string | undefined;
}

/** The first state of a place: its last view, if that is still open and no draft is to be shown. */
export function firstState(place: LeftPlace, hasDraft: boolean): OpenState {
  const view = hasDraft ? undefined : leftEntry(place);
  return view === undefined ? { kind: 'loading' } : { kind: 'ready', view, refreshing: false };
}

/** Opens the entry at a place, once for every place and on `refresh`, and releases views no longer shown. */
export function useOpenEntry({ sessionId, mount, path, version, reopenId: resume }: ResumedPlace): OpenEntry {
  const [state, setState] = useState(() =>
    firstState({ sessionId, mount, path, version }, resume !== undefined),
  );
  const [baseLost, setBaseLost] = useState(false);
  const current = useRef<EntryView>(undefined);
  const resuming = useRef(resume);
  const asking = useRef<AbortController>(undefined);
  /** Cancels the automatic re-read. */
  const stopAgain = useRef<() => void>(undefined);

  /** `again`: the last view. An unchanged entry keeps its id, and so any work already begun with it. */
  const read = useCallback(
    async (keep = false, again?: EntryView, approval?: 'anew' | 'given'): Promise<EntryView | undefined> => {
      stopAgain.current?.();
      asking.current?.abort();
      const abort = new AbortController();
      asking.current = abort;
      if (again !== undefined) stopAgain.current = () => abort.abort();
      setState((before) => (before.kind === 'loading' ? before : { ...before, refreshing: true }));
      try {
        const place = {
          sessionId,
          mount,
          path,
          ...(version === undefined ? {} : { version }),
          ...(approval === undefined ? {} : { approval }),
        };
        const reopened = await stillOpen(resuming.current, abort.signal);
        if (resuming.current !== undefined && reopened === undefined && !abort.signal.aborted)
          setBaseLost(true);
        const opened = reopened ?? (await openEntry(place, abort.signal));
        if (abort.signal.aborted) {
          // A reopened entry stays open: its next reader continues with it.
          if (reopened === undefined) leaveEntry(opened.entryId);
          return undefined;
        }
        const view =
          again !== undefined && isUnchanged(again, opened)
            ? { ...opened, entryId: again.entryId, keys: again.keys }
            : opened;
        if (view !== opened) leaveEntry(opened.entryId);
        if (current.current?.entryId !== view.entryId) forget(current.current);
        current.current = view;
        resuming.current = undefined;
        setState({ kind: 'ready', view, refreshing: false });
        return view;
      } catch (caught) {
        if (abort.signal.aborted) return undefined;
        const error = appErrorOf(caught);
        setState((before) =>
          before.kind === 'ready' && (keep || !isAboutTheEntry(error))
            ? { ...before, refreshing: false, problem: error }
            : { kind: 'failed', error, refreshing: false },
        );
        return undefined;
      }
    },
    [sessionId, mount, path, version],
  );

  useEffect(() => {
    const place = { sessionId, mount, path, version };
    const view = resuming.current === undefined ? takeLeftEntry(place) : undefined;
    current.current = view;
    if (view === undefined) void read();
    else stopAgain.current = afterPaint(() => void read(false, view));
    return () => {
      stopAgain.current?.();
      asking.current?.abort();
      if (current.current !== undefined) leaveForNow(place, current.current);
      current.current = undefined;
    };
  }, [read, sessionId, mount, path, version]);

  const stay = useCallback(() => {
    stopAgain.current?.();
    setState((before) => (before.kind === 'ready' ? { ...before, refreshing: false } : before));
  }, []);
  const follow = useCallback((view: EntryView) => {
    stopAgain.current?.();
    asking.current?.abort();
    if (current.current?.entryId !== view.entryId) forget(current.current);
    current.current = view;
    setState({ kind: 'ready', view, refreshing: false });
  }, []);
  const look = useCallback(async (): Promise<EntryView | undefined> => {
    const entryId = current.current?.entryId;
    const view = await stillOpen(entryId);
    if (view === undefined || current.current?.entryId !== entryId) return undefined;
    follow(view);
    return view;
  }, [follow]);
  const refresh = useCallback(
    (keep = false, approval: 'anew' | 'given' = 'anew') => read(keep, undefined, approval),
    [read],
  );
  return { state, refresh, follow, look, stay, baseLost };
}

/** True if two views have the same content: a version of KV v2 never changes. Without versions that is not known. */
function isUnchanged(one: EntryView, other: EntryView): boolean {
  return one.version !== undefined && one.version === other.version && one.createdTime === other.createdTime;
}

/** The view that main has open under an id; undefined if it was closed. */
async function stillOpen(entryId: string | undefined, signal?: AbortSignal): Promise<EntryView | undefined> {
  if (entryId === undefined) return undefined;
  // Dropped to make room, or by a lock: the entry is then read anew, and that reports any failure.
  return vault.entry.view({ entryId }, signal).catch(() => undefined);
}

/** True if an error is about the entry itself, so that the old facts must go. */
function isAboutTheEntry(error: AppError): boolean {
  return error.kind === 'invalid-path' || error.kind === 'forbidden' || error.kind === 'awaiting-approval';
}

function forget(view: EntryView | undefined): void {
  if (view !== undefined) leaveEntry(view.entryId);
}
