/**
 * A draft as the text that main keeps while the page may come and go. Only this file writes it, and reads what follows its
 * head; a text of another version of the app cannot be there, because main forgets drafts when it ends.
 */
import { readDraftHead, type DraftHead, type EditMode } from '../../../workspace/draft-head.ts';
import type { Draft, KeyEdit } from './draft.ts';

export interface EntryDraft {
  readonly mode: EditMode;
  readonly draft: Draft;
}

interface Written extends DraftHead {
  readonly edits: readonly (readonly [key: string, edit: KeyEdit])[];
  readonly added: Draft['added'];
  readonly nextId: number;
  readonly json?: Draft['json'];
}

/** The text of a draft. */
export function draftText({ mode, draft }: EntryDraft): string {
  const { edits, ...rest } = draft;
  return JSON.stringify({ strongroomDraft: 1, mode, ...rest, edits: [...edits] } satisfies Written);
}

/** The draft of a text; undefined where it is none of ours. */
export function parseDraftText(text: string): EntryDraft | undefined {
  const written: (DraftHead & Partial<Written>) | undefined = readDraftHead(text);
  if (written === undefined) return undefined;
  const { mode, edits, added, nextId, json } = written;
  if (edits === undefined || added === undefined || nextId === undefined) return undefined;
  const draft = { edits: new Map(edits), added, nextId };
  return { mode, draft: json === undefined ? draft : { ...draft, json } };
}
