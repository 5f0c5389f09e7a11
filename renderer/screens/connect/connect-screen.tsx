import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { appInfoQuery } from '../../api/app.ts';
import { profilesQuery, useSaveProfile } from '../../api/profiles.ts';
import { announce } from '../../ui/announce.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { AppProblems } from './app-problems.tsx';
import { BasicFields } from './basic-fields.tsx';
import { draftOfOffer, differs } from './connect-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';
import css from './connect-screen.module.css';
import { copyOfProfile } from './copy-of-profile.ts';
import { isAboutGateway, isAboutWay } from './draft-fields.ts';
import { useDrafts } from './draft-memory.ts';
import { FailureActions } from './failure-actions.tsx';
import { FormActions } from './form-actions.tsx';
import { InView } from './in-view.tsx';
import { Offers } from './offers.tsx';
import { ProfileList } from './profile-list.tsx';
import { GatewayNote, WayNote } from './section-notes.tsx';
import { useConnect } from './use-connect.ts';

// Only what the first screen shows is loaded with it.
const WayFields = lazy(() => import('./way-fields.tsx').then((module) => ({ default: module.WayFields })));
const GatewayFields = lazy(() =>
  import('./gateway-fields.tsx').then((module) => ({ default: module.GatewayFields })),
);
const CheckReport = lazy(() =>
  import('./check-report.tsx').then((module) => ({ default: module.CheckReport })),
);
const ConnectFailure = lazy(() =>
  import('./connect-failure.tsx').then((module) => ({ default: module.ConnectFailure })),
);

type Section = 'way' | 'gateway';

export interface ConnectScreenProps {
  /** Given while sessions are open: back to them. */
  readonly onClose?: () => void;
  readonly onOpened?: (sessionId: string) => void;
  /** The remembered connection to begin with, e.g. that of a session in trouble. */
  readonly profileId?: string | undefined;
}

/** Where a session begins: an address, how to trust it, and a token that is asked for elsewhere. */
export function ConnectScreen({ onClose, onOpened, profileId }: ConnectScreenProps) {
  const remembered = useQuery(profilesQuery()).data;
  const profiles = remembered ?? [];
  const connectTo = useQuery(appInfoQuery()).data?.connectTo ?? '';
  const [opened, setOpened] = useState<ReadonlySet<Section>>(new Set());
  const duplicating = useSaveProfile();
  const drafts = useDrafts({ profiles, profileId, address: onClose === undefined ? connectTo : '' });
  const { draft, profile } = drafts;
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
  const form = { draft, error: fieldError, onChange: change };
  const show = (section: Section, open: boolean): void => {
    setOpened(
      (before) => new Set([...before].filter((one) => one !== section).concat(open ? [section] : [])),
    );
  };
  const inSection = (section: Section, hasError: boolean) => ({
    open: opened.has(section) || hasError,
    onOpen: (open: boolean) => {
      show(section, open);
    },
  });

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
      <main className={css['area']} data-region="main">
        {onClose !== undefined && (
          <IconButton
            icon={X}
            label="Back to the open session"
            keys="Esc"
            className={css['close']}
            onClick={onClose}
          />
        )}
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
                ? 'A desktop client for HashiCorp Vault and OpenBao. Tokens are asked for in a protected view of their own and never reach this one.'
                : 'The token is asked for in a protected view of its own and never reaches this one.'}
            </p>
          </header>
          <AppProblems />
          {profile === undefined && (
            <Offers
              usedId={draft.offerId}
              onUse={(offer) => {
                drafts.startFrom(draftOfOffer(draft, offer));
                connecting.reset();
              }}
            />
          )}
          <div className={css['card']}>
            <BasicFields form={form} />
            <div className={css['sections']}>
              <Disclosure
                title="TLS and proxy"
                note={<WayNote draft={draft} />}
                {...inSection('way', fieldError !== undefined && isAboutWay(fieldError.field))}
              >
                {/* A file's facts and a shown value belong to one connection. */}
                <Suspense fallback={null}>
                  <WayFields key={draft.profileId} form={form} />
                </Suspense>
              </Disclosure>
              <Disclosure
                title="Headers and nodes"
                note={<GatewayNote draft={draft} />}
                {...inSection('gateway', fieldError !== undefined && isAboutGateway(fieldError.field))}
              >
                <Suspense fallback={null}>
                  <GatewayFields key={draft.profileId} form={form} />
                </Suspense>
              </Disclosure>
            </div>
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
                {failure !== undefined && <ConnectFailure error={failure} actions={actionsFor(failure)} />}
                {report !== undefined && <CheckReport report={report} actions={actionsFor(report.error)} />}
              </InView>
            </Suspense>
          </div>
        </form>
      </main>
    </div>
  );
}
