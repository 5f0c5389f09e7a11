/**
 * From a draft to a saved entry: the difference is reviewed first, then saved with check-and-set; a conflict is
 * merged by key, a lost response is looked up. Nothing here ends the draft before the server has confirmed it.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../../shared/ipc/result.ts';
import type { MergeView, SaveCheck } from '../../../../shared/vault/editing.ts';
import type { EntryChange, EntryView, SaveOutcome } from '../../../../shared/vault/entry.ts';
import { appErrorOf, vault } from '../../../api/client.ts';
import { closeEntry } from '../../../api/entries.ts';
import { tellEntryChanged } from '../../../api/entry-actions.ts';
import { announce } from '../../../ui/announce.tsx';
import { checkCreated } from './check-created.ts';
import { draftOf } from './draft.ts';
import { summarise } from './draft-summary.ts';
import type { Editing } from './editing.ts';
import { droppedKeys, type MergeChoices } from './merging.ts';

/** The view on screen: the editor, or one that replaces it. */
export type Stage =
  | { readonly kind: 'editing' }
  /** `merged`: the draft was laid over a version saved by another user. */
  | { readonly kind: 'review'; readonly changes: readonly EntryChange[]; readonly merged: boolean }
  | { readonly kind: 'merge'; readonly changes: readonly EntryChange[]; readonly merge: MergeView };

/** Result of looking up a save whose response was lost. */
export type Found = SaveCheck | { readonly found: 'failed'; readonly error: AppError };

/** Progress of saving; the draft itself is the editor's. */
interface SavingState {
  readonly stage: Stage;
  /** The request under way. */
  readonly busy: 'saving' | 'checking' | 'merging' | undefined;
  /** The error of the last save. */
  readonly problem: AppError | undefined;
  /** The error of reading the server's version for a merge. */
  readonly mergeProblem: AppError | undefined;
  readonly found: Found | undefined;
}

const noResults = { problem: undefined, mergeProblem: undefined, found: undefined };
const initialState: SavingState = { ...noResults, stage: { kind: 'editing' }, busy: undefined };

export interface Saving extends SavingState {
  /** Shows the difference, if there is one and no problem is left to fix. */
  readonly review: () => void;
  /** Returns to the editor; the draft is unchanged. */
  readonly back: () => void;
  readonly confirm: () => void;
  readonly check: () => void;
  /** Reads the server's current version and compares it with the draft. */
  readonly merge: () => void;
  /** Continues with their version as the base and the chosen changes over it. */
  readonly finishMerge: (choices: MergeChoices) => void;
  /** Saves over a version without values, or (0) anew; in create mode the entry becomes its next version. */
  readonly saveOver: (currentVersion: number) => void;
}

export interface SavingOptions {
  readonly sessionId: string;
  readonly editing: Editing;
  /** The draft has ended; without an outcome it had nothing left to save. */
  readonly onSaved: (outcome: SaveOutcome | undefined, changes: readonly EntryChange[]) => void;
  /** The draft now lies over this version. */
  readonly onFollow: (view: EntryView) => void;
  /** The difference is shown, by the user's own click or key. */
  readonly onReview: (changes: readonly EntryChange[]) => void;
}

/** True if there are changes and no problems. */
export function canSave({ summary }: Pick<Editing, 'summary'>): boolean {
  const { changes, valueProblems, nameProblems, textProblem } = summary;
  return changes.length > 0 && valueProblems.size + nameProblems.size === 0 && textProblem === undefined;
}

