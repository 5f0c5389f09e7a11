import { Suspense, useCallback, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CodeEditor, type CodeEditorHandle } from '../../../ui/code/code-editor.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Box, Row } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CopiedLine } from '../../../parts/value/copied-line.tsx';
import { useCopyValue } from '../../../parts/value/copy-value.ts';
import css from './edit-table.module.css';
import type { Editing } from './editing.ts';

/** The whole entry as one JSON text, with every value in the clear. */
export function JsonMode({ editing }: { readonly editing: Editing }) {
  const { view, draft, summary, change, openingText, openProblem } = editing;
  const { copied, copyPart } = useCopyValue(view.entryId);
  const editor = useRef<CodeEditorHandle>(null);
  const { textProblem } = summary;
  const onText = useCallback(
    (text: string) => {
      change((before) =>
        before.json === undefined ? before : { ...before, json: { ...before.json, text } },
      );
    },
    [change],
  );
  const onCopy = useCallback((text: string) => copyPart('the text', text), [copyPart]);
  return (
    <>
      <Row wrap align="center" gap={8}>
        {textProblem === undefined ? (
          <Box as="p" data-hint basis={240}>
            All values are shown. Escape, then Tab leaves the text.
          </Box>
        ) : (
          <Box as="p" role="alert" data-hint basis={240} tone="danger">
            <button
              type="button"
              className={css['toFault']}
              onClick={() => {
                editor.current?.goTo(textProblem.offset);
              }}
            >
              Line {textProblem.line}, column {textProblem.column}
            </button>
            {textProblem.message}.
          </Box>
        )}
        {textProblem !== undefined && (
          <Button small variant="danger" onClick={editing.dropText}>
            Discard the text
          </Button>
        )}
      </Row>
      {openProblem !== undefined ? (
        <ErrorPanel
          error={openProblem.error}
          title="The values could not be read for editing"
          actions={
            <Button small onClick={editing.openText}>
              Retry
            </Button>
          }
        />
      ) : openingText ? (
        <Skeleton rows={8} rowHeight={19} />
      ) : (
        <Suspense fallback={<Skeleton rows={8} rowHeight={19} />}>
          <CodeEditor
            ref={editor}
            label={`${view.path} as JSON`}
            initialText={draft.json?.text ?? ''}
            onText={onText}
            faultAt={textProblem?.offset}
            onCopy={onCopy}
          />
        </Suspense>
      )}
      {copied !== undefined && <CopiedLine copied={copied} />}
    </>
  );
}
