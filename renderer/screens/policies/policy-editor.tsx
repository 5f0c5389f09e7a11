import { useQueryClient } from '@tanstack/react-query';
import { FlaskConical, Save, Search, TextAlignStart } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { isNewPolicyKey, policyNameOnServer, type PolicyDraft } from '../../../shared/vault/policy-draft.ts';
import { startOfLine } from '../../../shared/vault/policy-check.ts';
import { formatPolicy } from '../../../shared/vault/policy-format.ts';
import { policyNamesQuery, policyQuery, savePolicy } from '../../api/policies.ts';
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
import { FaultLine, faultOf } from './fault-line.tsx';
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

/** A policy as text, checked during typing; the changes are shown before anything is sent. */
export function PolicyEditor({ session, work, draftKey, draft, keepProblem }: PolicyEditorProps) {
  const { sessionId } = session;
  const client = useQueryClient();
  const editor = useRef<CodeEditorHandle>(null);
  const [reviewing, setReviewing] = useState(false);
  const [testing, setTesting] = useState(false);
  /** Line to reveal when the editor remounts. */
  const [goTo, setGoTo] = useState<{ readonly line: number }>();
  const saving = useAction();
  const created = draft.before === null;
  const unnamed = isNewPolicyKey(draftKey);
  const overtaken = saving.failure?.kind === 'conflict' ? saving.failure : undefined;
  const name = policyNameOnServer(draft.name);
  const testedName = name === '' ? 'new-policy' : name;
  const changed = draft.text !== (draft.before ?? '');
  const fault = faultOf(draft.text, saving.failure);
  const change = (by: Partial<PolicyDraft>): void => {
    const now = policyDraftsIn(policyDrafts.snapshot(), sessionId).drafts[draftKey];
    if (now !== undefined) putPolicyDraft(sessionId, draftKey, { ...now, ...by });
  };
  const leave = (to: string, warnings: readonly string[] = []): void => {
    endPolicyDraft(sessionId, draftKey, client);
    choosePolicy(work, to, warnings);
  };
  const ready = changed && name !== '';
  const review = (): void => {
    saving.forget();
    if (ready) setReviewing(true);
  };
  const keepEditing = (): void => {
    saving.forget();
    setReviewing(false);
    setTesting(false);
    setGoTo(undefined);
  };
  const openRule = (of: string, line: number): void => {
    if (of !== testedName) {
      openPolicyAt(work, of, line);
      return;
    }
    setTesting(false);
    setGoTo({ line });
  };
  const { text } = draft;
  const goToLine = useEffectEvent((line: number) => editor.current?.goTo(startOfLine(text, line)));
  useEffect(() => {
    if (goTo !== undefined && !testing) goToLine(goTo.line);
  }, [goTo, testing]);
  const save = async (): Promise<void> => {
    const saved = await saving.run(
      () => savePolicy(sessionId, { name, text: draft.text, before: draft.before }),
      (error) => {
        if (error.kind === 'invalid-request') setReviewing(false);
      },
    );
    if (saved === undefined) return;
    announce(`Policy ${name} saved.`);
    await client.resetQueries({ queryKey: policyQuery(sessionId, name).queryKey });
    if (created) await client.invalidateQueries({ queryKey: policyNamesQuery(sessionId).queryKey });
    leave(name, saved.warnings);
  };
  const format = (): void => {
    editor.current?.replace(formatPolicy(draft.text));
  };
  useActions(() => [
    {
      id: 'policy.save',
      label: reviewing ? 'Save policy' : 'Review changes',
      group: 'Policies',
      icon: Save,
      key: 'save',
      region: 'main',
      disabled: !ready || saving.busy || overtaken !== undefined,
      run: reviewing ? () => void save() : review,
    },
    {
      id: 'policy.testDraft',
      label: 'Test draft…',
      group: 'Policies',
      icon: FlaskConical,
      region: 'main',
      disabled: reviewing || testing,
      run: () => setTesting(true),
    },
    {
      id: 'policy.format',
      label: 'Format policy',
      group: 'Policies',
      icon: TextAlignStart,
      region: 'main',
      disabled: reviewing || testing,
      run: format,
    },
    {
      id: 'policy.find',
      label: 'Find in policy',
      group: 'Policies',
      icon: Search,
      key: 'find',
      region: 'main',
      disabled: reviewing || testing,
      run: () => editor.current?.find(),
    },
  ]);
  return (
    <>
      <PolicyEditorHead
        draft={draft}
        name={name}
        unnamed={unnamed}
        changed={changed}
        reviewing={reviewing}
        testing={testing}
        busy={saving.busy}
        overtaken={overtaken !== undefined}
        onName={(typed) => change({ name: typed })}
        onFormat={format}
        onDiscard={() => leave(unnamed ? '' : draftKey)}
        onTest={() => setTesting(true)}
        onReview={review}
        onKeepEditing={keepEditing}
        onSave={() => void save()}
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
            setReviewing(true);
          }}
          onDiscard={() => leave(name)}
        />
      ) : (
        saving.failure !== undefined && <ErrorPanel error={saving.failure} title="Not saved" />
      )}
      {reviewing && overtaken === undefined && (
        <Suspense fallback={<Skeleton rows={8} />}>
          <TextDiff
            label={`Changes of policy ${name}`}
            before={draft.before ?? undefined}
            after={draft.text}
            onCopy={copy}
          />
        </Suspense>
      )}
      {testing && !reviewing && (
        <DraftTest session={session} unsaved={{ name: testedName, text }} onOpenRule={openRule} />
      )}
      {!reviewing && !testing && (
        <>
          <FaultLine
            fault={fault}
            onGo={(at) => {
              editor.current?.goTo(at);
            }}
          />
          <Suspense fallback={<Skeleton rows={8} />}>
            <CodeEditor
              ref={editor}
              language="hcl"
              label={created ? 'New policy' : `Policy ${name}`}
              initialText={draft.text}
              takeFocus={!created}
              onText={(text) => change({ text })}
              faultAt={fault?.at}
              onCopy={copy}
            />
          </Suspense>
        </>
      )}
    </>
  );
}

function copy(text: string): void {
  void copyPlainText(text, 'Text');
}
