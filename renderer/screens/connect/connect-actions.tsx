import { Activity, LogIn } from 'lucide-react';
import type { Profile } from '../../../shared/vault/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import css from './connect-actions.module.css';
import type { ConnectDraft } from './connect-draft.ts';
import type { Connecting } from './use-connect.ts';

export interface ConnectActionsProps {
  readonly draft: ConnectDraft;
  /** The remembered connection in the form. */
  readonly profile: Profile | undefined;
  /** The form differs from the remembered connection. */
  readonly changed: boolean;
  readonly connecting: Connecting;
  readonly onRemember: (remember: boolean) => void;
  readonly onDiscard: () => void;
}

/** Connect remembers a connection, Save is for changes to one. Button texts never change: the layout is stable. */
export function ConnectActions(props: ConnectActionsProps) {
  const { draft, profile, changed, connecting, onRemember, onDiscard } = props;
  const busy = connecting.pending !== undefined;
  return (
    <div className={css['actions']}>
      <Button type="submit" variant="primary" icon={LogIn} disabled={busy}>
        Connect
      </Button>
      {changed && (
        <Button disabled={busy} onClick={() => connecting.save(draft, profile)}>
          Save
        </Button>
      )}
      <Button icon={Activity} disabled={busy} onClick={() => connecting.check(draft)}>
        Check connection
      </Button>
      {profile === undefined ? (
        <Checkbox label="Remember this connection" checked={draft.remember} onChecked={onRemember} />
      ) : (
        <State profile={profile} changed={changed} onDiscard={onDiscard} />
      )}
    </div>
  );
}

interface StateProps {
  readonly profile: Profile;
  readonly changed: boolean;
  readonly onDiscard: () => void;
}

/** Saved state of the form. */
function State({ profile, changed, onDiscard }: StateProps) {
  if (changed) {
    return (
      <Row as="p" align="center" gap={4} tone="warn" weight={550}>
        Changed, not saved
        <Button small variant="ghost" onClick={onDiscard}>
          Discard changes
        </Button>
      </Row>
    );
  }
  return (
    <Text as="p" tone="dim">
      {profile.lastUsed === '' ? (
        'Saved, not used yet'
      ) : (
        <>
          Last login <RelativeTime iso={profile.lastUsed} />
        </>
      )}
    </Text>
  );
}
