import { useQuery } from '@tanstack/react-query';
import { Settings, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ComponentType } from 'react';
import type { Profile } from '../../../shared/vault/connection.ts';
import { query } from '../../api/client.ts';
import { saveProfile } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import { keyHint } from '../../workspace/key-map.ts';
import { shownName, targetOf } from './connect-draft.ts';
import { ConnectForm } from './connect-form.tsx';
import { paletteActions } from './palette-actions.ts';
import css from './connect-screen.module.css';
import { targetProblem } from './draft-fields.ts';
import { FirstStart } from './first-start.tsx';
import { ProfileList } from './profile-list.tsx';
import type { UnauthenticatedServer, UnauthenticatedProps, UnauthenticatedKind } from './unauthenticated.ts';
import { useConnectForm } from './use-connect-form.ts';
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';

export interface ConnectScreenProps {
  /** Screens of the shell that replace the form during an unauthenticated connection. */
  readonly Unauthenticated: ComponentType<UnauthenticatedProps>;
  /** Given while sessions are open: returns to them. */
  readonly onClose?: () => void;
  readonly onOpened?: (sessionId: string) => void;
  /** Given while no session is open: opens the app's settings. */
  readonly onSettings?: (section?: string) => void;
  /** Another screen covers it and offers its actions instead. */
  readonly behind?: boolean;
  /** The remembered connection to start with, e.g. that of a failed session. */
  readonly profileId?: string | undefined;
}

/** Start of a session: an address and an auth method; credentials are entered in the secure prompt. */
export function ConnectScreen(props: ConnectScreenProps) {
  const { Unauthenticated, onClose, onSettings, onOpened, profileId, behind = false } = props;
  const remembered = useQuery(query('profile.list', {})).data;
  const profiles = remembered ?? [];
  const connectTo = useQuery(query('app.info', {})).data?.connectTo ?? '';
  const list = useRef<HTMLElement>(null);
  const [server, setServer] = useState<UnauthenticatedServer>();
  const duplicating = useAction();
  const form = useConnectForm({
    profiles,
    profileId,
    address: onClose === undefined ? connectTo : '',
    onOpened: (sessionId) => onOpened?.(sessionId),
  });
  const { drafts, connecting } = form;
  const choose = (chosenId: string | undefined): void => {
    form.choose(chosenId);
    setServer(undefined);
  };
  const duplicate = (original: Profile): void => {
    void duplicating.run(async (client) => {
      const copy = await saveProfile(client, copyOfProfile(original, profiles));
      choose(copy.profileId);
      announce(`${copy.name} is saved.`);
    });
  };
  const openUnauthenticated = (kind: UnauthenticatedKind): void => {
    const { draft } = drafts;
    const problem = targetProblem(draft);
    if (problem === undefined) setServer({ kind, target: targetOf(draft), name: shownName(draft) });
    else connecting.complain(problem);
  };
  useActions(() =>
    behind
      ? []
      : paletteActions({ profiles, form, onChoose: choose, onUnauthenticated: openUnauthenticated }),
  );
  const isFirst = remembered?.length === 0 && onClose === undefined;
  // An unauthenticated connection has its own `main`.
  const Area = server?.kind === 'wrapping' ? 'div' : 'main';

  return (
    <div className={css['screen']}>
      <ProfileList
        ref={list}
        chosenId={drafts.profile?.profileId}
        changedIds={drafts.changedIds}
        newTouched={drafts.newTouched}
        onChoose={choose}
        onOpen={(wanted) => {
          choose(wanted.profileId);
          connecting.logIn(drafts.draftOf(wanted), wanted);
        }}
        onDuplicate={duplicate}
        duplicateFailure={duplicating.failure}
        onRemoved={drafts.forget}
      >
        {isFirst && (
          <FirstStart
            onOpened={(sessionId) => onOpened?.(sessionId)}
            onStored={onSettings === undefined ? undefined : () => onSettings('privacy')}
          />
        )}
      </ProfileList>
      <Area className={css['area']} data-region="main">
        {onClose !== undefined && server === undefined && (
          <IconButton
            icon={X}
            label="Back to the open session"
            keys="Esc"
            className={css['close']}
            onClick={onClose}
          />
        )}
        {onSettings !== undefined && server === undefined && (
          <IconButton
            icon={Settings}
            label="Settings"
            keys={keyHint('settings')}
            className={css['close']}
            onClick={() => onSettings()}
          />
        )}
        {server === undefined ? (
          <ConnectForm
            state={form}
            profiles={profiles}
            title={isFirst ? 'Welcome to Strongroom' : 'Connect to a server'}
            onShowList={() => list.current?.focus()}
            onUnauthenticated={openUnauthenticated}
            onUpdates={onSettings === undefined ? undefined : () => onSettings('updates')}
          />
        ) : (
          <Unauthenticated server={server} onClose={() => setServer(undefined)} />
        )}
      </Area>
    </div>
  );
}

/** A new connection with the settings of another, under an unused name. It has not connected to a server yet. */
function copyOfProfile(original: Profile, profiles: readonly Profile[]): ProfileDraft {
  const { address, namespace, tls, timeoutMs, proxy, headers, confirmedOrigins } = original;
  const { colour, environment, login } = original;
  const names = new Set(profiles.map(({ name }) => name));
  let name = `${original.name} copy`;
  for (let number = 2; names.has(name); number++) name = `${original.name} copy ${String(number)}`;
  return {
    address,
    namespace,
    tls,
    timeoutMs,
    proxy,
    colour,
    name,
    ...(environment === undefined ? {} : { environment }),
    ...(headers === undefined ? {} : { headers }),
    ...(confirmedOrigins === undefined ? {} : { confirmedOrigins }),
    ...(login === undefined ? {} : { login }),
  };
}
