import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { readIncrement } from '../../../shared/vault/increment.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { inspectionQuery, renewToken } from '../../api/tokens.ts';
import { useAction } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { noteToken, tokensOf } from './token-notes.ts';
import type { LookedUp } from './token-notes.ts';

export interface RenewDialogProps {
  readonly session: SessionView;
  readonly token: LookedUp;
  readonly choice: TokenChoice;
  readonly argument: string;
  readonly onClose: () => void;
}

/** Renews a token, optionally by a given duration. */
export function RenewDialog({ session, token, choice, argument, onClose }: RenewDialogProps) {
  const { sessionId } = session;
  const [text, setText] = useState('');
  const client = useQueryClient();
  const { busy, failure, run, forget } = useAction();
  const renew = (seconds: number | undefined): void => {
    void run(async () => {
      const { token: renewed, ...renewal } = await renewToken(sessionId, choice, seconds);
      client.setQueryData(inspectionQuery(sessionId, choice, session.token.accessor).queryKey, renewed);
      noteToken(tokensOf(sessionId), argument, { accessor: token.accessor, renewal });
      announce(`Renewed: ${formatDuration(renewal.grantedSeconds)} left.`);
      onClose();
    });
  };
  const increment = readIncrement(text);
  return (
    <FormDialog
      title="Renew this token"
      description={descriptionOf(session, token)}
      action="Renew"
      busy={busy ? 'Renewing…' : undefined}
      disabled={typeof increment === 'string'}
      onClose={onClose}
      onSubmit={() => {
        if (typeof increment !== 'string') renew(increment);
      }}
    >
      <TextField
        label="Increment"
        optional
        mono
        placeholder="the server’s default"
        value={text}
        error={typeof increment === 'string' ? increment : undefined}
        hint={hintOf(increment)}
        onChange={(event) => {
          setText(event.target.value);
          forget();
        }}
      />
      {failure !== undefined && <ErrorPanel error={failure} title="Not renewed" />}
    </FormDialog>
  );
}

function hintOf(increment: number | string | undefined): string {
  if (typeof increment !== 'number') return 'From now on, e.g. 30m, 12h, 30d. The server may grant less.';
  if (increment === 0) return '0 asks for the server’s default.';
  if (increment < 0) return 'The server refuses a negative time.';
  return `${formatDuration(increment)} from now on, if the server grants that much.`;
}

function descriptionOf(session: SessionView, token: LookedUp): string {
  if (session.token.numUses > 0)
    return `It costs your token one of its ${String(session.token.numUses)} uses.`;
  if (token.periodSeconds > 0)
    return `It is periodic: whatever you ask for, it gets ${formatDuration(token.periodSeconds)}.`;
  if (token.noLookUp === 'nothing') return 'Its answer tells how long the token lives then.';
  return 'Its time starts anew with the renewal.';
}
