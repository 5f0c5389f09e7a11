import { useQuery } from '@tanstack/react-query';
import { Activity, Gift, Plus, Server, X } from 'lucide-react';
import { Suspense, lazy, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { appInfoQuery, connectAskedQuery, useTakeConnectAsked } from '../../api/app.ts';
import { profilesQuery, useSaveProfile } from '../../api/profiles.ts';
import { HeldAnswersNotice } from '../../parts/answer/held-answers.tsx';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorRemedy } from '../../ui/error-remedy.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import { AppProblems } from './app-problems.tsx';
import { BasicFields } from './basic-fields.tsx';
import { draftOfEnvironment, differs, shownName, targetOf } from './connect-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';
import css from './connect-screen.module.css';
import { copyOfProfile } from './copy-of-profile.ts';
import { targetProblem } from './draft-fields.ts';
import { useDrafts } from './draft-memory.ts';
import { FailureActions } from './failure-actions.tsx';
import { FormActions } from './form-actions.tsx';
import { FormSections, type FormSection } from './form-sections.tsx';
import { InView } from './in-view.tsx';
import { EnvironmentCredentialsList } from './environment-credentials.tsx';
import { ProfileList } from './profile-list.tsx';
import { useConnect } from './use-connect.ts';
import type { Visit, VisitedProps, VisitKind } from './visit.ts';
import { WithoutLogin } from './without-login.tsx';

// Only what the first screen shows is loaded with it.
const CheckReport = lazy(() =>
  import('./check-report.tsx').then((module) => ({ default: module.CheckReport })),
);
const ConnectFailure = lazy(() =>
  import('./connect-failure.tsx').then((module) => ({ default: module.ConnectFailure })),
);

export interface ConnectScreenProps {
  /** What takes the place of the form while a server is looked at without logging in: screens that the shell knows. */
  readonly Visited: ComponentType<VisitedProps>;
  /** Given while sessions are open: back to them. */
  readonly onClose?: () => void;
  readonly onOpened?: (sessionId: string) => void;
  /** The remembered connection to begin with, e.g. that of a session in trouble. */
  readonly profileId?: string | undefined;
}

