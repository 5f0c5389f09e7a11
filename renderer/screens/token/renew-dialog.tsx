import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { formatDuration, parseDuration } from '../../../shared/vault/ttl.ts';
import { appErrorOf } from '../../api/client.ts';
import { inspectionQuery, renewToken } from '../../api/tokens.ts';
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
  /** Of its tab. */
  readonly argument: string;
  readonly onClose: () => void;
}

/** Renews a token, with or without saying for how long. */
export function RenewDialog({ session, token, choice, argument, onClose }: RenewDialogProps) {
  const { sessionId } = session;
  const [text, setText] = useState('');
  const client = useQueryClient();
  const renew = useMutation({
    mutationFn: (increment: number | undefined) => renewToken(sessionId, choice, increment),
    onSuccess: ({ token: renewed, ...renewal }) => {
      client.setQueryData(inspectionQuery(sessionId, choice, session.token.accessor).queryKey, renewed);
      noteToken(tokensOf(sessionId), argument, { accessor: token.accessor, renewal });
      announce(`Renewed: it has ${formatDuration(renewal.grantedSeconds)} now.`);
      onClose();
    },
  });
  const increment = readIncrement(text);
  return (
    <FormDialog
      title="Renew this token"
      description={descriptionOf(session, token)}
      action="Renew"
      busy={renew.isPending ? 'Renewing…' : undefined}
      disabled={typeof increment === 'string'}
      onClose={onClose}
      onSubmit={() => {
        if (typeof increment !== 'string') renew.mutate(increment);
      }}
    >
      <TextField
        label="How long from now"
        optional
        mono
        placeholder="as the server likes"
        value={text}
        error={typeof increment === 'string' ? increment : undefined}
        hint={hintOf(increment)}
        onChange={(event) => {
          setText(event.target.value);
          renew.reset();
        }}
      />
      {renew.isError && <ErrorPanel error={appErrorOf(renew.error)} title="It was not renewed" />}
    </FormDialog>
  );
}

/** The increment in seconds, undefined for none, or what is wrong with the text. */
export function readIncrement(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  const seconds = parseDuration(text);
  if (seconds === undefined) return 'Not a duration. Write 30m, 12h, 30d, or seconds.';
  if (!Number.isInteger(seconds)) return 'The server counts whole seconds.';
  if (seconds > longest) return 'No server reads a number as large as this.';
  return seconds;
}

/** What fits into a duration of the server: 64 bits of nanoseconds. */
const longest = 9_223_372_036;

function hintOf(increment: number | string | undefined): string {
  if (typeof increment !== 'number') return 'E.g. 30m, 12h, 30d. The server may grant less, and says why.';
  if (increment === 0) return '0 asks for what the server gives by itself.';
  if (increment < 0) return 'A negative time makes no sense to a server; what it says to it will stand here.';
  return `${formatDuration(increment)} from the moment of the renewal, if the server grants that much.`;
}

function descriptionOf(session: SessionView, token: LookedUp): string {
  if (session.token.numUses > 0)
    return `It costs your token one of its ${String(session.token.numUses)} uses.`;
  if (token.periodSeconds > 0)
    return `It is periodic: whatever you ask for, it gets ${formatDuration(token.periodSeconds)}.`;
  if (token.noLookUp === 'nothing') return 'Its answer tells how long the token lives then.';
  if (!token.renewable) return 'The server says that it is not renewable, and will most likely refuse.';
  return 'Its time starts anew with the renewal.';
}
