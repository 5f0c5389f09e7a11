import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronRight, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import { answerQuery, useOneTimeResults } from '../../api/answers.ts';
import { appErrorOf, query, vault } from '../../api/client.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { noteChange } from './answer-memory.ts';
import { AnswerPanel } from './answer-panel.tsx';
import css from './one-time-results.module.css';
import { useAction } from '../../api/use-action.ts';
import { Stack, Text } from '../../ui/layout.tsx';

/** All one-time results; one of them open. */
export function OneTimeResultsDialog({ onClose }: { readonly onClose: () => void }) {
  const { all: asked, results: all, dismissed } = useOneTimeResults();
  const [chosen, setChosen] = useState<string>();
  const alone = all.length === 1 ? all[0]?.answerId : undefined;
  const answerId = all.some((one) => one.answerId === chosen) ? chosen : alone;
  return (
    <Dialog
      open
      wide
      title="One-time results"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className={css['dialog']}>
        {asked.isError ? (
          <ErrorPanel error={appErrorOf(asked.error)} />
        ) : all.length === 0 ? (
          <p>None. Unwrapped secrets and new credentials wait here until you discard them.</p>
        ) : answerId === undefined ? (
          <ResultList all={all} onChoose={setChosen} />
        ) : (
          <>
            {all.length > 1 && (
              <Button small variant="ghost" icon={ArrowLeft} onClick={() => setChosen(undefined)}>
                All {all.length}
              </Button>
            )}
            <Opened key={answerId} answerId={answerId} />
          </>
        )}
        {dismissed.length > 0 && <DismissedList dismissed={dismissed} />}
      </div>
    </Dialog>
  );
}

interface ResultListProps {
  readonly all: readonly AnswerSummary[];
  readonly onChoose: (answerId: string) => void;
}

function ResultList({ all, onChoose }: ResultListProps) {
  const sessions = useQuery(query('session.list', {})).data ?? [];
  const nameOf = (sessionId: string | undefined): string =>
    sessionId === undefined
      ? 'not logged in'
      : (sessions.find((session) => session.sessionId === sessionId)?.name ?? 'closed session');
  return (
    <>
      <p>Not saved yet. Each stays, through a lock or window crash, until you discard it or quit.</p>
      <ul className={css['list']}>
        {all.map(({ answerId, sessionId, title, path, at }) => (
          <li key={answerId}>
            <button type="button" className={css['item']} onClick={() => onChoose(answerId)}>
              <Stack as="span" shrinks grow>
                <span className={css['title']}>{title}</span>
                <Text size={12} breaks>
                  <code>{path}</code> · {nameOf(sessionId)} · <RelativeTime iso={at} />
                </Text>
              </Stack>
              <Icon of={ChevronRight} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Discarded results show only their facts until restored. */
function DismissedList({ dismissed }: { readonly dismissed: readonly AnswerSummary[] }) {
  const action = useAction();
  return (
    <section aria-label="Discarded">
      <p className={css['heading']}>Discarded</p>
      <ErrorPanel error={action.failure} />
      <ul className={css['list']}>
        {dismissed.map(({ answerId, title, path, restorableUntil = '' }) => (
          <li key={answerId} className={css['item']}>
            <Stack as="span" shrinks grow>
              <span className={css['title']}>{title}</span>
              <Text size={12} breaks>
                <code>{path}</code>
                {restorableUntil !== '' && (
                  <>
                    {' '}
                    · deleted <RelativeTime iso={restorableUntil} />
                  </>
                )}
              </Text>
            </Stack>
            <Button
              small
              icon={Undo2}
              disabled={action.busy}
              aria-label={`Restore ${title}`}
              onClick={() => {
                void action.run(async () => {
                  await vault.answer.restore({ answerId });
                  noteChange(answerId, { gone: false });
                  announce('Restored.');
                });
              }}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Opened({ answerId }: { readonly answerId: string }) {
  const answer = useQuery(answerQuery(answerId));
  if (answer.isError) return <ErrorPanel error={appErrorOf(answer.error)} />;
  if (answer.data === undefined) return <Skeleton rows={4} />;
  return <AnswerPanel answer={answer.data} />;
}
