/**
 * An entry is open in main for as long as its tab shows it: opening answers facts about keys and an `entryId`, leaving
 * closes it. This is a hook of its own and no cached query, because the id is a handle with a life.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { appErrorOf } from '../../api/client.ts';
import { leaveEntry } from '../../api/drafts.ts';
import { openEntry, viewEntry } from '../../api/entries.ts';

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
   * answer is: there are edits over them.
   */
  readonly refresh: (keep?: boolean) => Promise<EntryView | undefined>;
  /** Shows an entry that is open in main already: what was opened before is closed. */
  readonly follow: (view: EntryView) => void;
  /** Shows what main knows of the open entry now (after a save), without asking the server. */
  readonly look: () => Promise<EntryView | undefined>;
  /** What a kept draft was made over is no longer held: the current version is shown instead. */
  readonly baseLost: boolean;
}

export interface EntryPlace {
  readonly sessionId: string;
  readonly mount: MountPath;
  readonly path: string;
  readonly version: number | undefined;
  /** What main still holds open under a kept draft: it is shown first, and nothing is asked of the server. */
  readonly held: string | undefined;
}

/** Opens the entry at a place, once for every place and on `refresh`, and closes what is no longer shown. */
export function useOpenEntry({ sessionId, mount, path, version, held: resume }: EntryPlace): OpenEntry {
  const [state, setState] = useState<OpenState>({ kind: 'loading' });
  const [baseLost, setBaseLost] = useState(false);
  const held = useRef<string>(undefined);
  const resuming = useRef(resume);
  const asking = useRef<AbortController>(undefined);

  const read = useCallback(
    async (keep = false): Promise<EntryView | undefined> => {
      asking.current?.abort();
      const abort = new AbortController();
      asking.current = abort;
      setState((before) => (before.kind === 'loading' ? before : { ...before, refreshing: true }));
      try {
        const place = { sessionId, mount, path, ...(version === undefined ? {} : { version }) };
        const kept = await stillHeld(resuming.current, abort.signal);
        if (resuming.current !== undefined && kept === undefined && !abort.signal.aborted) setBaseLost(true);
        const view = kept ?? (await openEntry(place, abort.signal));
        if (abort.signal.aborted) {
          // What was open before stays so for whoever goes on with it.
          if (kept === undefined) forget(view.entryId);
          return undefined;
        }
        if (held.current !== view.entryId) forget(held.current);
        held.current = view.entryId;
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
    void read();
    return () => {
      asking.current?.abort();
      forget(held.current);
      held.current = undefined;
    };
  }, [read]);

  const follow = useCallback((view: EntryView) => {
    asking.current?.abort();
    if (held.current !== undefined && held.current !== view.entryId) leaveEntry(held.current);
    held.current = view.entryId;
    setState({ kind: 'ready', view, refreshing: false });
  }, []);
  const look = useCallback(async (): Promise<EntryView | undefined> => {
    const entryId = held.current;
    const view = await stillHeld(entryId);
    if (view === undefined || held.current !== entryId) return undefined;
    follow(view);
    return view;
  }, [follow]);
  return { state, refresh: read, follow, look, baseLost };
}

/** What main holds open under an id; undefined where it does not any more. */
async function stillHeld(entryId: string | undefined, signal?: AbortSignal): Promise<EntryView | undefined> {
  if (entryId === undefined) return undefined;
  return viewEntry(entryId, signal).catch(() => undefined);
}

/** Whether an error says that the entry is not what it was, so that the old facts must go. */
function isAboutTheEntry(error: AppError): boolean {
  return error.kind === 'invalid-path' || error.kind === 'forbidden';
}

function forget(entryId: string | undefined): void {
  if (entryId !== undefined) leaveEntry(entryId);
}