/** Saves the draft of an editor. */
export function useSaving({ sessionId, editing, onSaved, onFollow, onReview }: SavingOptions): Saving {
  const [state, setState] = useState<SavingState>(initialState);
  const theirs = useTheirs();
  const { stage, busy } = state;
  const { mode, view } = editing;
  const { entryId } = view;
  const place = { sessionId, mount: view.mount.path, path: view.path };
  const changes = stage.kind === 'editing' ? [] : stage.changes;

  const update = (by: Partial<SavingState>): void => setState((before) => ({ ...before, ...by }));
  const saved = (outcome: SaveOutcome, what: readonly EntryChange[]): void => {
    editing.end();
    onSaved(outcome, what);
  };
  /** Shows the editor or the review, without the results of the last save. */
  const show = (next: Exclude<Stage, { readonly kind: 'merge' }>): void => {
    theirs.release();
    update({ ...noResults, stage: next });
  };

  const startMerge = async (what: readonly EntryChange[]): Promise<void> => {
    update({ busy: 'merging', mergeProblem: undefined });
    try {
      const merge = await vault.entry.merge({ entryId, changes: what });
      theirs.hold(merge.theirs?.entryId);
      update({ stage: { kind: 'merge', changes: what, merge } });
    } catch (caught) {
      update({ mergeProblem: appErrorOf(caught) });
    } finally {
      update({ busy: undefined });
    }
  };
  const send = async (how: () => Promise<SaveOutcome>): Promise<void> => {
    if (busy !== undefined) return;
    update({ ...noResults, busy: 'saving' });
    try {
      saved(await how(), changes);
    } catch (caught) {
      const error = appErrorOf(caught);
      update({ problem: error, busy: undefined });
      if (error.kind === 'conflict' && mode === 'edit') {
        // The details beside the editor must stop naming the previous version.
        tellEntryChanged({ sessionId, mount: view.mount, path: view.path }, 'changed');
        announce('Someone else saved first. Nothing was overwritten.');
        await startMerge(changes);
      }
    }
  };

  return {
    ...state,
    review: () => {
      const summary = editing.summaryNow();
      if (stage.kind !== 'editing' || !canSave({ summary })) return;
      show({ kind: 'review', changes: summary.changes, merged: false });
      onReview(summary.changes);
    },
    back: () => {
      if (busy === undefined) show({ kind: 'editing' });
    },
    confirm: () => {
      if (stage.kind !== 'review') return;
      void send(() => {
        switch (mode) {
          case 'edit':
            return vault.entry.save({ entryId, changes });
          case 'create':
            return vault.entry.create({ ...place, changes });
          case 'patch':
            return vault.entry.patchUnread({ ...place, changes });
        }
      });
    },
    check: () => {
      if (busy !== undefined) return;
      update({ busy: 'checking', found: undefined });
      (mode === 'create' ? checkCreated(place, changes) : vault.entry.checkSave({ entryId, changes })).then(
        (answer) => {
          update({ busy: undefined, ...(answer.found === 'saved' ? {} : { found: answer }) });
          if (answer.found === 'saved') saved(answer, changes);
        },
        (caught: unknown) =>
          update({ busy: undefined, found: { found: 'failed', error: appErrorOf(caught) } }),
      );
    },
    merge: () => {
      if (busy === undefined) void startMerge(changes);
    },
    finishMerge: (choices) => {
      if (stage.kind !== 'merge' || stage.merge.theirs === undefined) return;
      const { theirs: next, keys } = stage.merge;
      const dropped = droppedKeys(keys, choices);
      const laid = draftOf(
        changes.filter(({ key }) => !dropped.has(key)),
        next.keys,
      );
      const left = summarise(laid, next.keys).changes;
      update(noResults);
      theirs.hand();
      onFollow(next);
      if (left.length === 0) {
        editing.end();
        onSaved(undefined, []);
        return;
      }
      editing.change(() => laid);
      update({ stage: { kind: 'review', changes: left, merged: true } });
    },
    saveOver: (currentVersion) => {
      void send(() =>
        mode === 'create'
          ? vault.entry.create({ ...place, changes, overVersion: currentVersion })
          : vault.entry.saveOver({ entryId, changes, currentVersion }),
      );
    },
  };
}

/** Their content, open in main for as long as the merge needs it. */
function useTheirs() {
  const savedId = useRef<string>(undefined);
  const release = useCallback(() => {
    const entryId = savedId.current;
    savedId.current = undefined;
    if (entryId !== undefined) closeEntry(entryId);
  }, []);
  useEffect(() => release, [release]);
  return {
    release,
    hold: (entryId: string | undefined) => {
      release();
      savedId.current = entryId;
    },
    /** Hands the entry over: the caller closes it from now on. */
    hand: () => {
      savedId.current = undefined;
    },
  };
}
