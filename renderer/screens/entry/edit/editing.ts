/**
 * The draft of one entry: the user's changes, their summary, and the copy in main. On any failure the draft stays;
 * only saving or discarding it ends it.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { AppError } from '../../../../shared/ipc/result.ts';
import type { RawMember } from '../../../../shared/vault/editing.ts';
import type { EntryView } from '../../../../shared/vault/entry.ts';
import { appErrorOf } from '../../../api/client.ts';
import { dropDraft, flushDrafts, keepDraft } from '../../../api/drafts.ts';
import { revealAll, revealValue } from '../../../api/entries.ts';
import { emptyDraft, isDirty, withOpened, withValue, type Draft } from './draft.ts';
import type { ValueText } from '../../../parts/value/value-text.ts';
import { summarise, type DraftSummary } from './draft-summary.ts';
import type { EditMode } from '../../../workspace/draft-head.ts';
import { draftText, type EntryDraft } from './draft-text.ts';
import { asJsonText, asKeys, summariseText, withoutText } from './json-draft.ts';

export interface Editing {
  readonly mode: EditMode;
  readonly sessionId: string;
  /** The base version; for an entry that was not read: one without keys. */
  readonly view: EntryView;
  readonly draft: Draft;
  /** In JSON mode it lags a moment behind the typing; `summaryNow` does not. */
  readonly summary: DraftSummary;
  readonly summaryNow: () => DraftSummary;
  readonly dirty: boolean;
  /** The error that kept a key, or all of them, from being opened for editing. */
  readonly openProblem: { readonly key: string | undefined; readonly error: AppError } | undefined;
  /** The key revealed last, so that its editor takes the focus. */
  readonly openedKey: string | undefined;
  /** The error that keeps main from storing the draft for a reload of this page. */
  readonly keepProblem: AppError | undefined;
  readonly change: (change: (draft: Draft) => Draft) => void;
  /** Reveals a value into its editor. */
  readonly openKey: (key: string) => void;
  /** Opens an editor with a text in place of the value, which is not revealed. */
  readonly typeOver: (key: string, value: ValueText) => void;
  /** Reveals every value and continues as one JSON text. */
  readonly openText: () => void;
  /** Returns to keys, with the text's changes; does nothing while the text has a problem. */
  readonly closeText: () => void;
  /** Returns to keys as they were before the text was opened. */
  readonly dropText: () => void;
  /** True while the values of a JSON text are still loading. */
  readonly openingText: boolean;
  /** Ends editing: main forgets the draft too. */
  readonly end: () => void;
}

export interface EditingOptions {
  readonly mode: EditMode;
  readonly sessionId: string;
  readonly view: EntryView;
  readonly storedDraft: EntryDraft | undefined;
  readonly onDirty: (dirty: boolean) => void;
}

/** A text from this length on is summarised only when typing rests; in UTF-16 code units. */
const longText = 40_000;
const restMs = 200;

const nothing = summarise(emptyDraft, []);

