/**
 * A draft as the text that main keeps while the page may come and go. Only this file reads and writes it; a text of
 * another version of the app cannot be there, because main forgets drafts when it ends.
 */
import type { Draft, KeyEdit } from './draft.ts';

/** What is edited: an entry that was read, one that does not exist yet, or one that may be changed but not read. */
export type EditMode = 'edit' | 'create' | 'patch';

export interface KeptDraft {
  readonly mode: EditMode;
  readonly draft: Draft;
}

interface Written {
  readonly strongroomDraft: 1;
  readonly mode: EditMode;
  readonly edits: readonly (readonly [key: string, edit: KeyEdit])[];
  readonly added: Draft['added'];
  readonly nextId: number;
  readonly json?: Draft['json'];
}

/** The text of a draft. */
export function draftText({ mode, draft }: KeptDraft): string {
  const { edits, ...rest } = draft;
  return JSON.stringify({ strongroomDraft: 1, mode, ...rest, edits: [...edits] } satisfies Written);
}

/** The draft of a text; undefined where it is none of ours. */
export function parseDraftText(text: string): KeptDraft | undefined {
  try {
    const written = JSON.parse(text) as Partial<Written> | null;
    if (written?.strongroomDraft !== 1) return undefined;
    const { mode, edits, added, nextId, json } = written;
    if (mode === undefined || edits === undefined || added === undefined || nextId === undefined)
      return undefined;
    const draft = { edits: new Map(edits), added, nextId };
    return { mode, draft: json === undefined ? draft : { ...draft, json } };
  } catch {
    return undefined;
  }
}
