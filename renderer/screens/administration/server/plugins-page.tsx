import { Pin, Plus, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Plugin, PluginCatalog, PluginPin } from '../../../../shared/vault/plugin.ts';
import { deregisterPlugin, pinPlugin, pluginQuery, reloadPlugin } from '../../../api/server.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { FilterBox } from '../../../ui/filter-box.tsx';
import { useActions } from '../../../workspace/action-registry.ts';
import { ChangeButton } from '../change-button.tsx';
import { Beside, Drawer } from '../drawer.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { Loaded, Problem } from '../../../parts/read/loaded.tsx';
import { TopicPage } from '../topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import type { TopicPageProps } from '../topic.ts';
import { RegisterPlugin } from './register-plugin.tsx';

/** The engines and auth methods that the server can mount. */
export function PluginsPage({ session }: TopicPageProps) {
  const { sessionId } = session;
  const query = useRead(session, pluginQuery(sessionId));
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState('');
  const [registering, setRegistering] = useState(false);
  const { data } = query;
  const plugin = data?.plugins.find((one) => keyOf(one) === chosen);
  useActions(() => [
    {
      id: 'administration.plugins.register',
      label: 'Register a plugin…',
      group: 'Plugins',
      icon: Plus,
      run: () => setRegistering(true),
    },
  ]);
  return (
    <TopicPage
      title="Plugins"
      id="plugins"
      query={query}
      {...(data === undefined ? {} : { note: `${String(data.plugins.length)} plugins` })}
      actions={
        <Button icon={Plus} variant="primary" onClick={() => setRegistering(true)}>
          Register plugin…
        </Button>
      }
    >
      <Loaded query={query} failed="The plugins could not be listed" sudo>
        {(catalog) => (
          <Beside
            drawer={
              plugin !== undefined && (
                <PluginDrawer
                  key={chosen}
                  sessionId={sessionId}
                  plugin={plugin}
                  catalog={catalog}
                  onClose={() => setChosen('')}
                  onChanged={query.refresh}
                />
              )
            }
          >
            <FilterBox label="Filter plugins" text={filter} onText={setFilter} />
            <PluginTable catalog={catalog} filter={filter} chosen={chosen} onChoose={setChosen} />
          </Beside>
        )}
      </Loaded>
      {registering && (
        <RegisterPlugin
          sessionId={sessionId}
          onClose={() => setRegistering(false)}
          onRegistered={() => {
            setRegistering(false);
            query.refresh();
          }}
        />
      )}
    </TopicPage>
  );
}

interface PluginTableProps {
  readonly catalog: PluginCatalog;
  readonly filter: string;
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

function PluginTable({ catalog, filter, chosen, onChoose }: PluginTableProps) {
  const wanted = filter.trim().toLowerCase();
  const rows = catalog.plugins.filter((one) => keyOf(one).toLowerCase().includes(wanted));
  const columns: readonly Column<Plugin>[] = [
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
  if (rows.length === 0) return <EmptyState title={filter === '' ? 'No plugins' : 'No plugin matches'} />;
  return (
    <Table
      label="Plugins"
      rows={rows}
      columns={columns}
      chosen={chosen}
      keyOf={keyOf}
      onOpen={(one) => onChoose(keyOf(one))}
    />
  );
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

interface PluginDrawerProps {
  readonly sessionId: string;
  readonly plugin: Plugin;
  readonly catalog: PluginCatalog;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function PluginDrawer({ sessionId, plugin, catalog, onClose, onChanged }: PluginDrawerProps) {
  const action = useAction();
  const pinned = isPinned(catalog, plugin);
  const { type, name, version, builtin } = plugin;
  const button = { small: true, action, onDone: onChanged } as const;
  return (
    <Drawer
      title={name}
      onClose={onClose}
      actions={
        <>
          <ChangeButton
            {...button}
            label="Reload…"
            icon={RotateCw}
            run={() => reloadPlugin(sessionId, plugin)}
            done={`Plugin ${name} reloaded`}
          />
          {catalog.pins !== undefined && !builtin && version !== '' && (
            <ChangeButton
              {...button}
              label={pinned ? 'Unpin…' : 'Pin this version…'}
              icon={Pin}
              run={() => pinPlugin(sessionId, { type, name, version: pinned ? '' : version })}
              done={pinned ? `Plugin ${name} unpinned` : `Version ${version} pinned`}
            />
          )}
          {!builtin && (
            <ChangeButton
              {...button}
              label="Deregister…"
              icon={Trash2}
              variant="danger"
              run={() => deregisterPlugin(sessionId, plugin)}
              done={`Plugin ${name} deregistered`}
            />
          )}
        </>
      }
    >
      {action.failure !== undefined && <Problem error={action.failure} title="The plugin was not changed" />}
      <Facts selectable>
        <Fact name="Type">{type}</Fact>
        <Fact name="Version">{version === '' ? '—' : version}</Fact>
        <Fact name="Source">{builtin ? 'built in' : 'registered'}</Fact>
        {plugin.deprecation !== '' && <Fact name="Support">{plugin.deprecation.replace('-', ' ')}</Fact>}
        {plugin.sha256 !== '' && <Fact name="SHA-256">{plugin.sha256}</Fact>}
      </Facts>
    </Drawer>
  );
}
