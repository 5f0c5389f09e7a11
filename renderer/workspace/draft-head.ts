/**
 * Header of every draft text kept by main: marks it as the app's own and names the edit mode. Only the editor knows
 * the rest.
 */
import type { EntryMode } from './tabs.ts';

/** Mode of an edit: an entry that was read, one that does not exist yet, or one the token may change but not read. */
export type EditMode = 'edit' | EntryMode;

export interface DraftHead {
  readonly strongroomDraft: 1;
  readonly mode: EditMode;
}

/** Parses the header of a draft text, with all further members; undefined if the text is foreign. */
export function readDraftHead(text: string): DraftHead | undefined {
  try {
    const { strongroomDraft, mode, ...rest } = (JSON.parse(text) ?? {}) as Partial<DraftHead>;
    return strongroomDraft === 1 && mode !== undefined ? { strongroomDraft, mode, ...rest } : undefined;
  } catch {
    // From another version, or foreign.
    return undefined;
  }
}
