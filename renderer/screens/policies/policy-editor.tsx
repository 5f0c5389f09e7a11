import { useQueryClient } from '@tanstack/react-query';
import { FileDiff, FlaskConical, Save, Search, TextAlignStart } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { isNewPolicyKey, policyNameOnServer, type PolicyDraft } from '../../../shared/vault/policy-draft.ts';
import { policyFaults, startOfLine, type PolicyFault } from '../../../shared/vault/policy-check.ts';
import { formatPolicy } from '../../../shared/vault/policy-format.ts';
import { query, vault } from '../../api/client.ts';
import { policyQuery } from '../../api/policies.ts';
import type { Store } from '../../api/store.ts';
import { useAction } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { CodeEditor, TextDiff, type CodeEditorHandle } from '../../ui/code/code-editor.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { useActions } from '../../workspace/action-registry.ts';
import {
  endPolicyDraft,
  policyDrafts,
  policyDraftsIn,
  putPolicyDraft,
} from '../../workspace/policy-drafts.ts';
import { DraftTest } from './draft-test.tsx';
import { faultCount, FaultLine, faultInRefusal } from './fault-line.tsx';
import { Overtaken } from './overtaken.tsx';
import { PolicyEditorHead } from './policy-editor-head.tsx';
import { choosePolicy, openPolicyAt, type PolicyWork } from './policy-work.ts';
import css from './policies.module.css';

export interface PolicyEditorProps {
  readonly session: SessionView;
  readonly work: Store<PolicyWork>;
  /** Its name, or the key of a new policy. */
  readonly draftKey: string;
  readonly draft: PolicyDraft;
  /** The error that keeps main from storing the draft. */
  readonly keepProblem: AppError | undefined;
}

/** A policy as text, checked during typing. The secure prompt shows the changes before anything is sent. */
export function PolicyEditor({ session, work, draftKey, draft, keepProblem }: PolicyEditorProps) {
  const { sessionId } = session;
  const client = useQueryClient();
  const editor = useRef<CodeEditorHandle>(null);
  const view = useEditorView();
  const { part } = view;
  const unnamed = isNewPolicyKey(draftKey);
  const name = policyNameOnServer(draft.name);
  const testedName = name === '' ? 'new-policy' : name;
  const changed = draft.text !== (draft.before ?? '');
  const change = (by: Partial<PolicyDraft>): void => {
    const now = policyDraftsIn(policyDrafts.snapshot(), sessionId).drafts[draftKey];
    if (now !== undefined) putPolicyDraft(sessionId, draftKey, { ...now, ...by });
  };
  const leave = (to: string, warnings: readonly string[] = []): void => {
    endPolicyDraft(sessionId, draftKey, client);
    choosePolicy(work, to, warnings);
  };
  const saving = useSavePolicy(sessionId, draft, {
    onRefused: () => view.show('text'),
    onSaved: (warnings) => leave(name, warnings),
  });
  const overtaken = saving.failure?.kind === 'conflict' ? saving.failure : undefined;
  const { text } = draft;
  const faults = policyFaults(text);
  const refused = faultInRefusal(text, saving.failure);
  const named = refused === undefined ? faults : [refused];
  const canSave = changed && name !== '' && !saving.busy && overtaken === undefined;
  const openRule = (of: string, line: number): void => {
    if (of === testedName) view.editLine(line);
    else openPolicyAt(work, of, line);
  };
  useGoToLine(view, editor, text);
  const format = (): void => {
    editor.current?.replace(formatPolicy(draft.text));
  };
  useEditorActions(part, {
    canSave: canSave && faults.length === 0,
    save: saving.save,
    test: () => view.show('test'),
    find: () => editor.current?.find(),
  });
  return (
    <>
      <PolicyEditorHead
        draft={draft}
        name={name}
        unnamed={unnamed}
        changed={changed}
        editing={part === 'text'}
        busy={saving.busy}
        canSave={canSave}
        faults={faults}
        more={[
          { label: 'Format', icon: TextAlignStart, disabled: part !== 'text', onSelect: format },
          {
            label: 'Show changes',
            icon: FileDiff,
            disabled: part === 'changes' || !changed,
            onSelect: () => view.show('changes'),
          },
          {
            label: `Save with ${faults.length === 0 ? 'errors' : faultCount(faults)}…`,
            icon: Save,
            danger: true,
            disabled: !canSave || faults.length === 0,
            onSelect: saving.save,
          },
        ]}
        onName={(typed) => change({ name: typed })}
        onDiscard={() => leave(unnamed ? '' : draftKey)}
        onTest={() => view.show('test')}
        onKeepEditing={() => view.show('text')}
        onSave={saving.save}
      />
      {keepProblem !== undefined && (
        <p role="status" className={css['fault']}>
          Not kept in case the window fails: {keepProblem.message}
        </p>
      )}
      {overtaken !== undefined ? (
        <Overtaken
          session={session}
          draft={draft}
          name={name}
          error={overtaken}
          onRebase={(rebased) => {
            change(rebased);
            saving.forget();
            view.show('changes');
          }}
          onDiscard={() => leave(name)}
        />
      ) : (
        saving.failure !== undefined && <ErrorPanel error={saving.failure} title="Not saved" />
      )}
      {part === 'changes' && overtaken === undefined && (
        <DraftChanges draft={draft} name={name} faults={named} onLine={view.editLine} />
      )}
      {part === 'test' && (
        <DraftTest session={session} unsaved={{ name: testedName, text }} onOpenRule={openRule} />
      )}
      {part === 'text' && (
        <DraftText
          ref={editor}
          draft={draft}
          name={name}
          faults={named}
          onText={(typed) => change({ text: typed })}
        />
      )}
    </>
  );
}

