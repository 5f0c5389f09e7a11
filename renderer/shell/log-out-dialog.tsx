import { useCallback, useState } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { TokenFacts } from '../../shared/vault/token.ts';
import { appErrorOf } from '../api/client.ts';
import { useLogOut } from '../api/session.ts';
import { announce } from '../ui/announce.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { useNow } from '../ui/now.ts';
import { RadioField } from '../ui/radio-field.tsx';
import { exactUtc } from '../ui/relative-time.ts';
import css from './log-out-dialog.module.css';
import { endsAtMs, secondsLeft, timeLeftWords } from '../parts/session/token-time.ts';

type Fate = 'forget' | 'revoke';

export interface LogOutDialogProps {
  readonly session: SessionView;
  /** What would be lost, as a sentence; empty: nothing. */
  readonly lost: string;
  readonly onClose: () => void;
}

/** What becomes of the token when a session is closed: nobody can take it back afterwards. */
export function LogOutDialog({ session, lost, onClose }: LogOutDialogProps) {
  const { sessionId, name, token, inKeychain = false, trouble } = session;
  const [fate, setFate] = useState<Fate>('forget');
  const logOut = useLogOut();
  const valid = useValidity(token);
  const error = logOut.error === null ? undefined : appErrorOf(logOut.error);
  // Whoever closes the question of the trusted view knows what was not done.
  const failure = error?.kind === 'cancelled' ? undefined : error;
  const kept = inKeychain ? ' The keychain keeps its copy.' : '';
  const why = whyNotRevoked(session);
  const revoke = why === undefined && fate === 'revoke';
  return (
    <Dialog
      open
      title={`Log out of ${name}?`}
      onClose={() => {
        if (!logOut.isPending) onClose();
      }}
      actions={
        <>
          <Button disabled={logOut.isPending} onClick={onClose}>
            Stay logged in
          </Button>
          <Button
            variant={revoke || lost !== '' ? 'destroy' : 'primary'}
            disabled={logOut.isPending}
            onClick={() => {
              logOut.mutate(
                { sessionId, revoke },
                {
                  onSuccess: () => {
                    announce(
                      revoke ? `Logged out of ${name}, and its token is revoked.` : `Logged out of ${name}.`,
                    );
                    onClose();
                  },
                },
              );
            }}
          >
            {logOut.isPending ? (revoke ? 'Revoking…' : 'Logging out…') : actionWords(revoke, lost)}
          </Button>
        </>
      }
    >
      <div className={css['content']}>
        {lost !== '' && <p className={css['lost']}>{lost} Logging out discards them.</p>}
        {why === undefined ? (
          <RadioField
            label="What becomes of its token"
            options={[
              { value: 'forget', label: 'Strongroom forgets it', hint: `${valid}${kept}` },
              { value: 'revoke', label: 'The server revokes it', hint: revokeWords(token) },
            ]}
            value={fate}
            onValue={(next) => {
              logOut.reset();
              setFate(next);
            }}
          />
        ) : (
          <p>
            {why} {trouble?.kind === 'unauthenticated' ? '' : `Strongroom forgets it. ${valid}${kept}`}
          </p>
        )}
        {failure !== undefined && (
          <ErrorPanel
            error={failure}
            title={
              revoke ? 'The token was not revoked, and the session stays open' : 'The session stays open'
            }
          />
        )}
      </div>
    </Dialog>
  );
}

function actionWords(revoke: boolean, lost: string): string {
  const action = revoke ? 'revoke and log out' : 'log out';
  return lost === '' ? action.charAt(0).toUpperCase() + action.slice(1) : `Discard, ${action}`;
}

/** Why there is nothing to choose; undefined: there is. */
function whyNotRevoked({ token, trouble }: SessionView): string | undefined {
  if (trouble?.kind === 'unauthenticated') return 'Its token is no longer valid: there is nothing to revoke.';
  if (token.type === 'batch') return 'A batch token cannot be revoked: it ends by itself.';
  return undefined;
}

function revokeWords({ policies }: TokenFacts): string {
  const root = policies.includes('root')
    ? ' It is a root token: if it is the last one, a new one takes a quorum of key shares.'
    : '';
  return `It ends at once, and so do all tokens made with it and what was leased by them. How many those are the server does not tell.${root}`;
}

/** How long the token can still be used by whoever has a copy, in a sentence. */
function useValidity(token: TokenFacts): string {
  const read = useCallback(
    (nowMs: number) => {
      if (token.noLookUp === 'nothing')
        return 'How long it stays valid is not known: whoever has a copy can go on using it.';
      const left = secondsLeft(token, nowMs);
      if (left === undefined) return 'It never ends: whoever has a copy can go on using it.';
      if (left === 0) return 'It has ended.';
      const until = exactUtc(new Date(endsAtMs(token)).toISOString());
      return `It stays valid for ${timeLeftWords(left)}, until ${until}: whoever has a copy can go on using it.`;
    },
    [token],
  );
  return useNow(read);
}
