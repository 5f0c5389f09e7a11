import { Columns3, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { verdictOf } from '../../../shared/vault/environments.ts';
import type { EnvironmentRow, EnvironmentView } from '../../../shared/vault/environments.ts';
import {
  readView,
  removeView,
  saveView,
  tableOf,
  viewsQuery,
  type ViewTable,
} from '../../api/environments.ts';
import { useStore } from '../../api/store.ts';
import { useAction } from '../../api/use-action.ts';
import { askAction } from '../../parts/entry-actions/actions.ts';
import { notify } from '../../parts/entry-actions/run.ts';
import { Loaded } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Box, Note, Row, Text } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import sideCss from '../../ui/table-side.module.css';
import { keyHint } from '../../workspace/key-map.ts';
import { useRefreshKey } from '../../workspace/refresh-key.ts';
import { useOpenSessions, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { ColumnProblems } from './column-problems.tsx';
import { useColumns, type ShownColumns } from './columns.tsx';
import { RowDrawer } from './row-drawer.tsx';
import { environmentColumns } from './table-columns.tsx';

export interface EnvironmentsScreenProps {
  readonly session: SessionView;
  /** Any other than that of a view: the list of all views. */
  readonly viewId: string;
}

/** Environments: one view as a table of keys by environment, or the list of views. */
export function EnvironmentsScreen({ session, viewId }: EnvironmentsScreenProps) {
  const views = useRead(undefined, viewsQuery);
  return (
    <Loaded query={views} failed="The views could not be read">
      {(all) => {
        const view = all.find((one) => one.viewId === viewId);
        return view === undefined ? (
          <ViewList session={session} views={all} />
        ) : (
          <OneView key={viewId} session={session} view={view} />
        );
      }}
    </Loaded>
  );
}

interface ViewListProps {
  readonly session: SessionView;
  readonly views: readonly EnvironmentView[];
}

function ViewList({ session: { sessionId }, views }: ViewListProps) {
  const { sessions } = useOpenSessions();
  const { openScreen } = useWorkspaceActions();
  const removing = useAction();
  const create = (): void => askAction({ kind: 'environments', sessionId });
  const open = (view: EnvironmentView): void => {
    void readView(view, sessions);
    openScreen('environments', view.viewId, sessionId);
  };
  const remove = (view: EnvironmentView): void =>
    void removing.run(async (client) => {
      await removeView(client, view.viewId);
      const { name, columns } = view;
      notify({ sessionId }, `Deleted the view ${name}.`, {
        undo: { label: 'Undo', run: () => void removing.run(() => saveView(client, { name, columns })) },
      });
    });
  const columns: readonly Column<EnvironmentView>[] = [
    { title: 'Name', width: 140, share: 1, text: ({ name }) => name },
    {
      title: 'Columns',
      width: 240,
      share: 3,
      mono: true,
      text: (view) => view.columns.map(({ mount, path }) => mount + path).join(', '),
    },
    {
      title: '',
      width: 72,
      cell: (view) => (
        <Row justify="end">
          <IconButton
            small
            icon={Pencil}
            label={`Edit ${view.name}`}
            onClick={(event) => {
              event.stopPropagation();
              askAction({ kind: 'environments', sessionId, view });
            }}
          />
          <IconButton
            small
            icon={Trash2}
            label={`Delete ${view.name}`}
            onClick={(event) => {
              event.stopPropagation();
              remove(view);
            }}
          />
        </Row>
      ),
    },
  ];
  return (
    <Page>
      <ScreenHead title="Environments">
        <Button variant="primary" icon={Plus} onClick={create}>
          New view
        </Button>
      </ScreenHead>
      {removing.failure !== undefined && <ErrorPanel error={removing.failure} title="Nothing was changed" />}
      {views.length === 0 ? (
        <EmptyState icon={Columns3} title="No views yet">
          A view compares one entry over several environments, key by key: what is the same, what differs,
          what is missing.
        </EmptyState>
      ) : (
        <Box grow className={sideCss['beside']}>
          <Table label="Views" rows={views} columns={columns} keyOf={({ viewId }) => viewId} onOpen={open} />
        </Box>
      )}
    </Page>
  );
}

type Shown = 'all' | 'different' | 'missing';

function OneView({ session, view }: { readonly session: SessionView; readonly view: EnvironmentView }) {
  const { sessionId } = session;
  const { sessions } = useOpenSessions();
  const { openScreen } = useWorkspaceActions();
  const table = useStore(tableOf(view.viewId));
  const columns = useColumns(view);
  const [chosen, setChosen] = useState('');
  const read = (): void => void readView(view, sessions);
  useRefreshKey({ id: 'environments', group: 'Environments', onRefresh: read });
  const isRead = table.readAt !== '';
  return (
    <Page>
      <ScreenHead
        title={view.name}
        note={
          isRead && (
            <Text tone="dim" size={12}>
              read <RelativeTime iso={table.readAt} />
            </Text>
          )
        }
      >
        <Button variant="ghost" onClick={() => openScreen('environments', 'views', sessionId)}>
          All views
        </Button>
        <Button icon={Pencil} onClick={() => askAction({ kind: 'environments', sessionId, view })}>
          Edit view…
        </Button>
        <IconButton icon={RefreshCw} label="Refresh" keys={keyHint('refresh')} onClick={read} />
      </ScreenHead>
      {table.problem !== undefined && (
        <ErrorPanel
          error={table.problem}
          title="Not compared"
          actions={
            <Button small onClick={read}>
              Retry
            </Button>
          }
        />
      )}
      {isRead ? (
        <Compared table={table} columns={columns} chosen={chosen} onChoose={setChosen} />
      ) : (
        <EmptyState
          icon={Columns3}
          title={table.busy ? 'Reading…' : 'Not read yet'}
          actions={
            !table.busy && (
              <Button variant="primary" onClick={read}>
                Read {counted(view.columns.length, 'column')}
              </Button>
            )
          }
        >
          {view.columns.map(({ mount, path }) => mount + path).join(', ')}
        </EmptyState>
      )}
    </Page>
  );
}

interface ComparedProps {
  readonly table: ViewTable;
  readonly columns: ShownColumns;
  /** Key of the row in the drawer. */
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

function Compared({ table, columns, chosen, onChoose }: ComparedProps) {
  const [shown, setShown] = useState<Shown>('all');
  const [text, setText] = useState('');
  const verdicts = useMemo(
    () => new Map(table.rows.map((row) => [row.key, verdictOf(row, table.columns)])),
    [table],
  );
  const count = (wanted: Shown): number =>
    [...verdicts.values()].filter((verdict) => verdict === wanted).length;
  const needle = text.toLowerCase();
  const rows = table.rows.filter(
    ({ key }) => (shown === 'all' || verdicts.get(key) === shown) && key.toLowerCase().includes(needle),
  );
  const row = table.rows.find(({ key }) => key === chosen);
  return (
    <>
      <Row wrap align="center" gap={8}>
        <Segmented
          label="Rows"
          value={shown}
          options={[
            { value: 'all', label: `All ${grouped(table.rows.length)}` },
            { value: 'different', label: `Different ${grouped(count('different'))}` },
            { value: 'missing', label: `Missing ${grouped(count('missing'))}` },
          ]}
          onValue={setShown}
        />
        <FilterBox data-filter label="Filter keys" text={text} onText={setText} />
      </Row>
      <ColumnProblems columns={columns} states={table.columns} />
      <Box grow className={sideCss['beside']}>
        <div className={sideCss['parts']}>
          <div className={sideCss['tableSide']}>
            {rows.length === 0 ? (
              <Note role="status">
                {table.rows.length === 0 ? 'None of these entries has keys.' : 'No key passes the filter.'}
              </Note>
            ) : (
              <Table<EnvironmentRow>
                label="Keys by environment"
                rows={rows}
                columns={environmentColumns(columns, table.columns, verdicts)}
                keyOf={({ key }) => key}
                chosen={chosen}
                onOpen={({ key }) => onChoose(key === chosen ? '' : key)}
              />
            )}
          </div>
          {row !== undefined && (
            <RowDrawer
              key={row.key}
              row={row}
              columns={columns}
              states={table.columns}
              scope={table.readAt}
              onLeave={() => onChoose('')}
            />
          )}
        </div>
      </Box>
    </>
  );
}
