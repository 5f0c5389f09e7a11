import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { handMadePath, type SharedWrap } from '../../../shared/vault/wrapping.ts';
import { answerQuery, onAnswersChanged } from '../../api/answers.ts';
import { appErrorOf, cacheKey } from '../../api/client.ts';
import { cancelWrap, sharedWrapsQuery } from '../../api/wrapping.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AnswerPanel } from '../../parts/answer/answer-panel.tsx';
import { noteChange } from '../../parts/answer/answer-memory.ts';
import { Countdown } from '../../parts/answer/countdown.tsx';
import { useSecondsUntil } from '../../ui/now.ts';
import { useAction } from '../../api/use-action.ts';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import css from './wrapping.module.css';

export interface SharedListProps {
  readonly sessionId: string;
  /** The result that is open above the list, which leaves it out. */
  readonly openAnswerId: string | undefined;
}

/** Wrapping tokens shared from a session, newest first, each with its countdown and a revoke button. */
export function SharedList({ sessionId, openAnswerId }: SharedListProps) {
  const client = useQueryClient();
  const shared = useQuery(sharedWrapsQuery(sessionId));
  const listed = shared.data?.filter(
    ({ answerId }) => openAnswerId === undefined || answerId !== openAnswerId,
  );
  useEffect(
    () =>
      onAnswersChanged(
        () => void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'wrapping.shared') }),
      ),
    [client, sessionId],
  );
  if (listed?.length === 0 && openAnswerId !== undefined) return null;
  return (
    <Stack as="section" gap={8} aria-label="Wrapped">
      <Text as="h2" weight={600}>
        Wrapped
      </Text>
      {shared.isError ? (
        <ErrorPanel error={appErrorOf(shared.error)} />
      ) : listed === undefined ? (
        <Skeleton rows={2} rowHeight={44} />
      ) : listed.length === 0 ? (
        <Text as="p" tone="dim" size={12}>
          Nothing yet. What you wrap stays here while the session is open: copy it again or revoke it.
        </Text>
      ) : (
        <ul className={css['list']}>
          {listed.map((one) => (
            <Item key={one.accessor} one={one} sessionId={sessionId} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

interface ItemProps {
  readonly one: SharedWrap;
  readonly sessionId: string;
}

function Item({ one, sessionId }: ItemProps) {
  const client = useQueryClient();
  const { failure, busy, run } = useAction();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<readonly string[]>([]);
  const ended = useSecondsUntil(Date.parse(one.endsAt)) === 0;
  const live = one.state === 'shared' && !ended;
  const cancel = async (): Promise<void> => {
    const warnings = await run(() => cancelWrap(sessionId, one.accessor));
    void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'wrapping.shared') });
    if (warnings === undefined) return;
    setSaid(warnings);
    if (one.answerId !== undefined) noteChange(one.answerId, { cancelled: true, warnings });
    announce('Revoked: it can no longer be unwrapped.');
  };
  const called = one.title === '' ? one.creationPath : one.title;
  return (
    <li className={css['item']}>
      <div className={css['itemLine']}>
        <Stack basis={240} shrinks>
          {called === one.creationPath ? <code>{called}</code> : <Text breaks>{called}</Text>}
          {called !== one.creationPath && one.creationPath !== handMadePath && (
            <Text tone="dim" size={12}>
              <code>{one.creationPath}</code>
            </Text>
          )}
        </Stack>
        {one.state === 'cancelled' ? (
          <Chip>revoked</Chip>
        ) : one.state === 'rewrapped' ? (
          <Chip>rewrapped</Chip>
        ) : (
          <Countdown endsAt={one.endsAt} ofSeconds={0} />
        )}
        <Row as="span" gap={6}>
          {one.answerId !== undefined && (
            <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Close' : 'Open'}
            </Button>
          )}
          {live && (
            <Button
              small
              variant="danger"
              disabled={busy}
              aria-label={`Revoke ${called}…`}
              onClick={() => void cancel()}
            >
              Revoke…
            </Button>
          )}
        </Row>
      </div>
      <ErrorPanel error={failure} title="It was not revoked" />
      {said.length > 0 && (
        <Text as="p" role="status" tone="dim" size={12}>
          The server said: {said.join(' ')}
        </Text>
      )}
      {open && one.answerId !== undefined && (
        <SharedResponse answerId={one.answerId} onDismissed={() => setOpen(false)} />
      )}
    </li>
  );
}

function SharedResponse({
  answerId,
  onDismissed,
}: {
  readonly answerId: string;
  readonly onDismissed: () => void;
}) {
  const answer = useQuery(answerQuery(answerId));
  if (answer.isError) return <ErrorPanel error={appErrorOf(answer.error)} />;
  if (answer.data === undefined) return <Skeleton rows={3} />;
  return <AnswerPanel answer={answer.data} onDismissed={onDismissed} />;
}
