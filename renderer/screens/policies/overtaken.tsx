import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { PolicyDraft } from '../../../shared/vault/policy-draft.ts';
import { policyQuery } from '../../api/policies.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { TextMerge } from '../../ui/code/code-editor.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { Row } from '../../ui/layout.tsx';
import css from './policies.module.css';

export interface OvertakenProps {
  readonly session: SessionView;
  readonly draft: PolicyDraft;
  readonly name: string;
  readonly error: AppError & { readonly kind: 'conflict' };
  /** Continues with the server's current text (null: deleted) as base, and the merged text. */
  readonly onRebase: (draft: Pick<PolicyDraft, 'before' | 'text'>) => void;
  readonly onDiscard: () => void;
}

/** Another user saved first: this save was refused, and their text is merged with the edit before it is replaced. */
export function Overtaken({ session, draft, name, error, onRebase, onDiscard }: OvertakenProps) {
  const client = useQueryClient();
  const reading = useAction();
  const [theirs, setTheirs] = useState<string>();
  const { text } = draft;
  const compare = (): void => {
    if (error.gone === true) {
      onRebase({ before: null, text });
      return;
    }
    void reading
      .run(() => client.query({ ...policyQuery(session.sessionId, name), staleTime: 0 }))
      .then((now) => {
        if (now !== undefined) setTheirs(now.text);
      });
  };
  if (theirs !== undefined)
    return (
      <section className={css['merge']} aria-label={`Merge of policy ${name}`}>
        <h3>Your changes and theirs</h3>
        <Suspense fallback={<Skeleton rows={8} />}>
          <TextMerge
            theirs={theirs}
            label={`policy ${name}`}
            base={draft.before ?? ''}
            mine={text}
            onCopy={(selected) => void copyPlainText(selected, 'Text')}
          >
            {(result) => (
              <Row gap={8} justify="end">
                <Button onClick={() => onRebase({ before: theirs, text })}>Keep my text</Button>
                <Button
                  variant="primary"
                  disabled={result === undefined}
                  onClick={() => {
                    if (result !== undefined) onRebase({ before: theirs, text: result });
                  }}
                >
                  Use merged text
                </Button>
              </Row>
            )}
          </TextMerge>
        </Suspense>
      </section>
    );
  return (
    <ErrorPanel
      error={reading.failure ?? error}
      title={reading.failure === undefined ? 'Not saved' : 'The current policy could not be read'}
      actions={
        <>
          <Button small disabled={reading.busy} onClick={compare}>
            {error.gone === true ? 'Create it again' : 'Compare and merge'}
          </Button>
          <Button small onClick={onDiscard}>
            Discard my changes
          </Button>
        </>
      }
    />
  );
}
