import type { Profile } from '../../../shared/vault/connection.ts';
import { appErrorOf } from '../../api/client.ts';
import { useRemoveProfile } from '../../api/profiles.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';

export interface RemoveProfileDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Asks before the settings of a connection are forgotten. */
export function RemoveProfileDialog({ profile, onClose, onRemoved }: RemoveProfileDialogProps) {
  const remove = useRemoveProfile();
  return (
    <Dialog
      open
      title={`Forget ${profile.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="destroy"
            disabled={remove.isPending}
            onClick={() => {
              remove.mutate(profile.profileId, {
                onSuccess: () => {
                  onRemoved();
                  onClose();
                },
              });
            }}
          >
            Forget
          </Button>
        </>
      }
    >
      The address, the colour and the TLS settings of <code>{profile.address}</code> are forgotten on this
      machine. Nothing on the server changes, and its files stay where they are.
      {remove.error !== null && <ErrorPanel error={appErrorOf(remove.error)} />}
    </Dialog>
  );
}
