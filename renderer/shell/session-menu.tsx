import { useQuery } from '@tanstack/react-query';
import { Bell, BellOff, KeyRound, LogIn, LogOut, RefreshCw, Split, Unplug, UserRoundPen } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { Preferences, SessionView } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { KeychainState } from '../../shared/vault/connection.ts';
import { setNotices } from '../api/board.ts';
import { query, vault } from '../api/client.ts';
import { keepInKeychain } from '../api/lock.ts';
import { flushDrafts } from '../api/drafts.ts';
import { reauthenticate, refreshSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { announce } from '../ui/announce.tsx';
import type { MenuAction, MenuItem } from '../ui/menu-popup.tsx';
import { useCloseQuestion } from './close-session.ts';
import { useWorkspaceActions } from '../workspace/workspace.tsx';
import { lazily } from '../ui/lazily.ts';

const CloseSessionDialog = lazily(() => import('./close-session-dialog.tsx'), 'CloseSessionDialog');
const LoginDialog = lazily(() => import('../parts/login/login-dialog.tsx'), 'LoginDialog');
const AsideDialog = lazily(() => import('../parts/login/aside-dialog.tsx'), 'AsideDialog');
const ActionFailedDialog = lazily(() => import('./action-failed-dialog.tsx'), 'ActionFailedDialog');

export interface SessionMenu {
  readonly items: readonly MenuItem[];
  /** Call it when the menu opens: the system's keychain is queried only then. */
  readonly onOpen: () => void;
  /** Dialogs and messages of the items, rendered beside the menu. */
  readonly dialogs: ReactNode;
}

/** Menu of a whole session, for both side bar and rail. */
export function useSessionMenu(session: SessionView): SessionMenu {
  const { sessionId, name } = session;
  // Independent actions: none waits for another.
  const refreshing = useAction();
  const loggingIn = useAction();
  const keeping = useAction();
  const telling = useAction();
  const closing = useAction();
  const leaving = useAction();
  const [opened, setOpened] = useState(false);
  const [failed, setFailed] = useState<{ readonly title: string; readonly error: AppError }>();
  const keychain = useQuery(query('keychain.state', {}, { enabled: opened }));
  const { data: preferences } = useQuery(query('app.preferences', {}, { enabled: opened }));
  const { activate } = useWorkspaceActions();
  const [dialog, setDialog] = useState<'log-in' | 'aside'>();
  const question = useCloseQuestion(() => void closing.run(() => vault.session.close({ sessionId })));
  const closeDialog = (): void => setDialog(undefined);

  const failing = (title: string) => (error: AppError) => {
    if (error.kind !== 'cancelled') setFailed({ title, error });
  };
  const keepIt = (wanted: boolean): void => {
    void keeping.run(
      async (client) => {
        await keepInKeychain(client, { sessionId, keep: wanted });
        announce(wanted ? 'The token is kept in the keychain.' : 'The token is no longer in the keychain.');
      },
      failing(
        wanted ? 'The token is not in the keychain' : 'The token could not be taken out of the keychain',
      ),
    );
  };
  const leave = (): void => {
    void leaving.run(async () => {
      // Main counts its drafts: flush pending ones first.
      await flushDrafts();
      const { revoked } = await vault.session.logOut({ sessionId });
      announce(`Logged out of ${name}${revoked ? ', and its token is revoked' : ''}.`);
    }, failing('The token was not revoked, and the session stays open'));
  };
  const locked = session.trouble?.kind === 'locked';
  const items: readonly MenuItem[] = [
    ...(locked
      ? []
      : [
          {
            label: 'Refresh',
            icon: RefreshCw,
            onSelect: () => void refreshing.run((client) => refreshSession(client, sessionId)),
          },
        ]),
    {
      label: locked ? 'Unlock…' : 'Log in again…',
      icon: LogIn,
      onSelect: () =>
        void loggingIn.run(
          (client) => reauthenticate(client, sessionId),
          failing(`${name} was not opened again`),
        ),
    },
    {
      label: 'Another method…',
      icon: UserRoundPen,
      onSelect: () => setDialog('log-in'),
    },
    ...(locked
      ? []
      : [
          {
            label: 'Get another token…',
            icon: Split,
            onSelect: () => setDialog('aside'),
          },
        ]),
    'separator',
    keychainItem(session, keychain.data, keepIt),
    noticesItem(
      session,
      preferences,
      (on) => void telling.run((client) => setNotices(client, { sessionId, on }), failing('Notifications')),
    ),
    'separator',
    locked
      ? { label: 'Close session', icon: Unplug, onSelect: question.ask }
      : {
          label: 'Log out…',
          icon: LogOut,
          onSelect: leave,
        },
  ];
  return {
    items,
    onOpen: () => setOpened(true),
    dialogs: (
      <Suspense fallback={null}>
        {question.open && <CloseSessionDialog name={name} question={question} />}
        {dialog === 'log-in' && <LoginDialog session={session} onClose={closeDialog} />}
        {dialog === 'aside' && <AsideDialog session={session} onClose={closeDialog} onOpened={activate} />}
        {failed !== undefined && <ActionFailedDialog {...failed} onClose={() => setFailed(undefined)} />}
      </Suspense>
    ),
  };
}

function keychainItem(
  session: SessionView,
  keychain: KeychainState | undefined,
  keepIt: (wanted: boolean) => void,
): MenuAction {
  if (session.inKeychain === true)
    return {
      label: 'Remove the token from the keychain',
      icon: KeyRound,
      onSelect: () => keepIt(false),
    };
  const refusal = refusalOf(session, keychain);
  return {
    label: 'Keep the token in the keychain…',
    icon: KeyRound,
    reason: refusal,
    disabled: refusal !== undefined,
    onSelect: () => keepIt(true),
  };
}

function noticesItem(
  { notices, trouble }: SessionView,
  preferences: Preferences | undefined,
  set: (on: boolean) => void,
): MenuAction {
  const locked = trouble?.kind === 'locked';
  return {
    label: notices === true ? 'Turn off notifications' : 'Turn on notifications',
    icon: notices === true ? BellOff : Bell,
    reason:
      notices === true
        ? lockWords(preferences)
        : `About seals, leader changes, lost failure tolerance, expiry. ${lockWords(preferences)}`,
    disabled: locked,
    onSelect: () => set(notices !== true),
  };
}

/** Effect of a lock on notices: a locked app sends no requests unless the board is allowed then. */
function lockWords(preferences: Preferences | undefined): string {
  if (preferences === undefined) return '';
  const { boardOnLock, autoLockMinutes } = preferences;
  if (boardOnLock) return 'While locked: nodes only.';
  const after = autoLockMinutes === 0 ? '' : ` (after ${String(autoLockMinutes)} min)`;
  return `Not while locked${after}.`;
}

function refusalOf(session: SessionView, keychain: KeychainState | undefined): string | undefined {
  if (session.trouble?.kind === 'locked') return 'The session is locked';
  if (keychain === undefined) return 'Not known yet';
  // Before what remembering the connection would change.
  if (!keychain.available) return 'No keychain: see Settings';
  if (session.profileId === undefined) return 'For remembered connections only';
  return undefined;
}
