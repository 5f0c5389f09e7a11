import { useState } from 'react';
import type { MountKind, MountRow } from '../../../../shared/vault/mount-table.ts';
import { tuneMount, useForgetMounts } from '../../../api/access.ts';
import { useAction } from '../../../api/use-action.ts';
import { announce } from '../../../ui/announce.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import css from '../administration.module.css';
import { Problem } from '../../../parts/read/loaded.tsx';
import { AuditFields, TuningFields } from './tuning-fields.tsx';

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
  const [tuning, setTuning] = useState(before);
  const action = useAction();
  const forget = useForgetMounts(sessionId);
  const submit = async (): Promise<void> => {
    const done = await action.run(() => tuneMount({ sessionId, kind, path, before, tuning }));
    if (done === undefined) return;
    announce(`The settings of ${path} are saved.`);
    forget();
    onClose();
  };
  return (
    <FormDialog
      title={`Tune ${path}`}
      action="Save…"
      busy={action.busy ? 'Saving…' : undefined}
      disabled={JSON.stringify(before) === JSON.stringify(tuning)}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        optional
        label="Description"
        value={tuning.description}
        onChange={({ target }) => setTuning({ ...tuning, description: target.value })}
      />
      <TuningFields kind={kind} tuning={tuning} onTuning={setTuning} />
      <Disclosure title="Advanced">
        <div className={css['fields']}>
          <AuditFields tuning={tuning} onTuning={setTuning} />
        </div>
      </Disclosure>
      {action.failure !== undefined && <Problem error={action.failure} title="Not saved" />}
    </FormDialog>
  );
}
