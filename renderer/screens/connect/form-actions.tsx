import { Activity, LogIn, X } from 'lucide-react';
import type { Profile } from '../../../shared/vault/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { waitingWords } from '../../parts/login/login-types.ts';
import type { ConnectDraft } from './connect-draft.ts';
import css from './form-actions.module.css';
import type { Connecting, Pending } from './use-connect.ts';

export interface FormActionsProps {
  readonly draft: ConnectDraft;
  /** The remembered connection in the form. */
  readonly profile: Profile | undefined;
  /** The form says something else than what is remembered. */
  readonly changed: boolean;
  readonly connecting: Connecting;
  readonly onRemember: (remember: boolean) => void;
  readonly onDiscard: () => void;
}

/** Checking, saving and logging in; beside them what is remembered and what is not. */
export function FormActions({
  draft,
  profile,
  changed,
  connecting,
  onRemember,
  onDiscard,
}: FormActionsProps) {
  const { pending } = connecting;
  const maySave = profile === undefined || changed;
  return (
    <div className={css['bottom']}>
      {profile === undefined ? (
        <Checkbox label="Remember this connection" checked={draft.remember} onChecked={onRemember} />
      ) : (
        <State profile={profile} changed={changed} onDiscard={onDiscard} />
      )}
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
            {cancelWords[pending]}
          </Button>
        )}
        {maySave && (
          <Button
            disabled={pending !== undefined}
            onClick={() => {
              connecting.save(draft, profile);
            }}
          >
            {pending === 'save' ? 'Saving…' : 'Save'}
          </Button>
        )}
        <Button type="submit" variant="primary" icon={LogIn} disabled={pending !== undefined}>
          {pending === 'login' ? waitingWords(draft.login.type) : 'Log in…'}
        </Button>
      </div>
    </div>
  );
}

const cancelWords: Readonly<Record<Pending, string>> = {
  check: 'Stop checking',
  login: 'Cancel',
  save: 'Cancel',
};

interface StateProps {
  readonly profile: Profile;
  readonly changed: boolean;
  readonly onDiscard: () => void;
}

/** Whether the form is what is remembered. */
function State({ profile, changed, onDiscard }: StateProps) {
  if (changed) {
    return (
      <p className={css['changed']}>
        Changed, not saved
        <Button small variant="ghost" onClick={onDiscard}>
          Discard changes
        </Button>
      </p>
    );
  }
  return (
    <p className={css['state']}>
      {profile.lastUsed === '' ? (
        'Saved, not used yet'
      ) : (
        <>
          Last login <RelativeTime iso={profile.lastUsed} />
        </>
      )}
    </p>
  );
}
