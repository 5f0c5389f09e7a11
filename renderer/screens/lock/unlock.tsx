import { KeyRound, LogIn, Unplug } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { LockState, SessionView } from '../../../shared/ipc/contract.ts';
import { vault } from '../../api/client.ts';
import { reauthenticate, unlockFromKeychain } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { rememberFront } from '../../workspace/front-session.ts';
import { loginWords, waitingWords } from '../../parts/login/login-types.ts';
import { Note } from '../../ui/layout.tsx';
import { lazily } from '../../ui/lazily.ts';
import css from './lock.module.css';
import { unsavedWords } from './lock-words.ts';

const LoginDialog = lazily(() => import('../../parts/login/login-dialog.tsx'), 'LoginDialog');

export interface UnlockProps {
  readonly session: SessionView;
  /** Data kept by main; undefined until it is known. */
  readonly lock: LockState | undefined;
  /** Takes the focus when it appears. */
  readonly first?: boolean;
}

/** Ways out of a locked session: a token, the keychain, or closing it. Failures are shown here. */
export function Unlock({ session, lock, first = false }: UnlockProps) {
  const { sessionId, name, login, inKeychain = false } = session;
  const byKeychain = useAction();
  const byLogin = useAction();
  const closing = useAction();
  const [asking, setAsking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const ways = [byKeychain, byLogin, closing];
  const busy = ways.some((way) => way.busy);
  const failure = ways.find((way) => way.failure !== undefined)?.failure;
  const unsaved = unsavedWords(lock);

  const forget = (): void => {
    for (const way of ways) way.forget();
  };
  const start = (fromKeychain: boolean): void => {
    forget();
    // The session being unlocked comes to the front afterwards.
    rememberFront(sessionId);
    if (fromKeychain) void byKeychain.run((client) => unlockFromKeychain(client, sessionId));
    else void byLogin.run((client) => reauthenticate(client, sessionId));
  };
  const closeNow = (): void => {
    setAsking(false);
    forget();
    void closing.run(() => vault.session.close({ sessionId }));
  };
  return (
    <>
      {login.type !== 'token' && <Note>Logs in with {loginWords(login)}.</Note>}
      <div className={css['actions']}>
        {inKeychain && (
          <Button
            variant="primary"
            icon={KeyRound}
            disabled={busy}
            autoFocus={first}
            aria-label={`Unlock from the keychain: ${name}`}
            onClick={() => start(true)}
          >
            {byKeychain.busy ? 'Unlocking…' : 'Unlock from the keychain'}
          </Button>
        )}
        <Button
          variant={inKeychain ? 'secondary' : 'primary'}
          icon={LogIn}
          disabled={busy}
          autoFocus={first && !inKeychain}
          aria-label={`Unlock… ${name}`}
          onClick={() => start(false)}
        >
          {byLogin.busy ? waitingWords(login.type) : 'Unlock…'}
        </Button>
        <Button
          variant="ghost"
          disabled={busy}
          aria-label={`Another method… ${name}`}
          onClick={() => setChoosing(true)}
        >
          Another method…
        </Button>
        <Button
          variant="ghost"
          icon={Unplug}
          disabled={busy}
          aria-label={`Close this connection: ${name}`}
          onClick={() => {
            if (unsaved === '') closeNow();
            else setAsking(true);
          }}
        >
          Close this connection
        </Button>
      </div>
      {failure !== undefined && <ErrorPanel error={failure} />}
      {choosing && (
        <Suspense fallback={null}>
          <LoginDialog
            session={session}
            onClose={() => setChoosing(false)}
            onStart={() => rememberFront(sessionId)}
          />
        </Suspense>
      )}
      {asking && (
        <Dialog
          open
          title={`Close ${name}?`}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Keep it locked</Button>
              <Button variant="destroy" onClick={closeNow}>
                Discard and close
              </Button>
            </>
          }
        >
          {unsaved} What belongs to this connection is discarded with it and cannot be brought back; what is
          on the server stays as it is.
        </Dialog>
      )}
    </>
  );
}
