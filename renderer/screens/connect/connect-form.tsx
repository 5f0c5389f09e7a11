import { LockKeyholeOpen, PanelLeft, Play } from 'lucide-react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { OneTimeResultsNotice } from '../../parts/answer/one-time-results.tsx';
import { tellApart } from '../../../shared/vault/badge-letters.ts';
import { useBadges } from '../../parts/session/badges.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorRemedy } from '../../ui/error-remedy.ts';
import { field } from '../../ui/fields.tsx';
import type { FieldList } from '../../ui/fields.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row } from '../../ui/layout.tsx';
import { AppProblems } from './app-problems.tsx';
import { AuthMethod } from './auth-method.tsx';
import { CheckFooter } from './check-footer.tsx';
import { ConnectActions } from './connect-actions.tsx';
import { differs, draftOfEnvironment, shownName } from './connect-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';
import css from './connect-screen.module.css';
import { ConnectFields } from './connect-fields.tsx';
import { EnvironmentCredentialsList } from './environment-credentials.tsx';
import { FailureActions } from './failure-actions.tsx';
import { FormTabs } from './form-tabs.tsx';
import type { UnauthenticatedKind } from './unauthenticated.ts';
import { UpdateNotice } from './update-notice.tsx';
import type { ConnectFormState } from './use-connect-form.ts';
import { WithoutLogin } from './without-login.tsx';

export interface ConnectFormProps {
  readonly state: ConnectFormState;
  readonly profiles: readonly Profile[];
  /** Title of the form for a connection that is not remembered. */
  readonly title: string;
  readonly onShowList: () => void;
  readonly onUnauthenticated: (kind: UnauthenticatedKind) => void;
  /** Opens the settings of updates. */
  readonly onUpdates: (() => void) | undefined;
}

const address: FieldList<ConnectDraft> = [
  field.mono('address', 'Address', {
    autoFocus: true,
    placeholder: 'https://vault.example.com:8200',
    maxLength: 2048,
  }),
];

/** The form of one connection: address, auth method, settings, and the result of the last check or login. */
export function ConnectForm(props: ConnectFormProps) {
  const { state, profiles, title, onShowList, onUnauthenticated, onUpdates } = props;
  const { drafts, connecting, tab, setTab, change } = state;
  const { draft, profile } = drafts;
  const badges = useBadges().ofProfile;
  const form = { draft, error: connecting.fieldError, onChange: change };
  return (
    <ErrorRemedy value={(error) => remedyOf(error, onUnauthenticated)}>
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
            <FormHead title={profile?.name ?? title} onShowList={onShowList} />
            <AppProblems />
            <OneTimeResultsNotice />
            {profile === undefined && (
              <EnvironmentCredentialsList
                draft={draft}
                onUse={(found) => {
                  drafts.startFrom(draftOfEnvironment(draft, found));
                  connecting.reset();
                }}
              />
            )}
            <div className={css['card']}>
              <ConnectFields form={form} of={address} />
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
            <WithoutLogin onUnauthenticated={onUnauthenticated} />
            <UpdateNotice onShow={onUpdates} />
            <FormTabs
              form={form}
              letters={lettersOf(draft, profile, profiles, badges)}
              tab={tab}
              onTab={setTab}
            />
          </div>
        </div>
        <CheckFooter
          draft={draft}
          connecting={connecting}
          actionsFor={(error) => <DraftRepair error={error} state={state} />}
        />
      </form>
    </ErrorRemedy>
  );
}

interface FormHeadProps {
  readonly title: string;
  readonly onShowList: () => void;
}

function FormHead({ title, onShowList }: FormHeadProps) {
  return (
    <header>
      <Row gap={8} align="center">
        <div className={css['listButton']}>
          <IconButton small icon={PanelLeft} label="Show the connections" onClick={onShowList} />
        </div>
        <h1 id="connect-title" className={css['title']}>
          {title}
        </h1>
      </Row>
      <p className={css['lead']}>
        Tokens and passwords are typed in the secure prompt and never reach this page.
      </p>
    </header>
  );
}

/** Actions that repair the draft after a failure, and try it again. */
function DraftRepair({ error, state }: { readonly error: AppError; readonly state: ConnectFormState }) {
  const { connecting, change, setTab } = state;
  const { draft, profile } = state.drafts;
  return (
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
}

/** A way out of the states of a server that needs no login. */
function remedyOf(error: AppError, onUnauthenticated: ConnectFormProps['onUnauthenticated']) {
  switch (error.kind) {
    case 'not-initialized':
      return (
        <Button small icon={Play} onClick={() => onUnauthenticated('first-run')}>
          Initialise…
        </Button>
      );
    case 'sealed':
      return (
        <Button small icon={LockKeyholeOpen} onClick={() => onUnauthenticated('cluster')}>
          Seal status and unsealing…
        </Button>
      );
    default:
      return null;
  }
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
