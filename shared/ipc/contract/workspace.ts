/** Workspace that a session remembers between runs, and its drafts. */
import type { DraftRecord, DroppedDraft, WorkspaceMemory } from '../../vault/workspace-memory.ts';
import type { AtPath, Call, InSession, None } from './call.ts';

export interface WorkspaceCalls {
  /** Memory of the session's profile; without a profile, of this run only. */
  'workspace.load': Call<InSession, WorkspaceMemory>;
  'workspace.save': Call<InSession & { readonly memory: WorkspaceMemory }, None>;

  /** Drafts of a session, stored in main so that they outlive the page. */
  'draft.list': Call<InSession, readonly DraftRecord[]>;
  'draft.put': Call<AtPath & { readonly entryId?: string; readonly text: string }, None>;
  /** Can be restored for ten minutes, unless it was saved. */
  'draft.drop': Call<AtPath, None>;
  /** Newest first. */
  'draft.dropped': Call<InSession, readonly DroppedDraft[]>;
  'draft.restore': Call<InSession & { readonly draftId: string }, None>;
}