interface SavePolicyEvents {
  /** The server found a fault in the text. */
  readonly onRefused: () => void;
  readonly onSaved: (warnings: readonly string[]) => void;
}

/** Saves a draft under its name, and reads the policy again. */
function useSavePolicy(sessionId: string, draft: PolicyDraft, { onRefused, onSaved }: SavePolicyEvents) {
  const client = useQueryClient();
  const { busy, failure, forget, run } = useAction();
  const name = policyNameOnServer(draft.name);
  const save = async (): Promise<void> => {
    const saved = await run(
      () => vault.policy.write({ sessionId, name, text: draft.text, before: draft.before }),
      (error) => {
        if (error.kind === 'invalid-request') onRefused();
      },
    );
    if (saved === undefined) return;
    announce(`Policy ${name} saved.`);
    await client.resetQueries({ queryKey: policyQuery(sessionId, name).queryKey });
    if (draft.before === null)
      await client.invalidateQueries({ queryKey: query('policy.list', { sessionId }).queryKey });
    onSaved(saved.warnings);
  };
  return { busy, failure, forget, save: () => void save() };
}

interface DraftTextProps {
  readonly ref: RefObject<CodeEditorHandle | null>;
  readonly draft: PolicyDraft;
  readonly name: string;
  readonly faults: readonly PolicyFault[];
  readonly onText: (text: string) => void;
}

interface DraftChangesProps extends Pick<DraftTextProps, 'draft' | 'name' | 'faults'> {
  readonly onLine: (line: number) => void;
}

/** The changes that a save would make, with the faults that stop it above. */
function DraftChanges({ draft, name, faults, onLine }: DraftChangesProps) {
  return (
    <>
      <FaultLine faults={faults} onGo={({ line }) => onLine(line)} />
      <Suspense fallback={<Skeleton rows={8} />}>
        <TextDiff
          label={`Changes of policy ${name}`}
          before={draft.before ?? undefined}
          after={draft.text}
          onCopy={copy}
        />
      </Suspense>
    </>
  );
}

/** The text while it is edited, with its faults above. */
function DraftText({ ref, draft, name, faults, onText }: DraftTextProps) {
  const created = draft.before === null;
  return (
    <>
      <FaultLine faults={faults} onGo={({ at }) => ref.current?.goTo(at)} />
      <Suspense fallback={<Skeleton rows={8} />}>
        <CodeEditor
          ref={ref}
          language="hcl"
          label={created ? 'New policy' : `Policy ${name}`}
          initialText={draft.text}
          takeFocus={!created}
          onText={onText}
          faultAt={faults[0]?.at}
          onCopy={copy}
        />
      </Suspense>
    </>
  );
}

/** The text, its changes, or a test of it. */
type EditorPart = 'text' | 'changes' | 'test';

interface EditorView {
  readonly part: EditorPart;
  /** Line to reveal when the text returns; a new object for each request. */
  readonly goTo: { readonly line: number } | undefined;
  readonly show: (part: EditorPart) => void;
  /** Returns from a test to a line of the text. */
  readonly editLine: (line: number) => void;
}

function useEditorView(): EditorView {
  const [{ part, goTo }, setView] = useState<Pick<EditorView, 'part' | 'goTo'>>({
    part: 'text',
    goTo: undefined,
  });
  return {
    part,
    goTo,
    show: (next) => setView({ part: next, goTo: undefined }),
    editLine: (line) => setView({ part: 'text', goTo: { line } }),
  };
}

/** Reveals the requested line once the text is in view again. */
function useGoToLine(
  { goTo, part }: EditorView,
  editor: RefObject<CodeEditorHandle | null>,
  text: string,
): void {
  const goToLine = useEffectEvent((line: number) => editor.current?.goTo(startOfLine(text, line)));
  useEffect(() => {
    if (goTo !== undefined && part === 'text') goToLine(goTo.line);
  }, [goTo, part]);
}

interface EditorActions {
  readonly canSave: boolean;
  readonly save: () => void;
  readonly test: () => void;
  readonly find: () => void;
}

/** Offers the actions of the editor to the palette and the keyboard. */
function useEditorActions(part: EditorPart, { canSave, save, test, find }: EditorActions): void {
  const whileEditing = { group: 'Policies', region: 'main', disabled: part !== 'text' } as const;
  useActions(() => [
    {
      id: 'policy.save',
      label: 'Save policy…',
      group: 'Policies',
      icon: Save,
      key: 'save',
      region: 'main',
      disabled: !canSave,
      run: save,
    },
    { id: 'policy.testDraft', label: 'Test draft…', icon: FlaskConical, ...whileEditing, run: test },
    { id: 'policy.find', label: 'Find in policy', icon: Search, key: 'find', ...whileEditing, run: find },
  ]);
}

function copy(text: string): void {
  void copyPlainText(text, 'Text');
}
