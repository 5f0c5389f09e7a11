import { useQuery } from '@tanstack/react-query';
import { Columns3, FileInput, FolderSearch, RefreshCw } from 'lucide-react';
import { useMemo } from 'react';
import { usualFolderColumns, folderColumns } from '../../../shared/vault/folder-table.ts';
import type { FolderColumn } from '../../../shared/vault/folder-table.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import { useSetPreferences } from '../../api/app.ts';
import { appErrorOf, query } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { foldersOf, type FolderTable, type FolderView } from '../../parts/folder/folder-tables.ts';
import { useImport } from '../../parts/plan/hand-over.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { Popover } from '../../ui/popover.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { columnTitles } from './folder-columns.tsx';
import css from './folder.module.css';
import { useRefreshKey } from '../../workspace/refresh-key.ts';
import { Changes } from './changes.tsx';
import { Deleted } from './deleted.tsx';
import { Entries, type EntriesProps } from './entries.tsx';
import { Reading } from './reading.tsx';

export interface FolderScreenProps {
  readonly session: SessionView;
  /** Path of a mount, or of a folder in it. */
  readonly argument: string;
}

/** A folder as a table of what the metadata of its entries says. It is read only when a person asks for it. */
export function FolderScreen({ session, argument }: FolderScreenProps) {
  const { sessionId } = session;
  const mounts = useQuery(query('mount.list', { sessionId }));
  if (mounts.isError)
    return (
      <Page>
        <ErrorPanel
          error={appErrorOf(mounts.error)}
          title="The mounts could not be listed"
          actions={
            <Button small onClick={() => void mounts.refetch()}>
              Retry
            </Button>
          }
        />
      </Page>
    );
  if (mounts.data === undefined)
    return (
      <Page>
        <Skeleton rows={8} rowHeight={28} />
      </Page>
    );
  const mount = mountOf(mounts.data, argument.replace(/\/$/, ''));
  if (mount === undefined)
    return (
      <EmptyState icon={FolderSearch} title={`There is no mount at “${argument}”`}>
        It was disabled, or this token has no access to it.
      </EmptyState>
    );
  const table = foldersOf(sessionId).at(mount, argument.slice(mount.path.length));
  return <Folder key={argument} session={session} table={table} />;
}

export interface FolderProps {
  readonly session: SessionView;
  readonly table: FolderTable;
}

function Folder({ session, table }: FolderProps) {
  const { sessionId } = session;
  const state = useStore(table);
  const importInto = useImport(sessionId);
  const { reading, below, rows, text } = state;
  const preferences = useQuery(query('app.preferences', {})).data;
  const columns = preferences?.folderColumns ?? usualFolderColumns;
  const limited = session.token.numUses !== 0;
  const read = (how: Parameters<FolderTable['read']>[0] = {}): void =>
    void table.read({ keys: columns.includes('keys'), ...how });
  useRefreshKey({
    id: 'folder',
    group: 'Folder',
    onRefresh: limited || reading?.running === true ? undefined : () => read(),
  });
  const scopes = useMemo(
    () => [
      { value: 'here', label: 'This folder' },
      { value: 'below', label: 'All below' },
    ],
    [],
  );
  return (
    <Stack full gap={12} className={css['screen']}>
      <ScreenHead title={table.mount.path + table.path}>
        {state.view === 'entries' && (
          <ChooseColumns
            columns={columns}
            onKeys={() => {
              if (!state.keys && reading !== undefined && !limited) read({ keys: true });
            }}
          />
        )}
        <IconButton
          icon={FileInput}
          label="Import into this folder…"
          onClick={() => importInto(table.mount, table.path)}
        />
        <IconButton
          icon={RefreshCw}
          label="Refresh"
          disabled={limited || reading?.running === true}
          onClick={() => read()}
        />
      </ScreenHead>
      <Row align="center" gap={8} wrap>
        <FilterBox
          label="Filter paths"
          data-filter
          className={css['filter']}
          text={text}
          onText={(next) => table.show({ text: next })}
        />
        <Segmented label="View" options={views} value={state.view} onValue={(view) => table.show({ view })} />
        <Segmented
          label="Read"
          options={scopes}
          value={below ? 'below' : 'here'}
          onValue={(value) => {
            if ((value === 'below') !== below && !limited) read({ below: value === 'below' });
          }}
        />
      </Row>
      <Row align="center" className={css['standing']}>
        <Reading table={table} state={state} />
      </Row>
      {limited ? (
        <EmptyState icon={FolderSearch} title="No table for this token">
          It would cost one use for every entry.
        </EmptyState>
      ) : reading === undefined ? (
        <EmptyState
          icon={FolderSearch}
          title="Not read yet"
          actions={<Button onClick={() => read()}>Read this folder</Button>}
        >
          At most one request an entry, for its metadata. Values are not read.
        </EmptyState>
      ) : reading.error !== undefined ? (
        <ErrorPanel
          error={reading.error}
          title="The folder could not be read"
          actions={
            <Button small icon={RefreshCw} onClick={() => read()}>
              Retry
            </Button>
          }
        />
      ) : (
        <>
          {reading.end?.error !== undefined && (
            <ErrorPanel error={reading.end.error} title="The reading stopped early" />
          )}
          {rows.length > 0 ? (
            <View sessionId={sessionId} table={table} state={state} columns={columns} />
          ) : (
            !reading.running &&
            reading.end?.error === undefined && (
              <EmptyState
                icon={FolderSearch}
                title={below ? 'No entries below this folder' : 'No entries in this folder'}
                {...(below
                  ? {}
                  : { actions: <Button onClick={() => read({ below: true })}>Read all below</Button> })}
              />
            )
          )}
        </>
      )}
    </Stack>
  );
}

const views: readonly { readonly value: FolderView; readonly label: string }[] = [
  { value: 'entries', label: 'Entries' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'changes', label: 'Changes' },
];

function View(props: EntriesProps) {
  const { view } = props.state;
  if (view === 'entries') return <Entries {...props} />;
  if (props.table.mount.engine !== 'kv2')
    return (
      <EmptyState icon={FolderSearch} title="No versions">
        {props.table.mount.engine === 'cubbyhole' ? 'A cubbyhole' : 'KV version 1'} keeps neither versions nor
        their times. What is deleted is gone.
      </EmptyState>
    );
  return view === 'deleted' ? <Deleted {...props} /> : <Changes {...props} />;
}

interface ChooseColumnsProps {
  readonly columns: readonly FolderColumn[];
  /** Called if the column of keys is chosen: they have to be read. */
  readonly onKeys: () => void;
}

function ChooseColumns({ columns, onKeys }: ChooseColumnsProps) {
  const setPreferences = useSetPreferences();
  const choose = (column: FolderColumn, shown: boolean): void => {
    setPreferences({
      folderColumns: folderColumns.filter((one) => (one === column ? shown : columns.includes(one))),
    });
    if (column === 'keys' && shown) onKeys();
  };
  return (
    <Popover
      title="Columns"
      trigger={
        <Button small variant="ghost" icon={Columns3}>
          Columns
        </Button>
      }
    >
      <Stack gap={6} className={css['columns']}>
        {folderColumns.map((column) => (
          <Checkbox
            key={column}
            label={columnTitles[column]}
            {...(column === 'keys' ? { hint: 'One request more an entry; no value is read.' } : {})}
            checked={columns.includes(column)}
            onChecked={(shown) => choose(column, shown)}
          />
        ))}
      </Stack>
    </Popover>
  );
}
