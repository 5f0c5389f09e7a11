import { useQuery } from '@tanstack/react-query';
import { Activity, FileKey2, LogIn, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { appInfoQuery } from '../../api/app.ts';
import { chooseFile } from '../../api/connection.ts';
import { profilesQuery } from '../../api/profiles.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FieldPair } from '../../ui/field-pair.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { AdvancedFields, advancedNote } from './advanced-fields.tsx';
import { CheckReport } from './check-report.tsx';
import { ColourField } from './colour-field.tsx';
import { draftOfOffer, draftOfProfile, emptyDraft, isAdvanced } from './connect-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';
import css from './connect-screen.module.css';
import { DraftTextField } from './draft-text-field.tsx';
import { Offers } from './offers.tsx';
import { ProfileList } from './profile-list.tsx';
import { useConnect } from './use-connect.ts';

export interface ConnectScreenProps {
  /** Given while sessions are open: back to them. */
  readonly onClose?: () => void;
  readonly onOpened?: (sessionId: string) => void;
}

/** Where a session begins: an address, how to trust it, and a token that is asked for elsewhere. */
export function ConnectScreen({ onClose, onOpened }: ConnectScreenProps) {
  const remembered = useQuery(profilesQuery()).data;
  const profiles = remembered ?? [];
  const connectTo = useQuery(appInfoQuery()).data?.connectTo ?? '';
  const [typed, setTyped] = useState<Partial<ConnectDraft>>({});
  const [advanced, setAdvanced] = useState(false);
  const bottom = useRef<HTMLDivElement>(null);
  const connecting = useConnect((session) => onOpened?.(session.sessionId));
  const { pending, fieldError, failure, report } = connecting;
  const draft: ConnectDraft = { ...emptyDraft, address: onClose === undefined ? connectTo : '', ...typed };

  const change = (next: Partial<ConnectDraft>): void => {
    setTyped((before) => ({ ...before, ...next }));
    connecting.reset();
  };
  const choose = (profile: Profile): void => {
    change(draftOfProfile(profile));
  };
  const logIn = (wanted: ConnectDraft): void => {
    connecting.logIn(wanted, profiles);
  };
  const form = { draft, error: fieldError, onChange: change };

  useEffect(() => {
    if (report !== undefined || failure !== undefined) bottom.current?.scrollIntoView({ block: 'nearest' });
  }, [report, failure]);

  const caActions = (error: AppError) =>
    error.kind === 'tls' && ownCaMayHelp.includes(error.reason) ? (
      <Button
        small
        icon={FileKey2}
        onClick={() => {
          setAdvanced(true);
          void chooseFile('ca').then(
            (ca) => {
              change({ tls: { ...draft.tls, ca } });
            },
            () => undefined,
          );
        }}
      >
        Use a CA file…
      </Button>
    ) : undefined;

  return (
    <div className={css['screen']}>
      <ProfileList
        chosenId={draft.profileId}
        onChoose={choose}
        onOpen={(profile) => {
          choose(profile);
          logIn(draftOfProfile(profile));
        }}
        onRemoved={(profileId) => {
          if (profileId === draft.profileId) change({ profileId: undefined });
        }}
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
            logIn(draft);
          }}
        >
          <header>
            <h1 id="connect-title" className={css['title']}>
              {remembered?.length === 0 && onClose === undefined
                ? 'Welcome to Strongroom'
                : 'Connect to a server'}
            </h1>
            <p className={css['lead']}>
              A desktop client for HashiCorp Vault and OpenBao. Tokens are asked for in a protected view of
              their own and never reach this one.
            </p>
          </header>
          <Offers
            usedId={draft.offerId}
            onUse={(offer) => {
              change(draftOfOffer(draft, offer));
            }}
          />
          <div className={css['card']}>
            <DraftTextField
              form={form}
              mono
              autoFocus
              label="Address"
              name="address"
              placeholder="https://vault.example.com:8200"
            />
            <FieldPair>
              <DraftTextField
                form={form}
                optional
                label="Name"
                name="name"
                placeholder="Payments production"
                hint="Empty: the name of the host."
              />
              <ColourField
                value={draft.colour}
                onValue={(colour) => {
                  change({ colour });
                }}
              />
            </FieldPair>
            <DraftTextField
              form={form}
              mono
              optional
              label="Namespace"
              name="namespace"
              hint="Vault Enterprise and OpenBao only."
              placeholder="team-payments/"
            />
            <Disclosure
              title="TLS and proxy"
              note={advancedNote(draft)}
              open={advanced || (fieldError !== undefined && isAdvanced(fieldError.field))}
              onOpen={setAdvanced}
            >
              <AdvancedFields form={form} />
            </Disclosure>
          </div>
          <div className={css['bottom']}>
            <Checkbox
              label="Remember this connection"
              checked={draft.remember}
              onChecked={(remember) => {
                change({ remember });
              }}
            />
            <div className={css['actions']}>
              {pending === undefined ? (
                <Button
                  icon={Activity}
                  onClick={() => {
                    connecting.check(draft);
                  }}
                >
                  Check connection
                </Button>
              ) : (
                <Button icon={X} onClick={connecting.cancel}>
                  {pending === 'check' ? 'Stop checking' : 'Cancel'}
                </Button>
              )}
              <Button type="submit" variant="primary" icon={LogIn} disabled={pending !== undefined}>
                {pending === 'login' ? 'Waiting for the token…' : 'Log in…'}
              </Button>
            </div>
          </div>
          <div ref={bottom} aria-live="polite">
            {failure !== undefined && <ErrorPanel error={failure} actions={caActions(failure)} />}
            {report !== undefined && (
              <CheckReport
                report={report}
                actions={report.error === undefined ? undefined : caActions(report.error)}
              />
            )}
          </div>
        </form>
      </main>
    </div>
  );
}

const ownCaMayHelp: readonly string[] = ['unknown-ca', 'self-signed', 'missing-intermediate'];
