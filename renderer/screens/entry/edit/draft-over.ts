/** Lays a stored draft over the current version. */
import type { EntryView } from '../../../../shared/vault/entry.ts';
import { draftOf } from './draft.ts';
import { summarise } from './draft-summary.ts';
import type { EntryDraft } from './draft-text.ts';

/** The draft to continue over a version; if its base version is lost, by its changes alone. */
export function draftOverView(storedDraft: EntryDraft, view: EntryView, baseLost: boolean): EntryDraft {
  if (!baseLost) return storedDraft;
  const { json } = storedDraft.draft;
  const draft = draftOf(summarise(storedDraft.draft, []).changes, view.keys);
  // A JSON text stays as it was written; no part of it is known to be unchanged.
  return {
    mode: 'edit',
    draft: json === undefined ? draft : { ...draft, json: { start: '', text: json.text } },
  };
}

/** Turns the draft of an entry that cannot be read into one that creates it. */
export function draftAnew(storedDraft: EntryDraft): EntryDraft {
  if (storedDraft.mode !== 'edit') return storedDraft;
  const { json } = storedDraft.draft;
  const sets = summarise(storedDraft.draft, []).changes.filter(({ op }) => op !== 'remove');
  const draft = draftOf(sets, []);
  return {
    mode: 'create',
    draft: json === undefined ? draft : { ...draft, json: { start: '', text: json.text } },
  };
}
