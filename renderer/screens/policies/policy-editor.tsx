import { useQueryClient } from '@tanstack/react-query';
import { Save, Search, TextAlignStart } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { lineInRefusal, policyFault, startOfLine } from '../../../shared/vault/policy-check.ts';
import { formatPolicy } from '../../../shared/vault/policy-format.ts';
import { policyNamesQuery, policyQuery, savePolicy } from '../../api/policies.ts';
import type { Store } from '../../api/store.ts';
import { useAction } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeEditor, TextDiff, type CodeEditorHandle } from '../../ui/code/code-editor.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { useActions } from '../../workspace/action-registry.ts';
import { Overtaken } from './overtaken.tsx';
import { choosePolicy, keepDraft, nameOnServer, type PolicyDraft, type PolicyWork } from './policy-work.ts';
import css from './policies.module.css';

export interface PolicyEditorProps {
  readonly session: SessionView;
  readonly work: Store<PolicyWork>;
  /** Its name; empty: the new policy. */
  readonly draftKey: string;
  readonly draft: PolicyDraft;
}

/** Longer texts are checked by the server alone: it would take longer than a key press may. */
const longestChecked = 500_000;

/** A policy as text, checked while it is typed; what saving changes is on screen before anything is sent. */
export function PolicyEditor({ session, work, draftKey, draft }: PolicyEditorProps) {
  const { sessionId } = session;
  const client = useQueryClient();
  const editor = useRef<CodeEditorHandle>(null);
  const [reviewing, setReviewing] = useState(false);
  const saving = useAction();
  const created = draft.before === null;
  const name = nameOnServer(draft.name);
  const changed = draft.text !== (draft.before ?? '');
  const fault = draft.text.length > longestChecked ? undefined : policyFault(draft.text);
  const refused = refusedAt(saving.failure, draft.text);
  const change = (by: Partial<PolicyDraft>): void => {
    const now = work.snapshot().drafts[draftKey];
    if (now !== undefined) keepDraft(work, draftKey, { ...now, ...by });
  };
  const leave = (to: string): void => {
    keepDraft(work, draftKey, undefined);
    choosePolicy(work, to);
  };
  const ready = changed && name !== '';
  const review = (): void => {
    saving.forget();
    if (ready) setReviewing(true);
  };
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
    leave(name);
  };
  const format = (): void => {
    editor.current?.replace(formatPolicy(draft.text));
  };
  useActions(() => [
    {
      ...{
        id: 'policy.save',
        label: reviewing ? 'Save policy' : 'Review changes',
        group: 'Policies',
        icon: Save,
      },
      ...{ key: 'save', region: 'main', disabled: !ready || saving.busy },
      run: reviewing ? () => void save() : review,
    },
    {
      ...{
        id: 'policy.format',
        label: 'Format policy',
        group: 'Policies',
        icon: TextAlignStart,
        region: 'main',
      },
      ...{ disabled: reviewing, run: format },
    },
    {
      ...{ id: 'policy.find', label: 'Find in policy', group: 'Policies', icon: Search, key: 'find' },
      ...{ region: 'main', disabled: reviewing, run: () => editor.current?.find() },
    },
  ]);
  return (
    <>
      <header className={css['head']}>
        {created && !reviewing ? (
          <div className={css['newName']}>
            <TextField
              mono
              label="Name"
              labelHidden
              placeholder="Name of the new policy"
              value={draft.name}
              onChange={(event) => {
                change({ name: event.target.value });
              }}
            />
          </div>
        ) : (
          <h2 data-selectable>{name}</h2>
        )}
        <span className={css['push']} />
        {reviewing ? (
          <>
            <Button
              disabled={saving.busy}
              onClick={() => {
                saving.forget();
                setReviewing(false);
              }}
            >
              Keep editing
            </Button>
            <Button variant="primary" icon={Save} disabled={saving.busy} onClick={() => void save()}>
              {saving.busy ? 'Waiting…' : created ? 'Create…' : 'Save…'}
            </Button>
          </>
        ) : (
          <>
            <Button icon={TextAlignStart} onClick={format}>
              Format
            </Button>
            <Button
              onClick={() => {
                leave(created ? '' : draftKey);
              }}
            >
              {changed ? 'Discard changes' : 'Cancel'}
            </Button>
            <Button
              variant="primary"
              disabled={!ready}
              title={ready ? undefined : name === '' ? 'It needs a name' : 'Nothing is changed'}
              onClick={review}
            >
              Review changes
            </Button>
          </>
        )}
      </header>
      {saving.failure !== undefined &&
        (saving.failure.kind === 'conflict' ? (
          <Overtaken
            {...{ session, name }}
            error={saving.failure}
            onRebase={(before) => {
              change({ before });
              saving.forget();
              setReviewing(true);
            }}
            onDiscard={() => {
              leave(name);
            }}
          />
        ) : (
          <ErrorPanel error={saving.failure} title="Not saved" />
        ))}
      {reviewing ? (
        <Suspense fallback={<Skeleton rows={8} />}>
          <TextDiff
            label={`Changes of policy ${name}`}
            before={draft.before ?? undefined}
            after={draft.text}
            onCopy={copy}
          />
        </Suspense>
      ) : (
        <>
          <FaultLine
            fault={refused ?? fault}
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
              onText={(text) => {
                change({ text });
              }}
              faultAt={(refused ?? fault)?.at}
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

interface Fault {
  readonly at: number;
  readonly line: number;
  readonly message: string;
}

/** Where the server says that a text goes wrong. */
function refusedAt(error: AppError | undefined, text: string): Fault | undefined {
  const said = error?.serverErrors ?? [];
  const line = lineInRefusal(said);
  return line === undefined
    ? undefined
    : { at: startOfLine(text, line), line, message: 'Refused by the server here.' };
}

interface FaultLineProps {
  readonly fault: Fault | undefined;
  readonly onGo: (at: number) => void;
}

/** What is wrong with the text, and the way there. It is always as high, so that nothing moves while one types. */
function FaultLine({ fault, onGo }: FaultLineProps) {
  return (
    <p role="status" className={css['fault']}>
      {fault !== undefined && (
        <>
          <button
            type="button"
            onClick={() => {
              onGo(fault.at);
            }}
          >
            Line {fault.line}
          </button>{' '}
          {fault.message}
        </>
      )}
    </p>
  );
}
