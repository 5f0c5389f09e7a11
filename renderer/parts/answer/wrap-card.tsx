import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, MessageSquareText, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { AnswerView, WrapFacts } from '../../../shared/vault/answer.ts';
import { handMadePath } from '../../../shared/vault/wrapping.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { copyText } from '../../api/app.ts';
import { cacheKey, query, vault } from '../../api/client.ts';
import { cancelWrap } from '../../api/wrapping.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { noteChange, useChange } from './answer-memory.ts';
import css from './cards.module.css';
import type { CopyAnswer } from './copy-answer.ts';
import { Countdown } from './countdown.tsx';
import { useSecondsUntil } from '../../ui/now.ts';
import { CredentialLine } from './credential-tools.tsx';
import type { Action } from '../../api/use-action.ts';
import { Card, Row, Text } from '../../ui/layout.tsx';
import { exactUtc } from '../../../shared/vault/relative-time.ts';
import { wrapEndsAt } from '../../../shared/vault/wrap-end.ts';

export interface WrapCardProps {
  readonly answer: AnswerView;
  readonly wrap: WrapFacts;
  readonly copying: CopyAnswer;
  readonly action: Action;
  /** Rewrapping and revoking need a login. */
  readonly where: Where | undefined;
}

/** A wrapping token to pass on: copy it, tell the recipient how to check it, revoke it. */
export function WrapCard({ answer, wrap, copying, action, where }: WrapCardProps) {
  const { answerId } = answer;
  const { cancelled = false, warnings = [] } = useChange(answerId);
  const client = useQueryClient();
  const [told, setTold] = useState(false);
  const sessions = useQuery(query('session.list', {})).data ?? [];
  const sessionId = where !== undefined && 'sessionId' in where ? where.sessionId : undefined;
  const session = sessions.find((one) => one.sessionId === sessionId);
  const address = where !== undefined && 'target' in where ? where.target.address : (session?.address ?? '');
  const endsAt = wrapEndsAt(answer, wrap);
  const ended = useSecondsUntil(Date.parse(endsAt)) === 0;
  // A token unwrapped from another belongs to its creator, who can revoke it.
  const mine = answer.path !== 'sys/wrapping/unwrap';

  const cancel = async (): Promise<void> => {
    if (sessionId === undefined) return;
    const said = await action.run(() => cancelWrap(sessionId, wrap.accessor));
    void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'wrapping.shared') });
    if (said === undefined) return;
    noteChange(answerId, { cancelled: true, warnings: said });
    announce('Revoked: it can no longer be unwrapped.');
  };
  const again = async (): Promise<void> => {
    if (sessionId === undefined) return;
    const next = await action.run(() =>
      vault.wrapping.rewrap({ where: { sessionId }, secretRef: wrap.token.secretRef }),
    );
    void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'wrapping.shared') });
    if (next === undefined) return;
    noteChange(answerId, { next });
    announce('Rewrapped: the previous token is no longer valid.');
    // Its token is used up, so there is nothing left to keep.
    await vault.answer.dismiss({ answerId }).catch(() => undefined);
  };
  const tell = async (): Promise<void> => {
    const done = await action.run(async () => {
      await copyText(receiverNote({ wrap, endsAt, address }));
      return true;
    });
    if (done !== true) return;
    setTold(true);
    announce('Copied the message for the recipient. The token is not in it.');
  };

  return (
    <Card className={css['card']} role="group" aria-label="Wrapping token">
      {cancelled ? (
        <Text as="p" role="status" tone="dim">
          Revoked: this token can no longer be unwrapped.
          {warnings.length > 0 && ` The server said: ${warnings.join(' ')}`}
        </Text>
      ) : (
        <>
          <Text as="p" tone="dim">
            Anyone with this token can unwrap it, once.
          </Text>
          <CredentialLine
            secret={wrap.token}
            onCopy={() => copying.copyCredential(wrap.token.secretRef, 'the wrapping token', true)}
            onShow={() => void action.run(() => vault.secret.show({ secretRef: wrap.token.secretRef }))}
          />
        </>
      )}
      <Row wrap align="center" gap={4} gapX={16}>
        {wrap.creationPath !== handMadePath && <code data-selectable>{wrap.creationPath}</code>}
        {wrap.jwt && <Chip>JWT</Chip>}
        {!cancelled && <Countdown endsAt={endsAt} ofSeconds={wrap.ttlSeconds} />}
      </Row>
      {!cancelled && (
        <div className={css['actions']}>
          <Button icon={MessageSquareText} onClick={() => void tell()}>
            {told ? 'Copied' : 'Copy message for recipient'}
          </Button>
          {sessionId !== undefined && !ended && (
            <Button
              icon={RotateCw}
              disabled={action.busy}
              title="A new token for the same content; this one is then no longer valid"
              onClick={() => void again()}
            >
              Rewrap
            </Button>
          )}
          {mine && sessionId !== undefined && wrap.accessor !== '' && !ended && (
            <Button variant="danger" icon={Ban} disabled={action.busy} onClick={() => void cancel()}>
              Revoke…
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

interface ReceiverNoteFacts {
  readonly wrap: Pick<WrapFacts, 'creationPath' | 'creationTime'>;
  /** ISO 8601. */
  readonly endsAt: string;
  /** Empty if unknown. */
  readonly address: string;
}

/** Message to the recipient of a wrapping token, sent over another channel: the expected result of its look-up. */
function receiverNote({ wrap, endsAt, address }: ReceiverNoteFacts): string {
  return [
    'I am sending you a wrapping token. Check it before you unwrap it; checking does not use it. It must show:',
    ...(address === '' ? [] : [`  server:        ${address}`]),
    `  creation path: ${wrap.creationPath}`,
    `  created:       ${exactUtc(wrap.creationTime)}`,
    `  expires:       ${exactUtc(endsAt)}`,
    'It can be unwrapped once. If the server does not know it, or it shows something else, tell me. Someone may have unwrapped it before you. Do not ask for another one.',
  ].join('\n');
}
