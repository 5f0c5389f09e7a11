/**
 * Two entries open in main while they are compared, and their differences by key. They are handles with a lifetime,
 * like every open entry: leaving the screen closes them.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { KeyDifference } from '../../../shared/vault/editing.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { closeEntry, openEntry } from '../../api/entries.ts';
import type { CompareSide } from '../../workspace/tabs.ts';

export type SideState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly view: EntryView }
  | { readonly kind: 'failed'; readonly error: AppError };

export interface Compared {
  readonly left: SideState;
  readonly right: SideState;
  /** Undefined until both are open and compared. */
  readonly differences: readonly KeyDifference[] | undefined;
  /** The error of comparing two open entries. */
  readonly problem: AppError | undefined;
  readonly refresh: () => void;
}

type State = Omit<Compared, 'refresh'>;

const loading: State = {
  left: { kind: 'loading' },
  right: { kind: 'loading' },
  differences: undefined,
  problem: undefined,
};

/** Opens both sides and compares them; again on `refresh`. The old result stays until the new one arrives. */
export function useCompared(left: CompareSide, right: CompareSide): Compared {
  const [state, setState] = useState<State>(loading);
  const openIds = useRef<readonly string[]>([]);
  const asking = useRef<AbortController>(undefined);

  const read = useCallback(async (): Promise<void> => {
    asking.current?.abort();
    const abort = new AbortController();
    asking.current = abort;
    const { next, opened } = await look(left, right, abort.signal);
    if (abort.signal.aborted) {
      forget(opened);
      return;
    }
    forget(openIds.current);
    openIds.current = opened;
    setState(next);
  }, [left, right]);

  useEffect(() => {
    void read();
    return () => {
      asking.current?.abort();
      forget(openIds.current);
      openIds.current = [];
    };
  }, [read]);
  return { ...state, refresh: () => void read() };
}

async function look(
  left: CompareSide,
  right: CompareSide,
  signal: AbortSignal,
): Promise<{ readonly next: State; readonly opened: readonly string[] }> {
  const [leftSide, rightSide] = await Promise.all([open(left, signal), open(right, signal)]);
  const next: State = { left: leftSide, right: rightSide, differences: undefined, problem: undefined };
  const opened = [leftSide, rightSide].flatMap((side) => (side.kind === 'open' ? [side.view.entryId] : []));
  if (leftSide.kind !== 'open' || rightSide.kind !== 'open') return { next, opened };
  try {
    const differences = await vault.entry.compare(
      { leftEntryId: leftSide.view.entryId, rightEntryId: rightSide.view.entryId },
      signal,
    );
    return { next: { ...next, differences }, opened };
  } catch (caught) {
    return { next: { ...next, problem: appErrorOf(caught) }, opened };
  }
}

async function open(side: CompareSide, signal: AbortSignal): Promise<SideState> {
  const { sessionId, mount, path, version } = side;
  try {
    const place = { sessionId, mount: mount.path, path, ...(version === undefined ? {} : { version }) };
    return { kind: 'open', view: await openEntry(place, signal) };
  } catch (caught) {
    return { kind: 'failed', error: appErrorOf(caught) };
  }
}

function forget(entryIds: readonly string[]): void {
  // Main forgets them with the session anyway.
  for (const entryId of entryIds) closeEntry(entryId);
}
