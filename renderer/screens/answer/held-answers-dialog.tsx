import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import { answerQuery, heldAnswersQuery } from '../../api/answers.ts';
import { appErrorOf } from '../../api/client.ts';
import { sessionsQuery } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import css from './held-answers.module.css';

/** All answers that exist once; one of them opened. */
export function HeldAnswersDialog({ onClose }: { readonly onClose: () => void }) {
  const held = useQuery(heldAnswersQuery());
  const [chosen, setChosen] = useState<string>();
  const all = held.data ?? [];
  const alone = all.length === 1 ? all[0]?.answerId : undefined;
  const answerId = all.some((one) => one.answerId === chosen) ? chosen : alone;
  return (
    <Dialog open wide title="Held answers" onClose={onClose}>
      <div className={css['dialog']}>
        {held.isError ? (
          <ErrorPanel error={appErrorOf(held.error)} />
        ) : all.length === 0 ? (
          <p>None. Answers that exist once, such as unwrapped or created credentials, wait here.</p>
        ) : answerId === undefined ? (
          <HeldList all={all} onChoose={setChosen} />
        ) : (
          <>
            {all.length > 1 && (
              <Button
                small
                variant="ghost"
                icon={ArrowLeft}
                onClick={() => {
                  setChosen(undefined);
                }}
              >
                All {all.length}
              </Button>
            )}
            <Opened key={answerId} answerId={answerId} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface HeldListProps {
  readonly all: readonly AnswerSummary[];
  readonly onChoose: (answerId: string) => void;
}

function HeldList({ all, onChoose }: HeldListProps) {
  const sessions = useQuery(sessionsQuery()).data ?? [];
  const nameOf = (sessionId: string | undefined): string =>
    sessionId === undefined
      ? 'without a login'
      : (sessions.find((session) => session.sessionId === sessionId)?.name ?? 'a session that is closed');
  return (
    <>
      <p>They exist once. Each stays until you dismiss it: over a lock, and over a crash of this window.</p>
      <ul className={css['list']}>
        {all.map(({ answerId, sessionId, title, path, at }) => (
          <li key={answerId}>
            <button
              type="button"
              className={css['item']}
              onClick={() => {
                onChoose(answerId);
              }}
            >
              <span className={css['what']}>
                <span className={css['title']}>{title}</span>
                <span className={css['facts']}>
                  <code>{path}</code> · {nameOf(sessionId)} · <RelativeTime iso={at} />
                </span>
              </span>
              <Icon of={ChevronRight} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Opened({ answerId }: { readonly answerId: string }) {
  const answer = useQuery(answerQuery(answerId));
  if (answer.isError) return <ErrorPanel error={appErrorOf(answer.error)} />;
  if (answer.data === undefined) return <Skeleton rows={4} />;
  return <AnswerPanel answer={answer.data} />;
}
