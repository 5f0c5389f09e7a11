/**
 * Restores and saves the workspaces of sessions: loads each once it is unlocked, saves it after changes and a short
 * pause. A session whose memory could not be read is not overwritten.
 */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Dispatch } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { isPolicyPlace } from '../../shared/vault/policy-draft.ts';
import type { DraftRecord } from '../../shared/vault/workspace-memory.ts';
import { appErrorOf, vault } from '../api/client.ts';
import { loadWorkspace } from '../api/workspace.ts';
import { readDraftHead } from './draft-head.ts';
import { takePolicyDrafts } from './policy-drafts.ts';
import type { TabDraft } from './remembered-tabs.ts';
import { memoryOf } from './session-memory.ts';
import type { WorkspaceAction } from './workspace-action.ts';
import type { WorkspaceState } from './workspace-state.ts';

const quietMs = 250;

export interface MemorySync {
  /** Error of loading a session's memory, by session. */
  readonly problems: ReadonlyMap<string, AppError>;
  /** Retries a failed load; its identity never changes. */
  readonly retry: (sessionId: string) => void;
}

/** Loads and saves the memory of every session. */
export function useMemorySync(
  state: WorkspaceState,
  dispatch: Dispatch<WorkspaceAction>,
  sessions: readonly SessionView[],
): MemorySync {
  const asked = useRef(new Set<string>());
  const [problems, setProblems] = useState<ReadonlyMap<string, AppError>>(new Map());

  const load = useCallback(
    (sessionId: string): void => {
      if (asked.current.has(sessionId)) return;
      asked.current.add(sessionId);
      loadWorkspace(sessionId).then(
        ({ memory, drafts }) => {
          const entries = drafts.filter((draft) => !isPolicyPlace(draft)).map(tabDraft);
          takePolicyDrafts(sessionId, drafts);
          const policies = entries.length < drafts.length;
          dispatch({ type: 'memory-loaded', sessionId, memory, drafts: entries, policies });
          setProblems((before) => without(before, sessionId));
        },
        (caught: unknown) => {
          asked.current.delete(sessionId);
          setProblems((before) => new Map(before).set(sessionId, appErrorOf(caught)));
        },
      );
    },
    [dispatch],
  );

  const open = sessions.filter((session) => session.trouble?.kind !== 'locked');
  const ids = open.map((session) => session.sessionId).join(' ');
  useEffect(() => {
    for (const id of ids.split(' ')) if (id !== '') load(id);
  }, [ids, load]);

  useSaved(state);
  return { problems, retry: load };
}

/** Saves each session's memory when it has changed. */
function useSaved(state: WorkspaceState): void {
  const saved = useRef(new Map<string, string>());
  const save = useEffectEvent(() => {
    saveChanged(state, saved.current);
  });
  useEffect(() => {
    const timer = setTimeout(() => save(), quietMs);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    const flush = (): void => save();
    window.addEventListener('blur', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
    };
  }, []);
}

function saveChanged(state: WorkspaceState, saved: Map<string, string>): void {
  for (const sessionId of state.remembered) {
    const memory = memoryOf(state, sessionId);
    const text = JSON.stringify(memory);
    if (saved.get(sessionId) === text) continue;
    saved.set(sessionId, text);
    vault.workspace.save({ sessionId, memory }).catch(() => {
      // Main reports a failed write among the app's problems; the next change tries again.
      saved.delete(sessionId);
    });
  }
}

/** A draft without an opened entry is for a new or unreadable one: its text tells them apart. */
function tabDraft({ mount, path, entryId, text }: DraftRecord): TabDraft {
  if (entryId !== undefined) return { mount, path };
  return { mount, path, mode: readDraftHead(text)?.mode === 'patch' ? 'patch' : 'create' };
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
