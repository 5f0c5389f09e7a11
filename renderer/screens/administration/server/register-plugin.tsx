import { useState } from 'react';
import { pluginTypes } from '../../../../shared/vault/plugin.ts';
import type { PluginType } from '../../../../shared/vault/plugin.ts';
import { registerPlugin } from '../../../api/server.ts';
import { useAction } from '../../../api/use-action.ts';
import { FieldPair } from '../../../ui/field-pair.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';

const labels: Readonly<Record<PluginType, string>> = {
  auth: 'Auth method',
  database: 'Database',
  secret: 'Secrets engine',
};
const types = pluginTypes.map((value) => ({ value, label: labels[value] }));

export interface RegisterPluginProps {
  readonly sessionId: string;
  readonly onClose: () => void;
  readonly onRegistered: () => void;
}

/** Registers a custom plugin, from the server's plugin directory or an image. */
export function RegisterPlugin({ sessionId, onClose, onRegistered }: RegisterPluginProps) {
  const [type, setType] = useState<PluginType>('secret');
  const [typed, setTyped] = useState({
    name: '',
    version: '',
    sha256: '',
    command: '',
    args: '',
    ociImage: '',
  });
  const registering = useAction();
  const [name, version, sha256, command, ociImage] = (
    ['name', 'version', 'sha256', 'command', 'ociImage'] as const
  ).map((key) => typed[key].trim()) as [string, string, string, string, string];
  const badSum = sha256 === '' || /^[0-9a-f]{64}$/i.test(sha256) ? undefined : '64 hexadecimal digits.';
  const isReady =
    /^[^/]+$/.test(name) && sha256 !== '' && badSum === undefined && (command !== '' || ociImage !== '');
  const text = (key: keyof typeof typed) => ({
    mono: true,
    value: typed[key],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [key]: event.target.value }),
  });
  return (
    <FormDialog
      title="Register a plugin"
      action="Register…"
      busy={registering.busy ? 'Waiting for the secure prompt' : undefined}
      disabled={!isReady}
      onClose={onClose}
      onSubmit={() => {
        const args = typed.args.split(/\s+/).filter((one) => one !== '');
        void registering
          .run(() => registerPlugin(sessionId, { type, name, version, sha256, command, args, ociImage }))
          .then((answer) => {
            if (answer !== undefined) onRegistered();
          });
      }}
    >
      <SelectField
        label="Type"
        value={type}
        options={types}
        onValue={(value) => setType(pluginTypes.find((one) => one === value) ?? 'secret')}
      />
      <FieldPair>
        <TextField label="Name" {...text('name')} />
        <TextField optional label="Version" placeholder="v1.0.0" {...text('version')} />
      </FieldPair>
      <TextField
        label="Command"
        hint="A file in the server’s plugin directory"
        optional={ociImage !== ''}
        {...text('command')}
      />
      <TextField label="SHA-256" hint="Of the file, or of the image" error={badSum} {...text('sha256')} />
      <FieldPair>
        <TextField optional label="Arguments" {...text('args')} />
        <TextField optional label="Container image" {...text('ociImage')} />
      </FieldPair>
      {registering.failure !== undefined && (
        <Problem sudo error={registering.failure} title="The plugin was not registered" />
      )}
    </FormDialog>
  );
}
