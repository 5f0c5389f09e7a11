import { useQuery } from '@tanstack/react-query';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { MergeView } from '../../../shared/vault/editing.ts';
import type { EntryChange, EntryView, SaveOutcome } from '../../../shared/vault/entry.ts';
import type { Deviation } from '../../../shared/vault/template.ts';
import { query, vault } from '../../api/client.ts';
import { templateQuery } from '../../api/templates.ts';
import { useRead } from '../../parts/read/use-read.ts';
import { classes } from '../../ui/classes.ts';
import type { EditMode } from '../../workspace/draft-head.ts';
import type { EntryDraft } from './edit/draft-text.ts';
import { EditFooter } from './edit/edit-footer.tsx';
import { EditTable, moveAmongRows } from './edit/edit-table.tsx';
import { EditTools } from './edit/edit-tools.tsx';
import { InFoot, InTools } from './entry-frame.tsx';
import css from './entry-screen.module.css';
import { useEditing } from './edit/editing.ts';
import { JsonMode } from './edit/json-mode.tsx';
import { MergeFooter, MergePanel } from './merge/merge-panel.tsx';
import type { MergeChoices, Side } from './edit/merging.ts';
import { ReviewFooter, SaveReview } from './edit/save-review.tsx';
import { useSaving } from './edit/saving.ts';
import { DeviationNote, TemplateNote } from './edit/template-note.tsx';

/** Actions of the editor for keyboard shortcuts. */
export interface EditorHandle {
  /** Shows the difference; saves if it is already on screen. */
  readonly save: () => void;
  /** Saves the reviewed changes. */
  readonly confirm: () => void;
  /** Returns to the editor from another stage; false if the editor is on screen already. */
  readonly back: () => boolean;
}

export interface EditorProps {
  readonly ref: Ref<EditorHandle>;
  readonly mode: EditMode;
  readonly session: SessionView;
  /** The base version; without keys if the entry was not read. */
  readonly view: EntryView;
  /** A draft stored by main, to continue. */
  readonly storedDraft: EntryDraft | undefined;
  readonly mayUpdate: boolean;
  /** The key to focus, given when the user has just started editing. */
  readonly startKey?: { readonly key: string | undefined } | undefined;
  /** Content above the editor. */
  readonly children: ReactNode;
  readonly onDirty: (dirty: boolean) => void;
  /** The draft has ended: saved, or (without an outcome) with nothing left to save. */
  readonly onSaved: (outcome: SaveOutcome | undefined, changes: readonly EntryChange[]) => void;
  readonly onDiscarded: () => void;
  /** The entry to create exists already and the user wants to open it; the draft has ended. */
  readonly onOpenExisting: () => void;
  /** The draft now lies over this version, which is open in main. */
  readonly onFollow: (view: EntryView) => void;
}

