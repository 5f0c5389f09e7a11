import { useState } from 'react';
import { plainTuning } from '../../../../shared/vault/mount-table.ts';
import type { MountKind, MountTuning } from '../../../../shared/vault/mount-table.ts';
import { enableMount, useForgetMounts } from '../../../api/access.ts';
import { useAction } from '../../../api/use-action.ts';
import { announce } from '../../../ui/announce.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FieldFrame, TextField } from '../../../ui/text-field.tsx';
import css from '../administration.module.css';
import { Problem } from '../../../parts/read/loaded.tsx';
import { mountWords } from './mount-words.ts';
import { AuditFields, TuningFields } from './tuning-fields.tsx';

export interface EnableDialogProps {
  readonly sessionId: string;
  readonly kind: MountKind;
  /** Types that the server can mount; undefined: not known. */
  readonly types: readonly string[] | undefined;
  readonly onClose: () => void;
  readonly onEnabled: (path: string) => void;
}

const OTHER = 'other';

/** Type and path of a new mount; rarely used settings are folded. */
export function EnableDialog({ sessionId, kind, types, onClose, onEnabled }: EnableDialogProps) {
  const words = mountWords[kind];
  const offered = types ?? words.types;
  const [chosen, setChosen] = useState(offered[0] ?? OTHER);
  const [typed, setTyped] = useState('');
  const [path, setPath] = useState('');
  const [kvVersion, setKvVersion] = useState<'1' | '2'>('2');
  const [tuning, setTuning] = useState<MountTuning>(plainTuning);
  const [local, setLocal] = useState(false);
  const [sealWrap, setSealWrap] = useState(false);
  const action = useAction();
  const forget = useForgetMounts(sessionId);
  const type = chosen === OTHER ? typed.trim() : chosen;
  const at = path.trim() === '' ? type : path.trim();
  const kv = type === 'kv';
  const submit = async (): Promise<void> => {
    const mount = { path: at, type, tuning, kvVersion: kv ? kvVersion : '', local, sealWrap } as const;
    const done = await action.run(() => enableMount({ sessionId, kind, mount }));
    if (done === undefined) return;
    announce(`${at} is enabled.`);
    forget();
    onEnabled(`${at.replace(/^\/+|\/+$/g, '')}/`);
  };
  return (
    <FormDialog
      title={`Enable ${kind === 'auth' ? 'an auth method' : 'a secrets engine'}`}
      action="Enable…"
      busy={action.busy ? 'Enabling…' : undefined}
      disabled={type === ''}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <SelectField
        label="Type"
        value={chosen}
        options={[
          ...offered.map((value) => ({ value, label: value })),
          { value: OTHER, label: 'Another type…' },
        ]}
        onValue={setChosen}
      />
      {chosen === OTHER && (
        <TextField
          mono
          label="Name of the type"
          hint="As its plugin is registered."
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <TextField
        mono
        label="Path"
        placeholder={type}
        hint={kind === 'auth' ? `Logins go to auth/${at}/` : undefined}
        value={path}
        onChange={({ target }) => setPath(target.value)}
      />
      {kv && (
        <FieldFrame id="kv-version" label="Version">
          <div id="kv-version">
            <Segmented
              label="Version of KV"
              value={kvVersion}
              options={[
                { value: '2', label: '2: keeps versions' },
                { value: '1', label: '1: keeps none' },
              ]}
              onValue={setKvVersion}
            />
          </div>
        </FieldFrame>
      )}
      <TextField
        optional
        label="Description"
        value={tuning.description}
        onChange={({ target }) => setTuning({ ...tuning, description: target.value })}
      />
      <Disclosure title="Advanced">
        <div className={css['fields']}>
          <TuningFields kind={kind} tuning={tuning} onTuning={setTuning} />
          <AuditFields tuning={tuning} onTuning={setTuning} />
          <Checkbox
            label="Local"
            hint="Not replicated to other clusters."
            checked={local}
            onChecked={setLocal}
          />
          <Checkbox
            label="Seal wrap"
            hint="Encrypted once more by the seal, where the server offers that."
            checked={sealWrap}
            onChecked={setSealWrap}
          />
        </div>
      </Disclosure>
      {action.failure !== undefined && <Problem error={action.failure} title="Not enabled" />}
    </FormDialog>
  );
}
