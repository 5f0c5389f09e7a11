import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { Profile } from '../../../shared/vault/connection.ts';
import { vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import css from './transfer.module.css';

export interface ExportDialogProps {
  readonly profiles: readonly Profile[];
  /** The connection in the form: it comes first. */
  readonly chosenId: string | undefined;
  readonly onClose: () => void;
}

/** Chooses the connections to export, and says which of their settings are written. */
export function ExportDialog({ profiles, chosenId, onClose }: ExportDialogProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [fileName, setFileName] = useState<string>();
  const { busy, failure, run } = useAction();
  const wanted = profiles.filter(({ profileId }) => !left.has(profileId)).map(({ profileId }) => profileId);
  if (fileName !== undefined) {
    return (
      <Dialog open title="Connections exported" onClose={onClose}>
        {counted(wanted.length)} written to <code>{fileName}</code>. No token, key or passphrase is in it.
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title="Export connections"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={Upload}
            disabled={wanted.length === 0 || busy}
            onClick={() =>
              void run(async () => setFileName((await vault.profile.export({ profileIds: wanted })).fileName))
            }
          >
            {profiles.length === 1
              ? 'Export…'
              : `Export ${wanted.length === profiles.length ? 'all' : String(wanted.length)}…`}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          The file contains settings and CA certificates. It does not contain client certificates, keys,
          header values or tokens.
        </p>
        <ul className={css['choices']}>
          {[...profiles]
            .sort((a, b) => Number(b.profileId === chosenId) - Number(a.profileId === chosenId))
            .map(({ profileId, name, address }) => (
              <li key={profileId}>
                <Checkbox
                  label={name}
                  hint={<span className={css['address']}>{address}</span>}
                  checked={!left.has(profileId)}
                  onChecked={(checked) => {
                    const next = new Set(left);
                    if (checked) next.delete(profileId);
                    else next.add(profileId);
                    setLeft(next);
                  }}
                />
              </li>
            ))}
        </ul>
        {profiles.length > 1 && (
          <Row>
            <Button
              small
              variant="ghost"
              onClick={() => {
                setLeft(
                  wanted.length === 0 ? new Set() : new Set(profiles.map(({ profileId }) => profileId)),
                );
              }}
            >
              {wanted.length === 0 ? 'Choose all' : 'Choose none'}
            </Button>
          </Row>
        )}
        <ErrorPanel error={failure} />
      </Stack>
    </Dialog>
  );
}

function counted(count: number): string {
  return count === 1 ? '1 connection was' : `${String(count)} connections were`;
}
