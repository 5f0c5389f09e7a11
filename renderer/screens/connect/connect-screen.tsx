import { useQuery } from '@tanstack/react-query';
import { Activity, Gift, LogIn, PanelLeft, Play, Plus, Save, Server, Settings, X } from 'lucide-react';
import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { appInfoQuery, connectAskedQuery, useTakeConnectAsked } from '../../api/app.ts';
import { profilesQuery, saveProfile } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { OneTimeResultsNotice } from '../../parts/answer/one-time-results.tsx';
import { useBadges } from '../../parts/session/badges.ts';
import { tellApart } from '../../parts/session/badge-letters.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorRemedy } from '../../ui/error-remedy.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useActions, type OfferedAction } from '../../workspace/action-registry.ts';
import { keyHint } from '../../workspace/key-map.ts';
import { AppProblems } from './app-problems.tsx';
import { AuthMethod } from './auth-method.tsx';
import { CheckFooter } from './check-footer.tsx';
import { ConnectActions } from './connect-actions.tsx';
import { differs, draftOfEnvironment, shownName, targetOf } from './connect-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';
import css from './connect-screen.module.css';
import { copyOfProfile } from './copy-of-profile.ts';
import { tabOf, targetProblem } from './draft-fields.ts';
import type { FormTab } from './draft-fields.ts';
import { useDrafts } from './draft-memory.ts';
import { FailureActions } from './failure-actions.tsx';
import { DraftTextField } from './draft-text-field.tsx';
import { FormTabs } from './form-tabs.tsx';
import { EnvironmentCredentialsList } from './environment-credentials.tsx';
import { ProfileList } from './profile-list.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { useConnect } from './use-connect.ts';
import type { UnauthenticatedServer, UnauthenticatedProps, UnauthenticatedKind } from './unauthenticated.ts';
import { WithoutLogin } from './without-login.tsx';

