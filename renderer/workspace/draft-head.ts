/** How the text of every draft begins that main keeps: that it is ours, and what is edited. The rest only the editor knows. */
import type { EntryMode } from './tabs.ts';

/** What is edited: an entry that was read, one that does not exist yet, or one that may be changed but not read. */
export type EditMode = 'edit' | EntryMode;

export interface DraftHead {
  readonly strongroomDraft: 1;
  readonly mode: EditMode;
}

/** The head of a draft's text, with all that follows it; undefined where it is none of ours. */
export function readDraftHead(text: string): DraftHead | undefined {
  try {
    const { strongroomDraft, mode, ...rest } = (JSON.parse(text) ?? {}) as Partial<DraftHead>;
    return strongroomDraft === 1 && mode !== undefined ? { strongroomDraft, mode, ...rest } : undefined;
  } catch {
    // Of another version, or not ours.
    return undefined;
  }
}
