/** Remembered workspace of a session: places kept in main, never a value. */
import type { DraftRecord, WorkspaceMemory } from '../../shared/vault/workspace-memory.ts';
import { call } from './client.ts';

/** Loads tabs, recents, favourites, and the unsaved drafts main keeps. */
export async function loadWorkspace(
  sessionId: string,
): Promise<{ readonly memory: WorkspaceMemory; readonly drafts: readonly DraftRecord[] }> {
  const [memory, drafts] = await Promise.all([
    call('workspace.load', { sessionId }),
    call('draft.list', { sessionId }),
  ]);
  return { memory, drafts };
}