/** Manages the draft of one entry. */
export function useEditing({ mode, sessionId, view, storedDraft, onDirty }: EditingOptions): Editing {
  const [draft, setDraft] = useState<Draft>(storedDraft?.draft ?? emptyDraft);
  /** Every value of the base version, while it is edited as JSON. */
  const [members, setMembers] = useState<{ readonly of: string; readonly all: readonly RawMember[] }>();
  const [openProblem, setOpenProblem] = useState<Editing['openProblem']>();
  const [openedKey, setOpenedKey] = useState<string>();
  const [keepProblem, setKeepProblem] = useState<AppError>();
  const { entryId, keys } = view;
  const all = members?.of === entryId ? members.all : undefined;

  const summaryOf = useCallback(
    (of: Draft): DraftSummary => {
      if (of.json === undefined) return summarise(of, keys);
      return all === undefined ? nothing : summariseText(of.json.text, all, keys);
    },
    [keys, all],
  );
  const settled = useSettled(draft, (draft.json?.text.length ?? 0) > longText ? restMs : 0);
  const summary = useMemo(() => summaryOf(settled), [summaryOf, settled]);
  const dirty = isDirty(draft);
  const tellDirty = useEffectEvent(onDirty);
  useEffect(() => {
    tellDirty(dirty);
  }, [dirty]);

  const end = useMirror({ mode, sessionId, view, draft, dirty, onProblem: setKeepProblem });
  const change = useCallback((step: (before: Draft) => Draft) => setDraft(step), []);
  const openKey = useCallback(
    (key: string): void => {
      setOpenProblem(undefined);
      revealValue(entryId, key).then(
        (rawJson) => {
          setOpenedKey(key);
          setDraft((before) => (before.edits.has(key) ? before : withOpened(before, key, rawJson)));
        },
        (caught: unknown) => setOpenProblem({ key, error: appErrorOf(caught) }),
      );
    },
    [entryId],
  );
  const typeOver = useCallback((key: string, value: ValueText): void => {
    setOpenProblem(undefined);
    setOpenedKey(key);
    setDraft((before) => withValue(before, key, value));
  }, []);
  const readAll = useCallback(() => {
    setOpenProblem(undefined);
    // An entry that was not read has no values to reveal.
    (entryId === '' ? Promise.resolve([]) : revealAll(entryId)).then(
      (found) => {
        setMembers({ of: entryId, all: found });
        setDraft((before) => (before.json === undefined ? asJsonText(before, found, keys) : before));
      },
      (caught: unknown) => setOpenProblem({ key: undefined, error: appErrorOf(caught) }),
    );
  }, [entryId, keys]);
  const openingText = draft.json !== undefined && all === undefined;
  useEffect(() => {
    // A stored draft was left in JSON mode: its values are needed to compute the changes.
    if (openingText) readAll();
  }, [openingText, readAll]);

  const leaveText = (next: Draft): void => {
    setDraft(next);
    setMembers(undefined);
  };
  return {
    mode,
    sessionId,
    view,
    draft,
    summary,
    dirty,
    openProblem,
    openedKey,
    keepProblem,
    openingText,
    summaryNow: () => summaryOf(draft),
    change,
    openKey,
    typeOver,
    openText: readAll,
    closeText: () => {
      // The problems shown for a long text lag a moment behind the typing.
      if (all !== undefined && summaryOf(draft).textProblem === undefined) leaveText(asKeys(draft, all));
    },
    dropText: () => leaveText(withoutText(draft)),
    end,
  };
}

interface Mirrored extends Pick<EditingOptions, 'mode' | 'sessionId' | 'view'> {
  readonly draft: Draft;
  readonly dirty: boolean;
  readonly onProblem: (problem: AppError | undefined) => void;
}

/** Mirrors the draft to main while it has changes; returns a function that makes main forget it for good. */
function useMirror({ mode, sessionId, view, draft, dirty, onProblem }: Mirrored): () => void {
  const client = useQueryClient();
  const { entryId, path } = view;
  const mount = view.mount.path;
  const ended = useRef(false);
  const wasDirty = useRef(dirty);
  const drop = useCallback(() => {
    wasDirty.current = false;
    void dropDraft({ sessionId, mount, path }, client);
  }, [client, sessionId, mount, path]);

  useEffect(() => {
    if (ended.current) return;
    if (dirty) {
      wasDirty.current = true;
      const text = (): string => draftText({ mode, draft });
      keepDraft({ sessionId, mount, path }, entryId === '' ? undefined : entryId, text, onProblem);
    } else if (wasDirty.current) drop();
  }, [mode, sessionId, mount, path, entryId, draft, dirty, drop, onProblem]);
  useEffect(() => () => void flushDrafts(), []);

  return useCallback(() => {
    ended.current = true;
    drop();
  }, [drop]);
}

/** A value once it has been stable for `restMs`; at once if that is 0. */
function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (restMs === 0) return undefined;
    const timer = setTimeout(() => setSettled(() => value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return restMs === 0 ? value : settled;
}
