import { Suspense, useCallback, useRef } from 'react';
import { vault } from '../../api/client.ts';
import { announce } from '../../ui/announce.tsx';
import { CodeEditor, type CodeEditorHandle } from '../../ui/code/code-editor.ts';
import { Stack, Text } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ConsoleDraft, DraftProblems } from './console-draft.ts';
import type { ConsoleStore } from './console-store.ts';
import css from './console.module.css';
import { SecretRows } from './secret-rows.tsx';

export interface BodyFieldProps {
  readonly sessionId: string;
  readonly store: ConsoleStore;
  readonly draft: ConsoleDraft;
  /** Number of times the text was replaced from outside. */
  readonly filled: number;
  readonly problems: DraftProblems;
}

/** The body: one JSON object, and its secret fields, entered separately. */
export function BodyField({ sessionId, store, draft, filled, problems }: BodyFieldProps) {
  const editor = useRef<CodeEditorHandle>(null);
  const { json, jsonOffset } = problems;
  const onText = useCallback((text: string) => store.edit({ json: text }), [store]);
  // The body can hold values: a copied selection is cleared from the clipboard in time.
  const onCopy = useCallback((text: string) => {
    vault.clipboard.copySecretText({ text }).then(
      () => announce('Copied; the clipboard will be cleared.'),
      () => announce('It could not be copied.'),
    );
  }, []);
  return (
    <Stack as="section" gap={8} aria-label="Body">
      <div className={css['bodyHead']}>
        <Text as="h3" size={12} weight={550}>
          Body
        </Text>
        {json === undefined ? (
          <span className={css['dim']}>JSON object. Escape, then Tab leaves the editor.</span>
        ) : (
          <span role="alert" className={css['wrong']}>
            {json}
            {jsonOffset !== undefined && (
              <button
                type="button"
                className={css['toFault']}
                onClick={() => {
                  editor.current?.goTo(jsonOffset);
                }}
              >
                Show
              </button>
            )}
          </span>
        )}
      </div>
      <div className={css['editor']}>
        <Suspense fallback={<Skeleton rows={5} rowHeight={19} />}>
          <CodeEditor
            key={filled}
            ref={editor}
            label="Body as JSON"
            initialText={draft.json}
            takeFocus={false}
            onText={onText}
            faultAt={jsonOffset}
            onCopy={onCopy}
          />
        </Suspense>
      </div>
      <SecretRows sessionId={sessionId} store={store} fields={draft.secrets} problems={problems.secrets} />
    </Stack>
  );
}
