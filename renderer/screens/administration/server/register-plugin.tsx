import { pluginTypes } from '../../../../shared/vault/plugin.ts';
import type { PluginType } from '../../../../shared/vault/plugin.ts';
import { vault } from '../../../api/client.ts';
import { form, type Form } from '../../../parts/form/draft-form.tsx';
import { choice } from '../../../ui/choice-field.tsx';
import { field } from '../../../ui/fields.tsx';

const labels: Readonly<Record<PluginType, string>> = {
  auth: 'Auth method',
  database: 'Database',
  secret: 'Secrets engine',
};
const types = pluginTypes.map((value) => ({ value, label: labels[value] }));
const empty = {
  type: 'secret' as PluginType,
  name: '',
  version: '',
  sha256: '',
  command: '',
  args: '',
  ociImage: '',
};

/** Registers a custom plugin, from the server's plugin directory or an image. */
export function registerPlugin(sessionId: string, registered: () => void): Form {
  return form({
    title: 'Register a plugin',
    action: 'Register…',
    failed: 'The plugin was not registered',
    sudo: true,
    first: empty,
    disabled: ({ name, command, ociImage }) =>
      !/^[^/]+$/.test(name.trim()) || (command.trim() === '' && ociImage.trim() === ''),
    submit: async ({ type, args, ...typed }) => {
      await vault.plugin.register({
        sessionId,
        plugin: {
          type,
          name: typed.name.trim(),
          version: typed.version.trim(),
          sha256: typed.sha256.trim(),
          command: typed.command.trim(),
          args: args.split(/\s+/).filter((one) => one !== ''),
          ociImage: typed.ociImage.trim(),
        },
      });
      registered();
    },
    fields: ({ sha256, ociImage }) => [
      choice('type', 'Type', types),
      field.pair(
        field.mono('name', 'Name'),
        field.mono('version', 'Version', { optional: true, placeholder: 'v1.0.0' }),
      ),
      field.mono('command', 'Command', {
        hint: 'A file in the server’s plugin directory',
        optional: ociImage.trim() !== '',
      }),
      field.mono('sha256', 'SHA-256', {
        needed: true,
        hint: 'Of the command, or of the image',
        error: /^(?:[0-9a-f]{64})?$/i.test(sha256.trim()) || '64 hexadecimal digits.',
      }),
      field.pair(
        field.mono('args', 'Arguments', { optional: true }),
        field.mono('ociImage', 'Container image', { optional: true }),
      ),
    ],
  });
}