/** Where a session begins: an address, how to trust it, and a token that is asked for elsewhere. */
export function ConnectScreen({ Visited, onClose, onOpened, profileId }: ConnectScreenProps) {
  const remembered = useQuery(profilesQuery()).data;
  const profiles = remembered ?? [];
  const connectTo = useQuery(appInfoQuery()).data?.connectTo ?? '';
  const [opened, setOpened] = useState<ReadonlySet<FormSection>>(new Set());
  const [visit, setVisit] = useState<Visit>();
  const duplicating = useSaveProfile();
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
  const { fieldError, failure, report } = connecting;

  const change = (next: Partial<ConnectDraft>): void => {
    drafts.change(next);
    connecting.reset();
  };
  const choose = (chosenId: string | undefined): void => {
    drafts.choose(chosenId);
    setOpened(new Set());
    setVisit(undefined);
    connecting.reset();
  };
  const duplicate = (original: Profile): void => {
    const signal = new AbortController().signal;
    duplicating.mutate(
      { draft: copyOfProfile(original, profiles), signal },
      {
        onSuccess: (copy) => {
          choose(copy.profileId);
          announce(`${copy.name} is saved.`);
        },
      },
    );
  };
  useActions(() => [
    ...profiles.map((one) => ({
      ...{ id: `connection ${one.profileId}`, label: one.name, group: 'Connection', also: one.address },
      icon: Server,
      run: () => {
        choose(one.profileId);
      },
    })),
    {
      ...{ id: 'connect.new', label: 'New connection', group: 'Connect', icon: Plus },
      run: () => {
        choose(undefined);
      },
    },
    {
      ...{ id: 'connect.check', label: 'Check the connection', group: 'Connect', icon: Activity },
      run: () => {
        connecting.check(draft);
      },
    },
    {
      ...{ id: 'connect.system', label: 'Seal status and unsealing', group: 'Without login', icon: Activity },
      run: () => {
        visitNow('system');
      },
    },
    {
      ...{ id: 'connect.wrapping', label: 'Open a wrapping token', group: 'Without login', icon: Gift },
      run: () => {
        visitNow('wrapping');
      },
    },
  ]);
  const form = { draft, error: fieldError, onChange: change };
  const show = (section: FormSection, open: boolean): void => {
    setOpened(
      (before) => new Set([...before].filter((one) => one !== section).concat(open ? [section] : [])),
    );
  };
  // What is visited has its own.
  const Area = visit?.kind === 'wrapping' ? 'div' : 'main';
  const visitNow = (kind: VisitKind): void => {
    const problem = targetProblem(draft);
    if (problem === undefined) setVisit({ kind, target: targetOf(draft), name: shownName(draft) });
    else connecting.complain(problem);
  };
  const remedyOf = (error: AppError) =>
    error.kind === 'sealed' || error.kind === 'not-initialized' ? (
      <Button
        small
        icon={Activity}
        onClick={() => {
          visitNow('system');
        }}
      >
        Seal status and unsealing…
      </Button>
    ) : null;

  const actionsFor = (error: AppError | undefined) =>
    error === undefined ? undefined : (
      <FailureActions
        error={error}
        draft={draft}
        onCa={(ca) => {
          const next = { ...draft, tls: { ...draft.tls, ca } };
          show('way', true);
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
        chosenId={profile?.profileId}
        changedIds={drafts.changedIds}
        newTouched={drafts.newTouched}
        onChoose={choose}
        onOpen={(wanted) => {
          choose(wanted.profileId);
          connecting.logIn(drafts.draftOf(wanted), wanted);
        }}
        onDuplicate={duplicate}
        duplicateFailure={duplicating.error}
        onRemoved={drafts.forget}
      />
      <Area className={css['area']} data-region="main">
        {onClose !== undefined && visit === undefined && (
          <IconButton
            icon={X}
            label="Back to the open session"
            keys="Esc"
            className={css['close']}
            onClick={onClose}
          />
        )}
        {visit === undefined ? (
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
              <header>
                <h1 id="connect-title" className={css['title']}>
                  {profile?.name ??
                    (remembered?.length === 0 && onClose === undefined
                      ? 'Welcome to Strongroom'
                      : 'Connect to a server')}
                </h1>
                <p className={css['lead']}>
                  {profile === undefined
                    ? 'A desktop client for HashiCorp Vault and OpenBao. Tokens and passwords are asked for in a protected view of their own and never reach this one.'
                    : `${draft.login.type === 'token' ? 'The token' : 'What you log in with'} is asked for in a protected view of its own and never reaches this one.`}
                </p>
              </header>
              <AppProblems />
              <HeldAnswersNotice />
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
                <BasicFields form={form} />
                <FormSections form={form} opened={opened} onOpen={show} />
              </div>
              <FormActions
                draft={draft}
                profile={profile}
                changed={profile !== undefined && differs(draft, profile)}
                connecting={connecting}
                onRemember={(remember) => {
                  change({ remember });
                }}
                onDiscard={() => {
                  if (profile !== undefined) drafts.settle(draft, profile);
                  connecting.reset();
                }}
              />
              <div aria-live="polite">
                <Suspense fallback={null}>
                  <InView of={failure ?? report}>
                    {failure !== undefined && (
                      <ConnectFailure error={failure} actions={actionsFor(failure)} />
                    )}
                    {report !== undefined && (
                      <CheckReport report={report} actions={actionsFor(report.error)} />
                    )}
                  </InView>
                </Suspense>
              </div>
              <WithoutLogin onVisit={visitNow} />
            </form>
          </ErrorRemedy>
        ) : (
          <Visited
            visit={visit}
            onClose={() => {
              setVisit(undefined);
            }}
          />
        )}
      </Area>
    </div>
  );
}
