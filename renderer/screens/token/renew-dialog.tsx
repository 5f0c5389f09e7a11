import { grouped } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { readIncrement } from '../../../shared/vault/increment.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { inspectionQuery, renewToken } from '../../api/tokens.ts';
import { DraftForm } from '../../parts/form/draft-form.tsx';
import { announce } from '../../ui/announce.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { field } from '../../ui/fields.tsx';
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
  return (
    <DraftForm
      forgets
      title="Renew this token"
      description={descriptionOf(session, token)}
      action="Renew"
      busy="Renewing…"
      failed={(failure) => <ErrorPanel error={failure} title="Not renewed" />}
      first={{ text: '' }}
      onClose={onClose}
      submit={async ({ text }, _, client) => {
        const increment = readIncrement(text);
        if (typeof increment === 'string') return;
        const { token: renewed, ...renewal } = await renewToken(sessionId, choice, increment);
        client.setQueryData(inspectionQuery(sessionId, choice, session.token.accessor).queryKey, renewed);
        noteToken(tokensOf(sessionId), argument, { accessor: token.accessor, renewal });
        announce(`Renewed: ${timeSpan(renewal.grantedSeconds * 1000)} left.`);
      }}
      fields={({ text }) => {
        const increment = readIncrement(text);
        return [
          field.mono('text', 'Increment', {
            optional: true,
            placeholder: 'the server’s default',
            error: typeof increment === 'string' ? increment : undefined,
            hint: hintOf(increment),
          }),
        ];
      }}
    />
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
    return `It costs your token one of its ${grouped(session.token.numUses)} uses.`;
  if (token.periodSeconds > 0)
    return `It is periodic: every renewal resets its TTL to ${formatDuration(token.periodSeconds)}.`;
  if (token.noLookUp === 'nothing') return 'The response tells the token’s TTL.';
  return 'The TTL restarts with the renewal.';
}
