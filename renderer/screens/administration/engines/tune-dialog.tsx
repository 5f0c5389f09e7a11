import { useState } from 'react';
import type { MountKind, MountRow, MountTuning } from '../../../../shared/vault/mount-table.ts';
import { useForgetMounts } from '../../../api/access.ts';
import { DraftForm } from '../../../parts/form/draft-form.tsx';
import { announce } from '../../../ui/announce.tsx';
import { field } from '../../../ui/fields.tsx';
import css from '../administration.module.css';
import { vault } from '../../../api/client.ts';
import { auditFields, tuningFields } from './tuning-fields.ts';

export interface TuneDialogProps {
  readonly sessionId: string;
  readonly kind: MountKind;
  readonly row: MountRow;
  readonly onClose: () => void;
}

/** The settings of a mount; sends only the changed ones. */
export function TuneDialog({ sessionId, kind, row, onClose }: TuneDialogProps) {
  const { path } = row;
  // The values that the user has seen: the list can be read again meanwhile.
  const [before] = useState(row.tuning);
  const forget = useForgetMounts(sessionId);
  return (
    <DraftForm<MountTuning>
      title={`Tune ${path}`}
      action="Save…"
      busy="Saving…"
      failed="Not saved"
      first={before}
      disabled={(tuning) => JSON.stringify(before) === JSON.stringify(tuning)}
      onClose={onClose}
      submit={async (tuning) => {
        await vault.mount.tune({ sessionId, kind, path, before, tuning });
        announce(`The settings of ${path} are saved.`);
        forget();
        onClose();
      }}
      fields={() => [
        field.text('description', 'Description', { optional: true }),
        ...tuningFields(kind),
        field.fold('Advanced', auditFields, { className: css['fields'] }),
      ]}
    />
  );
}
