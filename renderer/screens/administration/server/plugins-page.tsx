import { Pin, RotateCw, Trash2 } from 'lucide-react';
import { counted } from '../../../../shared/vault/counted.ts';
import type { Plugin, PluginCatalog, PluginPin } from '../../../../shared/vault/plugin.ts';
import { query, vault } from '../../../api/client.ts';
import { Chip } from '../../../ui/chip.tsx';
import type { Column } from '../../../ui/table.tsx';
import type { Change } from '../../../parts/form/details.tsx';
import { Resource } from '../../../parts/resource/resource.tsx';
import type { TopicPageProps } from '../topic.ts';
import { registerPlugin } from './register-plugin.tsx';

const columnsOf = (catalog: PluginCatalog): readonly Column<Plugin>[] => [
  { title: 'Name', width: 90, share: 1.2, mono: true, text: ({ name }) => name },
  { title: 'Type', width: 76, text: ({ type }) => type },
  { title: 'Version', width: 110, share: 1.5, mono: true, text: ({ version }) => version },
  {
    title: 'State',
    width: 108,
    share: 1,
    text: (one) => stateOf(one, isPinned(catalog, one)),
    cell: (one) => <PluginState plugin={one} pinned={isPinned(catalog, one)} />,
  },
];

/** The engines and auth methods that the server can mount. */
export function PluginsPage({ session }: TopicPageProps) {
  const { sessionId } = session;
  return (
    <Resource
      session={session}
      title="Plugins"
      id="plugins"
      note={({ data }) => data && counted(data.plugins.length, 'plugin')}
      list={query('plugin.list', { sessionId })}
      failed="The plugins could not be listed"
      sudo
      rows={({ plugins }) => plugins}
      keyOf={keyOf}
      columns={columnsOf}
      filter={{ label: 'Filter plugins', texts: (one) => [keyOf(one)], none: 'No plugin matches' }}
      create={{
        label: 'Register plugin…',
        also: 'Register a plugin…',
        form: ({ refresh }) => registerPlugin(sessionId, refresh),
      }}
      details={(plugin, { data, refresh }) => ({
        small: true,
        title: plugin.name,
        failed: 'The plugin was not changed',
        changes: changesOf(sessionId, plugin, data).map((change) => ({ ...change, onDone: refresh })),
        facts: [
          ['Type', plugin.type],
          ['Version', plugin.version === '' ? '—' : <code>{plugin.version}</code>],
          ['Source', plugin.builtin && 'built in'],
          ['State', stateOf(plugin, isPinned(data, plugin))],
          ['SHA-256', plugin.sha256 !== '' && <code>{plugin.sha256}</code>],
        ],
      })}
    />
  );
}

function changesOf(sessionId: string, plugin: Plugin, catalog: PluginCatalog): Change[] {
  const { type, name, version, builtin } = plugin;
  const pinned = isPinned(catalog, plugin);
  const reload = {
    label: 'Reload…',
    icon: RotateCw,
    run: () => vault.plugin.reload({ sessionId, type, name }),
    done: `Plugin ${name} reloaded`,
  };
  const pin = {
    label: pinned ? 'Unpin…' : 'Pin this version…',
    icon: Pin,
    // An empty version unpins the plugin.
    run: () => vault.plugin.pin({ sessionId, type, name, version: pinned ? '' : version }),
    done: pinned ? `Plugin ${name} unpinned` : `Version ${version} pinned`,
  };
  const deregister = {
    label: 'Deregister…',
    icon: Trash2,
    danger: true,
    run: () => vault.plugin.deregister({ sessionId, type, name, version }),
    done: `Plugin ${name} deregistered`,
  };
  if (builtin) return [reload];
  return catalog.pins !== undefined && version !== '' ? [reload, pin, deregister] : [reload, deregister];
}

function PluginState({ plugin, pinned }: { readonly plugin: Plugin; readonly pinned: boolean }) {
  const text = stateOf(plugin, pinned);
  const isOld = plugin.deprecation !== '' && plugin.deprecation !== 'supported';
  return text === '' ? null : <Chip tone={isOld ? 'warn' : pinned ? 'accent' : 'neutral'}>{text}</Chip>;
}

function stateOf({ deprecation, builtin }: Plugin, pinned: boolean): string {
  return [builtin ? '' : 'registered', pinned ? 'pinned' : '', deprecation.replace('-', ' ')]
    .filter((word) => word !== '')
    .join(', ');
}

function isPinned({ pins = [] }: PluginCatalog, one: PluginPin): boolean {
  return pins.some(
    ({ type, name, version }) => type === one.type && name === one.name && version === one.version,
  );
}

function keyOf({ type, name, version }: PluginPin): string {
  return `${type}/${name} ${version}`;
}
