import { Ellipsis, KeyRound, LogIn, Unplug } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { LockState, SessionView } from '../../../shared/ipc/contract.ts';
import { vault } from '../../api/client.ts';
import { reauthenticate, unlockFromKeychain } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { rememberFront } from '../../workspace/front-session.ts';
import { loginWords, waitingWords } from '../../parts/login/login-types.ts';
import { Note, Row } from '../../ui/layout.tsx';
import { lazily } from '../../ui/lazily.ts';
import css from './lock.module.css';
import { unsavedWords } from './lock-words.ts';
import { useUnlockingAll } from './unlock-all.tsx';

const LoginDialog = lazily(() => import('../../parts/login/login-dialog.tsx'), 'LoginDialog');

export interface UnlockProps {
  readonly session: SessionView;
  /** Data kept by main; undefined until it is known. */
  readonly lock: LockState | undefined;
  /** Has the blue button, and the focus. */
  readonly first?: boolean;
  /** Before the method, e.g. the session's name. */
  readonly children?: ReactNode;
}

/** One row: a session's login method, the way to unlock it, and the rarer ways out. Failures are shown below. */
export function Unlock({ session, lock, first = false, children }: UnlockProps) {
  const { sessionId, name, login, inKeychain = false } = session;
  const unlocking = useAction();
  const closing = useAction();
  const [open, setOpen] = useState<'login' | 'close'>();
  const busy = useUnlockingAll() || unlocking.busy || closing.busy;
  const failure = unlocking.failure ?? closing.failure;
  const unsaved = unsavedWords(lock);

  const forget = (): void => {
    unlocking.forget();
    closing.forget();
  };
  const start = (unlock: typeof unlockFromKeychain): void => {
    forget();
    // The session being unlocked comes to the front afterwards.
    rememberFront(sessionId);
    void unlocking.run((client) => unlock(client, sessionId));
  };
  const closeNow = (): void => {
    setOpen(undefined);
    forget();
    void closing.run(() => vault.session.close({ sessionId }));
  };
  const more: readonly MenuItem[] = [
    ...(inKeychain
      ? [{ label: `Log in with ${loginWords(login)}…`, icon: LogIn, onSelect: () => start(reauthenticate) }]
      : []),
    { label: 'Another method…', icon: Ellipsis, onSelect: () => setOpen('login') },
    {
      label: 'Close this connection',
      icon: Unplug,
      onSelect: () => {
        if (unsaved === '') closeNow();
        else setOpen('close');
      },
    },
  ];
  return (
    <>
      <Row align="center" gap={12} className={css['row']}>
        {children}
        <Note>{inKeychain ? 'keychain' : loginWords(login)}</Note>
        <Button
          variant={first ? 'primary' : 'secondary'}
          icon={inKeychain ? KeyRound : LogIn}
          disabled={busy}
          autoFocus={first}
          aria-label={`Unlock… ${name}`}
          onClick={() => start(inKeychain ? unlockFromKeychain : reauthenticate)}
        >
          {unlocking.busy ? (inKeychain ? 'Unlocking…' : waitingWords(login.type)) : 'Unlock…'}
        </Button>
        <MoreMenu label={`More for ${name}`} items={busy ? [] : more} />
      </Row>
      {failure !== undefined && <ErrorPanel error={failure} />}
      {open === 'login' && (
        <Suspense fallback={null}>
          <LoginDialog
            session={session}
            onClose={() => setOpen(undefined)}
            onStart={() => rememberFront(sessionId)}
          />
        </Suspense>
      )}
      {open === 'close' && (
        <Dialog
          open
          title={`Close ${name}?`}
          onClose={() => setOpen(undefined)}
          actions={
            <>
              <Button onClick={() => setOpen(undefined)}>Keep it locked</Button>
              <Button variant="destroy" onClick={closeNow}>
                Discard and close
              </Button>
            </>
          }
        >
          {unsaved} Closing permanently discards what belongs to this connection. The server is unchanged.
        </Dialog>
      )}
    </>
  );
}