const FirstStart = lazy(() => import('./first-start.tsx').then((module) => ({ default: module.FirstStart })));

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
  const remembered = useQuery(profilesQuery()).data;
  const profiles = remembered ?? [];
  const connectTo = useQuery(appInfoQuery()).data?.connectTo ?? '';
  const list = useRef<HTMLElement>(null);
  const [tab, setTab] = useState<FormTab>('appearance');
  const [server, setServer] = useState<UnauthenticatedServer>();
  const duplicating = useAction();
  const drafts = useDrafts({ profiles, profileId, address: onClose === undefined ? connectTo : '' });
  const { draft, profile, fill } = drafts;
  const asked = useQuery(connectAskedQuery()).data;
  const takeAsked = useTakeConnectAsked();
  useEffect(() => {
    if (asked === null) return;
    fill(asked);
    takeAsked();
  }, [asked, fill, takeAsked]);
  const connecting = useConnect({
    onOpened: (session) => onOpened?.(session.sessionId),
    onSaved: (saved, as) => {
      drafts.settle(saved, as);
      announce(`${as.name} is saved.`);
    },
  });
  const { fieldError } = connecting;
  const [placedError, setPlacedError] = useState(fieldError);
  if (fieldError !== placedError) {
    setPlacedError(fieldError);
    setTab((fieldError === undefined ? undefined : tabOf(fieldError.field)) ?? tab);
  }
  const badges = useBadges().ofProfile;

  const change = (next: Partial<ConnectDraft>): void => {
    drafts.change(next);
    connecting.reset();
  };
  const choose = (chosenId: string | undefined): void => {
    drafts.choose(chosenId);
    setTab('appearance');
    setServer(undefined);
    connecting.reset();
  };
  const duplicate = (original: Profile): void => {
    void duplicating.run(async (client) => {
      const copy = await saveProfile(client, copyOfProfile(original, profiles));
      choose(copy.profileId);
      announce(`${copy.name} is saved.`);
    });
  };
  const actions = (): readonly OfferedAction[] => [
    ...profiles.map((one) => ({
      id: `connection ${one.profileId}`,
      label: one.name,
      group: 'Connection',
      also: one.address,
      icon: Server,
      run: () => choose(one.profileId),
    })),
    {
      id: 'connect.new',
      label: 'New connection',
      group: 'Connect',
      icon: Plus,
      run: () => choose(undefined),
    },
    {
      id: 'connect.open',
      label: 'Connect',
      group: 'Connect',
      also: shownName(draft),
      icon: LogIn,
      run: () => connecting.logIn(draft, profile),
    },
    {
      id: 'connect.save',
      label: 'Save connection',
      group: 'Connect',
      icon: Save,
      run: () => connecting.save(draft, profile),
    },
    {
      id: 'connect.check',
      label: 'Check connection',
      group: 'Connect',
      icon: Activity,
      run: () => connecting.check(draft),
    },
    {
      id: 'connect.cluster',
      label: 'Seal status and unsealing',
      group: 'Without login',
      icon: Activity,
      run: () => openUnauthenticated('cluster'),
    },
    {
      id: 'connect.wrapping',
      label: 'Open a wrapping token',
      group: 'Without login',
      icon: Gift,
      run: () => openUnauthenticated('wrapping'),
    },
  ];
  useActions(() => (behind ? [] : actions()));
  const isFirst = remembered?.length === 0 && onClose === undefined;
  const form = { draft, error: fieldError, onChange: change };
  // An unauthenticated connection has its own `main`.
  const Area = server?.kind === 'wrapping' ? 'div' : 'main';
  const openUnauthenticated = (kind: UnauthenticatedKind): void => {
    const problem = targetProblem(draft);
    if (problem === undefined) setServer({ kind, target: targetOf(draft), name: shownName(draft) });
    else connecting.complain(problem);
  };
  const remedyOf = (error: AppError) =>
    error.kind === 'not-initialized' ? (
      <Button small icon={Play} onClick={() => openUnauthenticated('first-run')}>
        First run…
      </Button>
    ) : error.kind === 'sealed' ? (
      <Button small icon={Activity} onClick={() => openUnauthenticated('cluster')}>
        Seal status and unsealing…
      </Button>
    ) : null;

  const actionsFor = (error: AppError) => (
    <FailureActions
      error={error}
      draft={draft}
      onCa={(ca) => {
        const next = { ...draft, tls: { ...draft.tls, ca } };
        setTab('tls');
        change({ tls: next.tls });
        connecting.check(next);
      }}
      onOrigin={(origin) => {
        const next = { ...draft, confirmedOrigins: [...draft.confirmedOrigins, origin] };
        change({ confirmedOrigins: next.confirmedOrigins });
        connecting.logIn(next, profile);
      }}
    />
  );

  return (
    <div className={css['screen']}>
      <ProfileList
        ref={list}
        chosenId={profile?.profileId}
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
          <Suspense fallback={null}>
            <FirstStart
              onOpened={(sessionId) => onOpened?.(sessionId)}
              onStored={onSettings === undefined ? undefined : () => onSettings('privacy')}
            />
          </Suspense>
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
          <ErrorRemedy value={remedyOf}>
            <form
              className={css['form']}
              aria-labelledby="connect-title"
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                connecting.logIn(draft, profile);
              }}
            >
              <div className={css['scroll']}>
                <div className={css['content']}>
                  <header>
                    <div className={css['head']}>
                      <div className={css['listButton']}>
                        <IconButton
                          small
                          icon={PanelLeft}
                          label="Show the connections"
                          onClick={() => {
                            list.current?.focus();
                          }}
                        />
                      </div>
                      <h1 id="connect-title" className={css['title']}>
                        {profile?.name ?? (isFirst ? 'Welcome to Strongroom' : 'Connect to a server')}
                      </h1>
                    </div>
                    <p className={css['lead']}>
                      Tokens and passwords are typed in the secure prompt and never reach this page.
                    </p>
                  </header>
                  <AppProblems />
                  <OneTimeResultsNotice />
                  {profile === undefined && (
                    <EnvironmentCredentialsList
                      usedId={draft.environmentId}
                      onUse={(found) => {
                        drafts.startFrom(draftOfEnvironment(draft, found));
                        connecting.reset();
                      }}
                    />
                  )}
                  <div className={css['card']}>
                    <DraftTextField
                      form={form}
                      mono
                      autoFocus
                      label="Address"
                      name="address"
                      placeholder="https://vault.example.com:8200"
                      maxLength={2048}
                    />
                    <AuthMethod key={draft.profileId} form={form} />
                    <ConnectActions
                      draft={draft}
                      profile={profile}
                      changed={profile !== undefined && differs(draft, profile)}
                      connecting={connecting}
                      onRemember={(remember) => change({ remember })}
                      onDiscard={() => {
                        if (profile !== undefined) drafts.settle(draft, profile);
                        connecting.reset();
                      }}
                    />
                  </div>
                  <WithoutLogin onUnauthenticated={openUnauthenticated} />
                  <UpdateNotice onShow={onSettings === undefined ? undefined : () => onSettings('updates')} />
                  <FormTabs
                    form={form}
                    letters={lettersOf(draft, profile, profiles, badges)}
                    tab={tab}
                    onTab={setTab}
                  />
                </div>
              </div>
              <CheckFooter draft={draft} connecting={connecting} actionsFor={actionsFor} />
            </form>
          </ErrorRemedy>
        ) : (
          <Unauthenticated server={server} onClose={() => setServer(undefined)} />
        )}
      </Area>
    </div>
  );
}

/** Letters of the badge of the connection in the form. */
function lettersOf(
  draft: ConnectDraft,
  profile: Profile | undefined,
  profiles: readonly Profile[],
  badges: ReadonlyMap<string, string>,
): string {
  const name = shownName(draft);
  if (profile?.name === name) return badges.get(profile.profileId) ?? '';
  const others = profiles.filter((one) => one !== profile).map((one) => one.name);
  return tellApart([...others, name]).at(-1) ?? '';
}
