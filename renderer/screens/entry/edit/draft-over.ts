/** A kept draft laid over what is there now. */
import type { EntryView } from '../../../../shared/vault/entry.ts';
import { draftOf } from './draft.ts';
import { summarise } from './draft-summary.ts';
import type { KeptDraft } from './draft-text.ts';

/** The draft to go on with over a version; where that is not the one it was made over, by its changes alone. */
export function draftOverView(kept: KeptDraft, view: EntryView, baseLost: boolean): KeptDraft {
  if (!baseLost) return kept;
  const { json } = kept.draft;
  const draft = draftOf(summarise(kept.draft, []).changes, view.keys);
  // A whole text stays as it was written; nothing of it is known to be unchanged.
  return {
    mode: 'edit',
    draft: json === undefined ? draft : { ...draft, json: { start: '', text: json.text } },
  };
}

/** The draft of an entry that cannot be read, as one to be created. */
export function draftAnew(kept: KeptDraft): KeptDraft {
  if (kept.mode !== 'edit') return kept;
  const { json } = kept.draft;
  const sets = summarise(kept.draft, []).changes.filter(({ op }) => op !== 'remove');
  const draft = draftOf(sets, []);
  return {
    mode: 'create',
    draft: json === undefined ? draft : { ...draft, json: { start: '', text: json.text } },
  };
}
