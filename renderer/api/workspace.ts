/** What is remembered of a session's work: places in main's keeping, never a value. */
import type { DraftRecord, WorkspaceMemory } from '../../shared/vault/workspace-memory.ts';
import { call } from './client.ts';

/** Tabs, recents and favourites as they were, and the unsaved edits that main keeps. */
export async function loadWorkspace(
  sessionId: string,
): Promise<{ readonly memory: WorkspaceMemory; readonly drafts: readonly DraftRecord[] }> {
  const [memory, drafts] = await Promise.all([
    call('workspace.load', { sessionId }),
    call('draft.list', { sessionId }),
  ]);
  return { memory, drafts };
}

/** Remembers a session's work; main writes it down where there is a profile to write it to. */
export async function saveWorkspace(sessionId: string, memory: WorkspaceMemory): Promise<void> {
  await call('workspace.save', { sessionId, memory });
}
