import { useQuery } from '@tanstack/react-query';
import { LogIn, SquarePlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { counted } from '../../../shared/vault/counted.ts';
import type { AnswerView, AnsweredLogin } from '../../../shared/vault/answer.ts';
import type { ProfileColour } from '../../../shared/vault/connection.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { adopt } from '../../api/answers.ts';
import { query, vault } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { CopyAnswer } from './copy-answer.ts';
import { CredentialLine } from './credential-tools.tsx';
import { lazily } from '../../ui/lazily.ts';
import css from './cards.module.css';
import type { Action } from '../../api/use-action.ts';
import { Card, Row, Text } from '../../ui/layout.tsx';

const BesideDialog = lazily(() => import('./beside-dialog.tsx'), 'BesideDialog');

export interface LoginCardProps {
  readonly answer: AnswerView;
  readonly login: AnsweredLogin;
  readonly copying: CopyAnswer;
  readonly action: Action;
  /** Server name, if no session names it. */
  readonly name: string;
  readonly onOpened?: (sessionId: string) => void;
}

/** A client token to use or pass on: in place of the session's own, as another session, or just copied. */
export function LoginCard({ answer, login, copying, action, name, onOpened }: LoginCardProps) {
  const { answerId } = answer;
  const sessions = useQuery(query('session.list', {})).data ?? [];
  const session = sessions.find(({ sessionId }) => sessionId === answer.sessionId);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<string>();

  const replace = async (): Promise<void> => {
    const adopted = await action.run((client) => adopt(client, { answerId, how: 'replace' }));
    if (adopted === undefined) return;
    setDone(`${adopted.name} now uses this token.`);
  };
  const beside = async (called: string, colour: ProfileColour): Promise<void> => {
    const opened = await action.run((client) =>
      adopt(client, { answerId, how: 'beside', name: called, colour }),
    );
    setAsking(false);
    if (opened === undefined) return;
    setDone(`Opened as ${opened.name}.`);
    onOpened?.(opened.sessionId);
  };

  return (
    <Card className={css['card']} role="group" aria-label="Client token">
      <Text as="p" tone="dim">
        {login.displayName === '' ? 'Token' : `Token for ${login.displayName}`}
      </Text>
      <CredentialLine
        secret={login.token}
        onCopy={() => copying.copyCredential(login.token.secretRef, 'the client token', true)}
        onShow={() => void action.run(() => vault.secret.show({ secretRef: login.token.secretRef }))}
      />
      <Row wrap align="center" gap={4} gapX={16}>
        <Row as="span" wrap gap={4}>
          {login.policies.length === 0
            ? 'no policies'
            : login.policies.map((policy) => (
                <Chip key={policy} mono tone={policy === 'root' ? 'danger' : 'neutral'}>
                  {policy}
                </Chip>
              ))}
        </Row>
        <span>
          {login.type === '' ? 'token' : `${login.type} token`},{' '}
          {login.renewable ? 'renewable' : 'not renewable'}
          {login.numUses > 0 && `, ${counted(login.numUses, 'use')}`}
        </span>
        <span>{login.ttlSeconds === 0 ? 'never expires' : `TTL ${formatDuration(login.ttlSeconds)}`}</span>
      </Row>
      <div className={css['actions']}>
        {session !== undefined && (
          <Button icon={LogIn} disabled={action.busy} onClick={() => void replace()}>
            Switch this session to it
          </Button>
        )}
        <Button icon={SquarePlus} disabled={action.busy} onClick={() => setAsking(true)}>
          Open as new session…
        </Button>
        {done !== undefined && (
          <Text role="status" tone="ok">
            {done}
          </Text>
        )}
      </div>
      {asking && (
        <Suspense fallback={null}>
          <BesideDialog
            name={suggestedName(login, session?.name ?? name)}
            colour={session?.colour ?? 'grey'}
            busy={action.busy}
            onClose={() => setAsking(false)}
            onOpen={(called, colour) => void beside(called, colour)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function suggestedName({ displayName }: AnsweredLogin, place: string): string {
  if (displayName === '') return place === '' ? 'Unwrapped token' : `${place} 2`;
  return place === '' ? displayName : `${place}, ${displayName}`;
}
