/** What a session remembers between runs, and its unsaved edits. */
import type { DraftRecord, DroppedDraft, WorkspaceMemory } from '../../vault/workspace-memory.ts';
import type { AtPath, Call, InSession, None } from './call.ts';

export interface WorkspaceCalls {
  /** What is remembered for the session's profile; for a session without one, of this run only. */
  'workspace.load': Call<InSession, WorkspaceMemory>;
  'workspace.save': Call<InSession & { readonly memory: WorkspaceMemory }, None>;

  /** Unsaved edits of a session, so that they outlive the page. */
  'draft.list': Call<InSession, readonly DraftRecord[]>;
  'draft.put': Call<AtPath & { readonly entryId?: string; readonly text: string }, None>;
  /** It can be restored for ten minutes, unless it was saved. */
  'draft.drop': Call<AtPath, None>;
  /** Newest first. */
  'draft.dropped': Call<InSession, readonly DroppedDraft[]>;
  'draft.restore': Call<InSession & { readonly draftId: string }, None>;
}
