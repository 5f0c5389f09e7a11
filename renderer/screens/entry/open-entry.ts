/**
 * An entry is open in main for as long as its tab shows it: opening answers facts about keys and an `entryId`, leaving
 * closes it. This is a hook of its own and no cached query, because the id is a handle with a life.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { appErrorOf } from '../../api/client.ts';
import { closeEntry, openEntry } from '../../api/entries.ts';

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
  /** Puts facts that are known without reading (after a save) in place of what was read. */
  readonly adopt: (view: EntryView) => void;
}

export interface EntryPlace {
  readonly sessionId: string;
  readonly mount: MountPath;
  readonly path: string;
  readonly version: number | undefined;
}

/** Opens the entry at a place, once for every place and on `refresh`, and closes what is no longer shown. */
export function useOpenEntry({ sessionId, mount, path, version }: EntryPlace): OpenEntry {
  const [state, setState] = useState<OpenState>({ kind: 'loading' });
  const held = useRef<string>(undefined);
  const asking = useRef<AbortController>(undefined);

  const read = useCallback(
    async (keep = false): Promise<EntryView | undefined> => {
      asking.current?.abort();
      const abort = new AbortController();
      asking.current = abort;
      setState((before) => (before.kind === 'loading' ? before : { ...before, refreshing: true }));
      try {
        const place = { sessionId, mount, path, ...(version === undefined ? {} : { version }) };
        const view = await openEntry(place, abort.signal);
        if (abort.signal.aborted) {
          forget(view.entryId);
          return undefined;
        }
        forget(held.current);
        held.current = view.entryId;
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

  const adopt = useCallback((view: EntryView) => {
    setState({ kind: 'ready', view, refreshing: false });
  }, []);
  return { state, refresh: read, adopt };
}

/** Whether an error says that the entry is not what it was, so that the old facts must go. */
function isAboutTheEntry(error: AppError): boolean {
  return error.kind === 'invalid-path' || error.kind === 'forbidden';
}

function forget(entryId: string | undefined): void {
  // Main forgets it with the session anyway.
  if (entryId !== undefined) void closeEntry(entryId).catch(() => undefined);
}
