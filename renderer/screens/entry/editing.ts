/**
 * Editing an entry: a draft over the version that is open, and what became of saving it. Whatever goes wrong, the draft
 * stays; only saving it, or a person's word, ends it.
 */
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryChange, EntryView, SaveOutcome } from '../../../shared/vault/entry.ts';
import { appErrorOf } from '../../api/client.ts';
import { revealValue, saveEntry } from '../../api/entries.ts';
import {
  emptyDraft,
  isDirty,
  rebased,
  summarise,
  withOpened,
  type Draft,
  type DraftSummary,
} from './draft.ts';

export interface Editing {
  /** Undefined: not editing. */
  readonly draft: Draft | undefined;
  readonly summary: DraftSummary;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Why the last save failed. */
  readonly problem: AppError | undefined;
  /** Why a key could not be opened for editing. */
  readonly openProblem: { readonly key: string; readonly error: AppError } | undefined;
  /** The key whose value was asked for last, so that its editor takes the focus. */
  readonly openedKey: string | undefined;
  readonly start: () => void;
  readonly change: (change: (draft: Draft) => Draft) => void;
  /** Reveals a value into its editor. */
  readonly openKey: (key: string) => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
  /** Forgets the last failure; the draft stays. */
  readonly dismiss: () => void;
  /** Lays the draft over what was read anew. */
  readonly rebase: (view: EntryView) => void;
}

export interface EditingOptions {
  readonly view: EntryView;
  readonly onSaved: (outcome: SaveOutcome, changes: readonly EntryChange[]) => void;
  readonly onDirty: (dirty: boolean) => void;
}

const nothing = summarise(emptyDraft, []);

/** Keeps the draft of one open entry. */
export function useEditing({ view, onSaved, onDirty }: EditingOptions): Editing {
  const [draft, setDraft] = useState<Draft>();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<AppError>();
  const [openProblem, setOpenProblem] = useState<Editing['openProblem']>();
  const [openedKey, setOpenedKey] = useState<string>();

  const summary = useMemo(
    () => (draft === undefined ? nothing : summarise(draft, view.keys)),
    [draft, view.keys],
  );
  const dirty = draft !== undefined && isDirty(draft);
  const tellDirty = useEffectEvent(onDirty);
  useEffect(() => {
    tellDirty(dirty);
  }, [dirty]);

  const change = useCallback((step: (before: Draft) => Draft) => {
    setDraft((before) => (before === undefined ? before : step(before)));
  }, []);
  const discard = useCallback(() => {
    setDraft(undefined);
    setProblem(undefined);
    setOpenProblem(undefined);
    setOpenedKey(undefined);
  }, []);

  const openKey = (key: string): void => {
    setOpenProblem(undefined);
    revealValue(view.entryId, key).then(
      (rawJson) => {
        setOpenedKey(key);
        change((before) => (before.edits.has(key) ? before : withOpened(before, key, rawJson)));
      },
      (caught: unknown) => {
        setOpenProblem({ key, error: appErrorOf(caught) });
      },
    );
  };

  const save = async (): Promise<void> => {
    const { changes, valueProblems, nameProblems } = summary;
    if (saving || changes.length === 0 || valueProblems.size + nameProblems.size > 0) return;
    setSaving(true);
    setProblem(undefined);
    try {
      const outcome = await saveEntry(view.entryId, changes);
      discard();
      onSaved(outcome, changes);
    } catch (caught) {
      setProblem(appErrorOf(caught));
    } finally {
      setSaving(false);
    }
  };

  return {
    draft,
    summary,
    dirty,
    saving,
    problem,
    openProblem,
    openedKey,
    start: () => {
      setDraft(emptyDraft);
    },
    change,
    openKey,
    discard,
    save,
    dismiss: () => {
      setProblem(undefined);
    },
    rebase: (next) => {
      setProblem(undefined);
      change((before) => rebased(before, next.keys));
    },
  };
}
