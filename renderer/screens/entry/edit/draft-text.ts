/**
 * A draft as the text that main stores while the page can come and go. Only this file writes it and reads the part
 * after its head. Main forgets drafts when it ends, so a text is never from another version of the app.
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

/** Serialises a draft. */
export function draftText({ mode, draft }: EntryDraft): string {
  const { edits, ...rest } = draft;
  return JSON.stringify({ strongroomDraft: 1, mode, ...rest, edits: [...edits] } satisfies Written);
}

/** Parses the text of a draft; undefined if the text is not one of ours. */
export function parseDraftText(text: string): EntryDraft | undefined {
  const written: (DraftHead & Partial<Written>) | undefined = readDraftHead(text);
  if (written === undefined) return undefined;
  const { mode, edits, added, nextId, json } = written;
  if (edits === undefined || added === undefined || nextId === undefined) return undefined;
  const draft = { edits: new Map(edits), added, nextId };
  return { mode, draft: json === undefined ? draft : { ...draft, json } };
}