/** An entry being edited: its keys or its text, then the difference, then the result of saving. */
export function Editor(props: EditorProps) {
  const { ref, mode, session, view, storedDraft, mayUpdate, children } = props;
  const { sessionId } = session;
  const editing = useEditing({ mode, sessionId, view, storedDraft, onDirty: props.onDirty });
  const isCompared = mode !== 'patch';
  const { data: found, unasked } = useRead(
    session,
    templateQuery({ sessionId, mount: view.mount.path, path: view.path }, isCompared),
  );
  const template = found?.template;
  const [deviations, setDeviations] = useState<readonly Deviation[]>([]);
  const compare = (changes: readonly EntryChange[]): void => {
    setDeviations([]);
    // A template that is still on its way is compared with all the same.
    if (!isCompared || unasked || (found !== undefined && template === undefined)) return;
    const { entryId, mount, path } = view;
    const entry = entryId === '' ? {} : { entryId };
    vault.template.check({ sessionId, mount: mount.path, path, ...entry, changes }).then(
      setDeviations,
      // A warning is not worth an error: saving tells what is wrong.
      () => undefined,
    );
  };
  const { onSaved, onFollow } = props;
  const saving = useSaving({ sessionId, editing, onSaved, onFollow, onReview: compare });
  const limits = useQuery(
    query('entry.limits', { sessionId, mount: view.mount.path }, { enabled: mode !== 'patch' }),
  ).data;
  const { stage } = saving;
  const { choices, choose } = useChoices(stage.kind === 'merge' ? stage.merge : undefined);
  const box = useReturningFocus(stage.kind);
  useEffect(() => {
    const element = box.current;
    element?.addEventListener('keydown', moveAmongRows);
    return () => element?.removeEventListener('keydown', moveAmongRows);
  }, [box]);
  useImperativeHandle(ref, () => ({
    save: () => {
      if (stage.kind === 'review') saving.confirm();
      else saving.review();
    },
    confirm: saving.confirm,
    back: () => {
      if (stage.kind === 'editing') return false;
      saving.back();
      return true;
    },
  }));

  return (
    <>
      {children}
      {template !== undefined && stage.kind === 'editing' && <TemplateNote template={template} />}
      {stage.kind === 'review' && <DeviationNote deviations={deviations} />}
      {/* Stays mounted during other stages: cursor positions, undo and scroll offsets survive. */}
      <div
        ref={box}
        className={classes(css['editing'], editing.draft.json !== undefined && css['text'])}
        hidden={stage.kind !== 'editing'}
      >
        {editing.draft.json === undefined ? (
          <EditTable editing={editing} startKey={props.startKey} />
        ) : (
          <JsonMode key={view.entryId} editing={editing} />
        )}
      </div>
      {stage.kind === 'review' && (
        <SaveReview
          session={session}
          editing={editing}
          saving={saving}
          stage={stage}
          onOpenExisting={props.onOpenExisting}
        />
      )}
      {stage.kind === 'merge' && (
        <MergePanel editing={editing} saving={saving} stage={stage} choices={choices} onChoose={choose} />
      )}
      {stage.kind === 'editing' && (
        <InTools>
          <EditTools editing={editing} />
        </InTools>
      )}
      <InFoot>
        {stage.kind === 'editing' && (
          <EditFooter
            editing={editing}
            saving={saving}
            limits={limits}
            mayUpdate={mayUpdate}
            onDiscard={() => {
              editing.end();
              props.onDiscarded();
            }}
          />
        )}
        {stage.kind === 'review' && (
          <ReviewFooter editing={editing} saving={saving} limits={limits} mayUpdate={mayUpdate} />
        )}
        {stage.kind === 'merge' && <MergeFooter saving={saving} stage={stage} choices={choices} />}
      </InFoot>
    </>
  );
}

/** The user's choices for the keys of one merge; another merge starts without choices. */
function useChoices(merge: MergeView | undefined) {
  const [made, setMade] = useState<{ readonly of: MergeView; readonly choices: MergeChoices }>();
  const choices: MergeChoices = made !== undefined && made.of === merge ? made.choices : new Map();
  const choose = (keys: readonly string[], side: Side): void => {
    if (merge === undefined) return;
    const next = new Map(choices);
    for (const key of keys) next.set(key, side);
    setMade({ of: merge, choices: next });
  };
  return { choices, choose };
}

/** Restores the focus in the editor when the editor comes back. */
function useReturningFocus(stage: string) {
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<Element>(undefined);
  const wasAway = useRef(false);
  useEffect(() => {
    const remember = (event: FocusEvent): void => {
      if (event.target instanceof Element) last.current = event.target;
    };
    const element = box.current;
    element?.addEventListener('focusin', remember);
    return () => {
      element?.removeEventListener('focusin', remember);
    };
  }, []);
  useEffect(() => {
    if (stage !== 'editing') wasAway.current = true;
    else if (wasAway.current) {
      wasAway.current = false;
      const to = last.current?.isConnected === true ? last.current : box.current?.querySelector('button');
      if (to instanceof HTMLElement) to.focus();
    }
  }, [stage]);
  return box;
}
