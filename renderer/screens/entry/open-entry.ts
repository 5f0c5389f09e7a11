/**
 * An entry is open in main for as long as its tab is there: opening answers facts about keys and an `entryId`, closing the
 * tab closes it. A tab that comes back to the front shows at once what it showed, and reads it again. This is a hook of its own and no cached query, because the id is a handle with a life.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { appErrorOf } from '../../api/client.ts';
import { leaveEntry } from '../../api/drafts.ts';
import { openEntry, viewEntry } from '../../api/entries.ts';
import { leaveForNow, leftEntry, takeLeftEntry, type LeftPlace } from '../../api/left-entries.ts';
import { afterPaint } from '../../ui/after-paint.ts';

export type OpenState =
  | { readonly kind: 'loading' }
  /** `problem`: reading again failed, and this is what was read before. */
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
   * Reads it again; answers the new view, or nothing where that failed. With `keep` the old facts stay whatever the
   * answer is: there are edits over them. `given`: a person says that the read was approved.
   */
  readonly refresh: (keep?: boolean, approval?: 'anew' | 'given') => Promise<EntryView | undefined>;
  /** Shows an entry that is open in main already: what was opened before is closed. */
  readonly follow: (view: EntryView) => void;
  /** Shows what main knows of the open entry now (after a save), without asking the server. */
  readonly look: () => Promise<EntryView | undefined>;
  /** An edit begins over what is shown: it is not read again beneath it, unless somebody asks for that. */
  readonly stay: () => void;
  /** What a kept draft was made over is no longer held: the current version is shown instead. */
  readonly baseLost: boolean;
}

export interface ResumedPlace extends LeftPlace {
  /** What main still holds open under a kept draft: it is shown first, and nothing is asked of the server. */
  readonly reopenId: string | undefined;
}

/** What is shown of a place first: what its tab showed before, if that is still open and nothing else is to be shown. */
export function firstState(place: LeftPlace, hasDraft: boolean): OpenState {
  const view = hasDraft ? undefined : leftEntry(place);
  return view === undefined ? { kind: 'loading' } : { kind: 'ready', view, refreshing: false };
}

/** Opens the entry at a place, once for every place and on `refresh`, and lets go of what is no longer shown. */
export function useOpenEntry({ sessionId, mount, path, version, reopenId: resume }: ResumedPlace): OpenEntry {
  const [state, setState] = useState(() =>
    firstState({ sessionId, mount, path, version }, resume !== undefined),
  );
  const [baseLost, setBaseLost] = useState(false);
  const current = useRef<EntryView>(undefined);
  const resuming = useRef(resume);
  const asking = useRef<AbortController>(undefined);
  /** Ends the reading that begins by itself. */
  const stopAgain = useRef<() => void>(undefined);

  /** `again`: the view from before. What is still the same keeps its id, and so whatever was begun with it meanwhile. */
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
          ...{ sessionId, mount, path },
          ...(version === undefined ? {} : { version }),
          ...(approval === undefined ? {} : { approval }),
        };
        const reopened = await stillOpen(resuming.current, abort.signal);
        if (resuming.current !== undefined && reopened === undefined && !abort.signal.aborted)
          setBaseLost(true);
        const opened = reopened ?? (await openEntry(place, abort.signal));
        if (abort.signal.aborted) {
          // What was open before stays so for whoever goes on with it.
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

/** Whether two views are of one content: a version of KV v2 never changes. Without versions nobody can tell. */
function isUnchanged(one: EntryView, other: EntryView): boolean {
  return one.version !== undefined && one.version === other.version && one.createdTime === other.createdTime;
}

/** What main holds open under an id; undefined where it does not any more. */
async function stillOpen(entryId: string | undefined, signal?: AbortSignal): Promise<EntryView | undefined> {
  if (entryId === undefined) return undefined;
  // Dropped to make room, or with a lock: what is shown is read anew then, and that says what fails.
  return viewEntry(entryId, signal).catch(() => undefined);
}

/** Whether an error says that the entry is not what it was, so that the old facts must go. */
function isAboutTheEntry(error: AppError): boolean {
  return error.kind === 'invalid-path' || error.kind === 'forbidden' || error.kind === 'awaiting-approval';
}

function forget(view: EntryView | undefined): void {
  if (view !== undefined) leaveEntry(view.entryId);
}
